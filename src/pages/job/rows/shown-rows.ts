import { type JobRow, type Outcome, outcomes } from '../../../storage/job-rows';

/** Which rows of a job are looked at: of one outcome, those that need a look, or all. */
export type Shown = Outcome | 'trouble' | 'all';

const troubles: readonly Outcome[] = ['refused', 'reported', 'unknown', 'differs', 'invalid'];
/** Outcomes whose rows can be put right and sent again. */
const again: readonly Outcome[] = ['refused', 'reported', 'unknown', 'differs', 'not-sent', 'invalid'];

/**
 * What there is to look at, in its order: what needs a look, all, then each outcome. While a page is open what it has shown keeps its place, also when no row
 * is left there, and what is new comes last: a tab that somebody is about to press does not go away under them.
 * @param placed what the page has shown so far; empty when it opens
 */
export function shownInPlace({ counts }: Pick<JobRow, 'counts'>, placed: readonly Shown[]): Shown[] {
  const needs = troubles.some((outcome) => counts[outcome] > 0);
  const now: Shown[] = [
    ...(needs ? (['trouble'] as const) : []),
    'all',
    ...outcomes.filter((each) => counts[each] > 0),
  ];
  return [...placed, ...now.filter((each) => !placed.includes(each))];
}

/** How many rows are looked at. */
export function rowsShown(shown: Shown, { counts, total }: Pick<JobRow, 'counts' | 'total'>): number {
  if (shown === 'all') return total;
  return shown === 'trouble'
    ? troubles.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
    : (counts[shown] ?? 0);
}

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
