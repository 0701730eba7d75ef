import { ApiError } from '../../contract/errors';
import type { Id } from '../../contract/ids';
import { limits } from '../../contract/limits';
import type { DwRecord } from '../../contract/records';
import { keysAtOnce } from '../plan/record-key';
import { fateOf } from '../proof/proof';
import { shownBy } from '../read/shown-fields';
import { waitingBatch } from './call-states';
import { keyedTable, keysOf } from './record-names';
import type { Runner } from './runner';
import type { RunningJob, WatchedCall } from './running-job';
import { forgetFailedRead, keepRows } from './watch';

/** Starts the read-backs that are due, a page of rows in each. */
export function readWhatIsDue(runner: Runner): void {
  const now = runner.now();
  while (mayRead(runner)) {
    const group = nextGroup(runner, now - waitsForCallsMs(runner), now);
    if (!group) return;
    for (const call of group.calls) call.reading = true;
    for (const job of new Set(group.calls.map((call) => call.job))) runner.takeSlot(job);
    runner.reads += 1;
    void readBack(runner, group)
      .catch((error: unknown) => runner.fail(error))
      .finally(() => {
        runner.reads -= 1;
        for (const call of group.calls) call.reading = false;
        runner.wake();
      });
  }
}

/** When something is due next, epoch milliseconds; infinity while it must wait for what is under way. */
export function nextReadAt(runner: Runner): number {
  let next = Number.POSITIVE_INFINITY;
  if (!mayRead(runner)) return next;
  const wait = waitsForCallsMs(runner);
  for (const job of runner.jobs.values()) {
    if (job.waitsForKey) continue;
    for (const { reading, open, nextRead } of job.watched) {
      if (!reading && open.length > 0) next = Math.min(next, Math.max(nextRead + wait, job.nextSlot));
    }
  }
  return next;
}

/** Calls leave: read-backs come after them. While none may, reading has all that there is. */
function callsLeave({ calls, blind }: Runner): boolean {
  return calls > 0 && !blind;
}

function mayRead(runner: Runner): boolean {
  const { stopping, fault, reads, onWire, tuning } = runner;
  const most = callsLeave(runner) ? tuning.readsWhileSending : Math.max(1, tuning.callsOnWire - onWire);
  return !stopping && fault === null && reads < most;
}

function waitsForCallsMs(runner: Runner): number {
  return callsLeave(runner) ? runner.tuning.readsWaitMs : 0;
}

/** Calls whose undecided rows are read together: of one table by id, or of one job by key. */
interface Group {
  tableId: Id;
  /** The job whose key they are read by; null: by id. */
  keyed: RunningJob | null;
  calls: WatchedCall[];
}

/** Calls that were due at a time, whose undecided rows fit into one request. */
function nextGroup(runner: Runner, due: number, now: number): Group | null {
  let group: Group | null = null;
  let rows = 0;
  for (const job of runner.jobs.values()) {
    if (job.waitsForKey || job.nextSlot > now || (group !== null && job.row.table_id !== group.tableId)) continue;
    for (const call of job.watched) {
      const own = call.open.length;
      if (own === 0 || call.reading || call.nextRead > due) continue;
      const keyed = call.payload.update_type === 'upsert' ? job : null;
      const most = keyed ? keysAtOnce : limits.pageSizeMax;
      if (group !== null && (group.keyed !== keyed || rows + own > most)) continue;
      group ??= { tableId: job.row.table_id, keyed, calls: [] };
      rows += own;
      group.calls.push(call);
    }
  }
  return group;
}

/** Every live record that a row of a call means; null when that could not be read. */
type Look = (call: WatchedCall, index: number) => readonly DwRecord[] | null;

/** The live records that the undecided rows of a group mean. */
async function readGroup({ ports: { wire }, signal }: Runner, { tableId, keyed, calls }: Group): Promise<Look> {
  if (keyed === null) {
    const ids = calls.flatMap(({ open, payload }) => open.flatMap((index) => payload.items[index]?.item_id ?? []));
    const read = await wire.read(tableId, ids, signal);
    return ({ payload }, index) => {
      const id = payload.items[index]?.item_id ?? null;
      if (id === null || read.unreadable.has(id)) return null;
      const record = read.records.get(id);
      return record ? [record] : [];
    };
  }
  const { row } = keyed;
  const keys = calls.flatMap(({ open, payload }) => open.flatMap((index) => keysOf(row, payload)[index] ?? []));
  const read = await wire.readKeys(keyedTable(row), keys, signal);
  return ({ payload }, index) => read.records.get(keysOf(row, payload)[index]?.text ?? '') ?? null;
}

/** The written fields that the records of a group show, or that the platform would show if they were not empty. */
async function shownFields(
  { ports: { wire }, signal }: Runner,
  group: Group,
  look: Look,
): Promise<ReadonlySet<string>> {
  const rows = group.calls.flatMap((call) =>
    call.open.flatMap((index) => {
      const fields = Object.keys(call.payload.items[index]?.fields ?? {});
      return (look(call, index) ?? []).map((live) => ({ live, fields }));
    }),
  );
  const { shown, open } = shownBy(rows);
  if (open.size === 0) return shown;
  return new Set([...shown, ...(await wire.shownFields(group.tableId, open, group.keyed === null, signal))]);
}

async function readBack(runner: Runner, group: Group): Promise<void> {
  const { calls } = group;
  const key = runner.ports.key();
  const jobs = new Set(calls.map((call) => call.job));
  let look: Look;
  let shown: ReadonlySet<string>;
  try {
    look = await readGroup(runner, group);
    shown = await shownFields(runner, group, look);
  } catch (error) {
    if (runner.signal.aborted) return;
    if (!(error instanceof ApiError)) throw error;
    await holdForKey(runner, jobs, error, key);
    for (const call of calls) {
      const rows = call.afterFailure(error, runner.now(), runner.tuning);
      if (rows !== null && !call.job.waitsForKey) keepRows(runner, call, rows);
    }
    await noteFailedRead(runner, calls, error);
    return;
  }
  runner.blind = false;
  const now = runner.now();
  for (const call of calls) {
    for (const index of call.open) {
      if (call.look(index, look(call, index), (id) => shown.has(id)) === 'late') {
        runner.lagMs = Math.max(runner.lagMs, now - (call.batch.answered_at ?? now));
      }
    }
    const about = { read_at: now, reads: call.batch.reads + 1 };
    const quietMs = runner.quietMs(call);
    if (call.maySendAgain(now, quietMs)) sendAgain(runner, call, about);
    else keepRows(runner, call, call.afterReading(now, runner.tuning, quietMs), about);
  }
  for (const job of jobs) await forgetFailedRead(runner, job);
}

/** A call that was turned away, and has been read back as if it had never been for long enough: it waits as before. */
function sendAgain(runner: Runner, call: WatchedCall, about: { read_at: number; reads: number }): void {
  const { job, batch, payload } = call;
  const back = waitingBatch({ ...batch, ...about });
  call.open = [];
  void runner.inBackground(
    runner.ports.ledger.save([back]).then(() => {
      // In between an event verified some of it, or its job was deleted.
      if (call.batch !== batch || !job.watched.delete(call)) return;
      runner.busy.end(job.row, payload);
      job.putBack({ batch: back, payload });
    }),
  );
}

/** A stopped job waits for no key: what could not be read in time stays unknown. */
export function giveUpStopped(runner: Runner): void {
  const now = runner.now();
  for (const job of runner.jobs.values()) {
    if (job.row.order !== 'stop' || !job.waitsForKey) continue;
    for (const call of job.watched) {
      const rows = call.reading || call.open.length === 0 ? null : call.givenUp(now);
      if (rows !== null) keepRows(runner, call, rows);
    }
  }
}

/** Nothing continues with a key that was refused during a read-back. @param key that it was read with */
async function holdForKey(
  runner: Runner,
  jobs: Iterable<RunningJob>,
  error: ApiError,
  key: string | null,
): Promise<void> {
  const { message, code, traceId } = error;
  if (fateOf(error) !== 'key') return;
  for (const job of jobs) {
    job.refusedKey = key;
    await runner.hold(job, { reason: 'key-refused', message, code, trace_id: traceId, until: null });
  }
}

/** Reports for each job with waiting rows that they could not be read back, the error, and the next read. */
async function noteFailedRead(runner: Runner, calls: readonly WatchedCall[], error: ApiError): Promise<void> {
  const { kind, operation, message, fault, code, status, traceId, retryAfterMs } = error;
  const about = { kind, operation, message, fault, code, status, trace_id: traceId, retry_after_ms: retryAfterMs };
  for (const job of new Set(calls.map((call) => call.job))) {
    const times = calls.flatMap((call) => (call.job === job && call.open.length > 0 ? [call.nextRead] : []));
    if (times.length === 0) continue;
    job.row = { ...job.row, failed_read: { ...about, until: Math.min(...times) } };
    await runner.ports.ledger.readFailed(job.row.id, job.row.failed_read ?? null);
  }
}
