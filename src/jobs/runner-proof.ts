import { ApiError } from '../contract/errors';
import type { Id } from '../contract/ids';
import type { JsonObject } from '../contract/json';
import { limits } from '../contract/limits';
import type { DwRecord } from '../contract/records';
import type { BatchRow, PayloadRow, RowResult } from '../storage/job-rows';
import { withRows } from './counts';
import { createsRecord } from './job-lines';
import { type EventProof, fateOf, isDecided, resultAtDeadline, rowsAfterEvent, seenOf, writtenFields } from './proof';
import { forgetFailedRead, holdForKey, noteFailedRead } from './runner-failed-read';
import {
  deadlineOf,
  keyedTable,
  keysOf,
  markBusy,
  type RunnerPorts,
  type RunnerState,
  type RunningJob,
  type Tuning,
  takeSlot,
  type Unproven,
} from './runner-state';

const keptEarly = 2000;
const firstRetryMs = 1000;

/** Watches a call until each of its rows is decided. Its records are marked as busy by whoever calls. */
export function addUnproven(
  state: RunnerState,
  ports: RunnerPorts,
  tuning: Tuning,
  job: RunningJob,
  batch: BatchRow,
  payload: PayloadRow,
): void {
  const unproven: Unproven = {
    job,
    batch,
    payload,
    open: undecided(batch),
    seen: payload.items.map(() => null),
    held: payload.items.map(() => undefined),
    known: [],
    nextRead: ports.clock.now() + tuning.firstReadMs,
    reading: false,
    readFailed: false,
    tries: 0,
  };
  job.unproven.add(unproven);
  const early = batch.trace_id === null ? undefined : state.early.get(batch.trace_id);
  if (early) applyProof(state, ports, unproven, early);
  state.wake();
}

/** Takes in what events prove: of calls that are watched, and of calls of earlier sessions that were called unknown. */
export function takeEvents(state: RunnerState, ports: RunnerPorts, proofs: readonly EventProof[]): void {
  const watched = new Map<string, Unproven>();
  for (const job of state.jobs.values()) {
    for (const unproven of job.unproven) {
      if (unproven.batch.trace_id !== null) watched.set(unproven.batch.trace_id, unproven);
    }
  }
  const others: EventProof[] = [];
  for (const proof of proofs) {
    const unproven = watched.get(proof.trace_id);
    if (unproven) applyProof(state, ports, unproven, proof);
    else others.push(proof);
  }
  for (const proof of others.slice(-keptEarly)) state.early.set(proof.trace_id, proof);
  for (const trace of state.early.keys()) {
    if (state.early.size <= keptEarly) break;
    state.early.delete(trace);
  }
  if (others.length > 0) void inBackground(state, correctOld(ports, others));
}

/** An event that comes after its call was given up as unknown still says what happened. */
export async function correctOld(
  ports: Pick<RunnerPorts, 'ledger' | 'clock'>,
  proofs: readonly EventProof[],
): Promise<void> {
  const byTrace = new Map(proofs.map((proof) => [proof.trace_id, proof]));
  const found = await ports.ledger.batchesOfTraces([...byTrace.keys()]);
  const corrected = found.flatMap(({ batch, payload }) => {
    const proof = byTrace.get(batch.trace_id ?? '');
    if (!proof || batch.state !== 'decided') return [];
    const rows = rowsAfterEvent(payload, batch.rows, proof, ports.clock.now());
    return rows.some((row, index) => row !== batch.rows[index]) ? [withRows(batch, rows)] : [];
  });
  if (corrected.length > 0) await ports.ledger.save(corrected);
}

/** The runner does not end while it runs, and ends if it fails. */
function inBackground(state: RunnerState, work: Promise<void>): Promise<void> {
  state.saves += 1;
  return work
    .catch((error: unknown) => {
      state.fault ??= { error };
    })
    .finally(() => {
      state.saves -= 1;
      state.wake();
    });
}

function applyProof(state: RunnerState, ports: RunnerPorts, unproven: Unproven, proof: EventProof): void {
  const { batch, payload } = unproven;
  const rows = rowsAfterEvent(payload, batch.rows, proof, ports.clock.now());
  if (rows.every((row, index) => row === batch.rows[index])) return;
  keep(state, ports, unproven, rows, {});
}

/** Starts the read-backs that are due, up to 100 rows in each. */
export function readWhatIsDue(state: RunnerState, ports: RunnerPorts, tuning: Tuning): void {
  const now = ports.clock.now();
  const sending = state.calls > 0;
  while (
    state.reads < (sending ? tuning.readsWhileSending : tuning.readsAtOnce) &&
    !state.stopping &&
    state.fault === null
  ) {
    const group = nextGroup(state, sending ? now - tuning.readsWaitMs : now, now);
    if (!group) return;
    for (const unproven of group.calls) unproven.reading = true;
    for (const job of new Set(group.calls.map((unproven) => unproven.job))) takeSlot(job, ports);
    state.reads += 1;
    void readBack(state, ports, tuning, group)
      .catch((error: unknown) => {
        state.fault ??= { error };
      })
      .finally(() => {
        state.reads -= 1;
        for (const unproven of group.calls) unproven.reading = false;
        state.wake();
      });
  }
}

/** When something is due next, epoch milliseconds; infinity while it must wait for what is under way. */
export function nextReadAt(state: RunnerState, tuning: Tuning): number {
  const sending = state.calls > 0;
  if (state.reads >= (sending ? tuning.readsWhileSending : tuning.readsAtOnce)) return Number.POSITIVE_INFINITY;
  let next = Number.POSITIVE_INFINITY;
  for (const job of state.jobs.values()) {
    if (waitsForKey(job)) continue;
    for (const unproven of job.unproven) {
      if (unproven.reading || unproven.open.length === 0) continue;
      next = Math.min(next, Math.max(unproven.nextRead + (sending ? tuning.readsWaitMs : 0), job.nextSlot));
    }
  }
  return next;
}

/** Calls whose undecided rows are read together: of one table by id, or of one job by key. */
interface Group {
  tableId: Id;
  /** The job whose key they are read by; null: by id. */
  keyed: RunningJob | null;
  calls: Unproven[];
}

/** Calls that were due at a time, whose undecided rows fit into one request. */
function nextGroup(state: RunnerState, due: number, now: number): Group | null {
  let group: Group | null = null;
  let rows = 0;
  for (const job of state.jobs.values()) {
    if (waitsForKey(job) || job.nextSlot > now || (group !== null && job.row.table_id !== group.tableId)) continue;
    for (const unproven of job.unproven) {
      if (unproven.reading || unproven.nextRead > due) continue;
      const keyed = unproven.payload.update_type === 'upsert' ? job : null;
      const own = unproven.open.length;
      if (own === 0 || (group !== null && (group.keyed !== keyed || rows + own > limits.pageSizeMax))) continue;
      group ??= { tableId: job.row.table_id, keyed, calls: [] };
      rows += own;
      group.calls.push(unproven);
    }
  }
  return group;
}

function waitsForKey(job: RunningJob): boolean {
  return job.row.hold?.reason === 'key-refused';
}

/** Every live record that a row of a call means; null when that could not be read. */
type Look = (unproven: Unproven, index: number) => readonly DwRecord[] | null;

/** The live records that the undecided rows of a group mean. */
async function readGroup(state: RunnerState, ports: RunnerPorts, { tableId, keyed, calls }: Group): Promise<Look> {
  if (keyed === null) {
    const ids = calls.flatMap((unproven) =>
      unproven.open.flatMap((index) => unproven.payload.items[index]?.item_id ?? []),
    );
    const read = await ports.wire.read(tableId, ids, state.signal);
    return ({ payload }, index) => {
      const id = payload.items[index]?.item_id ?? null;
      if (id === null || read.unreadable.has(id)) return null;
      const record = read.records.get(id);
      return record ? [record] : [];
    };
  }
  const { row } = keyed;
  const keys = calls.flatMap((unproven) =>
    unproven.open.flatMap((index) => keysOf(row, unproven.payload)[index] ?? []),
  );
  const read = await ports.wire.readKeys(keyedTable(row), keys, state.signal);
  return ({ payload }, index) => read.records.get(keysOf(row, payload)[index]?.text ?? '') ?? null;
}

async function readBack(state: RunnerState, ports: RunnerPorts, tuning: Tuning, group: Group): Promise<void> {
  const { calls } = group;
  const key = ports.key();
  let look: Look;
  try {
    look = await readGroup(state, ports, group);
  } catch (error) {
    if (state.signal.aborted) return;
    if (!(error instanceof ApiError)) throw error;
    for (const { job } of calls) if (fateOf(error) === 'key') job.refusedKey = key;
    await settleFailedRead(state, ports, tuning, calls, error);
    return;
  }
  state.blind = false;
  const now = ports.clock.now();
  for (const unproven of calls) {
    const over = now >= deadlineOf(unproven);
    const rows = [...unproven.batch.rows];
    for (const index of unproven.open) {
      lookAt(unproven, index, look);
      const seen = unproven.seen[index] ?? null;
      if (seen === 'as-sent' || over) {
        rows[index] = {
          ...resultAtDeadline(seen, unproven.batch.state === 'accepted', now, unproven.held[index]),
          ...unproven.known[index],
        };
      } else rows[index] = asLastSeen(rows[index], seen === 'other' ? unproven.held[index] : undefined);
    }
    unproven.tries += 1;
    unproven.nextRead = Math.min(now + pauseAfter(unproven.tries, tuning), Math.max(deadlineOf(unproven), now + 1));
    unproven.readFailed = false;
    keep(state, ports, unproven, rows, { read_at: now, reads: unproven.batch.reads + 1 });
  }
  for (const job of new Set(calls.map((unproven) => unproven.job))) await forgetFailedRead(ports, job);
}

/** A row that is not decided, with what its last read-back held where that is neither what was sent nor what was there before. */
function asLastSeen(row: RowResult | undefined, held: JsonObject | undefined): RowResult {
  const { now: _earlier, ...rest } = row ?? { outcome: 'accepted', reason: null };
  return held ? { ...rest, now: held } : rest;
}

/** Puts down what a read-back shows of one row. */
function lookAt(unproven: Unproven, index: number, look: Look): void {
  const { payload, job } = unproven;
  const item = payload.items[index];
  const records = look(unproven, index);
  if (!item || records === null) return;
  const [live = null] = records;
  const creates = createsRecord(payload, index);
  unproven.seen[index] =
    records.length > 1 ? 'several' : seenOf(item, payload.before[index] ?? null, live, job.row.fields, creates);
  unproven.held[index] = live ? writtenFields(item, live) : undefined;
  if (item.item_id === null && live && records.length === 1) {
    unproven.known[index] = creates ? { item_id: live.item_id, created: true } : { item_id: live.item_id };
  }
}

async function settleFailedRead(
  state: RunnerState,
  ports: RunnerPorts,
  tuning: Tuning,
  calls: Unproven[],
  error: ApiError,
): Promise<void> {
  const now = ports.clock.now();
  await holdForKey(ports, calls, error);
  for (const unproven of calls) {
    unproven.tries += 1;
    unproven.readFailed = true;
    unproven.nextRead =
      now + Math.max(error.retryAfterMs ?? 0, Math.max(firstRetryMs, pauseAfter(unproven.tries, tuning)));
    // Out of reach says nothing about the rows, however long it lasts; an answer that is no page of records does.
    if (error.kind === 'no-answer' || now < deadlineOf(unproven) || waitsForKey(unproven.job)) continue;
    const rows = [...unproven.batch.rows];
    const answered = unproven.batch.state === 'accepted';
    for (const index of unproven.open) {
      rows[index] = resultAtDeadline(unproven.seen[index] ?? null, answered, now, unproven.held[index]);
    }
    keep(state, ports, unproven, rows, {});
  }
  await noteFailedRead(ports, calls, error);
}

/** Keeps new results of a call, and lets it go when every row of it is decided. */
function keep(
  state: RunnerState,
  ports: RunnerPorts,
  unproven: Unproven,
  rows: RowResult[],
  about: Partial<Pick<BatchRow, 'read_at' | 'reads'>>,
): void {
  const { job, batch, payload } = unproven;
  const proven = rows.some((row, index) => row.outcome === 'verified' && batch.rows[index]?.outcome !== 'verified');
  unproven.batch = { ...withRows(batch, rows), ...about };
  unproven.open = undecided(unproven.batch);
  const done = unproven.open.length === 0;
  if (done) unproven.batch = { ...unproven.batch, state: 'decided' };
  void inBackground(
    state,
    ports.ledger.save([unproven.batch], 'soon').then(async () => {
      if (proven) ports.onProven(job.row.table_id);
      if (!done || !job.unproven.delete(unproven)) return;
      markBusy(state, job.row, payload, -1);
      // An event may have told what could not be read.
      await forgetFailedRead(ports, job);
    }),
  );
}

/** Places of the rows that are not decided: accepted, or unknown before their wait has ended (a decided row says when). */
function undecided({ rows }: BatchRow): number[] {
  return rows.flatMap((row, index) => (isDecided(row) ? [] : [index]));
}

function pauseAfter(tries: number, tuning: Tuning): number {
  return Math.min(tuning.firstReadMs * 2 ** tries, tuning.longestPauseMs);
}
