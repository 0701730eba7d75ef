import { ApiError } from '../../contract/errors';
import type { Id } from '../../contract/ids';
import type { JsonObject } from '../../contract/json';
import { limits } from '../../contract/limits';
import type { DwRecord } from '../../contract/records';
import type { RowResult } from '../../storage/job-rows';
import { createsRecord } from '../job-lines';
import {
  fateOf,
  fateOfFailure,
  laterTime,
  madeOf,
  refusedByCall,
  resultAtDeadline,
  type Seen,
  seenOf,
  writtenFields,
} from '../proof';
import { forgetFailedRead, holdForKey, noteFailedRead } from './failed-read';
import { queueAgain, waitingBatch } from './send';
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
} from './state';
import { inBackground, keep } from './watch';

const firstRetryMs = 1000;

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
  if (state.stopping || state.fault !== null) return Number.POSITIVE_INFINITY;
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
    for (const index of unproven.open) lookAt(state, unproven, index, look);
    unproven.readFailed = false;
    if (maySendAgain(unproven)) {
      sendAgain(state, ports, unproven);
      continue;
    }
    const refused = isRefusalConfirmed(unproven, now, tuning);
    for (const index of unproven.open) {
      const seen = unproven.seen[index] ?? null;
      if (seen === 'as-sent' || over || onlyReported(unproven, index)) {
        rows[index] = {
          ...resultAtDeadline(seen, unproven.batch, now, unproven.held[index], unproven.said[index]),
          ...unproven.known[index],
          ...saidOf(unproven, index, seen),
        };
      } else if (refused && seen === 'as-before') rows[index] = refusedByCall(unproven.batch.failure, now);
      else
        rows[index] = asLastSeen(rows[index], seen === 'other' || seen === 'part' ? unproven.held[index] : undefined);
    }
    unproven.tries += 1;
    const next = Math.min(now + pauseAfter(unproven.tries, tuning), Math.max(deadlineOf(unproven), now + 1));
    const confirmedAt = refusalConfirmedAt(unproven, tuning);
    unproven.nextRead = confirmedAt > now ? Math.min(next, confirmedAt) : next;
    keep(state, ports, unproven, rows, { read_at: now, reads: unproven.batch.reads + 1 });
  }
  for (const job of new Set(calls.map((unproven) => unproven.job))) await forgetFailedRead(ports, job);
}

/** What events said of a row is kept with it where reading did not decide, so that the same event has it read no second time. */
function saidOf({ said }: Unproven, index: number, seen: Seen | null): Pick<RowResult, 'said'> {
  const own = said[index];
  return own && seen !== 'as-sent' ? { said: own } : {};
}

/** Whether a row cannot be asked for, and an event told of it: more than that event says will not be known. */
function onlyReported({ seen, said }: Unproven, index: number): boolean {
  return (seen[index] ?? null) === null && said[index] !== undefined && said[index]?.written !== 'contradicted';
}

/** Whether reading shows of any row of a call that some of it was written. */
function isTouched({ batch, seen }: Unproven): boolean {
  return batch.rows.some(
    ({ outcome }, index) => outcome === 'verified' || seen[index] === 'as-sent' || seen[index] === 'part',
  );
}

/** Whether a call waits to be read back before it may leave once more: time alone does not give it up. */
function isTurnedAway({ batch, lookOnly }: Unproven): boolean {
  const fate = fateOfFailure(batch.failure);
  return batch.state === 'unanswered' && !lookOnly && (fate === 'later' || fate === 'key');
}

/** Whether a call that was turned away may leave once more: every row of it was read, and none shows anything of it. */
function maySendAgain(unproven: Unproven): boolean {
  const { seen } = unproven;
  if (!isTurnedAway(unproven)) return false;
  return seen.every((each) => each === 'as-before' || each === 'other') && !isTouched(unproven);
}

/** When reading confirms a refusal: not before a call that was queued all the same would have been applied. Infinity where there is none, or part of it was written. */
function refusalConfirmedAt(unproven: Unproven, tuning: Tuning): number {
  const { batch } = unproven;
  const refused = batch.state === 'unanswered' && fateOfFailure(batch.failure) === 'refused';
  if (!refused || isTouched(unproven)) return Number.POSITIVE_INFINITY;
  return (batch.answered_at ?? 0) + tuning.refusalMs;
}

/** Whether every row of a refused call was read, late enough, and none shows anything of it. */
function isRefusalConfirmed(unproven: Unproven, now: number, tuning: Tuning): boolean {
  return unproven.seen.every((each) => each !== null) && now >= refusalConfirmedAt(unproven, tuning);
}

/** A call that was turned away, and is read back as if it had never been: it waits as before. */
function sendAgain(state: RunnerState, ports: RunnerPorts, unproven: Unproven): void {
  const { job, batch, payload } = unproven;
  const back = waitingBatch({ ...batch, read_at: ports.clock.now(), reads: batch.reads + 1 });
  unproven.open = [];
  void inBackground(
    state,
    ports.ledger.save([back]).then(() => {
      if (!job.unproven.delete(unproven)) return;
      markBusy(state, job.row, payload, -1);
      queueAgain(job, { batch: back, payload });
    }),
  );
}

/** A row that is not decided, with what its last read-back held where that is neither what was sent nor what was there before. */
function asLastSeen(row: RowResult | undefined, held: JsonObject | undefined): RowResult {
  const { now: _earlier, ...rest } = row ?? { outcome: 'accepted', reason: null };
  return held ? { ...rest, now: held } : rest;
}

/** Puts down what a read-back shows of one row. */
function lookAt(state: RunnerState, unproven: Unproven, index: number, look: Look): void {
  const { payload, job } = unproven;
  const item = payload.items[index];
  const records = look(unproven, index);
  if (!item || records === null) return;
  const [live = null] = records;
  for (const { created_on, updated_on } of records) {
    state.platformTime = laterTime(laterTime(state.platformTime, created_on), updated_on);
  }
  const creates = createsRecord(payload, index);
  unproven.seen[index] =
    records.length > 1 ? 'several' : seenOf(item, payload.before[index] ?? null, live, job.row.fields, creates);
  unproven.held[index] = live ? writtenFields(item, live) : undefined;
  if (item.item_id === null && live && records.length === 1) {
    unproven.known[index] = { item_id: live.item_id };
    if (creates && unproven.seen[index] === 'as-sent') {
      const made = madeOf(item, live, unproven.batch.platform_time ?? null);
      if (made === 'created') unproven.known[index] = { item_id: live.item_id, created: true };
      if (made === 'updated') unproven.known[index] = { item_id: live.item_id, reason: 'updated-instead' };
      if (made === 'unknown') unproven.known[index] = { item_id: live.item_id, unsure: true };
    }
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
    const isPassing = error.kind === 'no-answer' || error.status === 429;
    if (isPassing || isTurnedAway(unproven) || now < deadlineOf(unproven) || waitsForKey(unproven.job)) continue;
    const rows = [...unproven.batch.rows];
    for (const index of unproven.open) {
      const seen = unproven.seen[index] ?? null;
      rows[index] = {
        ...resultAtDeadline(seen, unproven.batch, now, unproven.held[index], unproven.said[index]),
        ...saidOf(unproven, index, seen),
      };
    }
    keep(state, ports, unproven, rows, {});
  }
  await noteFailedRead(ports, calls, error);
}

function pauseAfter(tries: number, tuning: Tuning): number {
  return Math.min(tuning.firstReadMs * 2 ** tries, tuning.longestPauseMs);
}
