import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Id } from '../../contract/ids';
import type { TableType } from '../../contract/tables';
import type { Client } from '../wire/client';
import { keyOf } from '../wire/query-key';
import { send } from '../wire/send';

/** Tables of a workspace by type (4.3). */
export function tablesOptions(client: Client, spaceId: Id, type: TableType) {
  return queryOptions({
    queryKey: keyOf(client, 'listTables', spaceId, type),
    queryFn: ({ signal }) => send(client, 'listTables', { space_id: spaceId, type }, { signal }),
    staleTime: 5 * 60_000,
  });
}

/** Config of a table (4.10): optional, so one try, and a failure is no more than "no config". */
export function tableConfigOptions(client: Client, tableId: Id) {
  return queryOptions({
    queryKey: keyOf(client, 'getTableConfig', tableId),
    queryFn: ({ signal }) => send(client, 'getTableConfig', { table_id: tableId }, { signal }),
    staleTime: 5 * 60_000,
    retry: false,
    retryOnMount: false,
  });
}

/** Sends for the config of a table, unless it is here, on its way, or was tried before: a service without it is not asked by each part of a page. */
export async function prefetchTableConfig(queryClient: QueryClient, client: Client, tableId: Id): Promise<void> {
  const options = tableConfigOptions(client, tableId);
  if (queryClient.getQueryState(options.queryKey)?.status !== 'error') await queryClient.prefetchQuery(options);
}
