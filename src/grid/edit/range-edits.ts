import { isEmptyValue, type Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { cellText } from '../../edits/cell-text';
import type { CoerceReason } from '../../edits/coerce';
import type { CellEdit, Drafts } from '../../edits/drafts';
import { writeForm } from '../../edits/same-value';
import { cellValue, type GridColumn } from '../columns/columns-of';
import type { Rectangle } from '../selection/selection';
import { currentValue, editOf, isReadOnly } from './cell-edits';
import { coerceCell } from './coerce-cell';

/** What edits of a range need to see. */
export interface RangeSource {
  columns: readonly GridColumn[];
  rows: number;
  /** The record of a row; undefined while it has not been read. */
  recordAt(row: number): DwRecord | undefined;
  drafts: Drafts;
}

/** Every row of a range, read; past `rows` there are none. */
export type ReadRange = Pick<RangeSource, 'rows' | 'recordAt'>;

/** Why a cell of a range was left as it was. */
export type RefusedReason = CoerceReason | 'system-field' | 'outside';

export interface Refusal {
  row: number;
  /** Null when the cell is outside of the grid. */
  record: DwRecord | null;
  column: GridColumn | null;
  text: string;
  reason: RefusedReason;
  /** Rows that it stands for: those past the end are reported together. */
  rows: number;
}

export interface RangePlan {
  edits: CellEdit[];
  /** Cells left unchanged; each is reported. */
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
    return coerced(text, record, column);
  });
}

/**
 * Where pasted cells go. One value fills the whole range; a block goes in from its upper left corner, and is repeated when the range holds it a
 * whole number of times. Null when there is nothing in it.
 */
export function pasteArea(block: readonly (readonly string[])[], rectangle: Rectangle): Rectangle | null {
  const height = block.length;
  const width = widthOf(block);
  if (height === 0 || width === 0) return null;
  const selectedHeight = rectangle.bottom - rectangle.top + 1;
  const selectedWidth = rectangle.right - rectangle.left + 1;
  const bottom = rectangle.top + (selectedHeight % height === 0 ? selectedHeight : height) - 1;
  const right = rectangle.left + (selectedWidth % width === 0 ? selectedWidth : width) - 1;
  return { ...rectangle, bottom, right };
}

/** Pastes a block of cells. @param area as `pasteArea` gives it */
export function pasteRange(block: readonly (readonly string[])[], area: Rectangle, source: RangeSource): RangePlan {
  const width = widthOf(block);
  return eachCell(area, source, (record, column, row, index) => {
    const cell = block[(row - area.top) % block.length]?.[(index - area.left) % width];
    return cell === undefined ? null : coerced(cell, record, column);
  });
}

function widthOf(block: readonly (readonly string[])[]): number {
  let width = 0;
  for (const line of block) width = Math.max(width, line.length);
  return width;
}

function coerced(text: string, record: DwRecord, column: GridColumn): Change {
  const result = coerceCell(text, column, cellValue(record, column.id));
  return result.ok ? result : { refused: result.reason, text };
}

/** The result for a cell: a new value, a refusal, or nothing. */
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
      const rows = rectangle.bottom + 1 - row;
      plan.refused.push({ row, record: null, column: null, text: '', reason: 'outside', rows });
      break;
    }
    const refuse = (column: GridColumn | null, text: string, reason: RefusedReason) =>
      plan.refused.push({ row, record, column, text, reason, rows: 1 });
    for (let index = rectangle.left; index <= rectangle.right; index += 1) {
      const column = source.columns[index];
      if (!column) {
        refuse(null, '', 'outside');
        break;
      }
      const next = change(record, column, row, index);
      if (next === null) continue;
      // System fields are never written (4.5 rule 7).
      if (isReadOnly(column)) refuse(column, '', 'system-field');
      else if ('refused' in next) refuse(column, next.text, next.refused);
      else plan.edits.push(editOf(record, column, next.value));
    }
  }
  return plan;
}
