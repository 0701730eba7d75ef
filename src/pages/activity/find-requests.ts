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
