import { ApiError } from '../../contract/errors';
import type { BatchRow } from '../../storage/job-rows';
import { holdOf } from '../ledger/job-activity';
import { lostHold } from '../ledger/ledger';
import type { BatchWithPayload, Unmarked } from '../ledger/ledger-calls';
import { fateOf } from '../proof/proof';
import { createsRecord } from '../results/job-lines';
import { acceptedBatch, sendingBatch, tooLargeBatch, unansweredBatch, waitingBatch } from './call-states';
import { type FreshCall, freshCall, freshMs, inputOf, wasJustRead } from './fresh-call';
import type { Runner } from './runner';
import type { RunningJob } from './running-job';
import { watchCall } from './watch';

/** Few at a time: while they become objects no answer is taken and no call leaves. */
const fetchedAtOnce = 20;
/** With fewer loaded calls more are read; beyond that only if all of them wait for other jobs. */
const fetchedAhead = 40;
const fetchedMost = 400;
const firstPauseMs = 1000;
/** From a call without response to the read that shows whether the platform can be reached. */
const blindReadMs = 100;
/** Failed checks before sending in a row before a job is paused. */
const unreadInRow = 3;

/** Starts as many calls as may leave now; each wakes the runner when it has ended. */
export function sendWhatMay(runner: Runner): void {
  const { tuning } = runner;
  const jobs = [...runner.jobs.values()];
  // What had no answer is decided, by an event or by reading back: nothing is left to wait for.
  if (runner.blind && !jobs.some(hasUnanswered)) runner.blind = false;
  // They are begun several at a time, so that the ledger keeps them in one transaction, and early enough that no connection waits for it.
  const isQuick = runner.answerMs !== null && runner.answerMs <= tuning.quickAnswerMs;
  const callsAtOnce = isQuick ? tuning.callsAtOnce : Math.min(tuning.callsAtOnce, tuning.callsOnWire + 1);
  if (runner.calls <= (isQuick ? callsAtOnce / 2 : callsAtOnce - 1)) runner.filling = true;
  else if (runner.calls >= callsAtOnce) runner.filling = false;
  let unverified = jobs.reduce((sum, job) => sum + job.watched.size + job.sending, 0);
  for (const job of jobs) {
    while (runner.filling && mayBegin(runner, job) && unverified < tuning.unverifiedCalls) {
      const call = takeFree(runner, job);
      if (!call) break;
      runner.busy.begin(job.row, call.payload);
      runner.takeSlot(job);
      runner.calls += 1;
      if (runner.calls >= callsAtOnce) runner.filling = false;
      job.sending += 1;
      unverified += 1;
      begin(runner, job, call);
    }
  }
}

function hasUnanswered({ watched }: RunningJob): boolean {
  return [...watched].some(({ batch }) => batch.state === 'unanswered');
}

function mayBegin(runner: Runner, job: RunningJob): boolean {
  return runner.mayLeave(job) && runner.now() >= job.nextSlot;
}

/** The next call of a job that writes no record with an open write of another job; those before it wait, and hold back no others. */
function takeFree(runner: Runner, job: RunningJob): BatchWithPayload | null {
  const { queue, row } = job;
  const isAlone = ![...runner.jobs.values()].some((other) => other !== job && other.row.table_id === row.table_id);
  const place = isAlone ? 0 : queue.findIndex(({ payload }) => !runner.busy.has(row, payload));
  if (queue.length < (place === -1 ? fetchedMost : fetchedAhead)) fetchMore(runner, job);
  return place === -1 ? null : (queue.splice(place, 1)[0] ?? null);
}

function begin(runner: Runner, job: RunningJob, call: BatchWithPayload): void {
  let isUnderWay = true;
  // The next call need not wait until the answer of this one is kept.
  const leave = (): void => {
    if (isUnderWay) runner.calls -= 1;
    isUnderWay = false;
    runner.wake();
  };
  void sendCall(runner, job, call, leave)
    .catch((error: unknown) => runner.fail(error))
    .finally(() => {
      job.sending -= 1;
      leave();
    });
}

/** Reads the next waiting calls of a job from the ledger, unless that is under way or there are none. */
export function fetchMore(runner: Runner, job: RunningJob): void {
  if (job.fetching || job.exhausted) return;
  job.fetching = true;
  runner.ports.ledger
    .batches(job.row.id, 'waiting', job.fetched, fetchedAtOnce)
    .then((more) => {
      job.queue.push(...more);
      job.fetched = more.at(-1)?.batch.number ?? job.fetched;
      job.exhausted = more.length < fetchedAtOnce;
    })
    .catch((error: unknown) => runner.failOrLeave(job, error))
    .finally(() => {
      job.fetching = false;
      runner.wake();
    });
}

/** One call, from the ledger to the ledger. */
async function sendCall(runner: Runner, job: RunningJob, waits: BatchWithPayload, leave: () => void): Promise<void> {
  const { ledger, wire } = runner.ports;
  // It keeps its connection from here to the response, so that little time passes between reading its rows, marking it and writing them.
  if (!(await runner.takeConnection(job))) return waitAgain(runner, job, waits);
  const fresh = wasJustRead(job.row, runner.now())
    ? { ...waits, readAt: job.row.read_at }
    : await readAgain(runner, job, waits);
  if (fresh === null) return runner.freeConnection();
  const { readAt, ...call } = fresh;
  const mayStillLeave = (): boolean => runner.mayLeave(job) && runner.now() - readAt < freshMs;
  const back = (): void => {
    waitAgain(runner, job, call);
    runner.freeConnection();
  };
  // While it waits, everything may be stopped, or the wait is long: then it is not sent, or checked again.
  if (!(await turnBefore(runner, readAt + freshMs)) || !mayStillLeave()) return back();
  if (job.row.started_at === null) {
    job.row = { ...job.row, started_at: runner.now() };
    await ledger.start(job.row.id, runner.now());
  }
  const batch = sendingBatch(call.batch, runner.now());
  // From here on the ledger knows that this may have been sent. Nothing leaves that it does not have.
  const unmarked = await ledger.mark(batch);
  if (unmarked !== null) {
    await lose(runner, job, unmarked);
    return back();
  }
  if (!mayStillLeave()) {
    await ledger.save([call.batch]);
    return back();
  }
  const key = runner.ports.key();
  const left = runner.now();
  try {
    const answer = await wire.update(inputOf(job.row, call.payload));
    const now = runner.now();
    runner.answerMs = now - left;
    runner.freeConnection();
    leave();
    job.failures = 0;
    job.later = 0;
    const accepted = acceptedBatch(batch, answer, now, now + job.row.proof_ms);
    // Until it is stored the ledger says "sending": if this tab ends before, it is read back.
    await ledger.save([accepted], 'soon');
    if (job.row.hold && !holdOf(job.row, now)) await runner.hold(job, null);
    watchCall(runner, job, accepted, call.payload);
  } catch (error) {
    // A ledger error is no response: what is stored says "sending", and that is read back.
    if (!(error instanceof ApiError)) throw error;
    if (fateOf(error) === 'key') job.refusedKey = key;
    await settleFailure(runner, job, { ...call, batch }, error);
    // Only now is it known whether another one may leave.
    runner.freeConnection();
  }
}

/** The ledger has no such call: a job that was deleted ends, and one of which only calls were is held. */
async function lose(runner: Runner, job: RunningJob, what: Unmarked): Promise<void> {
  if (what === 'no-job') job.isLost = true;
  else await runner.hold(job, lostHold);
}

/** Waits for a turn until a time, epoch milliseconds: one that comes too late is left to others. @returns whether it came */
async function turnBefore({ ports: { wire, clock } }: Runner, until: number): Promise<boolean> {
  const wait = new AbortController();
  void clock.sleep(until - clock.now(), wait.signal).then(() => wait.abort());
  try {
    await wire.turn(wait.signal);
    return true;
  } catch {
    return false;
  } finally {
    wait.abort();
  }
}

/** The call as it may be sent by what its rows hold now; null where nothing of it is, or its rows could not be read, so that it waits again. */
async function readAgain(runner: Runner, job: RunningJob, call: BatchWithPayload): Promise<FreshCall | null> {
  const key = runner.ports.key();
  try {
    const fresh = await freshCall(runner, job, call);
    job.unread = 0;
    return fresh;
  } catch (error) {
    if (!runner.signal.aborted && !(error instanceof ApiError)) throw error;
    waitAgain(runner, job, call);
    // Of one accident several readings die at once: it is one.
    if (!(error instanceof ApiError) || holdOf(job.row, runner.now())) return null;
    await holdUnread(runner, job, error, key);
    return null;
  }
}

/** A call that was never sent goes back to where it waited. */
function waitAgain(runner: Runner, job: RunningJob, call: BatchWithPayload): void {
  runner.busy.end(job.row, call.payload);
  job.putBack(call);
}

async function settleFailure(
  runner: Runner,
  job: RunningJob,
  { batch, payload }: BatchWithPayload,
  error: ApiError,
): Promise<void> {
  const { ledger } = runner.ports;
  const now = runner.now();
  const fate = fateOf(error);
  const { kind, message, code, status, traceId, request } = error;
  const failed = { ...batch, answered_at: now, trace_id: traceId, request, failure: { kind, message, code, status } };
  // Of one accident of the wire all calls die that are on it, and nothing leaves after it until something was read.
  const sameAccident = runner.blind && kind === 'no-answer';
  const until = now + pauseAfter(runner, job.later, error);
  if (fate === 'too-large' || fate === 'not-reached') {
    const settled = fate === 'too-large' ? tooLargeBatch(failed, now) : waitingBatch(failed);
    await ledger.save([settled]);
    runner.busy.end(job.row, payload);
    if (fate === 'not-reached') job.putBack({ batch: settled, payload });
  } else {
    // A platform's report of a failed call is not reliable: its rows are read back before they are judged, or sent again. That no record has a key shows
    // nothing while reading lags, so what creates records is not repeated by itself.
    const mayLeaveOnce = fate === 'later' && payload.items.some((_item, index) => createsRecord(payload, index));
    const sent: BatchRow = mayLeaveOnce ? { ...failed, look_only: true } : failed;
    const unanswered = unansweredBatch(sent, now + job.row.proof_ms);
    if (fate === 'unknown') runner.blind = true;
    await ledger.save([unanswered]);
    // Nothing leaves before something was read: that comes soon.
    const firstRead = fate === 'unknown' ? now + blindReadMs : fate === 'later' ? until : undefined;
    watchCall(runner, job, unanswered, payload, firstRead);
  }
  const about = { message, code, trace_id: traceId };
  if (fate === 'key') await runner.hold(job, { reason: 'key-refused', ...about, until: null });
  if (fate === 'later' || fate === 'not-reached') {
    job.later += 1;
    await runner.hold(job, { reason: fate === 'later' ? 'too-many' : 'unreachable', ...about, since: now, until });
  }
  if (fate === 'refused' || fate === 'too-large' || (fate === 'unknown' && !sameAccident)) {
    job.failures += 1;
    if (job.failures >= runner.tuning.failuresInRow)
      await runner.hold(job, { reason: 'failing', ...about, until: null });
  }
}

/** Pauses a job whose rows could not be read right before sending several times in a row. @param key that they were to be read with */
async function holdUnread(runner: Runner, job: RunningJob, error: ApiError, key: string | null): Promise<void> {
  const { message, code, traceId } = error;
  const about = { message, code, trace_id: traceId };
  const now = runner.now();
  const fate = fateOf(error);
  if (fate === 'key') {
    job.refusedKey = key;
    return runner.hold(job, { reason: 'key-refused', ...about, until: null });
  }
  const isTurnedAway = fate === 'later' || fate === 'not-reached';
  job.unread += 1;
  // One failed reading says nothing of the next: its call is read again in its turn.
  if (!isTurnedAway && job.unread < unreadInRow) return;
  const reason = fate === 'later' ? 'too-many' : fate === 'not-reached' ? 'unreachable' : 'unread';
  const until = now + pauseAfter(runner, isTurnedAway ? job.unread - 1 : job.unread - unreadInRow, error);
  await runner.hold(job, { reason, ...about, since: now, until });
}

/** Milliseconds that a job pauses after a rejection: as long as the response asked for, else longer each time in a row. */
function pauseAfter({ tuning }: Runner, before: number, { retryAfterMs }: ApiError): number {
  return retryAfterMs ?? Math.min(firstPauseMs * 2 ** before, tuning.longestPauseMs);
}
