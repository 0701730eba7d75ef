import type { ActivityEntry } from '../../api/wire/activity';

/** A request that repeats one that failed. */
export interface Attempt {
  /** 2 for the first repetition. */
  attempt: number;
  /** Number of the request that failed before. */
  before: number;
}

/** A repetition comes within this time after the failure; the longest pause that a platform asks for is shorter. */
const soonMs = 120_000;

/**
 * Which requests repeat others: the same call in the same words, asked for soon after the one before it failed. The transport repeats nothing by itself, so
 * nobody notes it; a person who presses *Try again* repeats too.
 */
export function attemptsOf(entries: readonly ActivityEntry[]): ReadonlyMap<number, Attempt> {
  const attempts = new Map<number, Attempt>();
  const failed = new Map<string, ActivityEntry>();
  for (const entry of entries) {
    const call = `${entry.environment}\n${entry.method} ${entry.path}\n${entry.returnFields}\n${entry.body}`;
    const before = failed.get(call);
    if (before?.finishedAt && entry.queuedAt - before.finishedAt <= soonMs) {
      attempts.set(entry.request, {
        attempt: (attempts.get(before.request)?.attempt ?? 1) + 1,
        before: before.request,
      });
    }
    const mayRepeat = entry.outcome !== 'success' && entry.outcome !== 'aborted' && entry.finishedAt !== null;
    if (mayRepeat) failed.set(call, entry);
    else if (entry.outcome === 'success') failed.delete(call);
  }
  return attempts;
}
