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

/** A name for a new job: short, and in the order of time. */
export function newJobId(now: number): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0'));
  return `${now.toString(36)}-${random.join('')}`;
}
