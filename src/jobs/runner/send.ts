import { ApiError } from '../../contract/errors';
import type { BatchRow, JobHold, RowResult } from '../../storage/job-rows';
import { isHeld, withRows } from '../counts';
import type { BatchWithPayload } from '../ledger-calls';
import { fateOf, fateOfFailure } from '../proof';
import { freshCall, freshMs, holdOfUnread, inputOf } from './fresh-call';
import { freeConnection, mayStillSend, takeConnection } from './gate';
import { isBusy, markBusy, type RunnerPorts, type RunnerState, type RunningJob, type Tuning, takeSlot } from './state';
import { addUnproven } from './watch';

/** Few at a time: while they become objects no answer is taken and no call leaves. */
const fetchedAtOnce = 20;
/** With fewer calls at hand more of them are read. */
const fetchedAhead = 40;
const firstPauseMs = 1000;

/** Starts as many calls as may leave now; each wakes the runner when it has ended. */
export function sendWhatMay(state: RunnerState, ports: RunnerPorts, tuning: Tuning): void {
  // What had no answer is decided, by an event or by reading back: nothing is left to wait for.
  if (state.blind && !someUnanswered(state)) state.blind = false;
  // They are begun several at a time, so that the ledger keeps them in one transaction, and early enough that no connection waits for it.
  const quick = state.answerMs !== null && state.answerMs <= tuning.quickAnswerMs;
  const callsAtOnce = quick ? tuning.callsAtOnce : Math.min(tuning.callsAtOnce, tuning.callsOnWire + 1);
  if (state.calls <= (quick ? callsAtOnce / 2 : callsAtOnce - 1)) state.filling = true;
  else if (state.calls >= callsAtOnce) state.filling = false;
  let unproven = [...state.jobs.values()].reduce((sum, job) => sum + job.unproven.size + job.sending, 0);
  for (const job of state.jobs.values()) {
    while (maySend(state, job, ports.clock.now()) && unproven < tuning.unprovenCalls) {
      if (job.queue.length < fetchedAhead) fetchMore(state, ports, job);
      const next = job.queue[0];
      if (!next) break;
      // An earlier write of one of these records is not decided: what it did could not be told from what this one does.
      if (isBusy(state, job.row, next.payload)) break;
      job.queue.shift();
      markBusy(state, job.row, next.payload, 1);
      takeSlot(job, ports);
      state.calls += 1;
      if (state.calls >= callsAtOnce) state.filling = false;
      job.sending += 1;
      unproven += 1;
      let left = true;
      // The next call need not wait until the answer of this one is kept.
      const leave = (): void => {
        if (left) state.calls -= 1;
        left = false;
        state.wake();
      };
      void sendCall(state, ports, tuning, job, next, leave)
        .catch((error: unknown) => {
          state.fault ??= { error };
        })
        .finally(() => {
          job.sending -= 1;
          leave();
        });
    }
  }
}

function someUnanswered(state: RunnerState): boolean {
  return [...state.jobs.values()].some(({ unproven }) =>
    [...unproven].some(({ batch }) => batch.state === 'unanswered'),
  );
}

function maySend(state: RunnerState, job: RunningJob, now: number): boolean {
  return mayStillSend(state, job, now) && state.filling && now >= job.nextSlot;
}

/** Reads the next waiting calls of a job from the ledger, unless that is under way or there are none. */
export function fetchMore(state: RunnerState, ports: RunnerPorts, job: RunningJob): void {
  if (job.fetching || job.exhausted) return;
  job.fetching = true;
  ports.ledger
    .batches(job.row.id, 'waiting', job.fetched, fetchedAtOnce)
    .then((more) => {
      job.queue.push(...more);
      job.fetched = more.at(-1)?.batch.number ?? job.fetched;
      job.exhausted = more.length < fetchedAtOnce;
    })
    .catch((error: unknown) => {
      state.fault ??= { error };
    })
    .finally(() => {
      job.fetching = false;
      state.wake();
    });
}

/** One call, from the ledger to the ledger. */
async function sendCall(
  state: RunnerState,
  ports: RunnerPorts,
  tuning: Tuning,
  job: RunningJob,
  waits: BatchWithPayload,
  leave: () => void,
): Promise<void> {
  const { ledger, clock, wire } = ports;
  // It keeps its connection from here to the answer: so little time lies between what is read of its rows and what is written to them.
  if (!(await takeConnection(state, ports, tuning, job))) {
    waitAgain(state, job, waits);
    return;
  }
  const call = await readAgain(state, ports, tuning, job, waits);
  if (call === null) {
    freeConnection(state, ports, tuning);
    return;
  }
  const readAt = clock.now();
  const { batch: waiting, payload } = call;
  await wire.turn();
  const maySend = (): boolean => mayStillSend(state, job, clock.now());
  const back = (): void => {
    waitAgain(state, job, call);
    freeConnection(state, ports, tuning);
  };
  // While it waited for its turn, the person or another call may have stopped everything, or the wait was a long one: then it is not sent, or read anew.
  if (!maySend() || clock.now() - readAt > freshMs) return back();
  if (job.row.started_at === null) {
    job.row = { ...job.row, started_at: clock.now() };
    await ledger.start(job.row.id, clock.now());
  }
  const sending: BatchRow = {
    ...withRows(waiting, same(waiting, { outcome: 'sending', reason: null })),
    state: 'sending',
    attempts: waiting.attempts + 1,
    sent_at: clock.now(),
    platform_time: state.platformTime,
    failure: null,
  };
  // Before the wire: whatever happens from here on, the ledger knows that this may have been sent.
  await ledger.save([sending]);
  if (!maySend()) {
    await ledger.save([waiting]);
    return back();
  }
  const key = ports.key();
  const left = clock.now();
  try {
    const answer = await wire.update(inputOf(job.row, payload));
    state.answerMs = clock.now() - left;
    freeConnection(state, ports, tuning);
    leave();
    const now = clock.now();
    const accepted: BatchRow = {
      ...withRows(sending, same(sending, { outcome: 'accepted', reason: null })),
      state: 'accepted',
      answered_at: now,
      trace_id: answer.trace_id,
      request: answer.request,
      proof_until: now + job.row.proof_ms,
    };
    job.failures = 0;
    job.later = 0;
    // Until it is kept the ledger says "sending": should this tab end before, it is read back.
    await ledger.save([accepted], 'soon');
    if (job.row.hold && !isHeld(job.row, now)) await hold(ports, job, null);
    addUnproven(state, ports, tuning, job, accepted, payload);
  } catch (error) {
    // A fault of the ledger is no answer of the wire: what is kept says "sending", and that is read back.
    if (!(error instanceof ApiError)) throw error;
    if (fateOf(error) === 'key') job.refusedKey = key;
    await settleFailure(state, ports, tuning, job, { batch: sending, payload }, error);
    // Only now is it known whether another one may leave.
    freeConnection(state, ports, tuning);
  }
}

/** The call as it may be sent by what its rows hold now; null where nothing of it is, or its rows could not be read, so that it waits again. */
async function readAgain(
  state: RunnerState,
  ports: RunnerPorts,
  tuning: Tuning,
  job: RunningJob,
  call: BatchWithPayload,
): Promise<BatchWithPayload | null> {
  const key = ports.key();
  try {
    return await freshCall(state, ports, job, call);
  } catch (error) {
    if (!state.signal.aborted && !(error instanceof ApiError)) throw error;
    waitAgain(state, job, call);
    const now = ports.clock.now();
    // Of one accident several readings die at once: it is one.
    if (!(error instanceof ApiError) || isHeld(job.row, now)) return null;
    const why = holdOfUnread(error, job.later, tuning.longestPauseMs, now);
    if (why.reason === 'key-refused') job.refusedKey = key;
    else job.later += 1;
    await hold(ports, job, why);
    return null;
  }
}

/** A call that was never sent goes back to where it waited. */
function waitAgain(state: RunnerState, job: RunningJob, call: BatchWithPayload): void {
  markBusy(state, job.row, call.payload, -1);
  queueAgain(job, call);
}

/** Several may come back, in any order; they leave in that of the plan. */
export function queueAgain(job: RunningJob, call: BatchWithPayload): void {
  const behind = job.queue.findIndex(({ batch }) => batch.number > call.batch.number);
  job.queue.splice(behind === -1 ? job.queue.length : behind, 0, call);
}

async function settleFailure(
  state: RunnerState,
  ports: RunnerPorts,
  tuning: Tuning,
  job: RunningJob,
  { batch: sending, payload }: BatchWithPayload,
  error: ApiError,
): Promise<void> {
  const now = ports.clock.now();
  const fate = fateOf(error);
  const { kind, message, code, status, traceId, request } = error;
  const failed: BatchRow = {
    ...sending,
    answered_at: now,
    trace_id: traceId,
    request,
    failure: { kind, message, code, status },
  };
  // Of one accident of the wire all calls die that are on it, and nothing leaves after it until something was read.
  const sameAccident = state.blind && kind === 'no-answer';
  const pause = error.retryAfterMs ?? Math.min(firstPauseMs * 2 ** job.later, tuning.longestPauseMs);
  if (fate === 'too-large' || fate === 'not-reached') {
    const back = fate === 'too-large' ? refusedBatch(failed, error, now) : waitingBatch(failed);
    await ports.ledger.save([back]);
    markBusy(state, job.row, payload, -1);
    if (fate === 'not-reached') queueAgain(job, { batch: back, payload });
  } else {
    // What a platform says of a call that failed is no proof of what it did: the rows are read before they are called anything, or sent again.
    const unanswered = unansweredBatch(failed, now + job.row.proof_ms);
    if (fate === 'unknown') state.blind = true;
    await ports.ledger.save([unanswered]);
    addUnproven(state, ports, tuning, job, unanswered, payload, fate === 'later' ? now + pause : undefined);
  }
  const about = { message, code, trace_id: traceId };
  if (fate === 'key') await hold(ports, job, { reason: 'key-refused', ...about, until: null });
  if (fate === 'later' || fate === 'not-reached') {
    job.later += 1;
    await hold(ports, job, {
      reason: fate === 'later' ? 'too-many' : 'unreachable',
      ...about,
      since: now,
      until: now + pause,
    });
  }
  if (fate === 'refused' || fate === 'too-large' || (fate === 'unknown' && !sameAccident)) {
    job.failures += 1;
    if (job.failures >= tuning.failuresInRow) await hold(ports, job, { reason: 'failing', ...about, until: null });
  }
}

/** A call of which nobody knows whether it wrote: it never came to an answer, or to one that only reading can confirm. */
export function unansweredBatch(batch: BatchRow, proofUntil: number): BatchRow {
  const reason = fateOfFailure(batch.failure) === 'unknown' ? 'no-answer' : 'turned-away';
  return {
    ...withRows(batch, same(batch, { outcome: 'unknown', reason })),
    state: 'unanswered',
    proof_until: proofUntil,
  };
}

function refusedBatch(batch: BatchRow, { message, code }: ApiError, now: number): BatchRow {
  const row: RowResult = { outcome: 'refused', reason: 'call-refused', message, code: code ?? undefined, at: now };
  return { ...withRows(batch, same(batch, row)), state: 'decided' };
}

/** Nothing of it was written, and that is known: it waits as before. */
export function waitingBatch(batch: BatchRow): BatchRow {
  return { ...withRows(batch, same(batch, { outcome: 'not-sent', reason: null })), state: 'waiting' };
}

async function hold(ports: RunnerPorts, job: RunningJob, why: JobHold | null): Promise<void> {
  job.failures = 0;
  job.row = { ...job.row, hold: why };
  await ports.ledger.hold(job.row.id, why);
}

function same(batch: BatchRow, row: RowResult): RowResult[] {
  return batch.rows.map(() => row);
}
