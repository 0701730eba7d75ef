import { functionalUpdate, type Updater, useTable } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { DwRecord } from '../../contract/records';
import type { ChangeChoice, ColumnChoice } from './column-choice';
import { type ColumnTable, columnDefinitions, columnFeatures, completeOrder } from './column-table';
import { defaultWidth } from './column-width';
import type { GridColumn } from './columns-of';

const noRecords: DwRecord[] = [];
const nothing = () => null;

/**
 * The one table that header, rows, columns panel, views, export and copy read their columns from. It is another object after each change of its columns or
 * of their state; a width that is being dragged is no change before it is let go.
 */
export function useColumnTable(
  columns: readonly GridColumn[],
  choice: ColumnChoice,
  onChoice: ChangeChoice,
): ColumnTable {
  const widths = useFirstWidths(columns);
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

/** The widths of columns that nobody has changed, taken when the first values are there, and kept: columns do not jump while more pages come in. */
function useFirstWidths(columns: readonly GridColumn[]): ReadonlyMap<string, number> {
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map());
  const fresh = columns.filter(({ id, profile, source }) => !widths.has(id) && (profile || source === 'system'));
  if (fresh.length === 0) return widths;
  const next = new Map([...widths, ...fresh.map((column) => [column.id, defaultWidth(column)] as const)]);
  setWidths(next);
  return next;
}
