import { longestWaitMs } from '../../api/wire/clock';
import type { BatchRow, JobKind, JobRow, RowResult } from '../../storage/job-rows';
import type { OutcomeCounts } from '../../storage/outcomes';
import { outcomes } from '../../storage/outcomes';
import { fateOfFailure } from '../proof/proof';

/** No rows of any outcome. */
export function noCounts(): OutcomeCounts {
  return Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as OutcomeCounts;
}

/** Rows by outcome; outcomes without rows are left out. */
export function countRows(rows: readonly Pick<RowResult, 'outcome'>[]): Partial<OutcomeCounts> {
  const counts: Partial<OutcomeCounts> = {};
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** `counts` with some rows taken from one count and put to another: what a batch was, and what it is. */
export function shiftCounts(
  counts: OutcomeCounts,
  from: Partial<OutcomeCounts>,
  to: Partial<OutcomeCounts>,
): OutcomeCounts {
  const next = { ...counts };
  // A job of a console before this one does not count all of them.
  for (const outcome of outcomes) next[outcome] = (next[outcome] ?? 0) + (to[outcome] ?? 0) - (from[outcome] ?? 0);
  return next;
}

/** Sum over all outcomes: the number of rows. */
export function sumOf(counts: Partial<OutcomeCounts>): number {
  return outcomes.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0);
}

/** A batch with other rows, counted. */
export function withRows(batch: BatchRow, rows: RowResult[]): BatchRow {
  return { ...batch, rows, counts: countRows(rows) };
}

/** A hidden tab may wake only once a minute. A tab that closes during a confirmation keeps its job paused no longer than this. */
export const askedForMs = 90_000;
/** A time further ahead than any page could have stored comes from before the clock was set back, and counts as past. */
const lookMs = 2000;

/** Whether a job is held up at a time (epoch milliseconds). */
export function isHeld({ hold }: Pick<JobRow, 'hold'>, now: number): boolean {
  if (hold === null || hold.until === null) return hold !== null;
  return hold.until > now && hold.until <= now + longestWaitMs + lookMs && (hold.since ?? 0) <= now + lookMs;
}

/** Whether sending is paused at a time (epoch milliseconds) while a stop is being confirmed. */
export function isAsked({ asked_until = 0 }: Pick<JobRow, 'asked_until'>, now: number): boolean {
  return asked_until > now && asked_until <= now + askedForMs + lookMs;
}

/** Whether a job that would send waits only until a stop is confirmed or not, and then continues; one that a person paused does not. */
export function waitsForAnswer(job: Pick<JobRow, 'counts' | 'order' | 'asked_until'>, now: number): boolean {
  return job.counts['not-sent'] > 0 && job.order === 'run' && isAsked(job, now);
}

/** The state of a job, in one word. */
export type Phase = 'sending' | 'proving' | 'held' | 'paused' | 'stopped' | 'ended';

/** The tone of a job's phase. */
export const phaseTones = {
  sending: 'accent',
  proving: 'accent',
  held: 'bad',
  paused: 'staged',
  stopped: 'neutral',
  ended: 'neutral',
} as const satisfies Record<Phase, string>;

/** The state of a job at a time (epoch milliseconds): commands, pauses, and what is left. */
export function phaseOf(job: JobRow, now: number): Phase {
  if (job.open === 0) return job.order === 'stop' && job.counts['not-sent'] > 0 ? 'stopped' : 'ended';
  if (waitsForAnswer(job, now)) return 'paused';
  if (job.counts['not-sent'] > 0 && job.order === 'run') return isHeld(job, now) ? 'held' : 'sending';
  if (turnedAwayRows(job) > 0 && job.order === 'run' && isHeld(job, now)) return 'held';
  // The last calls have left, and are not answered.
  if (job.counts.sending > 0 && job.counts['not-sent'] === 0) return 'sending';
  if (rowsToSend(job) > 0 && job.order === 'pause') return 'paused';
  return 'proving';
}

/** Whether a call was turned away with the key, or as too many: it waits to be read back before it may leave once more. */
export function isTurnedAway({ state, failure, look_only }: BatchRow): boolean {
  if (state !== 'unanswered' || look_only) return false;
  const fate = fateOfFailure(failure);
  return fate === 'later' || fate === 'key';
}

/** Rows of a call that are sent again unless reading shows that they were written: none where it showed so of one of them, or of a part of one. */
export function rowsToSendAgain(batch: BatchRow): number {
  const { verified = 0, differs = 0, unknown = 0 } = batch.counts;
  return isTurnedAway(batch) && verified + differs === 0 ? unknown : 0;
}

function turnedAwayRows({ turned_away = [] }: Pick<JobRow, 'turned_away'>): number {
  return turned_away.reduce((sum, { rows }) => sum + rows, 0);
}

/** Rows that a job would still send. */
export function rowsToSend(job: Pick<JobRow, 'turned_away' | 'counts'>): number {
  return job.counts['not-sent'] + turnedAwayRows(job);
}

/** Whether a job has ended, and every row of it holds what was asked for. */
export function isWhole({ open, counts, total }: Pick<JobRow, 'open' | 'counts' | 'total'>): boolean {
  return open === 0 && counts.verified + counts['no-change'] === total;
}

/** The text key of a job's name, below `name` of the jobs' texts; edits that may create records have their own. */
export function jobNameKey({ kind, update_type }: Pick<JobRow, 'kind' | 'update_type'>): JobKind | 'upsert' {
  return kind === 'edit' && update_type === 'upsert' ? 'upsert' : kind;
}
