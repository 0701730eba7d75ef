import { useQueries } from '@tanstack/react-query';
import type { Client } from '../api/client';
import { tablesOptions } from '../api/tables';
import { type DwTable, tableTypes } from '../contract/tables';

/**
 * The tables of a workspace that are known so far, of every type. Reads nothing by itself: the parts around a page must not spend its requests.
 */
export function useKnownTables(client: Client, space: string | null): DwTable[] {
  return useQueries({
    queries: tableTypes.map((type) => ({ ...tablesOptions(client, space ?? '', type), enabled: false })),
    combine: (results) => results.flatMap(({ data }) => data?.data ?? []),
  });
}
