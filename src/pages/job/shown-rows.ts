import type { JobRow, Outcome } from '../../storage/job-rows';

/** Which rows of a job are looked at: of one outcome, those that need a look, or all. */
export type Shown = Outcome | 'trouble' | 'all';

export const troubles: readonly Outcome[] = ['refused', 'unknown', 'differs', 'invalid'];
/** Outcomes whose rows can be put right and sent again. */
const again: readonly Outcome[] = ['refused', 'unknown', 'differs', 'not-sent', 'invalid'];

/** Outcomes of the rows that are looked at; none: all of them. */
export function outcomesOf(shown: Shown): ReadonlySet<Outcome> {
  if (shown === 'all') return new Set();
  return new Set(shown === 'trouble' ? troubles : [shown]);
}

/** Of the rows that are looked at, the outcomes of those that can be opened as drafts; none while the job has not ended. */
export function retriedOf(shown: Shown, { open, counts }: Pick<JobRow, 'open' | 'counts'>): ReadonlySet<Outcome> {
  const wanted = outcomesOf(shown);
  if (open === 1) return new Set();
  return new Set(again.filter((outcome) => counts[outcome] > 0 && (shown === 'all' || wanted.has(outcome))));
}
