import type { JobRow } from '../../storage/job-rows';
import type { Outcome } from '../../storage/outcomes';
import { pauseOf } from '../ledger/job-activity';
import type { CallSummary } from '../ledger/use-jobs';
import { isByChoice, isLeftOut, type NotSentWhy, notSentWhys, onlyByFile } from '../table/row-reasons';

/** Sentences about the outcome of a job's rows, for readers who do not know the API; text keys below `story`. */
export type StoryKey =
  | 'written'
  | 'deleted'
  | 'undeleted'
  | 'still_there'
  | 'same'
  | 'refused'
  | 'invalid'
  | 'left'
  | 'skipped'
  | 'differs'
  | 'reported'
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
  /** Of rows that the check skipped: for which reasons, and how many for each. */
  whys: [NotSentWhy, number][];
}

const tones: Record<StoryKey, StoryPart['tone']> = {
  written: 'good',
  deleted: 'good',
  undeleted: 'bad',
  still_there: 'unknown',
  same: 'neutral',
  refused: 'bad',
  invalid: 'bad',
  left: 'neutral',
  skipped: 'neutral',
  differs: 'bad',
  reported: 'unknown',
  unknown: 'unknown',
  looking: 'unknown',
  accepted: 'neutral',
  sending: 'neutral',
  waiting: 'neutral',
  paused: 'neutral',
  stopped: 'neutral',
};

/** Which rows can be opened as drafts again, once the job has ended: before, there is no button for it. */
export const opensAgain: ReadonlySet<StoryKey> = new Set<StoryKey>([
  'refused',
  'invalid',
  'left',
  'skipped',
  'differs',
  'stopped',
]);

/** Stories of undecided rows. */
export const goesOn: ReadonlySet<StoryKey> = new Set<StoryKey>(['looking', 'accepted', 'sending', 'waiting', 'paused']);

/**
 * One sentence for each outcome that has rows, in order of interest; the counts add up to the rows of the job.
 * @param calls show which unknown rows are still being read back: those of calls without response; the others were given up. And why the check skipped rows.
 */
export function storyOf(
  job: Pick<JobRow, 'counts' | 'order' | 'hold' | 'asked_until'> & Partial<Pick<JobRow, 'update_type'>>,
  calls: readonly (Pick<CallSummary, 'state' | 'counts'> & Partial<Pick<CallSummary, 'whys'>>)[],
  now: number,
): StoryPart[] {
  const { counts, order } = job;
  const lookedFor = rowsOf(calls, 'unanswered', 'unknown');
  const deletes = job.update_type === 'delete';
  const whys = whysIn(calls);
  const skipped = whys.filter(([why]) => isByChoice(why));
  const left = leftOutOf(whys).filter(([why]) => !isByChoice(why));
  const whysOf: Partial<Record<StoryKey, StoryPart['whys']>> = {
    invalid: whys.filter(([why]) => !isLeftOut(why)),
    left,
    skipped,
  };
  const parts: [StoryKey, number][] = [
    [deletes ? 'deleted' : 'written', counts.verified],
    ['same', counts['no-change']],
    [deletes ? 'undeleted' : 'refused', counts.refused],
    ['invalid', counts.invalid - leftOutRows({ counts }, calls)],
    ['left', rowsFor(left)],
    ['skipped', rowsFor(skipped)],
    ['differs', counts.differs],
    ['reported', counts.reported],
    [deletes ? 'still_there' : 'unknown', counts.unknown - lookedFor],
    ['looking', lookedFor],
    ['accepted', counts.accepted],
    ['sending', counts.sending],
    [order === 'stop' ? 'stopped' : pauseOf(job, now) ? 'paused' : 'waiting', counts['not-sent']],
  ];
  return parts.flatMap(([key, count]) =>
    count > 0 ? [{ key, count, tone: tones[key], whys: whysOf[key] ?? [] }] : [],
  );
}

function rowsOf(
  calls: readonly Pick<CallSummary, 'state' | 'counts'>[],
  state: CallSummary['state'],
  outcome: Outcome,
): number {
  return calls.reduce((sum, call) => (call.state === state ? sum + (call.counts[outcome] ?? 0) : sum), 0);
}

type KeptBack = readonly Partial<Pick<CallSummary, 'whys'>>[];

/** Of the rows that are counted as invalid, those without a problem that were not chosen to be sent. Jobs of earlier consoles count no row as skipped. */
export function leftOutRows({ counts }: Pick<JobRow, 'counts'>, calls: KeptBack): number {
  return rowsFor(leftOutOf(whysIn(calls))) - (counts.skipped ?? 0);
}

/** Rows that the check skipped and that only an import of their file can send. */
export function rowsOnlyByFile(calls: KeptBack): number {
  return rowsFor(whysIn(calls).filter(([why]) => onlyByFile(why)));
}

function whysIn(calls: KeptBack): StoryPart['whys'] {
  return notSentWhys.flatMap((why): StoryPart['whys'] => {
    const count = calls.reduce((sum, call) => sum + (call.whys?.[why] ?? 0), 0);
    return count > 0 ? [[why, count]] : [];
  });
}

function leftOutOf(whys: StoryPart['whys']): StoryPart['whys'] {
  return whys.filter(([why]) => isLeftOut(why));
}

function rowsFor(whys: StoryPart['whys']): number {
  return whys.reduce((sum, [, rows]) => sum + rows, 0);
}
