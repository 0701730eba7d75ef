import { useCallback, useMemo, useState } from 'react';
import { type ChangeChoice, type ColumnChoice, columnsAsChosen } from '../../../grid/columns/column-choice';
import { type ColumnTable, useColumnTable } from '../../../grid/columns/column-table';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { sharedChoice, useColumnChoice } from './use-column-choice';

/** What is asked about columns in a dialog: name and kind of one, everything known of all (with one in front), or a file of names and kinds. */
export type ColumnDialog =
  | { about: 'name'; id: string }
  | { about: 'fields'; id: string | null }
  | { about: 'import'; file: File };

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
  shared: readonly string[] | null;
  /** The person has changed them: from now on they are the person's own. */
  onOwn(): void;
}

export function useChosenColumns({ environment, tableId, found, shared, onOwn }: ChosenColumnsOptions): ChosenColumns {
  const [own, changeOwn] = useColumnChoice(environment, tableId);
  const choice = useMemo(() => (shared ? sharedChoice(shared, found, own) : own), [shared, found, own]);
  const { names, kinds } = choice;
  const columns = useMemo(() => columnsAsChosen(found, { names, kinds }), [found, names, kinds]);
  const [dialog, onDialog] = useState<ColumnDialog | null>(null);
  const onChoice = useCallback<ChangeChoice>(
    (change) => {
      changeOwn((now) => change(shared ? sharedChoice(shared, found, now) : now));
      if (shared) onOwn();
    },
    [changeOwn, shared, found, onOwn],
  );
  const table = useColumnTable(columns, choice, onChoice);
  return { found, columns, table, choice, onChoice, dialog, onDialog };
}
