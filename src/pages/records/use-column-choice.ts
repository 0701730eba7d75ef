import { useCallback, useState } from 'react';
import { type ChangeChoice, type ColumnChoice, readColumnChoice } from '../../grid/column-choice';
import type { GridColumn } from '../../grid/columns-of';
import { readRemembered, writeRemembered } from '../../storage/remembered';

/** Which columns of a table show and how wide they are, kept in this browser. @param name of the table, with its environment */
export function useColumnChoice(environment: string, tableId: string): [ColumnChoice, ChangeChoice] {
  const name = `columns:${environment}:${tableId}`;
  const [choice, setChoice] = useState(() => readColumnChoice(readRemembered(name)));
  const change = useCallback(
    (next: (choice: ColumnChoice) => ColumnChoice) =>
      setChoice((now) => {
        const chosen = next(now);
        writeRemembered(name, chosen);
        return chosen;
      }),
    [name],
  );
  return [choice, change];
}

/** The choice of an address that was made for sharing: its columns and no others; widths stay one's own. */
export function sharedChoice(
  shared: readonly string[],
  columns: readonly GridColumn[],
  own: ColumnChoice,
): ColumnChoice {
  return { ...own, shown: Object.fromEntries(columns.map(({ id }) => [id, shared.includes(id)])) };
}
