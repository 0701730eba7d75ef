import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type ChangeChoice,
  type ColumnChoice,
  columnsAsChosen,
  readColumnChoice,
} from '../../../grid/columns/column-choice';
import type { ColumnTable } from '../../../grid/columns/column-table';
import { useColumnTable } from '../../../grid/columns/column-table';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { hearColumns, readColumnsAtOnce, settleColumns, writeColumns } from '../../../storage/column-choices';
import { useIdleWork } from '../../../ui/layout/lazy-part';
import type { SharedColumn } from '../../../url/records-search';
import type { ReadDictionary } from './column-dictionary';
import { choiceOfShared } from './shared-columns';

/** What is asked about columns in a dialog: name and kind of one, everything known of all (with one in front), or a file of names and kinds. */
type ColumnDialog =
  | { about: 'name'; id: string }
  | { about: 'fields'; id: string | null }
  | { about: 'import'; fileName: string; read: ReadDictionary };

/** The columns of a table and what a person made of them. */
export interface ChosenColumns {
  /** As they were found, and under the names and of the kinds that were given them. */
  found: readonly GridColumn[];
  columns: readonly GridColumn[];
  /** Their order, pinning, widths and visibility. */
  table: ColumnTable;
  /** All that was chosen, the state of the table included: to be kept in a view, and to be put in whole. */
  choice: ColumnChoice;
  onChoice: ChangeChoice;
  dialog: ColumnDialog | null;
  onDialog(dialog: ColumnDialog | null): void;
}

interface ChosenColumnsOptions {
  environment: string;
  tableId: string;
  found: readonly GridColumn[];
  /** Columns of an address that was made for sharing; null: there are none. */
  shared: readonly SharedColumn[] | null;
  /** The person has changed them: from now on they are the person's own. */
  onOwn(): void;
}

/** The columns of the page: those found, with what a person chose for them in this browser, or what an address shares. */
export function useChosenColumns({ environment, tableId, found, shared, onOwn }: ChosenColumnsOptions): ChosenColumns {
  const [own, changeOwn] = useColumnChoice(environment, tableId);
  const choice = useMemo(() => (shared ? choiceOfShared(shared, found, own) : own), [shared, found, own]);
  const { names, kinds } = choice;
  const columns = useMemo(() => columnsAsChosen(found, { names, kinds }), [found, names, kinds]);
  const [dialog, onDialog] = useState<ColumnDialog | null>(null);
  const onChoice = useCallback<ChangeChoice>(
    (change) => {
      changeOwn((now) => change(shared ? choiceOfShared(shared, found, now) : now));
      if (shared) onOwn();
    },
    [changeOwn, shared, found, onOwn],
  );
  const table = useColumnTable(columns, choice, onChoice);
  return { found, columns, table, choice, onChoice, dialog, onDialog };
}

/** What a person chose for the columns of a table, kept in this browser for this environment. */
function useColumnChoice(environment: string, tableId: string): [ColumnChoice, ChangeChoice] {
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
    let gone = false;
    const takeKept = (kept: unknown): void => {
      if (kept !== undefined && !gone) take(readColumnChoice(kept));
    };
    if (isIdle) void settleColumns(place).then(takeKept);
    const stopHearing = hearColumns(place, takeKept);
    return () => {
      gone = true;
      stopHearing();
    };
  }, [isIdle, place, take]);

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
