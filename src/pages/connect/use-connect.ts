import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { openDemo } from '../../api/queries/gateway';
import { workspacesOptions } from '../../api/queries/tables';
import { queryClient } from '../../api/wire/query-client';
import type { Answer } from '../../api/wire/send';
import type { Environment } from '../../contract/gateway';
import type { Workspace } from '../../contract/tables';
import { openConnection, withTrialKey } from '../../credentials/connection';
import { keptFor } from '../../credentials/lock';
import { saveConnection } from '../../credentials/saved-connections';
import type { Via } from '../../credentials/sealed-connection';
import { paths } from '../../url/paths';

interface Credentials {
  environment: Environment;
  apiKey: string;
}

/** Tries a key by listing its workspaces (4.2). The answer stays in the cache for the pages that follow. @throws ApiError */
function tryKey({ environment, apiKey }: Credentials): Promise<Answer<Workspace[]>> {
  return withTrialKey(environment, apiKey, (client) =>
    queryClient.fetchQuery({ ...workspacesOptions(client), staleTime: 0, retry: false }),
  );
}

async function keepKey({ environment, apiKey }: Credentials, via: Via, workspaces: Workspace[]): Promise<void> {
  const { client } = await openConnection(environment, apiKey, via);
  saveConnection({
    environment: environment.name,
    identity: client.identity,
    workspaces: workspaces.map(({ name }) => name),
    workspaceCount: workspaces.length,
    usedAt: Date.now(),
  });
}

/** Tests a key without keeping it. */
export function useKeyTest() {
  return useMutation({ mutationFn: tryKey, gcTime: 0 });
}

/** Tests a key, stores it and continues. @param next the address that asked for the key */
export function useConnect(next: string | null) {
  const navigate = useNavigate();
  return useMutation({
    // Its variables hold the key.
    gcTime: 0,
    mutationFn: async (credentials: Credentials) => {
      const answer = await tryKey(credentials);
      await keepKey(credentials, 'customer', answer.data);
      return destinationOf(credentials.environment.name, answer.data, next);
    },
    onSuccess: (destination) => navigate(destination),
  });
}

const nothingKept = { drafts: 0, jobs: 0 };

/** How many drafts and jobs wait in this browser for a key of an environment. */
export function useKept(environment: string) {
  const { data = nothingKept } = useQuery({
    queryKey: ['kept-for', environment],
    queryFn: () => keptFor(environment),
    gcTime: 0,
  });
  return data;
}

/**
 * Gets the demo's key from the gateway and continues to the address that asked for a key, or to the tables of the demo's first workspace.
 * @param next the address that asked for the key
 */
export function useOpenDemo(environments: readonly Environment[], next: string | null) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const demo = await openDemo();
      const environment = environments.find(({ name }) => name === demo.environment);
      if (!environment) throw new Error(`The gateway lists no environment "${demo.environment}".`);
      const credentials = { environment, apiKey: demo.apiKey };
      const { data } = await tryKey(credentials);
      await keepKey(credentials, 'demo', data);
      return demoDestinationOf(environment.name, data, next);
    },
    onSuccess: (destination) => navigate(destination),
  });
}

/**
 * Where a new connection leads: to the address that asked for it, if that is in the same environment; with one workspace to its tables; else to
 * the choice of a workspace. Pure.
 */
export function destinationOf(env: string, workspaces: readonly Workspace[], next: string | null): string {
  if (isIn(env, next)) return next;
  const [only, another] = workspaces;
  return only && !another ? tablesOf(env, only) : paths.workspaces({ env });
}

/** Where the demo leads: as `destinationOf`, but one workspace of its many is the place to begin. Pure. */
export function demoDestinationOf(env: string, workspaces: readonly Workspace[], next: string | null): string {
  const [first] = workspaces;
  return first && !isIn(env, next) ? tablesOf(env, first) : destinationOf(env, workspaces, next);
}

function isIn(env: string, address: string | null): address is string {
  return address?.startsWith(`/e/${encodeURIComponent(env)}/`) ?? false;
}

/** The tables of a workspace that can be changed: the place to begin. */
function tablesOf(env: string, workspace: Workspace): string {
  return paths.tables({ env, space: workspace.space_id, type: 'ext' });
}
