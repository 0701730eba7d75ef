import { type ConsoleDatabase, database } from '../storage/database';
import type { Owner } from '../storage/draft-rows';
import type { BatchRow, BatchState, JobHold, JobOrder, JobRow, PayloadRow } from '../storage/job-rows';
import { jobNews } from '../storage/news';
import { plainTransaction } from '../storage/plain-transaction';
import { shiftCounts } from './counts';
import type { JobPart, PreparedJob } from './plan';

/** A call with what it sends. */
export interface BatchWithPayload {
  batch: BatchRow;
  payload: PayloadRow;
}

/**
 * Where jobs live. Everything is written before it is acted upon, and a promise that resolves means that it is kept. Batches are written by the runner
 * alone; orders by any tab.
 */
export interface Ledger {
  create(prepared: PreparedJob): Promise<void>;
  /** Keeps calls of a job that is still being made: nobody sees or sends them before `create` gives them their job. */
  prepare(parts: readonly JobPart[]): Promise<void>;
  job(id: string): Promise<JobRow | undefined>;
  /** Jobs with something left to do, oldest first. */
  openJobs(owner: Owner): Promise<JobRow[]>;
  /** Calls of a job in a state, ascending, after a number. */
  batches(jobId: string, state: BatchState, after: number, limit: number): Promise<BatchWithPayload[]>;
  /** The calls that got one of these trace ids. */
  batchesOfTraces(traceIds: readonly string[]): Promise<BatchWithPayload[]>;
  /**
   * Writes calls and moves the counts of their jobs along, in one transaction with everything else that waits.
   * @param urgency `soon`: what is kept is true without it, so it may wait a moment for a write that may not; `now` unless said
   */
  save(batches: readonly BatchRow[], urgency?: 'now' | 'soon'): Promise<void>;
  order(jobId: string, order: JobOrder): Promise<void>;
  /** Sends nothing more until a time (epoch milliseconds), as somebody is deciding whether to stop the job; any order ends that. */
  ask(jobId: string, until: number): Promise<void>;
  /** Gives a job another share of the requests a second. */
  pace(jobId: string, share: number): Promise<void>;
  /** Waits for proof until a time (epoch milliseconds), also in a job that has ended. */
  prolong(jobId: string, until: number): Promise<void>;
  hold(jobId: string, hold: JobHold | null): Promise<void>;
  start(jobId: string, now: number): Promise<void>;
  /** Ends a job, unless it was prolonged beyond the given time meanwhile. */
  end(jobId: string, now: number, proofUntil: number): Promise<void>;
}

/** How long a save that may wait does; where hundreds of calls are made in a second, one that may not comes sooner. */
const soonMs = 50;

/**
 * The ledger in IndexedDB. Saves that come while one is being written are written together: a transaction costs far more than a call in it.
 * @param soon milliseconds that a save which may wait does
 */
export function createLedger(db: ConsoleDatabase = database, soon = soonMs): Ledger {
  let waiting: { batches: readonly BatchRow[]; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let writing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const known: KnownCounts = new Map();
  const tellProgress = toldNowAndThen();

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (writing) return;
    writing = true;
    try {
      while (waiting.length > 0) {
        const group = waiting;
        waiting = [];
        try {
          const jobs = await writeBatches(
            db,
            known,
            group.flatMap(({ batches }) => batches),
          );
          for (const { resolve } of group) resolve();
          for (const job_id of jobs) tellProgress(job_id);
        } catch (error) {
          for (const { reject } of group) reject(error);
        }
      }
    } finally {
      writing = false;
    }
  }

  async function change(jobId: string, about: 'order' | 'progress', next: Partial<JobRow>): Promise<void> {
    await db.jobs.update(jobId, next);
    jobNews.tell({ job_id: jobId, about }, 'also-here');
  }

  return {
    async create({ job, batches, payloads }) {
      await db.transaction('rw', db.jobs, db.batches, db.payloads, async () => {
        await db.payloads.bulkAdd(payloads);
        await db.batches.bulkAdd(batches);
        await db.jobs.add(job);
      });
      jobNews.tell({ job_id: job.id, about: 'order' }, 'also-here');
    },
    async prepare(parts) {
      await db.transaction('rw', db.batches, db.payloads, async () => {
        await db.payloads.bulkAdd(parts.map(({ payload }) => payload));
        await db.batches.bulkAdd(parts.map(({ batch }) => batch));
      });
    },
    job: (id) => db.jobs.get(id),
    openJobs: ({ environment, identity }) =>
      db.jobs.where('[environment+identity+open]').equals([environment, identity, 1]).sortBy('created_at'),
    async batches(jobId, state, after, limit) {
      const found = await readBatches(db, jobId, state, after, limit);
      for (const { batch } of found) known.get(jobId)?.counts.set(batch.number, batch.counts);
      return found;
    },
    async batchesOfTraces(traceIds) {
      const batches = await db.batches
        .where('trace_id')
        .anyOf([...traceIds])
        .toArray();
      return withPayloads(db, batches);
    },
    save: (batches, urgency = 'now') =>
      new Promise((resolve, reject) => {
        waiting.push({ batches, resolve, reject });
        if (urgency === 'now' || soon === 0) void write();
        else timer ??= setTimeout(write, soon);
      }),
    // A person who goes on has seen why the job stood still.
    order: (jobId, order) =>
      change(jobId, 'order', order === 'run' ? { order, hold: null, asked_until: 0 } : { order, asked_until: 0 }),
    ask: (jobId, asked_until) => change(jobId, 'order', { asked_until }),
    pace: (jobId, share) => change(jobId, 'order', { share }),
    prolong: (jobId, until) => change(jobId, 'order', { proof_until: until, open: 1, ended_at: null }),
    hold: (jobId, hold) => change(jobId, 'progress', { hold }),
    start: (jobId, now) => change(jobId, 'progress', { started_at: now }),
    async end(jobId, now, proofUntil) {
      known.delete(jobId);
      await db.jobs
        .where('id')
        .equals(jobId)
        .and((job) => job.proof_until <= proofUntil)
        .modify({ open: 0, ended_at: now });
      jobNews.tell({ job_id: jobId, about: 'progress' }, 'also-here');
    },
  };
}

const tellMs = 100;

/** Tells of the progress of a job: at once, and then at most ten times a second. */
function toldNowAndThen(): (jobId: string) => void {
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
    }, tellMs);
  };
}

async function withPayloads(db: ConsoleDatabase, batches: readonly BatchRow[]): Promise<BatchWithPayload[]> {
  const payloads = await db.payloads.bulkGet(batches.map(({ job_id, number }): [string, number] => [job_id, number]));
  return batches.flatMap((batch, index) => {
    const payload = payloads[index];
    return payload ? [{ batch, payload }] : [];
  });
}

/** Counts of calls as this ledger wrote or read them last, valid as long as nobody else has changed their job since. */
type KnownCounts = Map<string, { changes: number; counts: Map<number, BatchRow['counts']> }>;

/** Calls in a state with what they send; a payload that is not there leaves its call out. */
function readBatches(
  db: ConsoleDatabase,
  jobId: string,
  state: BatchState,
  after: number,
  limit: number,
): Promise<BatchWithPayload[]> {
  return plainTransaction(db, ['batches', 'payloads'], 'readonly', async (stores) => {
    // An array is after every number.
    const range = IDBKeyRange.bound([jobId, state, after], [jobId, state, []], true);
    const batches = await stores.getAll<BatchRow>('batches', range, limit, '[job_id+state+number]');
    const [first, last] = [batches[0], batches.at(-1)];
    if (!first || !last) return [];
    // Those that wait follow one another: one request brings all of them.
    const inOne = last.number - first.number < batches.length + nearlyInOne;
    const payloads = inOne
      ? await stores.getAll<PayloadRow>('payloads', IDBKeyRange.bound([jobId, first.number], [jobId, last.number]))
      : await stores.get<PayloadRow>(
          'payloads',
          batches.map(({ number }) => [jobId, number]),
        );
    const byNumber = new Map(payloads.flatMap((payload) => (payload ? [[payload.number, payload]] : [])));
    return batches.flatMap((batch) => {
      const payload = byNumber.get(batch.number);
      return payload ? [{ batch, payload }] : [];
    });
  });
}

/** Payloads that may be read in vain, so that a few calls that do not wait do not make a request of each that does. */
const nearlyInOne = 10;

/** @returns ids of the jobs whose calls were written */
async function writeBatches(db: ConsoleDatabase, known: KnownCounts, batches: readonly BatchRow[]): Promise<string[]> {
  // The last of several versions of one call is the one to keep.
  const latest = new Map(batches.map((batch) => [`${batch.job_id}/${batch.number}`, batch]));
  const rows = [...latest.values()];
  const ids = [...new Set(rows.map(({ job_id }) => job_id))];
  // That a call may have been sent must not be forgotten even by a machine that loses its power: it would be sent again. All else is found out anew.
  const mode = rows.some(({ state }) => state === 'sending') ? 'readwrite-strict' : 'readwrite';
  const written = await plainTransaction(db, ['jobs', 'batches'], mode, async (stores) => {
    const found = await stores.get<JobRow>('jobs', ids);
    const jobs = new Map(found.flatMap((job) => (job ? [[job.id, job]] : [])));
    // Forgotten meanwhile: it does not come back.
    const wanted = rows.filter(({ job_id }) => jobs.has(job_id));
    const countsOf = ({ job_id, number }: BatchRow) => {
      const own = known.get(job_id);
      return own?.changes === jobs.get(job_id)?.changes ? own?.counts.get(number) : undefined;
    };
    // Reading a call with its hundred rows only for its counts would cost as much as writing it.
    const strange = wanted.filter((row) => !countsOf(row));
    const old = await stores.get<BatchRow>(
      'batches',
      strange.map(({ job_id, number }) => [job_id, number]),
    );
    const before = new Map(wanted.map((row) => [row, countsOf(row)]));
    for (const [index, row] of strange.entries()) before.set(row, old[index]?.counts);
    const kept: BatchRow[] = [];
    for (const row of wanted) {
      const job = jobs.get(row.job_id);
      const counts = before.get(row);
      if (!job || !counts) continue;
      const changes = job.changes + 1;
      jobs.set(job.id, { ...job, changes, counts: shiftCounts(job.counts, counts, row.counts) });
      kept.push({ ...row, changed: changes });
    }
    stores.put('batches', kept);
    stores.put('jobs', [...jobs.values()]);
    return { jobs, kept };
  });
  for (const [id, { changes }] of written.jobs) {
    const mine = written.kept.filter(({ job_id }) => job_id === id);
    const own = known.get(id);
    const counts = own && own.changes === changes - mine.length ? own.counts : new Map<number, BatchRow['counts']>();
    for (const row of mine) counts.set(row.number, row.counts);
    known.set(id, { changes, counts });
  }
  return [...written.jobs.keys()];
}
