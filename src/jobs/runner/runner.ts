/**
 * The runner sends the calls of jobs and sees each to its end: one loop over objects with their own state,
 * of which this one is that of a key. After an answer that did not come, nothing leaves before something was read.
 */

import { type Clocks, clockSetBy, leastSetMs } from '../../api/wire/clock';
import type { JobHold } from '../../storage/job-rows';
import { UnreadableError } from '../../storage/stored-values';
import { holdOf, outlasts, pauseOf } from '../ledger/job-activity';
import { type Ledger, lostHold } from '../ledger/ledger';
import type { Call } from '../machine/call';
import { step } from '../machine/step';
import { type EventProof, fateOfFailure } from '../proof/proof';
import { BusyRecords } from '../table/record-names';
import { type RunnerPorts, type Tuning, usualTuning } from './ports';
import type { RunningJob } from './running-job';

/** Readings that failed in between make a lag look longer than it was. */
const longestQuietMs = 5 * 60_000;

/** The runner of one key, as its parts share it. */
export class Runner {
  readonly jobs = new Map<string, RunningJob>();
  /** Ids of jobs of which a part cannot be read: they are not run. */
  readonly unreadable = new Set<string>();
  readonly busy = new BusyRecords();
  /** Calls under way, from the ledger to the ledger. */
  calls = 0;
  /** Read-backs under way. */
  reads = 0;
  /** Saves of results under way. */
  saves = 0;
  /** A call got no response and nothing was read since: whether the platform can be reached is unknown. */
  blind = false;
  /** Proofs of calls whose answer has not come yet: an event can be quicker. */
  readonly early = new Map<string, readonly EventProof[]>();
  stopping = false;
  /** Commands that were announced and are not read from the ledger yet: nothing is sent until they are. */
  unreadOrders = 1;
  /** The longest that a write took to be seen after it had been answered, where an earlier reading had not shown it, in milliseconds. */
  lagMs = 0;
  /** The first failure of the ledger; the runner then ends and restarts from the stored state. */
  fault: { error: unknown } | null = null;
  /** The clock at its last reading. */
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

  /** Epoch milliseconds. If the clock was set since the last reading, every wait keeps its remaining time. */
  now(): number {
    const looked = this.clocks();
    const setBy = clockSetBy(this.looked, looked);
    this.looked = looked;
    if (setBy !== 0) for (const job of this.jobs.values()) this.moveWaits(job, setBy);
    return looked.now;
  }

  /** So long after it was turned away a call is not sent again: reading may lag, and show what was there before the platform applied it all the same. */
  quietMs({ batch }: Call): number {
    const least = this.tuning.quietMs[fateOfFailure(batch.failure) === 'key' ? 'key' : 'later'];
    return Math.min(Math.max(least, 2 * this.lagMs), longestQuietMs);
  }

  /** Sleeps until a time, or until it is woken; not at all where it was woken since it last slept. */
  async sleepUntil(time: number): Promise<void> {
    if (!this.sleeper.signal.aborted) await this.ports.clock.sleep(Math.max(1, time - this.now()), this.sleeper.signal);
    this.sleeper = new AbortController();
  }

  wake(): void {
    this.sleeper.abort();
  }

  /** Ends the runner, which restarts from the stored state. */
  fail(error: unknown): void {
    this.fault ??= { error };
  }

  /** Ends the runner for an error of the ledger; a job of which a part cannot be read by this version is held: nothing more of it is sent or read back. */
  async failOrLeave(job: RunningJob, error: unknown): Promise<void> {
    if (!(error instanceof UnreadableError)) {
      this.fail(error);
      return;
    }
    this.unreadable.add(job.row.id);
    // Calls that have not left stay.
    await this.hold(job, lostHold).catch((fault: unknown) => this.fail(fault));
    this.forget(job);
  }

  /** Nothing more of a job is sent, read or stored: it was deleted, by a person or with the data of the site, or cannot be read. */
  forget(job: RunningJob): void {
    for (const { payload } of job.watched.values()) this.busy.end(job.row, payload);
    job.watched.clear();
    this.jobs.delete(job.row.id);
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

  /** Stores why a job is paused, unless it is for longer already; null: it runs. Failed calls are counted from zero again. */
  async hold(job: RunningJob, why: JobHold | null): Promise<void> {
    job.failures = 0;
    const held = holdOf(job.row, this.now());
    if (held && why && outlasts(held, why)) return;
    job.row = { ...job.row, hold: why };
    job.holding += 1;
    try {
      await this.ports.ledger.hold(job.row.id, why);
    } finally {
      job.holding -= 1;
    }
    // Orders that were read meanwhile were read with the hold before it.
    this.unreadOrders += 1;
    this.wake();
  }

  /** Takes the slot of one request of a job: with a share of less than 1 the next one must wait. */
  takeSlot(job: RunningJob): void {
    const now = this.now();
    const { share } = job.row;
    job.nextSlot = share < 1 ? Math.max(now, job.nextSlot) + 1000 / (this.ports.requestsPerSecond * share) : now;
  }

  /** Whether calls of a job may be sent now: no command or pause prevents it, and the outcome of everything sent before is known. */
  mayLeave({ row, isLost }: RunningJob): boolean {
    if (isLost || this.stopping || this.blind || this.fault !== null || this.unreadOrders > 0) return false;
    return row.order !== 'stop' && pauseOf(row, this.now()) === null;
  }

  /**
   * Every wait of a job keeps its remaining time when the clock is set. Otherwise a correction by a day would give up a row that was sent a second ago, or
   * make it wait until tomorrow.
   * @param by milliseconds
   */
  moveWaits(job: RunningJob, by: number): void {
    job.nextSlot += by;
    for (const [number, call] of job.watched) job.watched.set(number, step(call, { is: 'shifted', by }));
    const { started_at, proof_until } = job.row;
    if (by < 0 && started_at !== null) job.row = { ...job.row, started_at: started_at + by };
    if (proof_until > 0) job.row = { ...job.row, proof_until: proof_until + by };
    void this.inBackground(keepMoved(this.ports.ledger, job));
  }

  private clocks(): Clocks {
    const { clock } = this.ports;
    return { now: clock.now(), steady: clock.steady() };
  }
}

/**
 * How many milliseconds a job is in the future, as the clock was set back while no tab ran it; otherwise 0.
 * @param now epoch milliseconds
 */
export function aheadOfClock({ watched }: RunningJob, now: number): number {
  const noted = [...watched.values()].map(({ batch }) => Math.max(batch.sent_at ?? 0, batch.answered_at ?? 0));
  const ahead = Math.max(0, ...noted) - now;
  return ahead >= leastSetMs ? ahead : 0;
}

/** Keeps the times of a job that were moved. */
async function keepMoved(ledger: Ledger, { row, watched }: RunningJob): Promise<void> {
  await ledger.save([...watched.values()].map(({ batch }) => batch));
  if (row.started_at !== null) await ledger.start(row.id, row.started_at);
  if (row.proof_until > 0) await ledger.prolong(row.id, row.proof_until);
}
