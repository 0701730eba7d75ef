import { isNumber } from '../../../contract/field-kinds';
import { isIntegerId } from '../../../contract/ids';
import type { Json } from '../../../contract/json';
import type { CoerceReason } from '../../../edits/coerce';
import { idOfCell } from '../source/json-text';
import { lineOf, type RowBlock, type SourceCell } from '../source/rows';
import { always, type Convert, converterOf, plainOf, readerOf, textInFile } from './convert';
import type { Instead, MappedColumn } from './mapping';
import { type OtherForm, OtherForms } from './other-forms';
import { type OddScale, ScaleCounter } from './scale';

/** Why a text does not fit. */
export type MisfitReason = CoerceReason | 'not-an-id';

export interface UnfitText {
  count: number;
  reason: MisfitReason;
}

/** How the cells of a column fit its field. */
export interface ColumnFit {
  filled: number;
  blank: number;
  /** Cells that cannot become a value of the field, by reason. */
  unfit: Partial<Record<MisfitReason, number>>;
  /** The first of them. */
  unfitExamples: { line: number; text: string; reason: MisfitReason }[];
  /** The first different texts that do not fit as they stand, and how often. */
  unfitTexts: Map<string, UnfitText>;
  /** Cells that do not fit as they stand, and are read as the person said. */
  mended: number;
  /** Some different texts that fit, with what becomes of them. */
  examples: { text: string; after: Json }[];
  /** Record ids of more digits than a spreadsheet keeps, and those of them that look as if it had rounded them. */
  longIds: number;
  roundIds: number;
  /** What the other ways of writing would make of it. */
  forms: OtherForm[];
  /** Of numbers: some that are about a thousand times smaller or larger than all others. */
  oddScale: OddScale | null;
}

/** Digits of a number that a spreadsheet keeps. */
const digitsKept = 15;
const fewIds = 3;
const mostIds = 0.7;
const scientific = /^\d([.,]\d+)?[eE]\+?\d{2}$/;

/** Whether the record ids of a file were rounded: then they name other records. By chance one in ten ends with a zero. */
export function looksRounded({ longIds, roundIds }: ColumnFit): boolean {
  return longIds >= fewIds && roundIds >= longIds * mostIds;
}

const examplesKept = 4;
const unfitKept = 50;
/** A longer text is none that a person would say a value for. */
const longestListed = 200;

/** Counts how the rows of a source fit its mapping, block by block. */
export class FitCounter {
  readonly columns: ColumnFit[];
  /** Rows that a cell which does not fit keeps out. */
  unfitRows = 0;
  rows = 0;
  private readonly readers: Convert[];
  /** Of columns in which texts are read as the person said. */
  private readonly menders: (Convert | null)[];
  private readonly others: OtherForms[];
  private readonly scales: (ScaleCounter | null)[];

  constructor(private readonly mapped: readonly MappedColumn[]) {
    this.readers = mapped.map(readerOf);
    this.menders = mapped.map((column) => (column.instead?.length ? converterOf(column) : null));
    this.others = mapped.map((column) => new OtherForms(column));
    this.scales = mapped.map(({ kind }) => (isNumber(kind) ? new ScaleCounter() : null));
    this.columns = mapped.map((_column, place) => ({
      filled: 0,
      blank: 0,
      unfit: {},
      unfitExamples: [],
      unfitTexts: new Map(),
      mended: 0,
      examples: [],
      longIds: 0,
      roundIds: 0,
      forms: this.others[place]?.counts ?? [],
      oddScale: null,
    }));
  }

  add(block: RowBlock): void {
    const unfitRows = new Set<number>();
    for (const [place, mapped] of this.mapped.entries()) {
      if (mapped.field_id === 'item_id') this.addIds(block, place, mapped);
      else this.addColumn(block, place, mapped, unfitRows);
    }
    this.rows += block.rows.length;
    this.unfitRows += unfitRows.size;
  }

  /** What only all rows together tell. */
  end(): void {
    for (const [place, fit] of this.columns.entries()) fit.oddScale = this.scales[place]?.result() ?? null;
  }

  /** Ids find records and are never written; what is none finds nothing. */
  private addIds(block: RowBlock, place: number, { column }: MappedColumn): void {
    const fit = this.columns[place] as ColumnFit;
    for (let index = 0; index < block.rows.length; index += 1) {
      const text = idOfCell(block.rows[index]?.[column] ?? '');
      if (text === '') {
        fit.blank += 1;
        continue;
      }
      fit.filled += 1;
      if (!isIntegerId(text)) {
        fit.unfit['not-an-id'] = (fit.unfit['not-an-id'] ?? 0) + 1;
        if (fit.unfitExamples.length < unfitKept)
          fit.unfitExamples.push({ line: lineOf(block, index), text, reason: 'not-an-id' });
      }
      const cut = scientific.test(text) || (text.length > digitsKept && /^0+$/.test(text.slice(digitsKept)));
      if (cut || text.length > digitsKept) fit.longIds += 1;
      if (cut) fit.roundIds += 1;
    }
  }

  private addColumn(block: RowBlock, place: number, mapped: MappedColumn, unfitRows: Set<number>): void {
    const fit = this.columns[place] as ColumnFit;
    const read = this.readers[place] as Convert;
    const mend = this.menders[place];
    const plain = plainOf(mapped);
    const others = this.others[place] as OtherForms;
    const scale = this.scales[place];
    const { column, misfit, instead } = mapped;
    const { rows } = block;
    for (let index = 0; index < rows.length; index += 1) {
      const cell = rows[index]?.[column] ?? '';
      const isText = typeof cell === 'string';
      if (isText && cell.length === 0) {
        fit.blank += 1;
        continue;
      }
      fit.filled += 1;
      const isPlain = isText ? plain === always || plain(cell) : isValue(cell, mapped);
      if (isText && isPlain && plain !== always) others.addPlain(cell);
      if (scale && isPlain && !scale.full) scale.add(Number(cell), lineOf(block, index), () => String(cell));
      // Once there are examples nothing is made of what is plain.
      if (isPlain && fit.examples.length === examplesKept) continue;
      const made = read(cell);
      const text = textInFile(cell, made ?? { text: '' });
      if (!isPlain && made) others.add(cell, made);
      if (scale && !isPlain && made?.unfit === null) scale.add(Number(made.after), lineOf(block, index), () => text);
      if (made?.unfit) {
        listUnfit(fit.unfitTexts, text, made.unfit, instead);
        if (mend && (mend(cell)?.unfit ?? null) === null) {
          fit.mended += 1;
          continue;
        }
        if (misfit === undefined) unfitRows.add(index);
        fit.unfit[made.unfit] = (fit.unfit[made.unfit] ?? 0) + 1;
        if (fit.unfitExamples.length < unfitKept)
          fit.unfitExamples.push({ line: lineOf(block, index), text, reason: made.unfit });
      } else if (made && fit.examples.length < examplesKept && !fit.examples.some((own) => own.text === text)) {
        fit.examples.push({ text, after: made.after });
      }
    }
  }
}

/** Whether a cell is a number that its field takes as it is. */
function isValue(cell: SourceCell, { kind }: MappedColumn): boolean {
  return isNumber(kind) && typeof cell === 'number';
}

/** Counts a text among those that are listed; what the person spoke of is always listed. */
function listUnfit(texts: Map<string, UnfitText>, text: string, reason: MisfitReason, instead: Instead = []): void {
  const known = texts.get(text);
  if (known) known.count += 1;
  else if (text.length > longestListed) return;
  else if (texts.size < unfitKept || instead.some(([own]) => own === text)) texts.set(text, { count: 1, reason });
}

/** Cells of a column that do not fit, of all reasons. */
export function unfitOf({ unfit }: ColumnFit): number {
  return Object.values(unfit).reduce((sum, count) => sum + count, 0);
}
