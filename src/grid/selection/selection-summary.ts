import { isEmptyValue, type Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { Drafts } from '../../edits/drafts';
import type { GridColumn } from '../columns/columns-of';
import { currentValue } from '../edit/cell-edits';
import { readRows } from '../rows/read-rows';
import { rectangleOf, type Selection } from './selection';

/** What a selection is of: `known` rows surely exist, of the others nothing is said. */
export interface SummarySource {
  columns: readonly GridColumn[];
  recordAt(row: number): DwRecord | undefined;
  drafts: Drafts;
  known: number;
}

export interface SelectionSummary extends Summary {
  /** Rows of the selection that exist for all that is known, and how many of them have been read. */
  rows: number;
  rowsRead: number;
}

/** How many rows of a selection exist, for all that is known. */
export function selectedRows(selection: Selection, known: number): number {
  const { top, bottom } = rectangleOf(selection);
  return Math.max(0, Math.min(bottom + 1, known) - top);
}

/** Sums up a selection: costs what was read of it, however large it is. */
export function summarise(selection: Selection, { columns, recordAt, drafts, known }: SummarySource): SelectionSummary {
  const { top, bottom, left, right } = rectangleOf(selection);
  const within = columns.slice(left, right + 1);
  const rows = selectedRows(selection, known);
  let rowsRead = 0;
  function* values(): Generator<Json | undefined> {
    for (const { record } of readRows(top, bottom, recordAt)) {
      rowsRead += 1;
      for (const { id } of within) yield currentValue(drafts, record, id);
    }
  }
  const read = summaryOf(values(), 0);
  const unread = Math.max(0, rows - rowsRead) * within.length;
  return { ...read, cells: read.cells + unread, unread, rows: Math.max(rows, rowsRead), rowsRead };
}

/** What the status bar says about a selection. Numbers are texts already: sums of integers of any size are exact. */
export interface Summary {
  cells: number;
  /** Cells that hold something. */
  filled: number;
  /** Cells whose row has not been read: they are in no number below. */
  unread: number;
  numbers: { count: number; sum: string; mean: string; min: string; max: string } | null;
}

/** Sums up the cells of a selection. @param unread how many more cells it has on rows that were not read */
export function summaryOf(values: Iterable<Json | undefined>, unread: number): Summary {
  let cells = unread;
  let filled = 0;
  let count = 0;
  let exact = 0n;
  let rest = 0;
  let fractional = false;
  let min: number | bigint | null = null;
  let max: number | bigint | null = null;
  for (const value of values) {
    cells += 1;
    if (!isEmptyValue(value)) filled += 1;
    if (typeof value !== 'number' && typeof value !== 'bigint') continue;
    count += 1;
    if (typeof value === 'bigint' || Number.isSafeInteger(value)) exact += BigInt(value);
    else {
      rest += value;
      fractional = true;
    }
    if (min === null || value < min) min = value;
    if (max === null || value > max) max = value;
  }
  if (count === 0 || min === null || max === null) return { cells, filled, unread, numbers: null };
  const sum = fractional ? rounded(Number(exact) + rest) : String(exact);
  const mean = fractional ? rounded((Number(exact) + rest) / count) : meanOf(exact, count);
  return { cells, filled, unread, numbers: { count, sum, mean, min: String(min), max: String(max) } };
}

/** Mean of whole numbers; of large ones the whole part alone, exact, because a double could not hold it. */
function meanOf(sum: bigint, count: number): string {
  const mean = Number(sum) / count;
  return Math.abs(mean) < 1e12 ? rounded(mean) : String(sum / BigInt(count));
}

/** Twelve significant digits: what is past them is the noise of binary fractions. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(12)));
}

/** An exact number as text, for the eye: thousands apart as the console writes them in both languages, and a true minus sign, as wide as the digits. */
export function numberText(exact: string): string {
  const [whole = '', rest = ''] = exact.split(/(?=[.e])(.*)/s);
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`.replaceAll('-', '−');
}
