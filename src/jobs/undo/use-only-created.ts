import { useEffect, useState } from 'react';
import type { JobView } from '../ledger/use-jobs';
import { linesOfJob } from '../results/job-lines';
import { type OnlyCreated, onlyCreated, undoable } from './undo';

/**
 * What an ended job created, where there is nothing else of it to undo; null for any other job, and while that is not known.
 * @param listed so many of the records are given
 */
export function useOnlyCreated({ job, calls }: JobView, listed: number): OnlyCreated | null {
  const [found, setFound] = useState<OnlyCreated | null>(null);
  const ended = job.open === 0;
  const { id } = job;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields of a job never change
  useEffect(() => {
    setFound(null);
    if (!ended) return;
    let current = true;
    onlyCreated(linesOfJob(id, calls, undoable), job.fields, listed)
      .then((only) => {
        if (current) setFound(only);
      })
      .catch(() => {
        // Without the browser's database nothing can be said of it, and the review says so.
      });
    return () => {
      current = false;
    };
  }, [id, calls, ended, listed]);
  return found;
}
