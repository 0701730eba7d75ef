import { isAsked } from '../../jobs/counts';
import type { JobRow, Outcome } from '../../storage/job-rows';

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

/** One sentence for each outcome that has rows, in the order in which a person wants to know; the counts add up to the rows of the job. */
export function storyOf(
  { counts, open, order, hold, asked_until = 0 }: Pick<JobRow, 'counts' | 'open' | 'order' | 'hold' | 'asked_until'>,
  now: number,
): StoryPart[] {
  const still = order === 'pause' || hold !== null || isAsked({ asked_until }, now);
  const notSent: StoryKey = order === 'stop' ? 'stopped' : still ? 'paused' : 'waiting';
  const parts: [StoryKey, Outcome][] = [
    ['written', 'verified'],
    ['same', 'no-change'],
    ['refused', 'refused'],
    ['invalid', 'invalid'],
    ['differs', 'differs'],
    // While the job is open they are still looked for.
    [open === 1 ? 'looking' : 'unknown', 'unknown'],
    ['accepted', 'accepted'],
    ['sending', 'sending'],
    [notSent, 'not-sent'],
  ];
  return parts.flatMap(([key, outcome]) =>
    counts[outcome] > 0 ? [{ key, count: counts[outcome], tone: tones[key] }] : [],
  );
}
