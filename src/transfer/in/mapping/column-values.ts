import { isOption } from '../../../contract/field-kinds';
import { isIntegerId } from '../../../contract/ids';
import { type Json, sameJson } from '../../../contract/json';
import { partsOf } from '../../../edits/coerce';
import {
  asConsoleWrites,
  detectableFormats,
  formatsOf,
  type ReadableFormat,
  type ValueFormat,
} from '../../../edits/value-formats';
import type { ColumnHead } from '../source/header';
import { isNullWord, type RowBlock, SheetValue, type SourceCell, textOfCell } from '../source/rows';
import type { ColumnProfile } from '../worker/import-protocol';
import { converterOf } from './convert';
import { type Mapping, recordIdField, type TargetField } from './mapping';

/** The first distinct texts of each column, by its index, and its ids where it holds only ids. */
export type Samples = readonly Pick<ColumnProfile, 'samples' | 'texts' | 'ids'>[];

/**
 * A mapping with what the texts of a file show: unmapped columns are mapped by their option texts, or as the record ID by name and IDs; numbers, dates and
 * references get their detected format.
 */
export function mapByValues(
  mapping: Mapping,
  columns: readonly ColumnHead[],
  fields: readonly TargetField[],
  profiles: Samples,
): Mapping {
  const taken = new Set(mapping.map(({ field_id }) => field_id));
  return mapping.map((choice, index) => {
    const { samples, texts, ids } = profiles[index] ?? emptyProfile;
    const system = columns[index]?.system ?? null;
    const { field_id, kind } = recordIdField;
    if (
      choice.by === 'none' &&
      system === field_id &&
      !taken.has(field_id) &&
      samples.length > 0 &&
      samples.every(isIntegerId)
    ) {
      taken.add(field_id);
      return { ...choice, field_id, kind, by: 'name' };
    }
    if (choice.by === 'none' && system === null) {
      const free = fields.filter(({ field_id }) => !taken.has(field_id));
      const found = fieldByValues(samples, free);
      if (!found) return choice;
      taken.add(found.field_id);
      return { ...choice, field_id: found.field_id, kind: found.kind, by: 'values' };
    }
    const field = fields.find(({ field_id }) => field_id === choice.field_id);
    if (!field) return choice;
    // Whether a file has names or IDs is detected per file: assuming the last one's could write the wrong option.
    if (choice.by === 'remembered' && !(choice.written === 'ids' && choice.formatDetected)) return choice;
    const own = { kind: choice.kind, config: field.config };
    const byIds = readsAsIds(own, ids, columns[index]?.name === field.field_id);
    const written = byIds ? 'ids' : writtenByValues(own, texts);
    return written
      ? { ...choice, written, formatDetected: true }
      : { ...choice, written: undefined, formatDetected: undefined };
  });
}

/**
 * The format of numbers or dates, if some texts of a column leave only one: `42,53` is no number here, and `31.12.2026` no date with the month first.
 * Undefined if they are read as they are, or ambiguous.
 */
function writtenByValues(
  { kind, config }: Pick<TargetField, 'kind' | 'config'>,
  samples: readonly string[],
): ValueFormat | undefined {
  const valuesIn = (written?: ReadableFormat): Json[] => {
    const convert = converterOf({ column: 0, field_id: '', kind, config, written, blank: 'keep' });
    return samples.flatMap((text) => {
      const made = convert(text);
      if (made?.unfit === null) return [made.after];
      // It is understood, though the field has no place for its time.
      return made?.unfit === 'no-time-here' ? [written === undefined ? text : asConsoleWrites(text, written)] : [];
    });
  };
  const plain = valuesIn().length;
  if (plain === samples.length) return undefined;
  const read = detectableFormats(kind).map((form) => ({ form, values: valuesIn(form) }));
  const most = Math.max(plain, ...read.map(({ values }) => values.length));
  const [best, ...others] = read.filter(({ values }) => values.length === most);
  // Formats that make the same of all texts are one.
  const isOne = best !== undefined && others.every(({ values }) => sameJson(values, best.values));
  return most > plain && isOne ? best.form : undefined;
}

/** A number with this many digits is no code that people use; ids have 16 today. */
const digitsOfId = 10;

/**
 * Whether a column is read as IDs without a choice: if every text is one, and its header is the field's ID, as in an export with IDs, or each is as long as a
 * record ID. A short one under a name may be an unknown option name. A column of only names stays one.
 */
function readsAsIds(
  { kind, config }: Pick<TargetField, 'kind' | 'config'>,
  ids: readonly string[] | null,
  byHead: boolean,
): boolean {
  if (!ids || !formatsOf(kind).includes('ids')) return false;
  const options = config?.config.options ?? [];
  const [known, names] = [new Set(options.map(({ id }) => id)), new Set(options.map(({ name }) => name))];
  const isLong = (id: string): boolean => isIntegerId(id) && id.length >= digitsOfId;
  if (!ids.every((id) => known.has(id) || (!isOption(kind) && isLong(id)))) return false;
  return byHead ? ids.some((id) => !names.has(id)) : ids.every((id) => isLong(id) && !names.has(id));
}

/** One text may be an option of a field by chance. */
const fewestTexts = 2;

/** The one field among whose options, or whose texts as its records hold them, the first texts of a column are: more of them than one, all that a profile keeps. */
function fieldByValues(samples: readonly string[], fields: readonly TargetField[]): TargetField | undefined {
  if (samples.length < fewestTexts) return undefined;
  const found = fields.filter(({ config, seen }) => {
    const options = config?.config.options;
    const names = options?.length ? new Set(options.map(({ name }) => name)) : (seen ?? new Set());
    return names.size > 0 && samples.every((text) => names.has(text.trim()));
  });
  return found.length === 1 ? found[0] : undefined;
}

const samplesKept = 4;
const sampleChars = 80;
/** More different ids than fields have options; of numbers the further ones are only looked at. */
const idsKept = 1000;
/** A longer text is no id. */
const longestId = 40;

/** Of a column with only empty cells. */
export const emptyProfile: ColumnProfile = { filled: 0, samples: [], texts: [], ids: null };

/** Gathers what a column of a file holds. */
export class ColumnProfiler {
  private filled = 0;
  /** Cells that say `NULL` or `\\N`. */
  nulls = 0;
  private readonly samples: string[] = [];
  private readonly texts: string[] = [];
  /** Null once a cell held what can be no id, or the column too much to be one of ids. */
  private ids: Set<string> | null = new Set();

  add(cell: SourceCell): void {
    this.filled += 1;
    if (isNullWord(cell)) this.nulls += 1;
    // It shows nothing of what the column holds.
    if (cell instanceof SheetValue && cell.problem !== null) return;
    takeSample(this.samples, cell);
    if (typeof cell === 'string') takeSample(this.texts, cell);
    if (this.ids !== null) this.addIds(this.ids, idsIn(cell));
  }

  result(): ColumnProfile {
    const { filled, samples, texts, ids } = this;
    return { filled, samples, texts, ids: ids && ids.size > 0 ? [...ids] : null };
  }

  private addIds(known: Set<string>, text: string): void {
    if (known.has(text)) return;
    const full = known.size >= idsKept;
    const parts = isIntegerId(text) ? [text] : partsOf(text);
    const fits = (part: string): boolean => isIntegerId(part) || (!full && part.length <= longestId);
    if (parts.length === 0 || !parts.every(fits)) this.ids = null;
    else if (!full) for (const part of parts) known.add(part);
  }
}

/** Adds the cells of a block to the profiles of their columns. */
export function profileBlock(block: RowBlock, profiles: ColumnProfiler[]): void {
  const [first = []] = block.rows;
  const width = Math.max(first.length, block.rows.at(-1)?.length ?? 0);
  for (let column = 0; column < width; column += 1) {
    profiles[column] ??= new ColumnProfiler();
    const own = profiles[column] as ColumnProfiler;
    for (const row of block.rows) {
      const cell = row[column];
      if (cell !== '' && cell !== undefined) own.add(cell);
    }
  }
}

function takeSample(samples: string[], cell: SourceCell): void {
  if (samples.length >= samplesKept) return;
  const text = textOfCell(cell).slice(0, sampleChars);
  if (!samples.includes(text)) samples.push(text);
}

/** The text in which the ids of a cell would be: one, or a list of them. */
function idsIn(cell: SourceCell): string {
  if (cell instanceof SheetValue) return cell.id;
  return Array.isArray(cell) ? cell.map(String).join(',') : textOfCell(cell);
}
