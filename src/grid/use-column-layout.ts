import {
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import {
  type ColumnChoice,
  defaultWidth,
  isShown,
  type LaidColumn,
  maximumWidth,
  minimumWidth,
  rowNumberWidth,
} from './column-layout';
import { type GridColumn, recordColumnId } from './columns-of';

/** The table keeps widths, visibility and pinning of columns; rows are ours, because they come in pages and without an end. */
const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
  columnPinningFeature,
});
const noRows: never[] = [];
const pinning = { start: [recordColumnId], end: [] };

export interface ColumnLayout {
  /** Visible columns in their order, pinned ones first. */
  laid: readonly LaidColumn[];
  /** Right edge of the pinned columns, and of all, in px from the left edge of a row. */
  pinnedWidth: number;
  totalWidth: number;
  /** Handler for the press on a column's edge; the width follows the pointer. */
  resizeHandler(columnId: string): ((event: unknown) => void) | undefined;
  setWidth(columnId: string, width: number): void;
}

/** Lays out the columns as they were chosen. @param onChoice takes the choice after each change of a width */
export function useColumnLayout(
  columns: readonly GridColumn[],
  choice: ColumnChoice,
  onChoice: (change: (choice: ColumnChoice) => ColumnChoice) => void,
): ColumnLayout {
  const atFirst = useRef(new Map<string, number>());
  const definitions = useMemo(
    () =>
      columns.map((column) => {
        // Taken when the first values are there, and kept: columns do not jump while more pages come in.
        const size = atFirst.current.get(column.id) ?? defaultWidth(column);
        if (column.profile || column.source === 'system') atFirst.current.set(column.id, size);
        return { id: column.id, size, minSize: minimumWidth, maxSize: maximumWidth };
      }),
    [columns],
  );
  const visibility = useMemo(
    () => Object.fromEntries(columns.map(({ id }) => [id, id === recordColumnId || isShown(id, choice)])),
    [columns, choice],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    columnResizeMode: 'onChange',
    state: {
      columnSizing: choice.widths as Record<string, number>,
      columnVisibility: visibility,
      columnPinning: pinning,
    },
    onColumnSizingChange: (updater: Updater<Record<string, number>>) =>
      onChoice((current) => ({
        ...current,
        widths: typeof updater === 'function' ? updater(current.widths as Record<string, number>) : updater,
      })),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the table answers by the definitions and the choice it was given; it is another object with each drawing
  return useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    const laid: LaidColumn[] = [];
    let left = rowNumberWidth;
    let pinnedWidth = rowNumberWidth;
    for (const pinned of [true, false]) {
      for (const leaf of pinned ? table.getStartVisibleLeafColumns() : table.getCenterVisibleLeafColumns()) {
        const column = byId.get(leaf.id);
        if (!column) continue;
        const width = Math.round(leaf.getSize());
        laid.push({ column, index: laid.length, left, width, pinned });
        left += width;
      }
      if (pinned) pinnedWidth = left;
    }
    return {
      laid,
      pinnedWidth,
      totalWidth: left,
      resizeHandler: (columnId) =>
        table
          .getFlatHeaders()
          .find((header) => header.column.id === columnId)
          ?.getResizeHandler(),
      setWidth: (columnId, width) => table.setColumnSizing((sizes) => ({ ...sizes, [columnId]: width })),
    };
  }, [columns, definitions, choice]);
}
