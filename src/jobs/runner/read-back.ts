import { ApiError } from '../../contract/errors';
import type { Id } from '../../contract/ids';
import { limits } from '../../contract/limits';
import type { DwRecord } from '../../contract/records';
import { type Call, isSeenLate, openRows } from '../machine/call';
import type { Fact } from '../machine/step';
import { fateOf } from '../proof/proof';
import { shownBy } from '../read/shown-fields';
import { keysAtOnce } from '../table/record-key';
import { keyedTable, keysOf } from '../table/record-names';
import type { Runner } from './runner';
import type { RunningJob } from './running-job';
import { forgetFailedRead, happened } from './watch';

/** Read-backs under way at once while calls leave. */
const readsWhileSending = 1;
/** So long a read-back lets calls that can be sent go first: rows are written sooner, and an event may spare it. */
const readsWaitMs = 5000;

/** Starts the read-backs that are due, a page of rows in each. */
export function readWhatIsDue(runner: Runner): void {
  const now = runner.now();
  while (mayRead(runner)) {
    const group = nextGroup(runner, now - waitsForCallsMs(runner), now);
    if (!group) return;
    for (const { job, call } of group.calls) job.reading.add(call.batch.number);
    for (const job of jobsOf(group)) runner.takeSlot(job);
    runner.reads += 1;
    void readBack(runner, group)
      .catch((error: unknown) => runner.fail(error))
      .finally(() => {
        runner.reads -= 1;
        for (const { job, call } of group.calls) job.reading.delete(call.batch.number);
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
    for (const [number, call] of job.watched) {
      if (job.reading.has(number) || openRows(call).length === 0) continue;
      next = Math.min(next, Math.max(call.nextRead === 0 ? 0 : call.nextRead + wait, job.nextSlot));
    }
  }
  return next;
}

/** Calls leave: read-backs come after them. While none may, reading has all that there is. */
function callsLeave({ calls, blind }: Runner): boolean {
  return calls > 0 && !blind;
}

function mayRead(runner: Runner): boolean {
  const { stopping, fault, reads, calls, tuning } = runner;
  const most = callsLeave(runner) ? readsWhileSending : Math.max(1, tuning.callsAtOnce - calls);
  return !stopping && fault === null && reads < most;
}

function waitsForCallsMs(runner: Runner): number {
  return callsLeave(runner) ? readsWaitMs : 0;
}

/** Calls whose undecided rows are read together: of one table by id, or of one job by key. */
interface Group {
  tableId: Id;
  /** The job whose key they are read by; null: by id. */
  keyed: RunningJob | null;
  calls: { job: RunningJob; call: Call; open: number[] }[];
}

function jobsOf({ calls }: Group): Set<RunningJob> {
  return new Set(calls.map(({ job }) => job));
}

/** Calls that were due at a time, whose undecided rows fit into one request. */
function nextGroup(runner: Runner, due: number, now: number): Group | null {
  let group: Group | null = null;
  let rows = 0;
  for (const job of runner.jobs.values()) {
    if (job.waitsForKey || job.nextSlot > now || (group !== null && job.row.table_id !== group.tableId)) continue;
    for (const [number, call] of job.watched) {
      if (job.reading.has(number) || call.nextRead > due) continue;
      const open = openRows(call);
      const keyed = call.payload.update_type === 'upsert' ? job : null;
      const most = keyed ? keysAtOnce : limits.pageSizeMax;
      if (open.length === 0 || (group !== null && (group.keyed !== keyed || rows + open.length > most))) continue;
      group ??= { tableId: job.row.table_id, keyed, calls: [] };
      rows += open.length;
      group.calls.push({ job, call, open });
    }
  }
  return group;
}

/** Every live record that a row of a call means; null when that could not be read. */
type Look = (call: Call, index: number) => readonly DwRecord[] | null;

/** The live records that the undecided rows of a group mean. */
async function readGroup({ ports: { wire }, signal }: Runner, { tableId, keyed, calls }: Group): Promise<Look> {
  if (keyed === null) {
    const ids = calls.flatMap(({ open, call }) => open.flatMap((index) => call.payload.items[index]?.item_id ?? []));
    const read = await wire.read(tableId, ids, signal);
    return ({ payload }, index) => {
      const id = payload.items[index]?.item_id ?? null;
      if (id === null || read.unreadable.has(id)) return null;
      const record = read.records.get(id);
      return record ? [record] : [];
    };
  }
  const { row } = keyed;
  const keys = calls.flatMap(({ open, call }) => open.flatMap((index) => keysOf(row, call.payload)[index] ?? []));
  const read = await wire.readKeys(keyedTable(row), keys, signal);
  return ({ payload }, index) => read.records.get(keysOf(row, payload)[index]?.text ?? '') ?? null;
}

/** The written fields that the records of a group show, or that the platform would show if they were not empty. */
async function shownFields(
  { ports: { wire }, signal }: Runner,
  group: Group,
  look: Look,
): Promise<ReadonlySet<string>> {
  const rows = group.calls.flatMap(({ call, open }) =>
    open.flatMap((index) => {
      const fields = Object.keys(call.payload.items[index]?.fields ?? {});
      return (look(call, index) ?? []).map((live) => ({ live, fields }));
    }),
  );
  const { shown, open } = shownBy(rows);
  if (open.size === 0) return shown;
  return new Set([...shown, ...(await wire.shownFields(group.tableId, open, group.keyed === null, signal))]);
}

async function readBack(runner: Runner, group: Group): Promise<void> {
  const key = runner.ports.key();
  const tell = (factOf: (read: Group['calls'][number]) => Fact): void =>
    happened(
      runner,
      group.calls.map((each) => ({ job: each.job, number: each.call.batch.number, fact: factOf(each) })),
    );
  let look: Look;
  let shown: ReadonlySet<string>;
  try {
    look = await readGroup(runner, group);
    shown = await shownFields(runner, group, look);
  } catch (error) {
    if (runner.signal.aborted) return;
    if (!(error instanceof ApiError)) throw error;
    await holdForKey(runner, jobsOf(group), error, key);
    const at = runner.now();
    tell(({ job: { row, waitsForKey } }) => ({
      is: 'unread',
      at,
      // Before there is another key it is not given up.
      until: waitsForKey ? Number.POSITIVE_INFINITY : row.proof_until,
      error,
      isStopped: row.order === 'stop',
    }));
    await noteFailedRead(runner, group, error);
    return;
  }
  runner.blind = false;
  const at = runner.now();
  tell(({ job, call, open }) => ({
    is: 'read',
    at,
    until: job.row.proof_until,
    records: (index) => (open.includes(index) ? look(call, index) : null),
    isShown: (id) => shown.has(id),
    quietMs: runner.quietMs(call),
  }));
  for (const { job, call } of group.calls) {
    const after = job.watched.get(call.batch.number);
    if (after && isSeenLate(call, after)) runner.lagMs = Math.max(runner.lagMs, at - (call.batch.answered_at ?? at));
  }
  for (const job of jobsOf(group)) await forgetFailedRead(runner, job);
}

/** A stopped job waits for no key: what could not be read in time stays unknown. */
export function giveUpStopped(runner: Runner): void {
  const at = runner.now();
  for (const job of runner.jobs.values()) {
    if (job.row.order !== 'stop' || !job.waitsForKey) continue;
    const unread = [...job.watched.keys()].filter((number) => !job.reading.has(number));
    const fact: Fact = { is: 'waited', at, until: job.row.proof_until };
    happened(
      runner,
      unread.map((number) => ({ job, number, fact })),
    );
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
async function noteFailedRead(runner: Runner, group: Group, error: ApiError): Promise<void> {
  const { kind, operation, message, fault, code, status, traceId, retryAfterMs } = error;
  const about = { kind, operation, message, fault, code, status, trace_id: traceId, retry_after_ms: retryAfterMs };
  for (const job of jobsOf(group)) {
    const times = group.calls.flatMap(({ call: { batch } }) => {
      const call = job.watched.get(batch.number);
      return call && openRows(call).length > 0 ? [call.nextRead] : [];
    });
    if (times.length === 0) continue;
    job.row = { ...job.row, failed_read: { ...about, until: Math.min(...times) } };
    await runner.ports.ledger.readFailed(job.row.id, job.row.failed_read ?? null);
  }
}
