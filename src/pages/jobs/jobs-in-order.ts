import type { JobRow } from '../../storage/job-rows';

/** Jobs that still have something to do first, then the latest. */
export function jobsInOrder<Job extends Pick<JobRow, 'open' | 'created_at'>>(jobs: readonly Job[]): Job[] {
  return [...jobs].sort((a, b) => b.open - a.open || b.created_at - a.created_at);
}
