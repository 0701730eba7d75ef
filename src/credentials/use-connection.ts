import { useSyncExternalStore } from 'react';
import { type LoaderFunctionArgs, redirect, useParams } from 'react-router-dom';
import type { Client } from '../api/wire/client';
import { type Connection, connectionFor, restoreConnection, subscribeConnections } from './connection';

/**
 * For loaders of pages below `/e/:env`: the client, or the way to the connect page and back.
 * @throws Response a redirect when there is no key for this environment
 */
export async function requireClient(environmentName: string, request: { url: string }): Promise<Client> {
  const connection = await restoreConnection(environmentName);
  if (connection) return connection.client;
  const { pathname, search } = new URL(request.url);
  throw redirect(`/connect?${new URLSearchParams({ environment: environmentName, next: pathname + search })}`);
}

/** The loader of a page that reads nothing beforehand: it is shown with a key alone. */
export async function keyLoader({ params, request }: LoaderFunctionArgs): Promise<null> {
  await requireClient(params.env ?? '', request);
  return null;
}

/** The connection of the environment in the address; null while there is none. */
export function useConnection(): Connection | null {
  const { env = '' } = useParams();
  return useSyncExternalStore(subscribeConnections, () => connectionFor(env));
}

/** The client of the environment in the address. For pages whose loader called `requireClient`. @throws Error without a connection */
export function useClient(): Client {
  const connection = useConnection();
  if (!connection) throw new Error('There is no key for this environment any more. Connect again.');
  return connection.client;
}
