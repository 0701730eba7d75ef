import { useQuery } from '@tanstack/react-query';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { tableConfigOptions } from '../../../api/queries/tables';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import type { DwRecord } from '../../../contract/records';
import type { TableConfig } from '../../../contract/tables';
import {
  type ChangeChoice,
  type ColumnChoice,
  columnsAsChosen,
  readColumnChoice,
} from '../../../grid/columns/column-choice';
import { type ColumnTable, useColumnTable } from '../../../grid/columns/column-table';
import { columnsOf, type GridColumn, keepColumns, recordColumnId } from '../../../grid/columns/columns-of';
import { hearColumns, readColumnsAtOnce, settleColumns, writeColumns } from '../../../storage/column-choices';
import { useLasting } from '../../../ui/hooks/use-time';
import { useIdleWork } from '../../../ui/layout/lazy-part';
import type { SharedColumn } from '../../../url/records-search';
import type { ReadDictionary } from './column-dictionary';
import { choiceOfShared } from './shared-columns';

/** The open dialog about columns: name and type of one, details of all (with one in front), or a file of names and types. */
export type ColumnDialog =
  | { about: 'name'; id: string }
  | { about: 'fields'; id: string | null }
  | { about: 'import'; fileName: string; read: ReadDictionary };

/** The columns of a table with the user's choices. */
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
  /** The user has changed them: from now on they are the user's own. */
  onOwn(): void;
}

/** The columns of the page: those found, with the choices of this browser or of a shared address. */
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
  const table = useColumnTable(`${environment}/${tableId}`, columns, choice, onChoice);
  return { found, columns, table, choice, onChoice, dialog, onDialog };
}

/** The user's choices for the columns of a table, kept in this browser for this environment. */
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

/** The longest that rows and config wait for each other, in milliseconds. Columns of either alone have other names, types and widths. */
const patienceMs = 800;

/** The config of a table, and whether its rows wait for it: their columns are drawn once, with their names, order and widths. */
export function useNamingConfig(client: Client, tableId: Id): { config: TableConfig | null; awaited: boolean } {
  const { data, isPending } = useQuery(tableConfigOptions(client, tableId));
  const [late] = useLasting(isPending, patienceMs);
  return { config: data?.data ?? null, awaited: isPending && !late };
}

/** Records that columns are judged by: enough to see kinds and a distribution, few enough to be free. */
const sampleSize = 500;

/** The columns of a table: those of the rows read now, and those that were seen before in it and that these rows do not show. */
export function useTableColumns(
  read: readonly (readonly DwRecord[])[],
  config: TableConfig | null,
): readonly GridColumn[] {
  const pages = useDeferredPages(read);
  const sample = useMemo(() => sampleOf(pages), [pages]);
  const [late] = useLasting(pages.length === 0, patienceMs);
  const named = pages.length > 0 || late ? config : null;
  const [columns, setColumns] = useState<FoundColumns>({ key: null, named: null, kept: [] });
  // A new field or a change is a reason to look again, rows past the sample are none.
  const { key, records } = sample;
  if (columns.key === key && columns.named === named) return columns.kept;
  const found = columnsOf(records, named);
  // System fields are last: before there are others they would only move.
  const now =
    pages.length === 0 ? found.filter(({ id, source }) => source !== 'system' || id === recordColumnId) : found;
  const kept = keepColumns(columns.kept, now);
  setColumns({ key, named, kept });
  return kept;
}

interface FoundColumns {
  key: string | null;
  named: TableConfig | null;
  kept: readonly GridColumn[];
}

/**
 * Rows are drawn under the existing columns; what they show about columns follows. The first ones are awaited, and nothing follows those: `useDeferredValue`
 * would render the page a second time for the same content.
 */
function useDeferredPages(read: readonly (readonly DwRecord[])[]): readonly (readonly DwRecord[])[] {
  const [followed, setFollowed] = useState(read);
  const first = followed.length === 0 && read.length > 0;
  if (first) setFollowed(read);
  useEffect(() => {
    startTransition(() => setFollowed(read));
  }, [read]);
  return first ? read : followed;
}

/** The first records, and those after them that show a further field; `key` changes when they do, or their values. */
function sampleOf(pages: readonly (readonly DwRecord[])[]): { key: string; records: DwRecord[] } {
  const records: DwRecord[] = [];
  const fields = new Set<string>();
  let rows = 0;
  for (const record of pages.flat()) {
    const known = fields.size;
    for (const fieldId in record.fields) fields.add(fieldId);
    if (records.length < sampleSize || fields.size > known) records.push(record);
    rows += 1;
  }
  const changes = records.map(({ updated_on }) => updated_on).join();
  return { key: `${Math.min(rows, sampleSize)}/${fields.size}/${records[0]?.item_id ?? ''}/${changes}`, records };
}
