import { providerInfoOptions } from '../../api/operations/provider';
import { keylessClient } from '../../api/wire/client';
import { queryClient } from '../../api/wire/query-client';
import { send } from '../../api/wire/send';
import type { Environment } from '../../contract/gateway';
import { type Connection, clientFor } from '../../credentials/connection';
import { type CredentialLife, lifeOf } from '../../credentials/life';
import type { ProviderSession } from '../../credentials/provider-session';

export type CredentialKind = 'token' | 'providerKey' | 'connection';

/** What a call with a credential said of it. */
export interface CredentialCheck {
  kind: CredentialKind;
  works: boolean;
  /** Of those that have an end. */
  life: CredentialLife | null;
  /** Names of the workspaces in its scope; null where the call does not tell. */
  workspaces: string[] | null;
  traceId: string | null;
  error: Error | null;
  /** Epoch milliseconds. */
  checkedAt: number;
}

/** Tries each credential that is held with the cheapest call that needs it: a token with the info (4.9), a key with the workspaces (4.2). */
export function checkCredentials(
  environment: Environment,
  session: ProviderSession,
  connection: Connection | null,
): Promise<CredentialCheck[]> {
  const now = Date.now();
  const { token, providerKey } = session;
  const checks: Promise<CredentialCheck>[] = [];
  if (token) {
    checks.push(
      checked('token', lifeOf(token, now), async () => {
        const options = providerInfoOptions(keylessClient(environment), token.pair.appId, token.value);
        const { traceId } = await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
        return { traceId, workspaces: null };
      }),
    );
  }
  const inUse = connection?.client.apiKey() ?? null;
  if (providerKey && providerKey.value !== inUse) {
    checks.push(checked('providerKey', lifeOf(providerKey, now), () => workspacesOf(environment, providerKey.value)));
  }
  if (inUse !== null) {
    const end = connection?.expiresAt ?? null;
    const life = end === null ? null : lifeOf({ receivedAt: end, expireSeconds: 0 }, now);
    checks.push(checked('connection', life, () => workspacesOf(environment, inUse)));
  }
  return Promise.all(checks);
}

async function workspacesOf(environment: Environment, apiKey: string) {
  const { data, traceId } = await send(await clientFor(environment, apiKey), 'listWorkspaces', undefined);
  return { traceId, workspaces: data.map(({ name, space_id }) => name || space_id) };
}

async function checked(
  kind: CredentialKind,
  life: CredentialLife | null,
  call: () => Promise<{ traceId: string | null; workspaces: string[] | null }>,
): Promise<CredentialCheck> {
  try {
    const { traceId, workspaces } = await call();
    return { kind, life, works: true, traceId, workspaces, error: null, checkedAt: Date.now() };
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const traceId = 'traceId' in error && typeof error.traceId === 'string' ? error.traceId : null;
    return { kind, life, works: false, traceId, workspaces: null, error, checkedAt: Date.now() };
  }
}
