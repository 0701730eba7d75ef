import { endOfPause, pauseOf } from '../ledger/job-activity';
import { openRows, takenUp } from '../machine/call';
import { type Fact, firstReadMs, step } from '../machine/step';
import { isTurnedAway } from '../table/job-state';
import type { RunnerPorts } from './ports';
import { giveUpStopped, nextReadAt, readWhatIsDue } from './read-back';
import { aheadOfClock, Runner } from './runner';
import { RunningJob } from './running-job';
import { fetchMore, sendWhatMay } from './send';
import { happened, takeEvents, watchCall } from './watch';

/** The longest the runner sleeps without looking: a clock may jump while a computer sleeps. */
const longestSleepMs = 30_000;
/** How often a job that waits for another key looks whether there is one. */
const keyLookMs = 2000;
/** Calls examined at a time when the wait is extended: most of a million rows need no further check. */
const reopenedAtOnce = 100;
/** As many as IndexedDB can be asked for. */
const everyBatch = 2 ** 32 - 1;

/**
 * Runs the open jobs of one key until the signal is aborted: sends their calls, verifies their rows, and stores every step in the ledger before the next.
 * Starts from the ledger: a call that was being sent when the last runner ended is *unknown*, and is read back, never sent again.
 * Only one may run at a time for a key, which the caller ensures. Resolves when everything running has ended.
 * @throws errors of the ledger; the stored state is still reliable then
 */
export async function runJobs(ports: RunnerPorts, signal: AbortSignal): Promise<void> {
  const runner = new Runner(ports, signal);
  const stopOrders = ports.orders(() => {
    runner.unreadOrders += 1;
    runner.wake();
  });
  const stopEvents = ports.events((events) => takeEvents(runner, events));
  const stop = (): void => {
    runner.stopping = true;
    runner.wake();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    for (;;) {
      const heard = runner.unreadOrders;
      if (heard > 0) {
        await takeOrders(runner);
        runner.unreadOrders -= heard;
      }
      await goOnWithNewKey(runner);
      sendWhatMay(runner);
      readWhatIsDue(runner);
      giveUpStopped(runner);
      await endWhatIsDone(runner);
      const isIdle = runner.calls === 0 && runner.reads === 0 && runner.saves === 0;
      if (runner.fault && isIdle) throw runner.fault.error;
      if (runner.stopping && isIdle) return;
      if (runner.unreadOrders === 0) await runner.sleepUntil(nextDue(runner));
    }
  } finally {
    stopOrders();
    stopEvents();
    signal.removeEventListener('abort', stop);
  }
}

/** When the runner must look again although nothing woke it. */
function nextDue(runner: Runner): number {
  const now = runner.now();
  let due = Math.min(nextReadAt(runner), now + longestSleepMs);
  for (const { row, nextSlot, waitsForKey } of runner.jobs.values()) {
    if (waitsForKey) due = Math.min(due, now + keyLookMs);
    const pause = pauseOf(row, now);
    due = Math.min(due, (pause && endOfPause(pause)) ?? due);
    if (nextSlot > now) due = Math.min(due, nextSlot);
  }
  return due;
}

/** Reads the ledger's jobs again: new ones begin, ordered ones obey, forgotten ones go. */
async function takeOrders(runner: Runner): Promise<void> {
  const rows = await runner.ports.ledger.openJobs(runner.ports.owner);
  const open = new Set(rows.map(({ id }) => id));
  for (const [id, job] of runner.jobs) if (!open.has(id)) job.isLost = true;
  for (const row of rows) {
    const job = runner.jobs.get(row.id);
    // It is tried again when a person resumes it.
    if (row.hold === null) runner.unreadable.delete(row.id);
    if (runner.unreadable.has(row.id)) continue;
    if (!job) {
      await beginJob(runner, new RunningJob(row));
      continue;
    }
    const isProlonged = row.proof_until > job.row.proof_until;
    // A person does not want to wait for the next read-backs: those of all calls, or of those that were turned away and may leave once they are read.
    const isReadRequested = (row.read_asked ?? 0) > (job.row.read_asked ?? 0);
    // A hold that is being stored is in no row yet.
    const { hold } = job.holding > 0 ? job.row : row;
    const isResumed = job.row.hold !== null && hold === null;
    if (row.share > job.row.share) job.nextSlot = 0;
    job.row = { ...row, hold };
    for (const [number, { batch }] of job.watched) {
      if (isReadRequested || (isResumed && isTurnedAway(batch)))
        happened(runner, [{ job, number, fact: { is: 'hurried' } }]);
    }
    if (isProlonged) await reopen(runner, job);
  }
}

/** A job paused because its key was refused continues as soon as there is another one; the refused call is read back before it is sent again. */
async function goOnWithNewKey(runner: Runner): Promise<void> {
  const key = runner.ports.key();
  for (const job of runner.jobs.values()) {
    if (job.waitsForKey && key !== null && key !== job.refusedKey && job.sending === 0) await runner.hold(job, null);
  }
}

async function beginJob(runner: Runner, job: RunningJob): Promise<void> {
  runner.jobs.set(job.row.id, job);
  try {
    await takeUp(runner, job);
  } catch (error) {
    await runner.failOrLeave(job, error);
  }
}

/** Takes up what was left of a job. @throws UnreadableError */
async function takeUp(runner: Runner, job: RunningJob): Promise<void> {
  const { ledger } = runner.ports;
  const { row } = job;
  if (!(await ledger.takeUp(row.id))) {
    job.isLost = true;
    return;
  }
  // The tab that was sending these has ended, or is frozen: whether they arrived is unknown.
  const at = runner.now();
  const interrupted = (await ledger.batches(row.id, 'sending', 0, everyBatch)).map((call) =>
    step(takenUp(call, row), { is: 'interrupted', at, proofMs: row.proof_ms }),
  );
  if (interrupted.length > 0) {
    await ledger.save(interrupted.map(({ batch }) => batch));
    runner.blind = true;
  }
  for (const state of ['accepted', 'unanswered'] as const) {
    for (const call of await ledger.batches(row.id, state, 0, everyBatch)) {
      runner.busy.begin(row, call.payload);
      watchCall(runner, job, takenUp(call, row, at + firstReadMs));
    }
  }
  const ahead = aheadOfClock(job, runner.now());
  if (ahead > 0) runner.moveWaits(job, -ahead);
  if (job.row.proof_until > runner.now()) await reopen(runner, job);
}

/** The user extends the wait, or an event contradicts its end: rows that ended without being read as sent are read again. */
async function reopen(runner: Runner, job: RunningJob): Promise<void> {
  const { ledger } = runner.ports;
  const fact: Fact = { is: 'prolonged', at: runner.now() };
  happened(
    runner,
    [...job.watched.keys()].map((number) => ({ job, number, fact })),
  );
  for (let after = 0, isFull = true; isFull; ) {
    const decided = await ledger.batches(job.row.id, 'decided', after, reopenedAtOnce);
    isFull = decided.length === reopenedAtOnce;
    after = decided.at(-1)?.batch.number ?? after;
    const reopened = decided
      .filter(({ batch }) => !job.watched.has(batch.number))
      .map((call) => step(takenUp(call, job.row), fact))
      .filter((call) => openRows(call).length > 0);
    await ledger.save(reopened.map(({ batch }) => batch));
    for (const call of reopened) {
      runner.busy.begin(job.row, call.payload);
      watchCall(runner, job, call);
    }
  }
}

async function endWhatIsDone(runner: Runner): Promise<void> {
  if (runner.fault) return;
  for (const [id, job] of runner.jobs) {
    if (job.isLost) {
      if (job.sending === 0) runner.forget(job);
      continue;
    }
    const isStopped = job.row.order === 'stop';
    // Also of a job that is paused or held up: whether anything is left decides whether it has ended.
    if (!isStopped && job.queue.length === 0) fetchMore(runner, job);
    const isSent = isStopped || (job.exhausted && job.queue.length === 0);
    if (!isSent || job.sending > 0 || job.watched.size > 0 || job.fetching) continue;
    runner.jobs.delete(id);
    await runner.ports.ledger.end(id, runner.now(), job.row.proof_until);
  }
}
