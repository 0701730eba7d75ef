import { type Clocks, clockSetBy } from '../../api/wire/clock';
import type { JobHold } from '../../storage/job-rows';
import type { EventProof } from '../proof/proof';
import { keepMoved, moveWaits } from './clock';
import { type RunnerPorts, type Tuning, usualTuning } from './ports';
import { BusyRecords } from './record-names';
import type { RunningJob } from './running-job';

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
    if (setBy !== 0) for (const job of this.jobs.values()) this.moveWaits(job, setBy);
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

  /** Keeps why a job stands still; null: it goes on. Failed calls are counted anew from here. */
  async hold(job: RunningJob, why: JobHold | null): Promise<void> {
    job.failures = 0;
    job.row = { ...job.row, hold: why };
    await this.ports.ledger.hold(job.row.id, why);
  }

  /** Takes the slot of one request of a job: with a share of less than 1 the next one must wait. */
  takeSlot(job: RunningJob): void {
    const now = this.now();
    const { share } = job.row;
    job.nextSlot = share < 1 ? Math.max(now, job.nextSlot) + 1000 / (this.ports.requestsPerSecond * share) : now;
  }

  /** The waits of a job move with a clock that was set. @param by milliseconds */
  moveWaits(job: RunningJob, by: number): void {
    moveWaits(job, by);
    void this.inBackground(keepMoved(this.ports.ledger, job));
  }

  private clocks(): Clocks {
    const { clock } = this.ports;
    return { now: clock.now(), steady: clock.steady() };
  }
}
