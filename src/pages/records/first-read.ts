import type { Client } from '../../api/client';
import { queryClient } from '../../api/query-client';
import { type RecordQuery, recordPageOptions } from '../../api/records';
import type { Id } from '../../contract/ids';
import { readSearch } from './read-search';

/** The question of an address. */
export function questionOf(tableId: Id, parameters: URLSearchParams): RecordQuery {
  const { filter, order } = readSearch(parameters).search;
  return { table_id: tableId, filter, order };
}

/** Sends for the first rows that an address asks for, unless they are here or on their way. Resolves when they are here or could not be read. */
export function readFirstRows(client: Client, query: RecordQuery): Promise<void> {
  return queryClient.prefetchQuery(recordPageOptions(client, query, 0));
}
