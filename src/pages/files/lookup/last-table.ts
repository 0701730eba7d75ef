import type { QueryClient } from '@tanstack/react-query';
import { recordsKey } from '../../../api/queries/records';
import { tableConfigOptions } from '../../../api/queries/tables';
import { type Client, keyOf } from '../../../api/wire/client';
import type { Answer } from '../../../api/wire/send';
import { isFile } from '../../../contract/field-kinds';
import type { Id } from '../../../contract/ids';
import { limits } from '../../../contract/limits';
import type { DwRecord, RecordPage } from '../../../contract/records';
import type { DwTable, TableConfig } from '../../../contract/tables';
import { fileIdsOf } from '../../../edits/same-value';
import { cellValue, columnsOf } from '../../../grid/columns/columns-of';

/** Files of the table whose records were loaded last, as many as one request takes. */
export interface FilesOfTable {
  name: string;
  ids: Id[];
}

/** The ids in the file fields of some records, each once. Pure. */
export function fileIdsIn(records: readonly DwRecord[], config: TableConfig | null): Id[] {
  const columns = columnsOf(records, config).filter(({ kind }) => isFile(kind));
  const ids = records.flatMap((record) => columns.flatMap(({ id }) => fileIdsOf(cellValue(record, id))));
  return [...new Set(ids)].slice(0, limits.fileIdsPerCall);
}

/** What can be looked up without typing; null where no table was opened or its rows hold no files. Makes no request. */
export function filesOfLastTable(cache: QueryClient, client: Client): FilesOfTable | null {
  const prefix = keyOf(client, 'listRecords');
  const pages = cache
    .getQueryCache()
    .findAll({ queryKey: prefix })
    .filter(({ state }) => state.data !== undefined)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const tableId = pages[0]?.queryKey[prefix.length];
  if (typeof tableId !== 'string') return null;
  const answers = cache.getQueriesData<Answer<RecordPage>>({
    queryKey: recordsKey(client, tableId),
    // Whether a page is there has a key of its own below the page's.
    predicate: ({ queryKey }) => queryKey.at(-1) !== 'there',
  });
  const config = cache.getQueryData<Answer<TableConfig | null>>(tableConfigOptions(client, tableId).queryKey)?.data;
  const ids = fileIdsIn(
    answers.flatMap(([, answer]) => answer?.data.items ?? []),
    config ?? null,
  );
  if (ids.length === 0) return null;
  const lists = cache.getQueriesData<Answer<DwTable[]>>({ queryKey: keyOf(client, 'listTables') });
  const table = lists.flatMap(([, list]) => list?.data ?? []).find(({ table_id }) => table_id === tableId);
  return { name: table?.name || tableId, ids };
}
