import type { Id } from '../contract/ids';
import type { JsonObject } from '../contract/json';
import type { UpdateInput } from '../contract/updates';
import type { Owner } from '../storage/draft-rows';
import type { BatchRow, JobRow, PayloadRow } from '../storage/job-rows';
import type { BatchWithPayload, Ledger } from './ledger';
import type { EventProof, Seen } from './proof';
import type { ReadRows } from './read-rows';

/** The API as the runner uses it. */
export interface Wire {
  /** One batch update (4.5), once. @throws ApiError */
  update(input: UpdateInput): Promise<{ trace_id: string | null; request: number }>;
  read: ReadRows;
}

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after that many milliseconds, or as soon as the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Everything the runner has from outside: the key and the inbox are behind `wire` and `events`. */
export interface RunnerPorts {
  owner: Owner;
  wire: Wire;
  ledger: Ledger;
  clock: Clock;
  /** Calls the listener for what callback events prove. @returns the way to stop */
  events(listener: (proofs: readonly EventProof[]) => void): () => void;
  /** Calls the listener when somebody made or ordered a job, in any tab. @returns the way to stop */
  orders(listener: () => void): () => void;
  /** Rows of a table were just proven written: what was read of it before is old. */
  onProven(tableId: Id): void;
  tuning?: Partial<Tuning>;
}

export interface Tuning {
  /** Calls under way at once. A browser has six connections to an origin; a person and the stream of events need theirs. */
  callsAtOnce: number;
  readsAtOnce: number;
  /** Calls whose rows wait for proof before the runner stops sending more. */
  unprovenCalls: number;
  /** Milliseconds from an answer to the first read-back: an event is usually quicker, and saves it. */
  firstReadMs: number;
  longestPauseMs: number;
  /** Failed calls in a row after which a job waits for the person. */
  failuresInRow: number;
}

export const usualTuning: Tuning = {
  callsAtOnce: 4,
  readsAtOnce: 2,
  unprovenCalls: 200,
  firstReadMs: 700,
  longestPauseMs: 15_000,
  failuresInRow: 5,
};

/** A call whose rows are not all decided. */
export interface Unproven {
  job: RunningJob;
  batch: BatchRow;
  payload: PayloadRow;
  /** What the last read-back showed of each row, and held; null: nothing was read yet. */
  seen: (Seen | null)[];
  held: (JsonObject | undefined)[];
  /** Epoch milliseconds. */
  nextRead: number;
  reading: boolean;
  /** Read-backs since it was sent or prolonged: the pauses between them grow. */
  tries: number;
}

export interface RunningJob {
  /** What was ordered and how it stands; its counts are the ledger's business. */
  row: JobRow;
  /** Calls that are read from the ledger and not sent. */
  queue: BatchWithPayload[];
  /** Number up to which waiting calls were read from the ledger. */
  fetched: number;
  /** No more waiting calls in the ledger. */
  exhausted: boolean;
  fetching: boolean;
  sending: number;
  unproven: Set<Unproven>;
  failures: number;
  /** Calls that were turned away with "later", in a row. */
  later: number;
}

export interface RunnerState {
  jobs: Map<string, RunningJob>;
  calls: number;
  reads: number;
  /** Saves of results under way. */
  saves: number;
  /** Ends reads that are under way; a write is never cut off. */
  signal: AbortSignal;
  /** Records with a write whose end is not known, by table and id: no other write of them is sent meanwhile. */
  busy: Map<string, number>;
  /** A call got no answer and nothing was read since: nobody knows whether the platform is in reach. */
  blind: boolean;
  /** Proofs of calls whose answer has not come yet: an event can be quicker. */
  early: Map<string, EventProof>;
  stopping: boolean;
  /** The first fault of the ledger; the runner then ends and begins anew from what is kept. */
  fault: { error: unknown } | null;
  wake(): void;
}

export function busyKey(tableId: Id, itemId: Id): string {
  return `${tableId}/${itemId}`;
}

/** Marks the records of a call as being written (`1`) or as decided (`-1`). */
export function markBusy(state: RunnerState, job: JobRow, payload: PayloadRow, by: 1 | -1): void {
  for (const { item_id } of payload.items) {
    if (item_id === null) continue;
    const key = busyKey(job.table_id, item_id);
    const count = (state.busy.get(key) ?? 0) + by;
    if (count > 0) state.busy.set(key, count);
    else state.busy.delete(key);
  }
}

/** Whether any record of a call has a write whose end is not known. */
export function isBusy(state: RunnerState, job: JobRow, payload: PayloadRow): boolean {
  return payload.items.some(({ item_id }) => item_id !== null && state.busy.has(busyKey(job.table_id, item_id)));
}

/** Until when proof of a call is waited for, epoch milliseconds. */
export function deadlineOf({ job, batch }: Unproven): number {
  return Math.max(batch.proof_until ?? 0, job.row.proof_until);
}
