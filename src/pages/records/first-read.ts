import type { Client } from '../../api/client';
import { queryClient } from '../../api/query-client';
import { type RecordQuery, recordPageOptions } from '../../api/records';
import type { Id } from '../../contract/ids';
import { readSearch } from './read-search';

/** Sends for the first rows that an address asks for, unless they are here or on their way. Resolves when they are here or could not be read. */
export function readFirstRows(client: Client, tableId: Id, parameters: URLSearchParams): Promise<void> {
  const { filter, order } = readSearch(parameters).search;
  const query: RecordQuery = { table_id: tableId, filter, order };
  return queryClient.prefetchQuery(recordPageOptions(client, query, 0));
}
