import { isAsked, isHeld } from '../../jobs/counts';
import type { CallSummary } from '../../jobs/use-jobs';
import type { JobRow } from '../../storage/job-rows';

/** Sentences that say what happened to the rows of a job, to somebody who knows nothing of the API; text keys below `story`. */
export type StoryKey =
  | 'written'
  | 'same'
  | 'refused'
  | 'invalid'
  | 'differs'
  | 'unknown'
  | 'looking'
  | 'accepted'
  | 'sending'
  | 'waiting'
  | 'paused'
  | 'stopped';

export interface StoryPart {
  key: StoryKey;
  count: number;
  tone: 'good' | 'bad' | 'unknown' | 'neutral';
}

const tones: Record<StoryKey, StoryPart['tone']> = {
  written: 'good',
  same: 'neutral',
  refused: 'bad',
  invalid: 'bad',
  differs: 'bad',
  unknown: 'unknown',
  looking: 'unknown',
  accepted: 'neutral',
  sending: 'neutral',
  waiting: 'neutral',
  paused: 'neutral',
  stopped: 'neutral',
};

/** What is said of rows that can be opened as drafts again, as soon as the job has ended: before, there is no button for it. */
export const opensAgain: ReadonlySet<StoryKey> = new Set<StoryKey>(['refused', 'invalid', 'differs', 'stopped']);

/**
 * One sentence for each outcome that has rows, in the order in which a person wants to know; the counts add up to the rows of the job.
 * @param lookedFor rows that are unknown and still being read back: those of calls without an answer; the others were given up
 */
export function storyOf(
  { counts, order, hold, asked_until = 0 }: Pick<JobRow, 'counts' | 'order' | 'hold' | 'asked_until'>,
  lookedFor: number,
  now: number,
): StoryPart[] {
  const still = order === 'pause' || isHeld({ hold }, now) || isAsked({ asked_until }, now);
  const parts: [StoryKey, number][] = [
    ['written', counts.verified],
    ['same', counts['no-change']],
    ['refused', counts.refused],
    ['invalid', counts.invalid],
    ['differs', counts.differs],
    ['unknown', counts.unknown - lookedFor],
    ['looking', lookedFor],
    ['accepted', counts.accepted],
    ['sending', counts.sending],
    [order === 'stop' ? 'stopped' : still ? 'paused' : 'waiting', counts['not-sent']],
  ];
  return parts.flatMap(([key, count]) => (count > 0 ? [{ key, count, tone: tones[key] }] : []));
}

/** How many rows are unknown and still being read back. */
export function rowsLookedFor(calls: readonly Pick<CallSummary, 'state' | 'counts'>[]): number {
  return calls.reduce((sum, { state, counts }) => (state === 'unanswered' ? sum + (counts.unknown ?? 0) : sum), 0);
}
