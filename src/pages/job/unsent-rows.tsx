import { type ReactNode, useEffect, useState } from 'react';
import { watchOpenJobs } from '../../jobs/use-jobs';
import type { JobRow } from '../../storage/job-rows';

/** Says something about the rows that a job has not sent, by their number as it is now: calls that were about to leave may still come back. */
export function UnsentRows({ job, say }: { job: JobRow; say(count: number): ReactNode }) {
  const [count, setCount] = useState(job.counts['not-sent']);
  const { id, environment, identity } = job;
  useEffect(
    () =>
      watchOpenJobs({ environment, identity }, (jobs) => {
        const now = jobs.find((each) => each.id === id);
        if (now) setCount(now.counts['not-sent']);
      }),
    [id, environment, identity],
  );
  return say(count);
}
