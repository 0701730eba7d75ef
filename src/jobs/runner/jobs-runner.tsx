import { useEffect } from 'react';
import type { InboxOwner } from '../../api/inbox/inbox';
import type { JobRow } from '../../storage/job-rows';
import { watchOpenJobs } from '../ledger/use-jobs';
import { ownerOf, runConnection } from './run-connection';

/**
 * Runs the jobs of a connection as long as it is mounted; draws nothing. To be mounted once for each connection that is open. While a job still has rows
 * to send, leaving the page asks first: nothing is lost, but nothing goes on either until a tab with the key is open again.
 */
export function JobsRunner({ connection }: { connection: InboxOwner | null }) {
  useEffect(() => {
    if (!connection) return;
    const stop = runConnection(connection);
    let asks = false;
    const stopWatching = watchOpenJobs(ownerOf(connection.client), (jobs) => {
      asks = jobs.some(isSending);
    });
    const ask = (event: BeforeUnloadEvent): void => {
      if (asks) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      stop();
      stopWatching();
      window.removeEventListener('beforeunload', ask);
    };
  }, [connection]);
  return null;
}

function isSending({ order, hold, counts }: JobRow): boolean {
  return counts.sending > 0 || (order === 'run' && hold === null && counts['not-sent'] > 0);
}
