/**
 * The first large script of the page: the rows are on their way before the frame is. At the address of a table it sends the very request that the records page
 * will find in the query cache (`unseal` may have sent it already); React, router and grid come meanwhile.
 */
import '../api/worker-address';
import { allSent } from '../api/activity';
import type { Client } from '../api/client';
import { environmentsOptions } from '../api/gateway';
import { queryClient } from '../api/query-client';
import { prefetchTableConfig } from '../api/tables';
import type { Id } from '../contract/ids';
import { keptClient } from '../credentials/connection';
import { questionOf, readFirstRows } from '../pages/records/first-read';
import { recordsPlaceOf } from '../url/records-place';
import { noteFirstRows } from './first-rows';

/** A service that is near answers within this time: its rows are there when the frame is drawn. */
const nearMs = 80;
/** The config says names and kinds: rows that are there wait for it so long. */
const configMs = 30;

void begin();

/** No module waits for it at its top: of an error that is made meanwhile, a browser would look for the place in the whole script. */
async function begin(): Promise<void> {
  // A gateway that does not answer is told by whoever needs its list.
  void queryClient.prefetchQuery(environmentsOptions);
  const place = recordsPlaceOf(location.pathname);
  const client = place && (await keptClient(place.env));
  if (client) {
    const drawn = firstRows(client, place.table);
    // The frame takes the thread for long; the request would leave after it.
    await allSent();
    await Promise.race([drawn, after(nearMs)]);
  }
  await withoutStacks(() => import('./main'));
}

/** React makes errors to throw later as soon as it is there, and for each a browser reads the whole library once more, to tell the place of it. */
async function withoutStacks<Result>(run: () => Promise<Result>): Promise<Result> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return await run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Reads the first rows, and what is said of their columns. */
async function firstRows(client: Client, table: Id): Promise<void> {
  const parameters = new URLSearchParams(location.search);
  const query = questionOf(table, parameters);
  const read = readFirstRows(client, query);
  const config = prefetchTableConfig(queryClient, client, table);
  noteFirstRows(read);
  await read;
  await Promise.race([config, after(configMs)]);
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
