import { useCallback, useState } from 'react';
import { isJsonObject } from '../../contract/json';
import { type ColumnChoice, noChoice } from '../../grid/column-layout';
import type { GridColumn } from '../../grid/columns-of';
import { readRemembered, writeRemembered } from '../../storage/remembered';

/** Which columns of a table show and how wide they are, kept in this browser. @param name of the table, with its environment */
export function useColumnChoice(
  environment: string,
  tableId: string,
): [ColumnChoice, (change: (choice: ColumnChoice) => ColumnChoice) => void] {
  const name = `columns:${environment}:${tableId}`;
  const [choice, setChoice] = useState(() => readChoice(name));
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

function readChoice(name: string): ColumnChoice {
  const kept = readRemembered(name);
  if (!isJsonObject(kept)) return noChoice;
  return { shown: entriesOf(kept.shown, 'boolean'), widths: entriesOf(kept.widths, 'number') };
}

function entriesOf<Kind extends 'boolean' | 'number'>(
  kept: unknown,
  kind: Kind,
): Record<string, Kind extends 'boolean' ? boolean : number> {
  const entries = isJsonObject(kept) ? Object.entries(kept).filter(([, value]) => typeof value === kind) : [];
  return Object.fromEntries(entries) as Record<string, Kind extends 'boolean' ? boolean : number>;
}
