import type { Json } from '../../contract/json';
import type { CoerceReason } from '../../edits/coerce';
import { always, type Convert, converterOf, plainOf } from './convert';
import type { MappedColumn } from './mapping';
import { lineOf, type RowBlock } from './rows';
import { SheetValue } from './sheet-value';

/** How the cells of a column fit its field. */
export interface ColumnFit {
  filled: number;
  blank: number;
  /** Cells that cannot become a value of the field, by reason. */
  unfit: Partial<Record<CoerceReason, number>>;
  /** The first of them. */
  unfitExamples: { line: number; text: string; reason: CoerceReason }[];
  /** Some different texts that fit, with what becomes of them. */
  examples: { text: string; after: Json }[];
}

const examplesKept = 4;
const unfitKept = 50;

/** Counts how the rows of a source fit its mapping, block by block. */
export class FitCounter {
  readonly columns: ColumnFit[];
  /** Rows that a cell which does not fit keeps out. */
  unfitRows = 0;
  rows = 0;
  private readonly converters: Convert[];

  constructor(private readonly mapped: readonly MappedColumn[]) {
    this.converters = mapped.map(converterOf);
    this.columns = mapped.map(() => ({ filled: 0, blank: 0, unfit: {}, unfitExamples: [], examples: [] }));
  }

  add(block: RowBlock): void {
    const unfitRows = new Set<number>();
    for (const [place, mapped] of this.mapped.entries()) this.addColumn(block, place, mapped, unfitRows);
    this.rows += block.rows.length;
    this.unfitRows += unfitRows.size;
  }

  private addColumn(block: RowBlock, place: number, mapped: MappedColumn, unfitRows: Set<number>): void {
    const fit = this.columns[place] as ColumnFit;
    const convert = this.converters[place] as Convert;
    const plain = plainOf(mapped);
    const { column, misfit } = mapped;
    const { rows } = block;
    for (let index = 0; index < rows.length; index += 1) {
      const cell = rows[index]?.[column] ?? '';
      const isText = typeof cell === 'string';
      if (isText && cell.length === 0) {
        fit.blank += 1;
        continue;
      }
      fit.filled += 1;
      // Once there are examples nothing is made of what is plain.
      if (isText && fit.examples.length === examplesKept && (plain === always || plain(cell))) continue;
      const made = convert(cell);
      const text = cell instanceof SheetValue ? cell.look : mapped.written && isText ? cell : (made?.text ?? '');
      if (made?.unfit) {
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

/** Cells of a column that do not fit, of all reasons. */
export function unfitOf({ unfit }: ColumnFit): number {
  return Object.values(unfit).reduce((sum, count) => sum + count, 0);
}
