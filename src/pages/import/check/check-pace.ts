/** How many requests had been made, when; epoch milliseconds. */
export interface Mark {
  at: number;
  requests: number;
}

/** What was measured longer ago says nothing of how fast answers come now. */
const windowMs = 30_000;
/** Before so much was measured nothing is promised. */
const leastMs = 2000;
const leastRequests = 5;

/** With one more mark; those that are too old to count go, but for one to count from. */
export function marked(marks: readonly Mark[], mark: Mark): Mark[] {
  const first = marks.findLastIndex(({ at }) => at <= mark.at - windowMs);
  return [...marks.slice(Math.max(0, first)), mark];
}

/** Requests a second, as they were measured; null before that can be said. */
export function paceOf(marks: readonly Mark[]): number | null {
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return null;
  const [ms, requests] = [last.at - first.at, last.requests - first.requests];
  return ms < leastMs || requests < leastRequests ? null : (requests / ms) * 1000;
}
