import { activityEntries, subscribeActivity } from '../../api/wire/activity';
import { keptClient } from '../../credentials/connection';
import { addresses } from '../../url/paths';

/** The longest that React waits for it, even if the gateway does not respond. */
const mostMs = 50;

/** The matched parameters of the address, from the router. */
interface Match {
  route: { path?: string };
  params: { env?: string };
}

/**
 * Settles when the request of the first rows has left, at once where there is none to send, and after 50 ms at the latest. To be awaited before React begins:
 * each step on the way to that request (the gateway's half of the seal, the key, the turn in the budget) would wait for a slice of the first render.
 */
export function firstRequestLeft(matches: readonly Match[], kept: typeof keptClient = keptClient): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, mostMs));
  return Promise.race([requestOfRecordsLeft(matches, kept), late]);
}

async function requestOfRecordsLeft(matches: readonly Match[], kept: typeof keptClient): Promise<void> {
  const records = matches.find(({ route }) => route.path === addresses.records);
  if (!records || !(await kept(records.params.env ?? ''))) return;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (activityEntries().every(({ sentAt }) => sentAt === null)) return;
      stop();
      resolve();
    };
    const stop = subscribeActivity(look);
    look();
  });
}
