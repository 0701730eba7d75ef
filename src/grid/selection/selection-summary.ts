import {
  compareNumbers,
  decimalOf,
  isDecimal,
  isNumeric,
  type Numeric,
  numeral,
  sumOf,
  textOfDecimal,
} from '../../contract/decimal';
import { isEmptyValue, type Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { Drafts } from '../../edits/drafts';
import type { GridColumn } from '../columns/columns-of';
import { currentValue } from '../edit/cell-edits';
import { readRows } from '../rows/read-rows';
import { rectangleOf, type Selection } from './selection';

/** What a selection covers: `known` rows surely exist, others may not. */
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
  const tallies = within.map(emptyTally);
  let rowsRead = 0;
  for (const { record } of readRows(top, bottom, recordAt)) {
    rowsRead += 1;
    for (const [place, { id }] of within.entries()) {
      const tally = tallies[place];
      if (tally) count(tally, currentValue(drafts, record, id));
    }
  }
  const unread = Math.max(0, rows - rowsRead) * within.length;
  const totals = within.flatMap((column, place): ColumnTotal[] => {
    const numbers = numbersOf(tallies[place] ?? emptyTally());
    return numbers ? [{ column, ...numbers }] : [];
  });
  return {
    cells: rowsRead * within.length + unread,
    filled: tallies.reduce((sum, { filled }) => sum + filled, 0),
    unread,
    totals,
    rows: Math.max(rows, rowsRead),
    rowsRead,
  };
}

/** The status bar's text for a selection. Numbers are texts already: sums of integers of any size are exact. */
interface Summary {
  cells: number;
  /** Cells that hold something. */
  filled: number;
  /** Cells whose row has not been read: they are in no number below. */
  unread: number;
  /** For each column of numbers: a sum over two columns means nothing. */
  totals: readonly ColumnTotal[];
}

interface Numbers {
  count: number;
  sum: string;
  mean: string;
  min: string;
  max: string;
}

interface ColumnTotal extends Numbers {
  column: GridColumn;
}

/** What was seen of a column so far. */
interface Tally {
  filled: number;
  count: number;
  /** Of whole numbers. */
  exact: bigint;
  /** Of all others that are doubles. */
  rest: number;
  fractions: Numeric[];
  min: Numeric | null;
  max: Numeric | null;
}

const emptyTally = (): Tally => ({
  filled: 0,
  count: 0,
  exact: 0n,
  rest: 0,
  fractions: [],
  min: null,
  max: null,
});

function count(tally: Tally, value: Json | undefined): void {
  if (!isEmptyValue(value)) tally.filled += 1;
  if (!isNumeric(value)) return;
  tally.count += 1;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value)))
    tally.exact += BigInt(value);
  else {
    if (typeof value === 'number') tally.rest += value;
    tally.fractions.push(value);
  }
  if (tally.min === null || compareNumbers(value, tally.min) < 0) tally.min = value;
  if (tally.max === null || compareNumbers(value, tally.max) > 0) tally.max = value;
}

function numbersOf({ count, exact, rest, fractions, min, max }: Tally): Numbers | null {
  if (count === 0 || min === null || max === null) return null;
  const ends = { min: numeral(min), max: numeral(max) };
  if (fractions.length === 0) return { count, sum: String(exact), mean: meanOf(exact, count), ...ends };
  if (!fractions.some(isDecimal)) {
    const sum = Number(exact) + rest;
    return { count, sum: rounded(sum), mean: rounded(sum / count), ...ends };
  }
  const sum = textOfDecimal(fractions.map((each) => decimalOf(each)).reduce(sumOf, decimalOf(exact)));
  return { count, sum, mean: rounded(Number(sum) / count), ...ends };
}

/** Mean of whole numbers; of large ones the whole part only, exact, because a double could not represent it. */
function meanOf(sum: bigint, count: number): string {
  const mean = Number(sum) / count;
  return Math.abs(mean) < 1e12 ? rounded(mean) : String(sum / BigInt(count));
}

/** Twelve significant digits: what is past them is the noise of binary fractions. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(12)));
}

/** As `numberText`, with two decimals at most, and at least two digits of what is smaller than one. */
export function roundedText(exact: string): string {
  const value = Number(exact);
  if (!/[.e]/.test(exact) || !Number.isFinite(value)) return numberText(exact);
  return numberText(String(Math.abs(value) < 1 ? Number(value.toPrecision(2)) : Math.round(value * 100) / 100));
}

/** An exact number as text, for the eye: thousands apart as the console writes them in both languages, and a true minus sign, as wide as the digits. */
export function numberText(exact: string): string {
  const [whole = '', rest = ''] = exact.split(/(?=[.e])(.*)/s);
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`.replaceAll('-', '−');
}
