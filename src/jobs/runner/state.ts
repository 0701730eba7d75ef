import type { Clocks } from '../../api/clock-set';
import type { Id } from '../../contract/ids';
import type { JsonObject } from '../../contract/json';
import type { UpdateInput } from '../../contract/updates';
import type { Owner } from '../../storage/draft-rows';
import type { BatchRow, JobRow, PayloadRow, RowResult, RowSaid } from '../../storage/job-rows';
import type { Ledger } from '../ledger';
import type { BatchWithPayload } from '../ledger-calls';
import type { EventProof, Seen } from '../proof';
import type { KeyedTable, ReadKeys } from '../read-keys';
import type { ReadRows } from '../read-rows';
import { keyMaker, type RecordKey } from '../record-key';

/** The API as the runner uses it. */
export interface Wire {
  /** Waits until one update may leave, within the budget. */
  turn(): Promise<void>;
  /** One batch update (4.5), once and at once, at the turn that was waited for. @throws ApiError */
  update(input: UpdateInput): Promise<{ trace_id: string | null; request: number }>;
  read: ReadRows;
  readKeys: ReadKeys;
}

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds since some moment, which go on as they did when the clock is set. */
  steady(): number;
  /** Resolves after that many milliseconds, or as soon as the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Everything the runner has from outside: the key and the inbox are behind `wire` and `events`. */
export interface RunnerPorts {
  owner: Owner;
  /** What the environment allows one key. */
  requestsPerSecond: number;
  /** The key that calls are made with now, to tell a renewed one from the refused one; it is compared and never kept. */
  key(): string | null;
  wire: Wire;
  ledger: Ledger;
  /** What jobs made before one sent to its records since it was checked, by the names of rows (`namesOfRow`). */
  sentBefore(job: JobRow, names: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly JsonObject[]>>;
  clock: Clock;
  /** Calls the listener for what callback events say, each proof or a hint. @returns the way to stop */
  events(listener: (proofs: readonly EventProof[]) => void): () => void;
  /** Calls the listener when somebody made or ordered a job, in any tab. @returns the way to stop */
  orders(listener: () => void): () => void;
  /** Rows of a table were just proven written: what was read of it before is old. */
  onProven(tableId: Id): void;
  tuning?: Partial<Tuning>;
}

export interface Tuning {
  /** Calls under way at once, in the ledger or on the wire, where answers come quickly. Where they do not, one more than `callsOnWire` is enough. */
  callsAtOnce: number;
  /** An answer that takes longer is slow: whatever is kept ahead of the wire would be called *being sent* for long. */
  quickAnswerMs: number;
  /** Calls on the wire at once: a browser has six connections to an origin, and one is left to a person. */
  callsOnWire: number;
  /** Read-backs under way at once: while there is something to send, and when there is not. */
  readsWhileSending: number;
  readsAtOnce: number;
  /** So long after an answer a read-back lets calls that can be sent go first: rows are written sooner, and an event may spare it. */
  readsWaitMs: number;
  /** Calls whose rows wait for proof before the runner stops sending more. */
  unprovenCalls: number;
  /** Milliseconds from an answer to the first read-back: an event is usually quicker, and saves it. */
  firstReadMs: number;
  longestPauseMs: number;
  /** So long after a refusal a row that still holds its old value confirms it. */
  refusalMs: number;
  /** Failed calls in a row after which a job waits for the person; those that one accident took from the wire are one. */
  failuresInRow: number;
}

export const usualTuning: Tuning = {
  callsAtOnce: 24,
  quickAnswerMs: 200,
  callsOnWire: 5,
  readsWhileSending: 1,
  readsAtOnce: 3,
  readsWaitMs: 5000,
  unprovenCalls: 1500,
  firstReadMs: 700,
  longestPauseMs: 15_000,
  refusalMs: 10_000,
  failuresInRow: 5,
};

/** A call whose rows are not all decided. */
export interface Unproven {
  job: RunningJob;
  batch: BatchRow;
  payload: PayloadRow;
  /** Places of its rows that are not decided; there may be a thousand calls, and each is looked at with every step. */
  open: number[];
  /** What the last read-back showed of each row, and held; null: nothing was read yet. */
  seen: (Seen | null)[];
  held: (JsonObject | undefined)[];
  /** What hints said of its rows. */
  said: (RowSaid | undefined)[];
  /** The record of each row that named none, once it was seen. */
  known: (Pick<RowResult, 'item_id' | 'created' | 'unsure'> & { reason?: 'updated-instead' })[];
  /** Epoch milliseconds. */
  nextRead: number;
  reading: boolean;
  /** Somebody asked again what became of a call that had been given up: whatever reading shows, it is not sent again. */
  lookOnly?: true;
  /** The last read-back failed. */
  readFailed: boolean;
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
  /** With a share of less than 1: when its next request may leave, epoch milliseconds. */
  nextSlot: number;
  /** The key that was refused, as long as it waits for another one. */
  refusedKey: string | null;
  failures: number;
  /** Calls that were turned away with "later", in a row. */
  later: number;
}

export interface RunnerState {
  jobs: Map<string, RunningJob>;
  calls: number;
  /** Calls are being begun: from the moment that half of `callsAtOnce` are left until all of them are under way. */
  filling: boolean;
  reads: number;
  /** Saves of results under way. */
  saves: number;
  /** Ends reads that are under way; a write is never cut off. */
  signal: AbortSignal;
  /** Records with a write whose end is not known, by table and then by id or key: no other write of them is sent meanwhile. */
  busy: Map<Id, Map<string, number>>;
  /** A call got no answer and nothing was read since: nobody knows whether the platform is in reach. */
  blind: boolean;
  /** Proofs of calls whose answer has not come yet: an event can be quicker. */
  early: Map<string, readonly EventProof[]>;
  stopping: boolean;
  /** Orders that were heard of and are not read from the ledger yet: nothing leaves meanwhile. */
  unreadOrders: number;
  /** Calls that the ledger knows of, waiting for a connection, in their order. */
  atGate: { job: RunningJob; resolve(leaves: boolean): void }[];
  /** Calls that have a connection. */
  onWire: number;
  /** The latest time of the platform that a record showed; null before one was read. */
  platformTime: string | null;
  /** How long the last call was on the wire, in milliseconds; null before the first one. */
  answerMs: number | null;
  /** The first fault of the ledger; the runner then ends and begins anew from what is kept. */
  fault: { error: unknown } | null;
  /** When the runner last looked. */
  looked: Clocks;
  wake(): void;
}

const keysOfPayload = new WeakMap<PayloadRow, (RecordKey | null)[]>();

/** The key of each item of a call that is located by it; null for those that are located by id. */
export function keysOf(
  { update_by_fields, fields }: Pick<JobRow, 'update_by_fields' | 'fields'>,
  payload: PayloadRow,
): (RecordKey | null)[] {
  const known = keysOfPayload.get(payload);
  if (known) return known;
  const maker = keyMaker({ update_by_fields }, fields);
  const keys = payload.items.map(({ item_id, fields: values }) => {
    if (item_id !== null) return null;
    const key = maker.ofValues(values);
    return 'text' in key ? key : null;
  });
  keysOfPayload.set(payload, keys);
  return keys;
}

/** Where a job looks its keys up. */
export function keyedTable({ table_id, update_by_fields, fields }: JobRow): KeyedTable {
  return { table_id, update_by_fields, fields };
}

const namesOfPayload = new WeakMap<PayloadRow, readonly string[]>();

/** Names of the records that a call writes: by id, and those without one by their key. */
function busyNames(job: JobRow, payload: PayloadRow): readonly string[] {
  const known = namesOfPayload.get(payload);
  if (known) return known;
  const names = payload.items.flatMap((_item, index) => namesOfRow(job, payload, index));
  namesOfPayload.set(payload, names);
  return names;
}

/** How a record is named by its key, as long as nobody knows its id. */
export function keyName({ update_by_fields }: { update_by_fields: readonly string[] }, key: RecordKey): string {
  return `=${update_by_fields.join()}=${key.text}`;
}

/** Names of the record that one row of a call writes: its id where that is known, and its key (`keyName`) where it named no id. */
export function namesOfRow(
  job: Pick<JobRow, 'update_by_fields' | 'fields'>,
  payload: PayloadRow,
  index: number,
): string[] {
  const id = payload.items[index]?.item_id ?? payload.found[index] ?? null;
  const key = keysOf(job, payload)[index] ?? null;
  return [...(id === null ? [] : [id]), ...(key === null ? [] : [keyName(job, key)])];
}

/** Marks the records of a call as being written (`1`) or as decided (`-1`). */
export function markBusy(state: RunnerState, job: JobRow, payload: PayloadRow, by: 1 | -1): void {
  const busy = state.busy.get(job.table_id) ?? new Map<string, number>();
  state.busy.set(job.table_id, busy);
  for (const name of busyNames(job, payload)) {
    const count = (busy.get(name) ?? 0) + by;
    if (count > 0) busy.set(name, count);
    else busy.delete(name);
  }
}

/** Whether any record of a call has a write of another job whose end is not known. No job writes a record twice: its plan calls the second one invalid. */
export function isBusy(state: RunnerState, job: JobRow, payload: PayloadRow): boolean {
  const others = [...state.jobs.values()].some(({ row }) => row.id !== job.id && row.table_id === job.table_id);
  if (!others) return false;
  const busy = state.busy.get(job.table_id);
  return busy !== undefined && busy.size > 0 && busyNames(job, payload).some((name) => busy.has(name));
}

/** Until when proof of a call is waited for, epoch milliseconds. */
export function deadlineOf({ job, batch }: Unproven): number {
  return Math.max(batch.proof_until ?? 0, job.row.proof_until);
}

/** Takes the slot of one request of a job: with a share of less than 1 the next one must wait. */
export function takeSlot(
  job: RunningJob,
  { clock, requestsPerSecond }: Pick<RunnerPorts, 'clock' | 'requestsPerSecond'>,
): void {
  const now = clock.now();
  const { share } = job.row;
  job.nextSlot = share < 1 ? Math.max(now, job.nextSlot) + 1000 / (requestsPerSecond * share) : now;
}
