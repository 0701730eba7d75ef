import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../wire/client';
import { keyOf } from '../wire/query-key';
import { send } from '../wire/send';

/** Workspaces within the scope of the key (4.2). */
export function workspacesOptions(client: Client) {
  return queryOptions({
    queryKey: keyOf(client, 'listWorkspaces'),
    queryFn: ({ signal }) => send(client, 'listWorkspaces', undefined, { signal }),
    staleTime: 5 * 60_000,
  });
}
