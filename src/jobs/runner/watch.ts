import { sameJson } from '../../contract/json';
import type { RowResult } from '../../storage/job-rows';
import { type Call, takenUp } from '../machine/call';
import { type Fact, step } from '../machine/step';
import { type EventProof, isDecided } from '../proof/proof';
import { withRows } from '../table/job-state';
import type { RunnerPorts } from './ports';
import type { Runner } from './runner';
import type { RunningJob } from './running-job';

const keptEarly = 2000;
/** Of one call: a platform may deliver an event again. */
const keptOfTrace = 4;
/** Rows of an ended job are read back for so long after an event. */
const hintReadMs = 30_000;

/** Watches a call until each of its rows is decided. The caller marks its records as busy. */
export function watchCall(runner: Runner, job: RunningJob, call: Call): void {
  const { number, trace_id } = call.batch;
  job.watched.set(number, call);
  const early = trace_id === null ? [] : (runner.early.get(trace_id) ?? []);
  for (const event of early) takeEvent(runner, job, number, event);
  runner.wake();
}

/** Takes in events: of watched calls, and of earlier calls that ended as unknown. */
export function takeEvents(runner: Runner, events: readonly EventProof[]): void {
  const watched = new Map<string, [RunningJob, number]>();
  for (const job of runner.jobs.values()) {
    for (const [number, { batch }] of job.watched) {
      if (batch.trace_id !== null) watched.set(batch.trace_id, [job, number]);
    }
  }
  const others: EventProof[] = [];
  for (const event of events) {
    const found = watched.get(event.trace_id);
    if (found) takeEvent(runner, ...found, event);
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

function takeEvent(runner: Runner, job: RunningJob, number: number, event: EventProof): void {
  if (event.table_id === job.row.table_id)
    happened(runner, [{ job, number, fact: { is: 'reported', at: runner.now(), event } }]);
}

/** Something that happened to a watched call. */
export interface Happening {
  job: RunningJob;
  number: number;
  fact: Fact;
}

/** Takes watched calls one step further, stores what became of them, and lets those go that are decided, or wait to be sent again. */
export function happened(runner: Runner, happenings: readonly Happening[]): void {
  const changed: { job: RunningJob; call: Call; isNews: boolean }[] = [];
  for (const { job, number, fact } of happenings) {
    const before = job.watched.get(number);
    const call = before && step(before, fact);
    if (!call || call === before) continue;
    job.watched.set(number, call);
    const isNews = call.batch.rows.some((row, index) => isNewValue(row, before.batch.rows[index]));
    if (call.batch !== before.batch) changed.push({ job, call, isNews });
  }
  if (changed.length > 0) void runner.inBackground(keep(runner, changed));
}

async function keep(runner: Runner, changed: { job: RunningJob; call: Call; isNews: boolean }[]): Promise<void> {
  await runner.ports.ledger.save(changed.map(({ call }) => call.batch));
  for (const { job, call, isNews } of changed) {
    if (isNews) runner.ports.onOutdated(job.row.table_id);
    const { state, number } = call.batch;
    // In between an event may have shown something else of it, or its job was deleted.
    if ((state !== 'decided' && state !== 'waiting') || job.watched.get(number) !== call) continue;
    job.watched.delete(number);
    runner.busy.end(job.row, call.payload);
    if (state === 'waiting') job.putBack(call);
  }
  // An event may have reported what could not be read.
  for (const job of new Set(changed.map(({ job }) => job))) await forgetFailedRead(runner, job);
}

/** Whether a row was written, at least in part, or has other values than were known. */
function isNewValue(row: RowResult, before: RowResult | undefined): boolean {
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
  for (const stored of found) {
    const { batch } = stored;
    if (batch.state !== 'decided') continue;
    const job = await ledger.job(batch.job_id);
    const about = events.filter(({ trace_id, table_id }) => trace_id === batch.trace_id && table_id === job?.table_id);
    const at = clock.now();
    const before = takenUp(stored, { fields: [] });
    const { rows } = about.reduce((call, event) => step(call, { is: 'reported', at, event }), before).batch;
    if (rows.every((row, index) => row === batch.rows[index])) continue;
    // It stays decided: what contradicts another event is opened again with its job.
    const ended = rows.map((row) => (isDecided(row) ? row : { ...row, at }));
    await ledger.correct([withRows(batch, ended)]);
    const isHint = rows.some(({ said }, index) => said !== batch.rows[index]?.said);
    if (isHint) await ledger.prolong(batch.job_id, clock.now() + hintReadMs);
  }
}

/** Nothing a job still waits for failed to be read back: the notice is cleared. */
export async function forgetFailedRead(runner: Runner, job: RunningJob): Promise<void> {
  if (!job.row.failed_read || [...job.watched.values()].some(({ failures }) => failures > 0)) return;
  job.row = { ...job.row, failed_read: null };
  await runner.ports.ledger.readFailed(job.row.id, null);
}
