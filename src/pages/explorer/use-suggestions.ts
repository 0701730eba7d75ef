import { useQueryClient } from '@tanstack/react-query';
import { type Client, keyOf } from '../../api/wire/client';
import type { Answer } from '../../api/wire/send';
import type { DwTable } from '../../contract/tables';
import type { Workspace } from '../../contract/workspaces';
import type { Suggestion } from './operation-fields';

/** Ids of workspaces and tables that were read already, by the name of the field that takes them. Nothing is asked for. */
export function useSuggestions(client: Client): Readonly<Record<string, readonly Suggestion[]>> {
  const cache = useQueryClient();
  const workspaces = cache.getQueryData<Answer<Workspace[]>>(keyOf(client, 'listWorkspaces'))?.data ?? [];
  const lists = cache.getQueriesData<Answer<DwTable[]>>({ queryKey: keyOf(client, 'listTables') });
  const tables = lists.flatMap(([, answer]) => answer?.data ?? []);
  return {
    space_id: workspaces.map(({ space_id, name }) => ({ id: space_id, name: name ?? '' })),
    table_id: tables.map(({ table_id, name }) => ({ id: table_id, name: name ?? '' })),
  };
}
