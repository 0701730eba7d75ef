import { useEffect, useState } from 'react';
import { linesOfJob } from '../../jobs/job-lines';
import { type OnlyCreated, onlyCreated, undoable } from '../../jobs/undo';
import type { JobView } from '../../jobs/use-jobs';
import { listedMax } from '../../ui/created-records';

/** What an ended job created, where there is nothing else of it to undo; null for any other job, and while that is not known. */
export function useOnlyCreated({ job, calls }: JobView): OnlyCreated | null {
  const [found, setFound] = useState<OnlyCreated | null>(null);
  const ended = job.open === 0;
  const { id } = job;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields of a job never change
  useEffect(() => {
    setFound(null);
    if (!ended) return;
    let current = true;
    onlyCreated(linesOfJob(id, calls, undoable), job.fields, listedMax)
      .then((only) => {
        if (current) setFound(only);
      })
      .catch(() => {
        // Without the browser's database nothing can be said of it, and the review says so.
      });
    return () => {
      current = false;
    };
  }, [id, calls, ended]);
  return found;
}
