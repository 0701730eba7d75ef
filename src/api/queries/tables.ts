import { type QueryClient, queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Id } from '../../contract/ids';
import { type DwTable, type TableType, tableTypes } from '../../contract/tables';
import { type Client, keyOf } from '../wire/client';
import { type Answer, send } from '../wire/send';

/** Workspaces within the scope of the key (4.2). */
export function workspacesOptions(client: Client) {
  return queryOptions({
    queryKey: keyOf(client, 'listWorkspaces'),
    queryFn: ({ signal }) => send(client, 'listWorkspaces', undefined, { signal }),
    staleTime: 5 * 60_000,
  });
}

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

type TableList = UseQueryResult<Answer<DwTable[]>>;

/**
 * The tables of a workspace, a list for each type in the order of `tableTypes`.
 * @param enabled whether to read what is not known
 */
export function useTableLists(client: Client, space: string, enabled = true): TableList[] {
  return useQueries({ queries: tableTypes.map((type) => ({ ...tablesOptions(client, space, type), enabled })) });
}

/**
 * A table by its ID: the API lists tables by type only (4.3), so it is searched in the lists of all types. Null while it is in none of them; `coming` says
 * whether one of them is still loading then.
 */
export function useTableById(client: Client, space: string, id: Id): { table: DwTable | null; coming: boolean } {
  const find = useCallback(
    (lists: TableList[]) => {
      const table = lists.flatMap(({ data }) => data?.data ?? []).find(({ table_id }) => table_id === id) ?? null;
      return { table, coming: table === null && lists.some(({ isPending }) => isPending) };
    },
    [id],
  );
  // The records page renders with every page of rows: the keys are hashed once.
  const queries = useMemo(() => tableTypes.map((type) => tablesOptions(client, space, type)), [client, space]);
  return useQueries({ queries, combine: find });
}

/** The tables of a workspace that are known so far, of every type. Sends no request: the parts around a page must not spend its budget. */
export function useKnownTables(client: Client, space: string | null): DwTable[] {
  return useTableLists(client, space ?? '', false).flatMap(({ data }) => data?.data ?? []);
}
