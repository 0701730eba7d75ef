/**
 * The ledger: every call of a job is in it before it is sent, and the outcome of each row after.
 * From it a job continues after a reload or a crash, and its page shows all of it.
 */

import { Dexie } from 'dexie';
import { jobNews } from '../../storage/change-broadcast';
import { ConsoleDatabase, database } from '../../storage/database';
import type { Owner } from '../../storage/draft-rows';
import type { BatchRow, BatchState, CheckRow, FailedReadBack, JobHold, JobOrder, JobRow } from '../../storage/job-rows';
import { deleteCheck } from '../../storage/storage-usage';
import { readBatch, readJob, readJobs, readPayload } from '../../storage/stored-jobs';
import type { JobPart, PreparedJob } from '../plan/plan';
import { askedForMs } from './job-activity';
import {
  type BatchWithPayload,
  isInTurn,
  markBatch,
  readBatches,
  takeRowsOut,
  type Unmarked,
  writeBatches,
} from './ledger-calls';

/**
 * Where jobs live. Everything is written before it is acted upon, and a promise that resolves means that it is kept. Batches are written by the runner
 * alone; orders by any tab. Of a job that a runner with a later turn has taken up, nothing that an earlier one stores is kept.
 */
export interface Ledger {
  /**
   * Begins a turn at running the jobs of a key, to be called under its lock. @param now epoch milliseconds
   * @returns the ledger for that turn, which is later than all before it
   */
  takeTurn(owner: Owner, now: number): Promise<Ledger>;
  /** Takes up a job in this turn. @returns false where a runner with a later turn did */
  takeUp(jobId: string): Promise<boolean>;
  /**
   * Stores a new job with its calls, unless they were prepared before, and uses up the check that it was made of.
   * @throws where one of its calls, or its check, was deleted or changed while it was made: nothing is stored then
   */
  create(prepared: PreparedJob, check?: CheckRow): Promise<void>;
  /** Stores calls of a job that is still being created: they are not visible or sent before `create` gives them their job. */
  prepare(parts: readonly JobPart[]): Promise<void>;
  /** Undefined where there is none, or none that this version can read. */
  job(id: string): Promise<JobRow | undefined>;
  /** Jobs with something left to do, oldest first; none that this version cannot read. */
  openJobs(owner: Owner): Promise<JobRow[]>;
  /** Calls of a job in a state, ascending, after a number. @throws UnreadableError */
  batches(jobId: string, state: BatchState, after: number, limit: number): Promise<BatchWithPayload[]>;
  /** The calls with one of these trace IDs. */
  batchesOfTraces(traceIds: readonly string[]): Promise<BatchWithPayload[]>;
  /** Writes calls and updates the counts of their jobs, in one transaction. */
  save(batches: readonly BatchRow[]): Promise<void>;
  /** Writes decided calls, in whichever tab something new is known of them. */
  correct(batches: readonly BatchRow[]): Promise<void>;
  /**
   * Marks a waiting call as being sent, on the disk when it resolves: without that mark no call may leave.
   * @returns null; or why there is nothing to mark, as its job or the call itself was deleted, in whichever tab and way
   */
  mark(batch: BatchRow): Promise<Unmarked | null>;
  /**
   * Permanently removes rows from a waiting call, in one transaction: they become a part of the job that is never sent.
   * @param rest the call without them, with its hash; null where none is left to send
   * @param left the rows, with why; the number of its part is given here
   */
  takeOut(rest: BatchWithPayload | null, left: BatchWithPayload): Promise<void>;
  /** Gives a job a command; a stopped job stays stopped, even if a tab that does not know it yet gives another. */
  order(jobId: string, order: JobOrder): Promise<void>;
  /** Sends nothing more until a time (epoch milliseconds), while a stop is being confirmed; any command ends that. */
  ask(jobId: string, until: number): Promise<void>;
  /** Gives a job another share of the requests a second. */
  pace(jobId: string, share: number): Promise<void>;
  /** Waits for proof until a time (epoch milliseconds), also in a job that has ended. */
  prolong(jobId: string, until: number): Promise<void>;
  hold(jobId: string, hold: JobHold | null): Promise<void>;
  /** Reports that rows of a job could not be read back, and why; null: they could. */
  readFailed(jobId: string, failed: FailedReadBack | null): Promise<void>;
  /** Has rows read back at once that wait for their next read. @param now epoch milliseconds */
  readNow(jobId: string, now: number): Promise<void>;
  start(jobId: string, now: number): Promise<void>;
  /** Ends a job, unless it was prolonged beyond the given time in between; holds one whose calls are not here, as `lost`, before all was sent. */
  end(jobId: string, now: number, proofUntil: number): Promise<void>;
}

/** The ledger in IndexedDB. */
export function createLedger(db: ConsoleDatabase = database): Ledger {
  const strict = new ConsoleDatabase(db.name, 'strict');
  return ledgerInTurn({ db, strict, tellProgress: throttledAnnouncement() }, 0);
}

/** What all turns of a tab share. */
interface LedgerParts {
  db: ConsoleDatabase;
  /** The same, with strict durability. */
  strict: ConsoleDatabase;
  tellProgress(jobId: string): void;
}

/** @param turn 0: of a tab that runs no jobs */
function ledgerInTurn(parts: LedgerParts, turn: number): Ledger {
  const { db, strict, tellProgress } = parts;

  async function command(jobId: string, next: Partial<JobRow>): Promise<void> {
    await db.jobs.update(jobId, next);
    jobNews.tell({ job_id: jobId, about: 'order' }, 'also-here');
  }

  /** A change that only the runner makes. */
  async function changeInTurn(jobId: string, next: Partial<JobRow>): Promise<void> {
    await db.jobs
      .where('id')
      .equals(jobId)
      .and((job) => isInTurn(job, turn))
      .modify(next);
    jobNews.tell({ job_id: jobId, about: 'progress' }, 'also-here');
  }

  return {
    async takeTurn({ environment, identity }, now) {
      // Also of those that have ended: they may be read back again.
      const jobs = readJobs(await db.jobs.where({ environment, identity }).toArray());
      const later = jobs.reduce((latest, job) => Math.max(latest, (job.turn ?? 0) + 1), now);
      return ledgerInTurn(parts, later);
    },
    async takeUp(jobId) {
      await changeInTurn(jobId, { turn });
      return ((await db.jobs.get(jobId))?.turn ?? turn) === turn;
    },
    async create({ job, batches, payloads }, check) {
      const stores = [db.jobs, db.batches, db.payloads, db.checks, db.checkPieces];
      await db.transaction('rw', check ? stores : stores.slice(0, 3), async () => {
        await db.payloads.bulkAdd(payloads);
        await db.batches.bulkAdd(batches);
        await db.jobs.add(job);
        await requireEveryPart(db, job);
        if (check) await consume(db, check, job);
      });
      jobNews.tell({ job_id: job.id, about: 'order' }, 'also-here');
    },
    async prepare(parts) {
      await db.transaction('rw', db.batches, db.payloads, async () => {
        await db.payloads.bulkAdd(parts.map(({ payload }) => payload));
        await db.batches.bulkAdd(parts.map(({ batch }) => batch));
      });
    },
    job: async (id) => readJob(await db.jobs.get(id)) ?? undefined,
    openJobs: async ({ environment, identity }) =>
      readJobs(
        await db.jobs.where('[environment+identity+open]').equals([environment, identity, 1]).sortBy('created_at'),
      ),
    batches: (jobId, state, after, limit) => readBatches(db, jobId, state, after, limit),
    async batchesOfTraces(traceIds) {
      const batches = await db.batches
        .where('trace_id')
        .anyOf([...traceIds])
        .toArray();
      return withPayloads(
        db,
        batches.flatMap((batch) => readBatch(batch) ?? []),
      );
    },
    async save(batches) {
      for (const id of await writeBatches(db, batches, turn)) tellProgress(id);
    },
    async correct(batches) {
      for (const id of await writeBatches(db, batches, Number.POSITIVE_INFINITY)) tellProgress(id);
    },
    async mark(batch) {
      const unmarked = await markBatch(strict, batch, turn);
      tellProgress(batch.job_id);
      return unmarked;
    },
    async takeOut(rest, left) {
      await takeRowsOut(db, rest, left, turn);
      tellProgress(left.batch.job_id);
    },
    async order(jobId, order) {
      // On resume the reason for the pause has been seen.
      const next = order === 'run' ? { order, hold: null, asked_until: 0 } : { order, asked_until: 0 };
      await db.jobs
        .where('id')
        .equals(jobId)
        .and((job) => job.order !== 'stop')
        .modify(next);
      jobNews.tell({ job_id: jobId, about: 'order' }, 'also-here');
    },
    ask: (jobId, asked_until) => command(jobId, { asked_until }),
    pace: (jobId, share) => command(jobId, { share }),
    prolong: (jobId, until) => command(jobId, { proof_until: until, open: 1, ended_at: null }),
    hold: (jobId, hold) => changeInTurn(jobId, { hold }),
    readFailed: (jobId, failed_read) => changeInTurn(jobId, { failed_read }),
    async readNow(jobId, now) {
      await db.jobs
        .where('id')
        .equals(jobId)
        .modify((row, rows) => {
          const job = readJob(row);
          if (!job) return;
          const { failed_read } = job;
          rows.value = {
            ...job,
            read_asked: now,
            ...(failed_read ? { failed_read: { ...failed_read, until: 0 } } : {}),
          };
        });
      jobNews.tell({ job_id: jobId, about: 'order' }, 'also-here');
    },
    start: (jobId, now) => changeInTurn(jobId, { started_at: now }),
    async end(jobId, now, proofUntil) {
      await db.jobs
        .where('id')
        .equals(jobId)
        .modify((row, rows) => {
          const job = readJob(row);
          if (!job || !isInTurn(job, turn) || job.proof_until > proofUntil) return;
          const isLost = job.order !== 'stop' && job.counts['not-sent'] > 0;
          rows.value = { ...job, ...(isLost ? { hold: lostHold } : { open: 0 as const, ended_at: now }) };
        });
      jobNews.tell({ job_id: jobId, about: 'progress' }, 'also-here');
    },
  };
}

/** @throws where parts of a new job are missing: they were deleted while it was made */
async function requireEveryPart(db: ConsoleDatabase, { id, changes }: JobRow): Promise<void> {
  for (const table of [db.batches, db.payloads]) {
    const parts = await table.where('[job_id+number]').between([id, Dexie.minKey], [id, Dexie.maxKey]).count();
    if (parts !== changes) throw new Error('Parts of the new job were deleted while it was made.');
  }
}

/** Deletes the check of a new job. @throws where the job does not own it: it was dropped meanwhile; or has not all of its rows */
async function consume(db: ConsoleDatabase, { id, counts }: CheckRow, job: JobRow): Promise<void> {
  const check = await db.checks.get(id);
  if (check?.job_id !== job.id || counts.rows !== job.total)
    throw new Error('The check was dropped or changed while a job was made of it.');
  await deleteCheck(db, id);
}

/** Calls of a job were deleted or cannot be read, and nobody knows what else is missing: nothing more of it is sent. */
export const lostHold: JobHold = { reason: 'lost', message: '', code: null, trace_id: null, until: null };

const announceIntervalMs = 100;

/** Publishes the progress of a job: at once, and then at most ten times a second. */
function throttledAnnouncement(): (jobId: string) => void {
  const again = new Map<string, boolean>();
  return function tell(job_id): void {
    if (again.has(job_id)) {
      again.set(job_id, true);
      return;
    }
    again.set(job_id, false);
    jobNews.tell({ job_id, about: 'progress' }, 'also-here');
    setTimeout(() => {
      const news = again.get(job_id);
      again.delete(job_id);
      if (news) tell(job_id);
    }, announceIntervalMs);
  };
}

async function withPayloads(db: ConsoleDatabase, batches: readonly BatchRow[]): Promise<BatchWithPayload[]> {
  const payloads = await db.payloads.bulkGet(batches.map(({ job_id, number }): [string, number] => [job_id, number]));
  return batches.flatMap((batch, index) => {
    const payload = readPayload(payloads[index]);
    return payload ? [{ batch, payload }] : [];
  });
}

const renewMs = 10_000;

/**
 * Pauses a job while a person decides whether to stop it: otherwise the number asked about would change.
 * @returns ends that; the job continues unless it was commanded otherwise in between
 */
export async function standStill(jobId: string, ledger: Pick<Ledger, 'ask'>): Promise<() => Promise<void>> {
  const ask = (): Promise<void> => ledger.ask(jobId, Date.now() + askedForMs);
  await ask();
  // A renewal that fails is like none: the job then continues.
  const timer = setInterval(() => void ask().catch(() => {}), renewMs);
  return async () => {
    clearInterval(timer);
    await ledger.ask(jobId, 0);
  };
}

/** The ledger of this browser. */
export const ledger: Ledger = createLedger();
