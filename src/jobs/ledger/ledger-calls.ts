import type { ConsoleDatabase } from '../../storage/database';
import type { BatchRow, BatchState, JobRow, PayloadRow } from '../../storage/job-rows';
import { decodeBatch, decodePayload, readBatch, readJob, readJobs } from '../../storage/stored-jobs';
import { type Stored, UnreadableError } from '../../storage/stored-values';
import { asItLeaves, leavingCalls, rowsToSendAgain, shiftCounts } from './job-state';

/** A call with what it sends. */
export interface BatchWithPayload {
  batch: BatchRow;
  payload: PayloadRow;
}

/** Counts of calls as this ledger wrote or read them last, valid until another tab changes their job. */
export type KnownCounts = Map<string, { changes: number; counts: Map<number, BatchRow['counts']> }>;

/**
 * Calls in a state with what they send. Payloads never change, so they are read separately: a read of calls would block every write of calls.
 * @throws UnreadableError where one of them cannot be read, or is not there: the job is not run then
 */
export async function readBatches(
  db: ConsoleDatabase,
  jobId: string,
  state: BatchState,
  after: number,
  limit: number,
): Promise<BatchWithPayload[]> {
  const batches = await plainTransaction(db, ['jobs', 'batches'], 'readonly', (stores) =>
    batchesIn(stores, jobId, state, after, limit),
  );
  const [first, last] = [batches[0], batches.at(-1)];
  if (!first || !last) return [];
  // Those that wait follow one another: one request brings all of them.
  const inOne = last.number - first.number < batches.length + nearlyInOne;
  const payloads = await plainTransaction(db, ['payloads'], 'readonly', (stores) =>
    inOne
      ? stores.getAll<Stored<PayloadRow>>('payloads', IDBKeyRange.bound([jobId, first.number], [jobId, last.number]))
      : stores.get<Stored<PayloadRow>>(
          'payloads',
          batches.map(({ number }) => [jobId, number]),
        ),
  );
  const byNumber = new Map(payloads.flatMap((payload) => (payload ? [[payload.number, payload]] : [])));
  return batches.map((batch) => {
    const payload = decodePayload(byNumber.get(batch.number) ?? { job_id: jobId, number: batch.number });
    if (payload.items.length !== batch.rows.length)
      throw new UnreadableError(`Call ${batch.number} of job ${jobId} has other rows than its body.`);
    return { batch, payload };
  });
}

/** Payloads that may be read in vain, so that a few calls that do not wait do not make a request of each that does. */
const nearlyInOne = 10;

/** Calls in a state, ascending, after a number: those that leave are called waiting by their own rows, and being sent by that of their job. */
async function batchesIn(
  stores: PlainStores,
  jobId: string,
  state: BatchState,
  after: number,
  limit: number,
): Promise<BatchRow[]> {
  // An array is after every number.
  const range = IDBKeyRange.bound([jobId, state, after], [jobId, state, []], true);
  const inState = async (most: number) =>
    (await stores.getAll<Stored<BatchRow>>('batches', range, most, '[job_id+state+number]')).map(decodeBatch);
  if (state !== 'waiting' && state !== 'sending') return inState(limit);
  const [job] = readJobs(await stores.get<Stored<JobRow>>('jobs', [jobId]));
  const leaving = leavingCalls(job);
  if (state === 'waiting') {
    const found = await inState(limit + leaving.size);
    return found.filter(({ number }) => !leaving.has(number)).slice(0, limit);
  }
  const numbers = [...leaving.keys()].filter((number) => number > after);
  const found = await stores.get<Stored<BatchRow>>(
    'batches',
    numbers.map((number) => [jobId, number]),
  );
  const left = found.flatMap((row) => {
    const batch = row && decodeBatch(row);
    return batch ? [asItLeaves(batch, leaving.get(batch.number))] : [];
  });
  // A console before this one wrote it into the rows of the calls themselves.
  return [...(await inState(limit)), ...left].sort((a, b) => a.number - b.number).slice(0, limit);
}

/** Why a call was not marked as being sent: its job is not in this browser or another tab's by now, or the call is not there, or does not wait any more. */
export type Unmarked = 'no-job' | 'no-call';

/** Whether a runner may write a job: none with a later turn has taken it up. */
export function isInTurn(job: Stored<JobRow> | JobRow, turn: number): boolean {
  return Number(job.turn ?? 0) <= turn;
}

/** A call as it is to be, and the turn of the runner that says so. */
interface CallInTurn {
  batch: BatchRow;
  turn: number;
}

/**
 * Writes calls of jobs that are still there, and not a later runner's. One that is being sent must be found waiting, with what it sends.
 * @returns ids of the jobs whose calls were written, and the calls that could not be marked as being sent
 */
export async function writeBatches(
  db: ConsoleDatabase,
  known: KnownCounts,
  calls: readonly CallInTurn[],
): Promise<{ jobs: string[]; unmarked: ReadonlyMap<BatchRow, Unmarked> }> {
  // The last of several versions of one call is the one to keep.
  const latest = new Map(calls.map((call) => [`${call.batch.job_id}/${call.batch.number}`, call]));
  const rows = [...latest.values()].map(({ batch }) => batch);
  const turns = new Map([...latest.values()].map(({ batch, turn }) => [batch, turn]));
  const ids = [...new Set(rows.map(({ job_id }) => job_id))];
  // That a call may have been sent must survive a power loss: otherwise it would be sent again. All else can be found out again.
  const [mode, names] = rows.some(({ state }) => state === 'sending')
    ? (['readwrite-strict', ['jobs', 'batches', 'payloads']] as const)
    : (['readwrite', ['jobs', 'batches']] as const);
  const written = await plainTransaction(db, names, mode, async (stores) => {
    const found = readJobs(await stores.get<Stored<JobRow>>('jobs', ids));
    const jobs = new Map(found.map((job) => [job.id, job]));
    const jobOf = (row: BatchRow): JobRow | undefined => {
      const job = jobs.get(row.job_id);
      return job && isInTurn(job, turns.get(row) ?? 0) ? job : undefined;
    };
    const unmarked = await unmarkedIn(stores, jobOf, rows);
    // Deleted in between: it does not return. One that cannot be read stays as it is.
    const wanted = rows.filter((row) => jobOf(row) !== undefined && !unmarked.has(row));
    const before = await countsBefore(stores, jobs, known, wanted);
    const leaving = new Map([...jobs].map(([id, job]) => [id, new Map(leavingCalls(job))]));
    const kept: BatchRow[] = [];
    for (const row of wanted) {
      const job = jobs.get(row.job_id);
      const counts = before.get(row);
      if (!job || !counts) continue;
      const { number, attempts, sent_at } = row;
      const changed = job.changes + 1;
      const turned_away = turnedAwayWith(job, row);
      jobs.set(job.id, { ...job, changes: changed, counts: shiftCounts(job.counts, counts, row.counts), turned_away });
      // That calls are being sent is only in the row of their job, which is written for all of them anyway: separate rows would cost a write each.
      if (row.state === 'sending') leaving.get(job.id)?.set(number, { number, attempts, sent_at, changed });
      else leaving.get(job.id)?.delete(number);
      kept.push({ ...row, changed });
    }
    const decided = kept.filter(({ state }) => state !== 'sending');
    stores.put('batches', decided);
    stores.put(
      'jobs',
      [...jobs.values()].map((job) => ({ ...job, leaving: [...(leaving.get(job.id)?.values() ?? [])] })),
    );
    return { jobs, kept, unmarked };
  });
  for (const [id, { changes }] of written.jobs) {
    const mine = written.kept.filter(({ job_id }) => job_id === id);
    const own = known.get(id);
    const counts = own && own.changes === changes - mine.length ? own.counts : new Map<number, BatchRow['counts']>();
    for (const row of mine) counts.set(row.number, row.counts);
    known.set(id, { changes, counts });
  }
  return { jobs: [...written.jobs.keys()], unmarked: written.unmarked };
}

/** The calls to be marked as being sent of which the ledger has no job, or that do not wait there with what they send. */
async function unmarkedIn(
  stores: PlainStores,
  jobOf: (row: BatchRow) => JobRow | undefined,
  rows: readonly BatchRow[],
): Promise<Map<BatchRow, Unmarked>> {
  const unmarked = new Map<BatchRow, Unmarked>();
  for (const row of rows) {
    if (row.state !== 'sending') continue;
    const { job_id, number } = row;
    const job = jobOf(row);
    const isThere =
      job !== undefined &&
      (await stores.has('batches', [job_id, 'waiting', number], '[job_id+state+number]')) &&
      (await stores.has('payloads', [job_id, number])) &&
      !leavingCalls(job).has(number);
    if (!isThere) unmarked.set(row, job ? 'no-call' : 'no-job');
  }
  return unmarked;
}

/** The calls of a job that were turned away, with one as it is now. */
function turnedAwayWith({ turned_away = [] }: JobRow, batch: BatchRow): JobRow['turned_away'] {
  const { number } = batch;
  const rows = rowsToSendAgain(batch);
  if (rows === 0 && turned_away.length === 0) return turned_away;
  const others = turned_away.filter((call) => call.number !== number);
  return rows > 0 ? [...others, { number, rows }] : others;
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
    const before = readBatch(await db.batches.get([job_id, number]));
    // Deleted in between: it does not return. One that cannot be read stays as it is.
    if (!job || !before || !isInTurn(job, turn)) return;
    const numbers = await db.batches
      .where('[job_id+number]')
      .between([job_id, number], [job_id, Number.POSITIVE_INFINITY])
      .primaryKeys();
    const parts = rest === null ? [left] : [rest, withNumber(left, (numbers.at(-1)?.[1] ?? number) + 1)];
    let { changes, counts } = job;
    counts = shiftCounts(counts, before.counts, {});
    for (const { batch, payload } of parts) {
      changes += 1;
      counts = shiftCounts(counts, {}, batch.counts);
      await db.batches.put({ ...batch, changed: changes });
      await db.payloads.put(payload);
    }
    await db.jobs.update(job_id, { changes, counts, calls: rest === null ? job.calls - 1 : job.calls });
  });
}

function withNumber({ batch, payload }: BatchWithPayload, number: number): BatchWithPayload {
  return { batch: { ...batch, number }, payload: { ...payload, number } };
}

/** What each of the calls counted until now. Reading a call with its hundred rows only for its counts would cost as much as writing it. */
async function countsBefore(
  stores: PlainStores,
  jobs: ReadonlyMap<string, JobRow>,
  known: KnownCounts,
  rows: readonly BatchRow[],
): Promise<Map<BatchRow, BatchRow['counts'] | undefined>> {
  const countsOf = ({ job_id, number }: BatchRow) => {
    const own = known.get(job_id);
    return own?.changes === jobs.get(job_id)?.changes ? own?.counts.get(number) : undefined;
  };
  const before = new Map(rows.map((row) => [row, countsOf(row)]));
  const strange = rows.filter((row) => !before.get(row));
  const old = await stores.get<Stored<BatchRow>>(
    'batches',
    strange.map(({ job_id, number }) => [job_id, number]),
  );
  for (const [index, row] of strange.entries()) {
    const found = readBatch(old[index]);
    before.set(row, found ? asItLeaves(found, leavingCalls(jobs.get(row.job_id)).get(row.number)).counts : undefined);
  }
  return before;
}

/** The stores of a transaction that is under way. */
interface PlainStores {
  get<Row>(store: string, keys: readonly IDBValidKey[]): Promise<(Row | undefined)[]>;
  /** Rows of a store, or of an index of it, in a range, ascending. */
  getAll<Row>(store: string, range: IDBKeyRange, limit?: number, index?: string): Promise<Row[]>;
  /** Whether a row has a key, or a key in an index; nothing of it is read. */
  has(store: string, key: IDBValidKey, index?: string): Promise<boolean>;
  put(store: string, rows: readonly unknown[]): void;
}

/**
 * A transaction of the browser's own database, without Dexie's promises, hooks and live queries: with hundreds of calls a second those cost more than the
 * writing.
 * Live queries are not notified of what is put here.
 * @param mode `readwrite-strict`: what is put is on the disk when it resolves, so that it survives a power loss; a browser without it uses its default
 * @param run may wait for nothing but the stores: a transaction without a pending request ends
 * @throws what `run` throws or the database reports; nothing is stored then
 */
export async function plainTransaction<Result>(
  db: ConsoleDatabase,
  names: readonly string[],
  mode: 'readonly' | 'readwrite' | 'readwrite-strict',
  run: (stores: PlainStores) => Promise<Result>,
): Promise<Result> {
  if (!db.isOpen()) await db.open();
  const strict = mode === 'readwrite-strict';
  const transaction = db
    .backendDB()
    .transaction([...names], strict ? 'readwrite' : mode, { durability: strict ? 'strict' : 'relaxed' });
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('The transaction ended.', 'AbortError'));
  });
  // A waiting caller gets the error; it may also end before anyone waits.
  ended.catch(() => {});
  const stores: PlainStores = {
    get: (store, keys) => Promise.all(keys.map((key) => resultOf(transaction.objectStore(store).get(key)))),
    getAll: (store, range, limit, index) => {
      const from = transaction.objectStore(store);
      return resultOf((index === undefined ? from : from.index(index)).getAll(range, limit));
    },
    async has(store, key, index) {
      const from = transaction.objectStore(store);
      return (await resultOf((index === undefined ? from : from.index(index)).getKey(key))) !== undefined;
    },
    put: (store, rows) => {
      const into = transaction.objectStore(store);
      // A failed put aborts the transaction, which reports it.
      for (const row of rows) into.put(row);
    },
  };
  try {
    const result = await run(stores);
    await ended;
    return result;
  } catch (error) {
    abort(transaction);
    throw error;
  }
}

function resultOf<Row>(request: IDBRequest<Row>): Promise<Row> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** It may have ended on its own. */
function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {}
}
