/**
 * Before the first script, and a small one: while that is still being fetched and compiled, the key of this tab is on its way out of its seal, and the first
 * records of the table at this address on theirs. `keptClient` and `send` find them under way. Built apart, as vite/first-load-plugin.ts says.
 */
import { sendRecordsAhead } from '../api/ahead';
import { clientOf, sealedHere } from '../credentials/sealed-connection';
import { recordsPlaceOf } from '../url/records-place';
import { environmentOf } from './last-place';

const environment = environmentOf(location.pathname);
if (environment !== null) {
  const place = recordsPlaceOf(location.pathname);
  void sealedHere(environment).then((sealed) => {
    // A question of its own is read by the script that knows how.
    if (sealed && place && location.search === '') sendRecordsAhead(clientOf(sealed), place.table);
  });
}
