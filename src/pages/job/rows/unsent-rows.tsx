import { type ReactNode, useEffect, useState } from 'react';
import { rowsToSend } from '../../../jobs/ledger/counts';
import { watchOpenJobs } from '../../../jobs/ledger/use-jobs';
import type { JobRow } from '../../../storage/job-rows';

/**
 * Says something about the rows that a job would still send, by their number as it is now: calls that were about to leave may still come back, and those that
 * were turned away may turn out to be written.
 */
export function UnsentRows({ job, say }: { job: JobRow; say(count: number): ReactNode }) {
  const [count, setCount] = useState(rowsToSend(job));
  const { id, environment, identity } = job;
  useEffect(
    () =>
      watchOpenJobs({ environment, identity }, (jobs) => {
        const now = jobs.find((each) => each.id === id);
        if (now) setCount(rowsToSend(now));
      }),
    [id, environment, identity],
  );
  return say(count);
}
