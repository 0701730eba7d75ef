import { isSystemField } from '../contract/fields';
import type { Json } from '../contract/json';
import type { DwRecord } from '../contract/records';
import { cellText } from '../edits/cell-text';
import { parseTsv } from '../edits/clipboard';
import type { CoerceReason } from '../edits/coerce';
import type { CellEdit, Drafts } from '../edits/drafts';
import { isEmptyValue, writeForm } from '../edits/same-value';
import { coerceCell } from './coerce-cell';
import { cellValue, type GridColumn } from './columns-of';
import { currentValue, editOf } from './current-value';
import { nextPage } from './read-rows';
import type { Rectangle } from './selection';

/** What edits of a range need to see. */
export interface RangeSource {
  columns: readonly GridColumn[];
  rows: number;
  /** The record of a row; undefined while it has not been read. */
  recordAt(row: number): DwRecord | undefined;
  drafts: Drafts;
}

/** Why a cell of a range was left as it was. */
export type RefusedReason = CoerceReason | 'system-field' | 'not-read' | 'outside';

export interface Refusal {
  row: number;
  /** Name or id of the column; null when the cell is outside of the grid. */
  column: GridColumn | null;
  text: string;
  reason: RefusedReason;
  /** Rows that it stands for: those of a page that was not read are told together. */
  rows: number;
}

export interface RangePlan {
  edits: CellEdit[];
  /** Cells left unchanged; each is said. */
  refused: Refusal[];
}

/** Clears every cell of a range to null. */
export function clearRange(rectangle: Rectangle, source: RangeSource): RangePlan {
  return eachCell(rectangle, source, (record, column) =>
    isEmptyValue(currentValue(source.drafts, record, column.id)) ? null : { value: null },
  );
}

/** Puts the first row of a range into its other rows, or the first column into its other columns. */
export function fillRange(rectangle: Rectangle, direction: 'down' | 'right', source: RangeSource): RangePlan {
  const rest =
    direction === 'down' ? { ...rectangle, top: rectangle.top + 1 } : { ...rectangle, left: rectangle.left + 1 };
  const first = source.recordAt(rectangle.top);
  return eachCell(rest, source, (record, column) => {
    const from = direction === 'down' ? first : record;
    const origin = direction === 'down' ? column : source.columns[rectangle.left];
    if (!from || !origin) return null;
    const value = currentValue(source.drafts, from, origin.id);
    if (origin === column) return { value: writeForm(value, column.kind, column.config?.config.options) };
    const text = cellText(value, origin.kind, origin.config ?? undefined);
    const coerced = coerceCell(text, column, cellValue(record, column.id));
    return coerced.ok ? coerced : { refused: coerced.reason, text };
  });
}

/**
 * Pastes tab-separated text. One value fills the whole range; a block goes in from its upper left corner, and is repeated when the range holds it a
 * whole number of times.
 */
export function pasteRange(text: string, rectangle: Rectangle, source: RangeSource): RangePlan {
  const block = parseTsv(text);
  const height = block.length;
  const width = Math.max(0, ...block.map((line) => line.length));
  if (height === 0 || width === 0) return { edits: [], refused: [] };
  const selectedHeight = rectangle.bottom - rectangle.top + 1;
  const selectedWidth = rectangle.right - rectangle.left + 1;
  const bottom = rectangle.top + (selectedHeight % height === 0 ? selectedHeight : height) - 1;
  const right = rectangle.left + (selectedWidth % width === 0 ? selectedWidth : width) - 1;
  return eachCell({ ...rectangle, bottom, right }, source, (record, column, row, index) => {
    const cell = block[(row - rectangle.top) % height]?.[(index - rectangle.left) % width];
    if (cell === undefined) return null;
    const coerced = coerceCell(cell, column, cellValue(record, column.id));
    return coerced.ok ? coerced : { refused: coerced.reason, text: cell };
  });
}

/** What happens to a cell: a new value, a refusal, or nothing. */
type Change = { value: Json } | { refused: CoerceReason; text: string } | null;

function eachCell(
  rectangle: Rectangle,
  source: RangeSource,
  change: (record: DwRecord, column: GridColumn, row: number, index: number) => Change,
): RangePlan {
  const plan: RangePlan = { edits: [], refused: [] };
  for (let row = rectangle.top; row <= rectangle.bottom; row += 1) {
    const record = row < source.rows ? source.recordAt(row) : undefined;
    if (!record) {
      const reason = row < source.rows ? 'not-read' : 'outside';
      const end =
        reason === 'outside' ? rectangle.bottom + 1 : Math.min(nextPage(row), rectangle.bottom + 1, source.rows);
      plan.refused.push({ row, column: null, text: '', reason, rows: end - row });
      row = end - 1;
      continue;
    }
    for (let index = rectangle.left; index <= rectangle.right; index += 1) {
      const column = source.columns[index];
      if (!column) {
        plan.refused.push({ row, column: null, text: '', reason: 'outside', rows: 1 });
        break;
      }
      const next = change(record, column, row, index);
      if (next === null) continue;
      // System fields are never written (4.5 rule 7).
      if (isReadOnly(column)) plan.refused.push({ row, column, text: '', reason: 'system-field', rows: 1 });
      else if ('refused' in next) plan.refused.push({ row, column, text: next.text, reason: next.refused, rows: 1 });
      else plan.edits.push(editOf(record, column.id, next.value));
    }
  }
  return plan;
}

/** Whether the API never writes this column (4.5 rule 7). */
export function isReadOnly(column: GridColumn): boolean {
  return column.source === 'system' || isSystemField(column.id);
}
