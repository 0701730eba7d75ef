import { sameJson } from '../../contract/json';
import type { BatchRow, PayloadRow, RowReport, RowResult } from '../../storage/job-rows';
import { withRows } from '../ledger/job-state';
import { type EventProof, eventRowsOf, isDecided, mergedReport, reportedRow, rowsAfterEvent } from '../proof/proof';
import type { RunnerPorts } from './ports';
import type { Runner } from './runner';
import { type RunningJob, WatchedCall } from './running-job';

const keptEarly = 2000;
/** Of one call: a platform may deliver an event again. */
const keptOfTrace = 4;
/** Rows of an ended job are read back for so long after an event. */
const hintReadMs = 30_000;

/**
 * Watches a call until each of its rows is decided. The caller marks its records as busy.
 * @param firstRead time of the first read-back, epoch milliseconds
 */
export function watchCall(
  runner: Runner,
  job: RunningJob,
  batch: BatchRow,
  payload: PayloadRow,
  firstRead = runner.now() + runner.tuning.firstReadMs,
): WatchedCall {
  const call = new WatchedCall(job, batch, payload, firstRead);
  job.watched.add(call);
  const early = batch.trace_id === null ? [] : (runner.early.get(batch.trace_id) ?? []);
  for (const event of early) takeEvent(runner, call, event);
  runner.wake();
  return call;
}

/** Takes in events: of watched calls, and of earlier calls that ended as unknown. */
export function takeEvents(runner: Runner, events: readonly EventProof[]): void {
  const watched = new Map<string, WatchedCall>();
  for (const job of runner.jobs.values()) {
    for (const call of job.watched) {
      if (call.batch.trace_id !== null) watched.set(call.batch.trace_id, call);
    }
  }
  const others: EventProof[] = [];
  for (const event of events) {
    const call = watched.get(event.trace_id);
    if (call) takeEvent(runner, call, event);
    else others.push(event);
  }
  for (const event of others.slice(-keptEarly)) {
    const known = runner.early.get(event.trace_id) ?? [];
    runner.early.set(event.trace_id, [...known, event].slice(-keptOfTrace));
  }
  for (const trace of runner.early.keys()) {
    if (runner.early.size <= keptEarly) break;
    runner.early.delete(trace);
  }
  if (others.length > 0) void runner.inBackground(correctOld(runner.ports, others));
  runner.wake();
}

/** An event about a call that is watched: one that is trusted proves its rows, any other has them read back at once. */
function takeEvent(runner: Runner, call: WatchedCall, event: EventProof): void {
  if (event.table_id !== call.job.row.table_id) return;
  const now = runner.now();
  if (!event.trusted) {
    if (call.hear(event)) call.nextRead = Math.min(call.nextRead, now - runner.tuning.readsWaitMs);
    return;
  }
  const rows = call.afterEvent(event, now);
  if (rows.some((row, index) => row !== call.batch.rows[index])) keepRows(runner, call, rows);
}

/** Keeps new results of a call, and lets it go when every row of it is decided. */
export function keepRows(
  runner: Runner,
  call: WatchedCall,
  rows: RowResult[],
  about: Partial<Pick<BatchRow, 'read_at' | 'reads'>> = {},
): void {
  const { job, payload } = call;
  const before = call.batch.rows;
  const isOutdated = rows.some((row, index) => isNews(row, before[index]));
  call.settle(rows, about);
  void runner.inBackground(
    runner.ports.ledger.save([call.batch], 'soon').then(async () => {
      if (isOutdated) runner.ports.onOutdated(job.row.table_id);
      if (call.open.length > 0 || !job.watched.delete(call)) return;
      runner.busy.end(job.row, payload);
      // An event may have reported what could not be read.
      await forgetFailedRead(runner, job);
    }),
  );
}

/** Whether a row was written, at least in part, or has other values than were known. */
function isNews(row: RowResult, before: RowResult | undefined): boolean {
  if (row.outcome !== 'verified' && row.outcome !== 'differs') return false;
  return row.outcome !== before?.outcome || !sameJson(row.now, before.now);
}

/**
 * An event after its call was given up as unknown, or called refused, still reports what happened; if it is a hint, or contradicts another, the rows are read
 * back once more.
 */
export async function correctOld(
  { ledger, clock }: Pick<RunnerPorts, 'ledger' | 'clock'>,
  events: readonly EventProof[],
): Promise<void> {
  const found = await ledger.batchesOfTraces([...new Set(events.map(({ trace_id }) => trace_id))]);
  const corrected: BatchRow[] = [];
  const toRead = new Set<string>();
  for (const { batch, payload } of found) {
    if (batch.state !== 'decided') continue;
    const job = await ledger.job(batch.job_id);
    const about = events.filter(({ trace_id, table_id }) => trace_id === batch.trace_id && table_id === job?.table_id);
    const now = clock.now();
    let rows = batch.rows;
    for (const event of about) {
      rows = event.trusted ? rowsAfterEvent(payload, rows, event, now) : rowsAfterHint(payload, rows, event, now);
    }
    if (rows.every((row, index) => row === batch.rows[index])) continue;
    corrected.push(
      withRows(
        batch,
        rows.map((row) => (isDecided(row) ? row : { ...row, at: now })),
      ),
    );
    if (rows.some(({ said }, index) => said !== batch.rows[index]?.said)) toRead.add(batch.job_id);
  }
  if (corrected.length > 0) await ledger.correct(corrected);
  for (const id of toRead) await ledger.prolong(id, clock.now() + hintReadMs);
}

/** Rows given up as unknown, with a hint's report of them; and those called refused that it reports as written. */
function rowsAfterHint(payload: PayloadRow, rows: RowResult[], event: EventProof, now: number): RowResult[] {
  const reportedRows = eventRowsOf(payload, event);
  return rows.map((row, index) => {
    const said = reportedRows[index];
    const isRefused = row.outcome === 'refused' && row.reason === 'call-refused';
    const isOpen = row.outcome === 'unknown' || row.outcome === 'reported' || (isRefused && said?.written);
    if (!said || !isOpen) return row;
    const together: RowReport = mergedReport(row.said, said);
    if (together.written === row.said?.written) return row;
    return together.written === 'contradicted'
      ? { outcome: 'unknown', reason: 'cannot-read', said: together, at: now }
      : { ...reportedRow(together, now), said: together };
  });
}

/** Nothing a job still waits for failed to be read back: the notice is cleared. */
export async function forgetFailedRead(runner: Runner, job: RunningJob): Promise<void> {
  if (!job.row.failed_read || [...job.watched].some(({ readFailed }) => readFailed)) return;
  job.row = { ...job.row, failed_read: null };
  await runner.ports.ledger.readFailed(job.row.id, null);
}
