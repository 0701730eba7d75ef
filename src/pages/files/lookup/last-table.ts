import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { recordsKey } from '../../../api/queries/records';
import { tableConfigOptions } from '../../../api/queries/tables';
import { type Client, keyOf } from '../../../api/wire/client';
import type { Answer } from '../../../api/wire/send';
import { isFile } from '../../../contract/field-kinds';
import type { Id } from '../../../contract/ids';
import { limits } from '../../../contract/limits';
import type { DwRecord, RecordPage } from '../../../contract/records';
import type { DwTable, TableConfig } from '../../../contract/tables';
import { connectionFor } from '../../../credentials/connection';
import { fileIdsOf } from '../../../edits/same-value';
import { cellValue, columnsOf } from '../../../grid/columns/columns-of';
import { readForSession, writeForSession } from '../../../storage/local-settings';

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

/** What can be looked up without typing; null where no table of the workspace was opened or its rows hold no files. Makes no request. */
export function filesOfLastTable(cache: QueryClient, client: Client, space: Id): FilesOfTable | null {
  const files = loadedFiles(cache, client, space) ?? keptFiles(client)[space];
  return files && files.ids.length > 0 ? files : null;
}

/** Keeps what each workspace would offer now, as long as this tab lasts. */
export function keepFilesOfTables(cache: QueryClient, client: Client): void {
  const prefix = keyOf(client, 'listTables');
  const lists = cache.getQueryCache().findAll({ queryKey: prefix });
  const loaded = [...new Set(lists.map(({ queryKey }) => String(queryKey[prefix.length])))].flatMap((space) => {
    const files = loadedFiles(cache, client, space);
    return files ? [[space, files] as const] : [];
  });
  if (loaded.length > 0) writeForSession(nameOf(client), { ...keptFiles(client), ...Object.fromEntries(loaded) });
}

/**
 * Keeps what each workspace would offer when the document ends.
 * @returns ends that; once the key is no longer open, nothing is kept of it
 */
export function keepFilesAtEnd(cache: QueryClient, client: Client): () => void {
  const keep = () => keepFilesOfTables(cache, client);
  window.addEventListener('pagehide', keep);
  return () => {
    window.removeEventListener('pagehide', keep);
    const open = connectionFor(client.environment.name);
    if (open?.client.identity !== client.identity) writeForSession(nameOf(client), {});
  };
}

function nameOf({ environment, identity }: Client): string {
  return `files-of-tables:${environment.name}:${identity}`;
}

const schema = v.record(v.string(), v.object({ name: v.string(), ids: v.array(v.string()) }));

/** What was kept, by workspace. */
function keptFiles(client: Client): Record<Id, FilesOfTable> {
  const kept = v.safeParse(schema, readForSession(nameOf(client)));
  return kept.success ? kept.output : {};
}

/** Those of the table of the workspace whose rows the cache got last; null where it has none. */
function loadedFiles(cache: QueryClient, client: Client, space: Id): FilesOfTable | null {
  const listsKey = keyOf(client, 'listTables');
  const lists = cache.getQueriesData<Answer<DwTable[]>>({ queryKey: listsKey });
  const tablesIn = (isMeant: (space: unknown) => boolean) =>
    lists.flatMap(([key, list]) => (isMeant(key[listsKey.length]) ? (list?.data ?? []) : []));
  const elsewhere = new Set(tablesIn((each) => each !== space).map(({ table_id }) => table_id));
  const prefix = keyOf(client, 'listRecords');
  const pages = cache
    .getQueryCache()
    .findAll({ queryKey: prefix })
    .filter(({ state, queryKey }) => state.data !== undefined && !elsewhere.has(String(queryKey[prefix.length])))
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
  const table = tablesIn((each) => each === space).find(({ table_id }) => table_id === tableId);
  return { name: table?.name || tableId, ids };
}
