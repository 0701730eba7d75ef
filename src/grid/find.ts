import { isNumeric, numeral } from '../contract/decimal';
import { isAnyJson, isFile, isLongText, isStructure, isSwitch, kindOfValue } from '../contract/field-kinds';
import type { Id } from '../contract/ids';
import { formatJson, isEmptyValue, type Json } from '../contract/json';
import type { DwRecord } from '../contract/records';
import { cellText, referenceText } from '../edits/cell-text';
import type { Drafts } from '../edits/drafts';
import { referencesOf } from '../edits/same-value';
import { type CellWords, contentOf, isOfKind, wordsOf } from './cells/kinds';
import { type GridColumn, recordColumnId, valueReader } from './columns/columns-of';
import { readRows } from './rows/read-rows';
import type { CellPlace } from './selection/selection';

/** What is searched: the rows of these that have been read, as they show their values. */
export interface FindSource {
  rows: number;
  columns: readonly GridColumn[];
  recordAt(row: number): DwRecord | undefined;
  drafts: Drafts;
  words: CellWords;
  /** The name of a file that was looked up. */
  fileName(id: Id): string | undefined;
  /** They are cards, which do not show the ID of a record that has a title: it is found by all of it. */
  onCards: boolean;
}

/** What a search has found so far. Filled in place. */
export interface Found {
  /** Cells as numbers, in reading order; `numberOf` and `placeOf` say which. */
  cells: number[];
  /** Rows that were searched. */
  rows: number;
}

/** A text this long is a search step of its own. */
const longText = 20_000;

/** Finds a text anywhere, ignoring case; null for no text. */
export function matcherOf(text: string): RegExp | null {
  return text === '' ? null : new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
}

/**
 * Searches row by row: each step is short, so that the caller can yield to the browser in between, and stop at any step.
 * @param found receives the matching cells
 */
export function* findCells(matcher: RegExp, source: FindSource, found: Found): Generator<void> {
  const { rows, columns, recordAt, drafts, onCards } = source;
  const readers = columns.map(({ id }) => valueReader(id));
  const whole = new RegExp(`^${matcher.source}$`, matcher.flags);
  for (const { row, record } of readRows(0, rows - 1, recordAt)) {
    const changed = drafts.get(record.item_id)?.cells;
    for (const [index, column] of columns.entries()) {
      const draft = changed?.get(column.id);
      const text = shownText(draft ? draft.after : readers[index]?.(record), column, source);
      const hidden = onCards && column.id === recordColumnId && record.title;
      if (text !== '' && (hidden ? whole : matcher).test(text)) found.cells.push(row * columns.length + index);
      if (text.length > longText) yield;
    }
    found.rows += 1;
    yield;
  }
}

/** The words of a cell, all of them where it shows a part; none where it shows that there is no value. */
export function shownText(
  value: Json | undefined,
  { kind, config }: Pick<GridColumn, 'kind' | 'config'>,
  { words, fileName }: Pick<FindSource, 'words' | 'fileName'>,
): string {
  if (value === undefined || isEmptyValue(value)) return '';
  const files = isFile(kind) ? referencesOf(value) : null;
  if (files) return referenceText(files.map(({ id, name }) => ({ id, name: fileName(id ?? '') || name })));
  if (typeof value === 'string') return isLongText(kind) ? wordsOf(value) : value;
  if (!isSwitch(kind) && isNumeric(value)) return numeral(value);
  const context = { words, config };
  const shown = isAnyJson(kind) || isOfKind(value, kind, context) ? kind : (kindOfValue(value) ?? 'json');
  if (isAnyJson(shown)) return formatJson(value);
  if (!isSwitch(shown) && !isStructure(shown)) return cellText(value, shown, config ?? undefined);
  const content = contentOf(value, shown, context);
  return typeof content === 'string' ? content : content.map(({ text }) => text).join(' ');
}

export function numberOf({ row, column }: CellPlace, columns: number): number {
  return row * columns + column;
}

export function placeOf(cell: number, columns: number): CellPlace {
  return { row: Math.floor(cell / columns), column: cell % columns };
}

/** How many of the matches are before a cell. */
function before(cells: readonly number[], cell: number): number {
  let [low, high] = [0, cells.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cells[middle] as number) < cell) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of a cell among the matches, from 1; null if it is none. */
export function orderOf(cells: readonly number[], cell: number): number | null {
  const index = before(cells, cell);
  return cells[index] === cell ? index + 1 : null;
}

/** The match at or after a cell, without wrapping; null if there is none. */
export function foundFrom(cells: readonly number[], cell: number): number | null {
  return cells[before(cells, cell)] ?? null;
}

/** The next cell found after a cell or before it; past the last one comes the first, and the other way round. Null where nothing was found. */
export function foundBeside(cells: readonly number[], cell: number, step: 1 | -1): number | null {
  const index = step === 1 ? before(cells, cell + 1) : before(cells, cell) - 1;
  return cells[index] ?? cells.at(step === 1 ? 0 : -1) ?? null;
}
