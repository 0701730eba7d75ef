/** Columns of the grid: order, width, pinning and visibility are the state of one TanStack Table; heads are drawn and dragged here. */

import {
  type Column,
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  metaHelper,
  type Table,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { DwRecord } from '../../contract/records';
import type { ChangeChoice, ColumnChoice } from './column-choice';
import { defaultWidth, maximumWidth, minimumWidth } from './column-width';
import { type GridColumn, recordColumnId, valueReader } from './columns-of';

/** What TanStack Table does for the grid: it owns the columns. Rows are drawn from the record under each place, of which there may be ten million. */
const columnFeatures = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
  columnMeta: metaHelper<GridColumn>(),
});

export type ColumnTable = Table<typeof columnFeatures, DwRecord>;
type TableColumn = Column<typeof columnFeatures, DwRecord, unknown>;

/**
 * The definitions of the columns that were found.
 * @param widths at first by column id, in px; of others the usual one
 */
function columnDefinitions(
  columns: readonly GridColumn[],
  widths: ReadonlyMap<string, number>,
): ColumnDef<typeof columnFeatures, DwRecord>[] {
  return columns.map((column) => ({
    id: column.id,
    accessorFn: valueReader(column.id),
    meta: column,
    size: widths.get(column.id) ?? defaultWidth(column),
    minSize: minimumWidth,
    maxSize: maximumWidth,
    enableHiding: column.id !== recordColumnId,
  }));
}

/** What is known of the field under a column of the table. */
export function gridColumnOf({ columnDef }: TableColumn): GridColumn {
  return columnDef.meta as GridColumn;
}

/** Every column, hidden ones too, in the order seen: pinned at the start, those between, pinned at the end. */
export function columnsInOrder(table: ColumnTable): TableColumn[] {
  return [...table.getStartLeafColumns(), ...table.getCenterLeafColumns(), ...table.getEndLeafColumns()];
}

/** The order chosen with all columns in it: one that it does not know follows the one that it was found after. */
export function completeOrder(columns: readonly GridColumn[], order: readonly string[]): string[] {
  if (order.length === 0) return [];
  const known = new Set(order);
  const complete = [...order];
  for (const [index, { id }] of columns.entries()) {
    if (known.has(id)) continue;
    const before = columns[index - 1];
    complete.splice(before ? complete.indexOf(before.id) + 1 : 0, 0, id);
  }
  return complete;
}

/** Shows or hides columns; that of the record always shows. */
export function showColumns(table: ColumnTable, ids: readonly string[], shown: boolean): void {
  const entries = ids.filter((id) => id !== recordColumnId).map((id) => [id, shown]);
  table.setColumnVisibility((now) => ({ ...now, ...Object.fromEntries(entries) }));
}

/**
 * Puts a column beside another one, at the edge where that one stays, or among those that scroll. Before the column of the record is after it: a row
 * begins with that.
 */
export function moveColumn(table: ColumnTable, id: string, target: string, side: 'before' | 'after'): void {
  const beside = table.getColumn(target);
  if (id === target || id === recordColumnId || !beside || !table.getColumn(id)) return;
  const pin = beside.getIsPinned();
  const after = side === 'after' || target === recordColumnId;
  const placed = (ids: readonly string[], here: boolean): string[] => {
    const rest = ids.filter((each) => each !== id);
    if (here) rest.splice(rest.indexOf(target) + (after ? 1 : 0), 0, id);
    return rest;
  };
  table.setColumnOrder(
    placed(
      table.getAllLeafColumns().map((column) => column.id),
      true,
    ),
  );
  table.setColumnPinning(({ start, end }) => ({
    start: placed(start, pin === 'start'),
    end: placed(end, pin === 'end'),
  }));
}

/** The column that one step to the left or to the right would pass: the next one shown of those that stay at the same edge; null at their end. */
export function passedByStep(table: ColumnTable, id: string, step: -1 | 1): string | null {
  const pin = table.getColumn(id)?.getIsPinned() || 'center';
  const beside = table.getPinnedVisibleLeafColumns(pin).map((column) => column.id);
  const next = beside[beside.indexOf(id) + step];
  return next === undefined || next === recordColumnId || id === recordColumnId ? null : next;
}

/** Moves a column by one place; at the end, nothing changes. */
export function stepColumn(table: ColumnTable, id: string, step: -1 | 1): void {
  const passed = passedByStep(table, id, step);
  if (passed !== null) moveColumn(table, id, passed, step < 0 ? 'before' : 'after');
}

const noRecords: DwRecord[] = [];
const nothing = () => null;

/**
 * The one table that header, rows, columns panel, views, export and copy read their columns from. A new object after each change of its columns or state; a
 * width being dragged is no change before the drop.
 * @param tableKey names the table and its environment
 */
export function useColumnTable(
  tableKey: string,
  columns: readonly GridColumn[],
  choice: ColumnChoice,
  onChoice: ChangeChoice,
): ColumnTable {
  const widths = firstWidthsOf(tableKey, columns);
  const definitions = useMemo(() => columnDefinitions(columns, widths), [columns, widths]);
  const { columnVisibility, columnSizing, columnPinning } = choice;
  const columnOrder = useMemo(() => completeOrder(columns, choice.columnOrder), [columns, choice.columnOrder]);
  const state = useMemo(
    () => ({ columnVisibility, columnSizing, columnOrder, columnPinning }),
    [columnVisibility, columnSizing, columnOrder, columnPinning],
  );
  const options = useMemo(() => {
    const keep =
      <Slice extends keyof typeof state>(slice: Slice) =>
      (updater: Updater<ColumnChoice[Slice]>) =>
        onChoice((now) => {
          const next = functionalUpdate(updater, now[slice]);
          return next === now[slice] ? now : { ...now, [slice]: next };
        });
    return {
      features: columnFeatures,
      data: noRecords,
      columns: definitions,
      state,
      onColumnVisibilityChange: keep('columnVisibility'),
      onColumnSizingChange: keep('columnSizing'),
      onColumnOrderChange: keep('columnOrder'),
      onColumnPinningChange: keep('columnPinning'),
    };
  }, [definitions, state, onChoice]);
  return useTable(options, nothing);
}

/** By table, for as long as the document lives: another visit, with other rows, shows the same widths. */
const firstWidths = new Map<string, ReadonlyMap<string, number>>();
const noWidths: ReadonlyMap<string, number> = new Map();

/** Widths of unchanged columns, measured with the first values and kept: columns do not jump while more pages load. */
function firstWidthsOf(tableKey: string, columns: readonly GridColumn[]): ReadonlyMap<string, number> {
  const widths = firstWidths.get(tableKey) ?? noWidths;
  const fresh = columns.filter(({ id, profile, source }) => !widths.has(id) && (profile || source === 'system'));
  if (fresh.length === 0) return widths;
  const next = new Map([...widths, ...fresh.map((column) => [column.id, defaultWidth(column)] as const)]);
  firstWidths.set(tableKey, next);
  return next;
}
