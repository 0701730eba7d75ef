import { matchPath } from 'react-router-dom';
import { recordsKey } from '../../api/queries/records';
import { tableConfigOptions } from '../../api/queries/tables';
import { queryClient } from '../../api/wire/query-client';
import { keptClient } from '../../credentials/connection';
import { addresses } from '../../url/paths';

/** The longest that React waits for them, even if the gateway does not respond; nobody notices such a wait. */
const mostMs = 100;

/**
 * Settles when the first rows and the config that names their columns have been loaded, at once where none are requested, and after 100 ms at the latest.
 * To be awaited before React begins: each step to their request (the gateway's half of the seal, the key, the turn in the budget) and their answer would
 * wait for a slice of the first render, and a page drawn without its rows is laid out and painted twice.
 */
export async function firstRowsLoaded(pathname: string, kept: typeof keptClient = keptClient): Promise<void> {
  const enough = new AbortController();
  const late = new Promise<void>((resolve) => setTimeout(resolve, mostMs));
  await Promise.race([rowsLoaded(pathname, kept, enough.signal), late]);
  enough.abort();
}

async function rowsLoaded(pathname: string, kept: typeof keptClient, enough: AbortSignal): Promise<void> {
  const { env = '', table = '' } = matchPath(addresses.records, pathname)?.params ?? {};
  const client = table && (await kept(env));
  if (!client || enough.aborted) return;
  const cache = queryClient.getQueryCache();
  const queryKey = recordsKey(client, table);
  const config = tableConfigOptions(client, table).queryKey;
  const isLoaded = () =>
    cache.findAll({ queryKey }).some(({ state }) => state.status !== 'pending') &&
    queryClient.getQueryState(config)?.status !== 'pending';
  if (isLoaded()) return;
  await new Promise<void>((resolve) => {
    const stop = cache.subscribe(() => isLoaded() && resolve());
    enough.addEventListener('abort', stop);
  });
}
