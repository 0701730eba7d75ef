import { Dexie } from 'dexie';
import type { ConsoleDatabase } from '../../storage/database';
import type { BatchRow, BatchState, JobRow, PayloadRow } from '../../storage/job-rows';
import { decodeBatch, decodePayload, readBatch, readJob } from '../../storage/stored-jobs';
import { type Stored, UnreadableError } from '../../storage/stored-values';
import { rowsToSendAgain, shiftCounts } from '../table/job-state';

/** A call with what it sends. */
export interface BatchWithPayload {
  batch: BatchRow;
  payload: PayloadRow;
}

/**
 * Calls in a state with what they send, ascending, after a number.
 * @throws UnreadableError where one of them cannot be read, or is not there: the job is not run then
 */
export async function readBatches(
  db: ConsoleDatabase,
  jobId: string,
  state: BatchState,
  after: number,
  limit: number,
): Promise<BatchWithPayload[]> {
  const rows = await db.batches
    .where('[job_id+state+number]')
    .between([jobId, state, after], [jobId, state, Dexie.maxKey], false)
    .limit(limit)
    .toArray();
  const batches = rows.map(decodeBatch);
  // Payloads never change, so they are read outside of any transaction that would hold up writes of calls.
  const payloads = await db.payloads.bulkGet(batches.map(({ number }): [string, number] => [jobId, number]));
  return batches.map((batch, index) => {
    const payload = decodePayload(payloads[index] ?? { job_id: jobId, number: batch.number });
    if (payload.items.length !== batch.rows.length)
      throw new UnreadableError(`Call ${batch.number} of job ${jobId} has other rows than its body.`);
    return { batch, payload };
  });
}

/** Writes calls of jobs that are still there, and not a later runner's, with the counts of those jobs. @returns ids of these jobs */
export async function writeBatches(
  db: ConsoleDatabase,
  batches: readonly BatchRow[],
  turn: number,
): Promise<Set<string>> {
  return db.transaction('rw', db.jobs, db.batches, async () => {
    const written = new Set<string>();
    for (const batch of batches) if (await writeBatch(db, batch, turn)) written.add(batch.job_id);
    return written;
  });
}

/** Why a call was not marked as being sent: its job is not in this browser or another tab's by now, or the call is not there, or does not wait any more. */
export type Unmarked = 'no-job' | 'no-call';

/** Whether a runner may write a job: none with a later turn has taken it up. */
export function isInTurn(job: Stored<JobRow> | JobRow, turn: number): boolean {
  return Number(job.turn ?? 0) <= turn;
}

/**
 * Marks a waiting call as being sent.
 * @param strict the database with strict durability: the mark must survive a power loss, as the call would be sent again otherwise
 */
export async function markBatch(strict: ConsoleDatabase, batch: BatchRow, turn: number): Promise<Unmarked | null> {
  const key: [string, number] = [batch.job_id, batch.number];
  return strict.transaction('rw', strict.jobs, strict.batches, strict.payloads, async () => {
    const waits = (await strict.batches.get(key))?.state === 'waiting';
    const hasPayload = (await strict.payloads.where('[job_id+number]').equals(key).count()) > 0;
    if (waits && hasPayload && (await writeBatch(strict, batch, turn))) return null;
    const job = readJob(await strict.jobs.get(batch.job_id));
    return job && isInTurn(job, turn) ? 'no-call' : 'no-job';
  });
}

/** Splits a waiting call into what is still to be sent, and a part behind all others that never is; where nothing is left to send, the call is that part itself. */
export async function takeRowsOut(
  db: ConsoleDatabase,
  rest: BatchWithPayload | null,
  left: BatchWithPayload,
  turn: number,
): Promise<void> {
  const { job_id, number } = left.batch;
  await db.transaction('rw', db.jobs, db.batches, db.payloads, async () => {
    const job = readJob(await db.jobs.get(job_id));
    if (!job || !isInTurn(job, turn)) return;
    const last = await db.batches.where('[job_id+number]').between([job_id, number], [job_id, Dexie.maxKey]).lastKey();
    const end = Array.isArray(last) ? Number(last[1]) : number;
    const parts = rest === null ? [left] : [rest, withNumber(left, end + 1)];
    for (const { batch, payload } of parts)
      if (await writeBatch(db, batch, turn, batch.number > end)) await db.payloads.put(payload);
    if (rest === null) await db.jobs.update(job_id, { calls: job.calls - 1 });
  });
}

function withNumber({ batch, payload }: BatchWithPayload, number: number): BatchWithPayload {
  return { batch: { ...batch, number }, payload: { ...payload, number } };
}

/**
 * Writes a call, and moves its rows in the counts of its job from what they were to what they are; to be called in a transaction.
 * @returns false where it or its job was deleted in between, taken up by a later runner, or cannot be read: it stays as it is then
 */
async function writeBatch(db: ConsoleDatabase, batch: BatchRow, turn: number, isNew = false): Promise<boolean> {
  const job = readJob(await db.jobs.get(batch.job_id));
  const before = readBatch(await db.batches.get([batch.job_id, batch.number]));
  if (!job || !isInTurn(job, turn) || (!before && !isNew)) return false;
  const changes = job.changes + 1;
  const counts = shiftCounts(job.counts, before?.counts ?? {}, batch.counts);
  await db.batches.put({ ...batch, changed: changes });
  const answered_at = answeredBetween(before, batch) ?? job.answered_at;
  const about = { changes, counts, turned_away: turnedAwayWith(job, batch) };
  await db.jobs.put({ ...job, ...about, ...(answered_at === undefined ? {} : { answered_at }) });
  return true;
}

/** When the platform answered a call, or a reading of its rows, between two states of the call; null: it did not. */
function answeredBetween(before: BatchRow | null, { answered_at, read_at, failure }: BatchRow): number | null {
  // The gateway answers for a platform that it does not reach, and so does a timeout; "too many requests" is the platform's own.
  const isAnswer = failure === null || failure.kind !== 'no-answer' || failure.status === 429;
  const answered = isAnswer && answered_at !== (before?.answered_at ?? null) ? answered_at : null;
  const read = read_at !== (before?.read_at ?? null) ? read_at : null;
  return answered === null || read === null ? (answered ?? read) : Math.max(answered, read);
}

/** The calls of a job that were turned away, with one as it is now. */
function turnedAwayWith({ turned_away = [] }: JobRow, batch: BatchRow): JobRow['turned_away'] {
  const { number } = batch;
  const rows = rowsToSendAgain(batch);
  const others = turned_away.filter((call) => call.number !== number);
  return rows > 0 ? [...others, { number, rows }] : others;
}
