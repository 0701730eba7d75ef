/**
 * The first script of the page, and a small one: the rows are on their way before the frame is. At the address of a table it unseals this tab's key and
 * sends the very request that the records page will find in the query cache; React, router and grid come meanwhile.
 */
import { activityEntries, subscribeActivity } from '../api/activity';
import { environmentsOptions } from '../api/gateway';
import { queryClient } from '../api/query-client';
import { keptClient } from '../credentials/connection';
import { readFirstRows } from '../pages/records/first-read';
import { recordsPlaceOf } from '../url/paths';
import { noteFirstRows } from './first-rows';

/** Longer than this the frame does not wait for the first request to leave. */
const leaveMs = 60;

// A gateway that does not answer is told by whoever needs its list.
void queryClient.prefetchQuery(environmentsOptions);
const place = recordsPlaceOf(location.pathname);
if (place) {
  const client = await keptClient(place.env);
  if (client) {
    noteFirstRows(readFirstRows(client, place.table, new URLSearchParams(location.search)));
    // The frame takes the thread for long; the request would leave after it.
    await Promise.race([firstSent(), new Promise((resolve) => setTimeout(resolve, leaveMs))]);
  }
}
void import('./main');

function firstSent(): Promise<void> {
  return new Promise((resolve) => {
    const end = subscribeActivity(() => {
      if (activityEntries().every(({ sentAt }) => sentAt === null)) return;
      end();
      resolve();
    });
  });
}
