import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type ChangeChoice, type ColumnChoice, readColumnChoice } from '../../../grid/columns/column-choice';
import { type GridColumn, recordColumnId } from '../../../grid/columns/columns-of';
import { hearColumns, readColumnsAtOnce, settleColumns, writeColumns } from '../../../storage/column-choices';
import { useIdleWork } from '../../../ui/layout/lazy-part';

/** What a person chose for the columns of a table, kept in this browser for this environment. */
export function useColumnChoice(environment: string, tableId: string): [ColumnChoice, ChangeChoice] {
  const place = useMemo(() => ({ environment, table_id: tableId }), [environment, tableId]);
  const [choice, setChoice] = useState(() => readColumnChoice(readColumnsAtOnce(place)));
  const latest = useRef(choice);
  const take = useCallback((next: ColumnChoice) => {
    latest.current = next;
    setChoice(next);
  }, []);
  // The database comes after the first rows.
  const isIdle = useIdleWork();
  useEffect(() => {
    if (!isIdle) return;
    let gone = false;
    void settleColumns(place).then((kept) => {
      if (kept !== undefined && !gone) take(readColumnChoice(kept));
    });
    return () => {
      gone = true;
    };
  }, [isIdle, place, take]);
  useEffect(() => hearColumns(place, (kept) => take(readColumnChoice(kept))), [place, take]);

  const change = useCallback<ChangeChoice>(
    (next) => {
      const chosen = next(latest.current);
      if (chosen === latest.current) return;
      take(chosen);
      void writeColumns(place, chosen);
    },
    [place, take],
  );
  return [choice, change];
}

/** The choice of an address that was made for sharing: its columns in its order and no others; the rest stays one's own. */
export function sharedChoice(
  shared: readonly string[],
  columns: readonly GridColumn[],
  own: ColumnChoice,
): ColumnChoice {
  const others = columns.filter(({ id }) => id !== recordColumnId);
  return {
    ...own,
    columnOrder: [...shared],
    columnVisibility: Object.fromEntries(others.map(({ id }) => [id, shared.includes(id)])),
  };
}
