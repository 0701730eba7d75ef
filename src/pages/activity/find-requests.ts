import type { ActivityEntry, Outcome } from '../../api/wire/activity';

/** What the list can be narrowed to. */
export const resultFilters = [
  'all',
  'under-way',
  'success',
  'failed',
  'no-answer',
  'malformed',
  'system',
  'business',
  'aborted',
] as const;
export type ResultFilter = (typeof resultFilters)[number];

const failures: readonly Outcome[] = ['no-answer', 'malformed', 'system', 'business'];

/** Whether a request has the result that is asked for. */
export function hasResult({ outcome }: Pick<ActivityEntry, 'outcome'>, filter: ResultFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'under-way') return outcome === 'waiting' || outcome === 'running';
  if (filter === 'failed') return failures.includes(outcome);
  return outcome === filter;
}

/**
 * Whether what is searched for is in a request: its operation, path, message, trace id, code, HTTP status, or `#12`, its number. Several words must all be
 * there; case does not count.
 */
export function hasText(entry: ActivityEntry, find: string): boolean {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const texts = [entry.operation, entry.method, entry.path, entry.message, entry.traceId, entry.environment]
    .filter((text) => text !== null)
    .map((text) => text.toLowerCase());
  const exact = [`#${entry.request}`, String(entry.code ?? ''), String(entry.status ?? '')];
  return words.every((word) => exact.includes(word) || texts.some((text) => text.includes(word)));
}

/** The requests of a search, newest first. */
export function findRequests(
  entries: readonly ActivityEntry[],
  { find, result }: { find: string; result: ResultFilter },
): ActivityEntry[] {
  return entries.filter((entry) => hasResult(entry, result) && hasText(entry, find)).reverse();
}

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
 * Which requests repeat others: the same request soon after the one before it failed. The transport repeats nothing automatically, so nothing records it; a
 * person who presses *Try again* repeats too.
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
