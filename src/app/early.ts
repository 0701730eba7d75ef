/**
 * The first script of the page, and a small one: the rows are on their way before the frame is. At the address of a table it unseals this tab's key and
 * sends the very request that the records page will find in the query cache; React, router and grid come meanwhile.
 */
import { environmentsOptions } from '../api/gateway';
import { queryClient } from '../api/query-client';
import { keptClient } from '../credentials/connection';
import { readFirstRows } from '../pages/records/first-read';
import { recordsPlaceOf } from '../url/paths';

const place = recordsPlaceOf(location.pathname);
if (place) {
  void keptClient(place.env).then((client) => {
    if (client) readFirstRows(client, place.table, new URLSearchParams(location.search));
  });
}
// A gateway that does not answer is told by whoever needs its list.
void queryClient.prefetchQuery(environmentsOptions);
void import('./main');
