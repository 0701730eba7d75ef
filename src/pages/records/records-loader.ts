import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { type RecordQuery, recordPageOptions } from '../../api/queries/records';
import { prefetchTableConfig } from '../../api/queries/tables';
import type { Client } from '../../api/wire/client';
import { queryClient } from '../../api/wire/query-client';
import { keptClient } from '../../credentials/connection';
import { requireClient } from '../../credentials/use-connection';
import { readRecordsAddress } from '../../url/records-address';

/** Requests the first rows while the code of the page loads: with the key of this tab, before the gateway has returned the environments. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const { env = '', table = '' } = params;
  const { filter, order } = readRecordsAddress(new URL(request.url).searchParams).search;
  const query: RecordQuery = { table_id: table, filter, order };
  const read = (client: Client): void => {
    const page = recordPageOptions(client, query, 0);
    void queryClient.prefetchQuery(page);
    // One who leaves before the page is drawn looks at none of it.
    const leave = () => void queryClient.cancelQueries({ queryKey: page.queryKey, exact: true, type: 'inactive' });
    request.signal.addEventListener('abort', leave);
    void prefetchTableConfig(queryClient, client, table);
  };
  const kept = await keptClient(env);
  if (kept) read(kept);
  const client = await requireClient(env, request);
  if (!kept) read(client);
  // Pills that come later would push the bar aside.
  if (query.filter)
    await import('./query/query-section').then(({ FilterPills }) => FilterPills.preload()).catch(() => null);
  return null;
}

/** A record that is opened or columns that change need nothing new; another query does. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (currentUrl.pathname !== nextUrl.pathname) return defaultShouldRevalidate;
  return ['filter', 'kept', 'order'].some(
    (name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name),
  );
}
