import { matchPath } from 'react-router-dom';
import { activityEntries, subscribeActivity } from '../../api/wire/activity';
import type { OperationName } from '../../contract/operations';
import { keptClient } from '../../credentials/connection';
import { addresses } from '../../url/paths';

/** The longest that React waits for them, even if the gateway does not respond; nobody notices such a wait. */
const mostMs = 100;

const listRecords: OperationName = 'listRecords';

/**
 * Settles when the first rows have been loaded, at once where none are requested, and after 100 ms at the latest. To be awaited before React begins: each step
 * to their request (the gateway's half of the seal, the key, the turn in the budget) and their answer would wait for a slice of the first render, and a
 * page drawn without its rows is laid out and painted twice.
 */
export function firstRowsLoaded(pathname: string, kept: typeof keptClient = keptClient): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, mostMs));
  return Promise.race([rowsLoaded(pathname, kept), late]);
}

async function rowsLoaded(pathname: string, kept: typeof keptClient): Promise<void> {
  const records = matchPath(addresses.records, pathname);
  if (!records || !(await kept(records.params.env ?? ''))) return;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (!activityEntries().some(({ operation, finishedAt }) => operation === listRecords && finishedAt !== null))
        return;
      stop();
      resolve();
    };
    const stop = subscribeActivity(look);
    look();
  });
}
