import type { BatchRow, PayloadRow, RowResult } from '../storage/job-rows';
import { withRows } from './counts';
import { type EventProof, isDecided, rowsAfterEvent } from './proof';
import {
  markBusy,
  type RunnerPorts,
  type RunnerState,
  type RunningJob,
  type Tuning,
  type Unproven,
} from './runner-state';

const keptEarly = 2000;

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
): void {
  const unproven: Unproven = {
    job,
    batch,
    payload,
    open: undecided(batch),
    seen: payload.items.map(() => null),
    held: payload.items.map(() => undefined),
    known: [],
    nextRead: firstRead,
    reading: false,
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

function applyProof(state: RunnerState, ports: RunnerPorts, unproven: Unproven, proof: EventProof): void {
  const { batch, payload } = unproven;
  const rows = rowsAfterEvent(payload, batch.rows, proof, ports.clock.now());
  if (rows.every((row, index) => row === batch.rows[index])) return;
  keep(state, ports, unproven, rows, {});
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
    ports.ledger.save([unproven.batch], 'soon').then(() => {
      if (proven) ports.onProven(job.row.table_id);
      if (done && job.unproven.delete(unproven)) markBusy(state, job.row, payload, -1);
    }),
  );
}

/** Places of the rows that are not decided: accepted, or unknown before their wait has ended (a decided row says when). */
function undecided({ rows }: BatchRow): number[] {
  return rows.flatMap((row, index) => (isDecided(row) ? [] : [index]));
}
