import type { BatchRow, PayloadRow, RowResult, RowSaid } from '../../storage/job-rows';
import { withRows } from '../counts';
import { type EventProof, isDecided, reportedRow, rowsAfterEvent, saidOfRows, saidTogether } from '../proof';
import { forgetFailedRead } from './failed-read';
import { markBusy, type RunnerPorts, type RunnerState, type RunningJob, type Tuning, type Unproven } from './state';

const keptEarly = 2000;
/** Of one call: a platform may deliver an event again. */
const keptOfTrace = 4;
/** So long rows of an ended job are read back once an event tells of them. */
const hintReadMs = 30_000;

/**
 * Watches a call until each of its rows is decided. Its records are marked as busy by whoever calls.
 * @param firstRead when it is read back first, epoch milliseconds
 */
export function addUnproven(
  state: RunnerState,
  ports: RunnerPorts,
  tuning: Tuning,
  job: RunningJob,
  batch: BatchRow,
  payload: PayloadRow,
  firstRead = ports.clock.now() + tuning.firstReadMs,
): Unproven {
  const unproven: Unproven = {
    job,
    batch,
    payload,
    open: undecided(batch),
    seen: payload.items.map(() => null),
    held: payload.items.map(() => undefined),
    said: batch.rows.map(({ said }) => said),
    known: [],
    nextRead: firstRead,
    reading: false,
    readFailed: false,
    tries: 0,
  };
  job.unproven.add(unproven);
  const early = batch.trace_id === null ? [] : (state.early.get(batch.trace_id) ?? []);
  for (const proof of early) applyProof(state, ports, tuning, unproven, proof);
  state.wake();
  return unproven;
}

/** Takes in what events say: of calls that are watched, and of calls of earlier sessions that were called unknown. */
export function takeEvents(
  state: RunnerState,
  ports: RunnerPorts,
  tuning: Tuning,
  proofs: readonly EventProof[],
): void {
  const watched = new Map<string, Unproven>();
  for (const job of state.jobs.values()) {
    for (const unproven of job.unproven) {
      if (unproven.batch.trace_id !== null) watched.set(unproven.batch.trace_id, unproven);
    }
  }
  const others: EventProof[] = [];
  for (const proof of proofs) {
    const unproven = watched.get(proof.trace_id);
    if (unproven) applyProof(state, ports, tuning, unproven, proof);
    else others.push(proof);
  }
  for (const proof of others.slice(-keptEarly)) {
    const known = state.early.get(proof.trace_id) ?? [];
    state.early.set(proof.trace_id, [...known, proof].slice(-keptOfTrace));
  }
  for (const trace of state.early.keys()) {
    if (state.early.size <= keptEarly) break;
    state.early.delete(trace);
  }
  if (others.length > 0) void inBackground(state, correctOld(ports, others));
  state.wake();
}

/** An event that comes after its call was given up as unknown still says what happened; where it is a hint, the rows are read back once more. */
export async function correctOld(
  { ledger, clock }: Pick<RunnerPorts, 'ledger' | 'clock'>,
  proofs: readonly EventProof[],
): Promise<void> {
  const found = await ledger.batchesOfTraces([...new Set(proofs.map(({ trace_id }) => trace_id))]);
  const corrected: BatchRow[] = [];
  const toRead = new Set<string>();
  for (const { batch, payload } of found) {
    if (batch.state !== 'decided') continue;
    const job = await ledger.job(batch.job_id);
    const about = proofs.filter(({ trace_id, table_id }) => trace_id === batch.trace_id && table_id === job?.table_id);
    let rows = batch.rows;
    for (const proof of about) {
      rows = proof.trusted
        ? rowsAfterEvent(payload, rows, proof, clock.now())
        : rowsAfterHint(payload, rows, proof, clock.now());
    }
    if (rows.every((row, index) => row === batch.rows[index])) continue;
    corrected.push(withRows(batch, rows));
    if (rows.some(({ said }, index) => said !== batch.rows[index]?.said)) toRead.add(batch.job_id);
  }
  if (corrected.length > 0) await ledger.save(corrected);
  for (const id of toRead) await ledger.prolong(id, clock.now() + hintReadMs);
}

/** Rows that were given up as unknown, with what a hint says of them. */
function rowsAfterHint(payload: PayloadRow, rows: RowResult[], proof: EventProof, now: number): RowResult[] {
  const saidOf = saidOfRows(payload, proof);
  return rows.map((row, index) => {
    const said = saidOf[index];
    if (!said || (row.outcome !== 'unknown' && row.outcome !== 'reported')) return row;
    const together = saidTogether(row.said, said);
    if (sameSaid(together, row.said)) return row;
    return together.written === 'contradicted'
      ? { outcome: 'unknown', reason: 'cannot-read', said: together, at: now }
      : { ...reportedRow(together, now), said: together };
  });
}

function sameSaid(one: RowSaid, other: RowSaid | undefined): boolean {
  return one.written === other?.written;
}

/** The runner does not end while it runs, and ends if it fails. */
export function inBackground(state: RunnerState, work: Promise<void>): Promise<void> {
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

/** An event about a call that is watched: one that is trusted proves its rows, any other has them read back at once. */
function applyProof(
  state: RunnerState,
  ports: RunnerPorts,
  tuning: Tuning,
  unproven: Unproven,
  proof: EventProof,
): void {
  const { job, batch, payload } = unproven;
  if (proof.table_id !== job.row.table_id) return;
  if (proof.trusted) {
    const rows = rowsAfterEvent(payload, batch.rows, proof, ports.clock.now());
    if (rows.some((row, index) => row !== batch.rows[index])) keep(state, ports, unproven, rows, {});
    return;
  }
  const saidOf = saidOfRows(payload, proof);
  let news = false;
  for (const index of unproven.open) {
    const said = saidOf[index];
    if (!said) continue;
    const together = saidTogether(unproven.said[index], said);
    // Who sends the same again and again has nothing read for it.
    news ||= !sameSaid(together, unproven.said[index]);
    unproven.said[index] = together;
  }
  if (news) unproven.nextRead = Math.min(unproven.nextRead, ports.clock.now() - tuning.readsWaitMs);
}

/** Keeps new results of a call, and lets it go when every row of it is decided. */
export function keep(
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
