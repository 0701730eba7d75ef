import { type Clocks, clockSetBy } from '../../api/clock-set';
import type { Id } from '../../contract/ids';
import type { JsonObject } from '../../contract/json';
import type { UpdateInput } from '../../contract/updates';
import type { Owner } from '../../storage/draft-rows';
import type { JobHold, JobRow } from '../../storage/job-rows';
import type { Ledger } from '../ledger';
import type { BatchWithPayload } from '../ledger-calls';
import type { EventProof } from '../proof';
import type { ReadKeys } from '../read-keys';
import type { ReadRows } from '../read-rows';
import { BusyRecords } from './busy-records';
import { goWithClock } from './clock';
import type { WatchedCall } from './watched-call';

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
  /** Calls on the wire at once: a browser has six connections to an origin, and one is left to a person. Where no call may leave, read-backs have them. */
  callsOnWire: number;
  /** Read-backs under way at once while calls leave. */
  readsWhileSending: number;
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
  readsWaitMs: 5000,
  unprovenCalls: 1500,
  firstReadMs: 700,
  longestPauseMs: 15_000,
  refusalMs: 10_000,
  failuresInRow: 5,
};

/** An open job, and what is under way of it. */
export class RunningJob {
  /** Calls that are read from the ledger and not sent. */
  readonly queue: BatchWithPayload[] = [];
  /** Number up to which waiting calls were read from the ledger. */
  fetched = 0;
  /** No more waiting calls in the ledger. */
  exhausted = false;
  fetching = false;
  sending = 0;
  readonly watched = new Set<WatchedCall>();
  /** With a share of less than 1: when its next request may leave, epoch milliseconds. */
  nextSlot = 0;
  /** The key that was refused, as long as it waits for another one. */
  refusedKey: string | null = null;
  failures = 0;
  /** Calls that were turned away with "later", in a row. */
  later = 0;
  /** Readings right before sending that failed, in a row. */
  unread = 0;

  /** @param row what was ordered and how it stands; its counts are the ledger's business */
  constructor(public row: JobRow) {}

  /** Whether nothing of it can be read before there is another key. */
  get waitsForKey(): boolean {
    return this.row.hold?.reason === 'key-refused';
  }

  /** A call that is not sent waits where it belongs: several may come back, in any order, and leave in that of the plan. */
  putBack(call: BatchWithPayload): void {
    const behind = this.queue.findIndex(({ batch }) => batch.number > call.batch.number);
    this.queue.splice(behind === -1 ? this.queue.length : behind, 0, call);
  }
}

/** The runner of one key, as its parts share it. */
export class Runner {
  readonly jobs = new Map<string, RunningJob>();
  readonly busy = new BusyRecords();
  /** Calls under way. */
  calls = 0;
  /** Calls are being begun: from the moment that half of `callsAtOnce` are left until all of them are under way. */
  filling = true;
  /** Read-backs under way. */
  reads = 0;
  /** Saves of results under way. */
  saves = 0;
  /** A call got no answer and nothing was read since: nobody knows whether the platform is in reach. */
  blind = false;
  /** Proofs of calls whose answer has not come yet: an event can be quicker. */
  readonly early = new Map<string, readonly EventProof[]>();
  stopping = false;
  /** Orders that were heard of and are not read from the ledger yet: nothing leaves meanwhile. */
  unreadOrders = 1;
  /** Calls that the ledger knows of, waiting for a connection, in their order. */
  atGate: { job: RunningJob; resolve(leaves: boolean): void }[] = [];
  /** Calls that have a connection. */
  onWire = 0;
  /** How long the last call was on the wire, in milliseconds; null before the first one. */
  answerMs: number | null = null;
  /** The latest time of the platform that a record showed; null before one was read. */
  platformTime: string | null = null;
  /** The first fault of the ledger; the runner then ends and begins anew from what is kept. */
  fault: { error: unknown } | null = null;
  /** What the clock said when somebody last asked. */
  private looked: Clocks;
  readonly tuning: Tuning;
  private sleeper = new AbortController();

  /** @param signal ends the runner, and reads that are under way; a write is never cut off */
  constructor(
    readonly ports: RunnerPorts,
    readonly signal: AbortSignal,
  ) {
    this.tuning = { ...usualTuning, ...ports.tuning };
    this.looked = this.clocks();
  }

  /** Epoch milliseconds. Where the clock was set since somebody last asked, every wait goes on for as long as it had left. */
  now(): number {
    const looked = this.clocks();
    const setBy = clockSetBy(this.looked, looked);
    this.looked = looked;
    if (setBy !== 0) goWithClock(this, setBy);
    return looked.now;
  }

  /** Sleeps until a time, or until it is woken; not at all where it was woken since it last slept. */
  async sleepUntil(time: number): Promise<void> {
    if (!this.sleeper.signal.aborted) await this.ports.clock.sleep(Math.max(1, time - this.now()), this.sleeper.signal);
    this.sleeper = new AbortController();
  }

  wake(): void {
    this.sleeper.abort();
  }

  /** It ends, and begins anew from what is kept. */
  fail(error: unknown): void {
    this.fault ??= { error };
  }

  /** Does not end while this runs, and ends if it fails. */
  async inBackground(work: Promise<void>): Promise<void> {
    this.saves += 1;
    try {
      await work;
    } catch (error) {
      this.fail(error);
    } finally {
      this.saves -= 1;
      this.wake();
    }
  }

  /** Keeps why a job stands still; null: it goes on. */
  async hold(job: RunningJob, why: JobHold | null): Promise<void> {
    job.row = { ...job.row, hold: why };
    await this.ports.ledger.hold(job.row.id, why);
  }

  /** Takes the slot of one request of a job: with a share of less than 1 the next one must wait. */
  takeSlot(job: RunningJob): void {
    const now = this.now();
    const { share } = job.row;
    job.nextSlot = share < 1 ? Math.max(now, job.nextSlot) + 1000 / (this.ports.requestsPerSecond * share) : now;
  }

  private clocks(): Clocks {
    const { clock } = this.ports;
    return { now: clock.now(), steady: clock.steady() };
  }
}
