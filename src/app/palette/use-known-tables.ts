import { useTableLists } from '../../api/queries/tables';
import type { Client } from '../../api/wire/client';
import type { DwTable } from '../../contract/tables';

/**
 * The tables of a workspace that are known so far, of every type. Reads nothing by itself: the parts around a page must not spend its requests.
 */
export function useKnownTables(client: Client, space: string | null): DwTable[] {
  return useTableLists(client, space ?? '', false).flatMap(({ data }) => data?.data ?? []);
}
