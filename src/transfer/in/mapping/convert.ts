import { isNumeric } from '../../../contract/decimal';
import {
  isAnyJson,
  isDate,
  isNamedReference,
  isNumber,
  isReference,
  isStructure,
  isSwitch,
  isText,
  kindOfFieldType,
  kindOfValue,
} from '../../../contract/field-kinds';
import { formatJson, isJsonObject, isStorable, type Json } from '../../../contract/json';
import { cellText } from '../../../edits/cell-text';
import { type CoerceReason, coerce, coerceIds, partsOf } from '../../../edits/coerce';
import { unguardCsv } from '../../../edits/csv-writer';
import { writeForm } from '../../../edits/same-value';
import { asConsoleWrites, formatsOf } from '../../../edits/value-formats';
import { SheetValue, type SourceCell } from '../source/rows';
import type { MappedColumn } from './mapping';

/** Why a cell cannot become a value of its field. `no-value`: it has none, like one with an error of a formula. */
export type CellReason = CoerceReason | 'no-value';

/** What a cell becomes: the value to write, or why it cannot become one. */
export interface ConvertedCell {
  after: Json;
  unfit: CellReason | null;
  /** As it was written; where the record reads the same already, nothing changes. */
  text: string;
  /** The text holds ids: a record reads the same by its ids, and not by its names. */
  ids?: true;
}

/** Turns the cells of one column into values; undefined where a blank leaves the field as it is. */
export type Convert = (cell: SourceCell) => ConvertedCell | undefined;

/** Texts of which the result is kept: columns of options, switches and dates hold few different ones. */
const remembered = 5000;

/** The converter of a column. A text that does not fit is replaced as chosen; what fits is unaffected, and a column without such texts is not slowed down. */
export function converterOf(column: MappedColumn): Convert {
  const read = readerOf(column);
  if (!column.replacements?.length) return read;
  const instead = new Map(column.replacements);
  const readOther = otherReaderOf(column);
  const blank = read('');
  return (cell) => {
    const made = read(cell);
    if (!made || made.unfit === null) return made;
    const other = instead.get(textInFile(cell, made));
    if (other === undefined) return made;
    const again = other === '' ? blank : readOther(other);
    return again && again.unfit !== null ? made : again;
  };
}

/** Reads the replacement chosen for a text: an option by its name, also where the column has IDs. */
export function otherReaderOf(column: MappedColumn): Convert {
  return readerOf(column.written === 'ids' ? { ...column, written: undefined } : column);
}

/** The text of a cell as displayed in the file. */
export function textInFile(cell: SourceCell, made: Pick<ConvertedCell, 'text'>): string {
  if (cell instanceof SheetValue) return cell.look;
  return typeof cell === 'string' && cell !== '' ? cell : made.text;
}

/**
 * Reads the cells of a column. Most numbers, dates and texts are plain and are read here; everything else like typed input (`coerce`), so that a file and a
 * person mean the same by the same text.
 */
export function readerOf({ kind, config, written: form, blank }: MappedColumn): Convert {
  const cleared: ConvertedCell = { after: null, unfit: null, text: '' };
  const known = new Map<string, ConvertedCell>();
  const plain = plainOf({ kind, config });
  const own = form !== undefined && formatsOf(kind).includes(form) ? form : null;
  const another = own === 'ids' ? null : own;
  const take = (text: string): ConvertedCell =>
    own === 'ids' ? ofIds(text, kind, config) : coerced(text, kind, config);
  const readAny: Convert = (cell) => {
    if (cell === '') return blank === 'clear' ? cleared : undefined;
    if (typeof cell !== 'string' && !(cell instanceof SheetValue)) return fromJson(cell, kind, config, take);
    if (typeof cell !== 'string' && cell.problem !== null) return { after: null, unfit: 'no-value', text: cell.look };
    const written = typeof cell === 'string' ? cell : cell.as(kind);
    const said = unguardCsv(written);
    const text = another === null || typeof cell !== 'string' ? said : asConsoleWrites(said, another);
    if (text === null) return { after: null, unfit: isDate(kind) ? 'not-a-date' : 'not-a-number', text: said };
    if (plain(text)) return { after: isNumber(kind) ? Number(text) : text, unfit: null, text };
    let made = known.get(text);
    if (!made) {
      made = take(text);
      if (known.size >= remembered) known.clear();
      known.set(text, made);
    }
    // What does not fit is reported as in the file, not as it was read.
    return made.unfit === null || text === said ? made : { ...made, text: said };
  };
  return (cell) => {
    const made = readAny(cell);
    return made?.unfit === null && !isStorable(made.after) ? { ...made, after: null, unfit: 'not-storable' } : made;
  };
}

/** Whether a text is already a value of a column, so that nothing more is needed. False means nothing. */
export function plainOf({
  kind,
  config,
  written,
}: Pick<MappedColumn, 'kind' | 'config' | 'written'>): (text: string) => boolean {
  if (written !== undefined) return never;
  if (isText(kind)) return isStorable;
  if (isNumber(kind)) return isPlainNumber;
  return isDate(kind) && config?.field_type !== 'datetime' ? isPlainDay : () => false;
}

const never = (): boolean => false;

function coerced(text: string, kind: MappedColumn['kind'], config: MappedColumn['config']): ConvertedCell {
  const result = coerce(text, kind, undefined, config ?? undefined);
  if (result.ok) return { after: result.value, unfit: null, text };
  return { after: null, unfit: result.reason, text };
}

function ofIds(text: string, kind: MappedColumn['kind'], config: MappedColumn['config']): ConvertedCell {
  const result = coerceIds(text, kind, config ?? undefined);
  if (result.ok) return { after: result.value, unfit: null, text, ids: true };
  // A record may hold an option that its field does not have any more: then the same id changes nothing.
  return { after: partsOf(text), unfit: result.reason, text, ids: true };
}

const bareTypes = new Set(['string', 'number', 'bigint']);

/** Texts or numbers alone, which may be names or ids. */
function isBare(cell: Json): cell is (string | number | bigint)[] {
  return Array.isArray(cell) && cell.length > 0 && cell.every((entry) => bareTypes.has(typeof entry));
}

/** Several texts in one cell: each is one option, person or record, like a single text. */
function ofEach(
  entries: readonly (string | number | bigint)[],
  config: MappedColumn['config'],
  take: (text: string) => ConvertedCell,
): ConvertedCell {
  const text = entries.join(', ');
  const made = entries.map((entry) => take(String(entry)));
  const unfit = made.find((one) => one.unfit !== null);
  if (unfit) return { ...unfit, text };
  const ids = [...new Set(made.flatMap(({ after }) => (Array.isArray(after) ? after : [])))];
  const isOfIds = made[0]?.ids;
  if (ids.length > 1 && config?.config.is_multi === false)
    return { after: null, unfit: 'only-one', text, ids: isOfIds };
  return { after: ids, unfit: null, text, ids: isOfIds };
}

/** JSON that is no text is taken as it is where the field can hold it, and by its text where not. */
function fromJson(
  cell: Exclude<SourceCell, string | SheetValue>,
  kind: MappedColumn['kind'],
  config: MappedColumn['config'],
  take: (text: string) => ConvertedCell,
): ConvertedCell {
  const text = cellText(cell, kind, config ?? undefined);
  const as = (after: Json): ConvertedCell => ({ after, unfit: null, text });
  if (isAnyJson(kind)) return as(cell);
  if (isText(kind))
    return typeof cell === 'object' && !isNumeric(cell) ? { after: null, unfit: 'kind-would-change', text } : as(text);
  if (isReference(kind)) {
    if (isNamedReference(kind) && isBare(cell)) return ofEach(cell, config, take);
    // The type is a guess, and an ID would lose what the cell holds beside the reference.
    if (!isDeclared(config) && isAnyJson(kindOfValue(cell) ?? kind)) return { ...as(cell), text: formatJson(cell) };
    const written = writeForm(cell, kind, config?.config.options);
    const ids = Array.isArray(written) && written.every((entry) => typeof entry !== 'object');
    return ids ? as(written) : take(text);
  }
  const fits =
    (isNumber(kind) && isNumeric(cell)) ||
    (isSwitch(kind) && typeof cell === 'boolean') ||
    (isStructure(kind) && isJsonObject(cell));
  return fits ? as(cell) : coerced(text, kind, config);
}

/** Whether the table config names the type of a column, so that it is no guess. */
function isDeclared(config: MappedColumn['config']): boolean {
  return config !== null && kindOfFieldType(config.field_type) !== null;
}

/** Digits with a sign and one point, few enough to be exact. */
function isPlainNumber(text: string): boolean {
  const { length } = text;
  if (length > 15) return false;
  let digits = 0;
  let points = 0;
  for (let place = text.charCodeAt(0) === 45 ? 1 : 0; place < length; place += 1) {
    const char = text.charCodeAt(place);
    if (char >= 48 && char <= 57) digits += 1;
    else if (char === 46 && points === 0) points = 1;
    else return false;
  }
  return digits > 0;
}

/** `2026-11-20`, of days that every month has. Written out: a file has millions of them. */
function isPlainDay(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(4) !== hyphen || text.charCodeAt(7) !== hyphen) return false;
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  return twoDigits(text, 0) >= 0 && twoDigits(text, 2) >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
}

const hyphen = 45;

/** Negative where they are no digits. */
function twoDigits(text: string, place: number): number {
  const tens = text.charCodeAt(place) - 48;
  const ones = text.charCodeAt(place + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}
