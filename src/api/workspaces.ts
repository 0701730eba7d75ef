import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';
import { keyOf } from './query-key';
import { send } from './send';

/** Workspaces within the scope of the key (4.2). */
export function workspacesOptions(client: Client) {
  return queryOptions({
    queryKey: keyOf(client, 'listWorkspaces'),
    queryFn: ({ signal }) => send(client, 'listWorkspaces', undefined, { signal }),
    staleTime: 5 * 60_000,
  });
}
