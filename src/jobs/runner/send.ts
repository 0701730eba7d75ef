import { ApiError } from '../../contract/errors';
import type { JobRow, PayloadRow } from '../../storage/job-rows';
import { holdOf } from '../ledger/job-activity';
import { lostHold } from '../ledger/ledger';
import type { Unmarked } from '../ledger/ledger-calls';
import { type Call, takenUp } from '../machine/call';
import { longestPauseMs, step } from '../machine/step';
import { fateOf } from '../proof/proof';
import { type FreshCall, freshCall, freshMs, wasJustRead } from './fresh-call';
import type { Wire } from './ports';
import type { Runner } from './runner';
import type { RunningJob } from './running-job';
import { watchCall } from './watch';

/** Few at a time: while they become objects no answer is taken and no call leaves. */
const fetchedAtOnce = 20;
/** With fewer loaded calls more are read; beyond that only if all of them wait for other jobs. */
const fetchedAhead = 40;
const fetchedMost = 400;
const firstPauseMs = 1000;
/** Failed checks before sending in a row before a job is paused. */
const unreadInRow = 3;

/** Starts as many calls as may leave now; each wakes the runner when it has ended. The budget sets their pace. */
export function sendWhatMay(runner: Runner): void {
  const { callsAtOnce, unverifiedCalls } = runner.tuning;
  const jobs = [...runner.jobs.values()];
  // What had no answer is decided, by an event or by reading back: nothing is left to wait for.
  if (runner.blind && !jobs.some(hasUnanswered)) runner.blind = false;
  let unverified = jobs.reduce((sum, job) => sum + job.watched.size + job.sending, 0);
  for (const job of jobs) {
    while (runner.calls < callsAtOnce && unverified < unverifiedCalls && mayBegin(runner, job)) {
      const call = takeFree(runner, job);
      if (!call) break;
      unverified += 1;
      begin(runner, job, call);
    }
  }
}

function hasUnanswered({ watched }: RunningJob): boolean {
  return [...watched.values()].some(({ batch }) => batch.state === 'unanswered');
}

function mayBegin(runner: Runner, job: RunningJob): boolean {
  return runner.mayLeave(job) && runner.now() >= job.nextSlot;
}

/** The next call of a job that writes no record with an open write of another job; those before it wait, and hold back no others. */
function takeFree(runner: Runner, job: RunningJob): Call | null {
  const { queue, row } = job;
  const isAlone = ![...runner.jobs.values()].some((other) => other !== job && other.row.table_id === row.table_id);
  const place = isAlone ? 0 : queue.findIndex(({ payload }) => !runner.busy.has(row, payload));
  if (queue.length < (place === -1 ? fetchedMost : fetchedAhead)) fetchMore(runner, job);
  return place === -1 ? null : (queue.splice(place, 1)[0] ?? null);
}

function begin(runner: Runner, job: RunningJob, call: Call): void {
  runner.busy.begin(job.row, call.payload);
  runner.takeSlot(job);
  runner.calls += 1;
  job.sending += 1;
  void sendCall(runner, job, call)
    .catch((error: unknown) => runner.fail(error))
    .finally(() => {
      runner.calls -= 1;
      job.sending -= 1;
      runner.wake();
    });
}

/** Reads the next waiting calls of a job from the ledger, unless that is under way or there are none. */
export function fetchMore(runner: Runner, job: RunningJob): void {
  if (job.fetching || job.exhausted) return;
  job.fetching = true;
  runner.ports.ledger
    .batches(job.row.id, 'waiting', job.fetched, fetchedAtOnce)
    .then((more) => {
      job.queue.push(...more.map((call) => takenUp(call, job.row)));
      job.fetched = more.at(-1)?.batch.number ?? job.fetched;
      job.exhausted = more.length < fetchedAtOnce;
    })
    .catch((error: unknown) => runner.failOrLeave(job, error))
    .finally(() => {
      job.fetching = false;
      runner.wake();
    });
}

/** One call, from the ledger to the ledger: read afresh, a turn, the mark, the wire, the answer. */
async function sendCall(runner: Runner, job: RunningJob, waits: Call): Promise<void> {
  const { ledger, wire } = runner.ports;
  const fresh = wasJustRead(job.row, runner.now())
    ? { call: waits, readAt: job.row.read_at }
    : await readAgain(runner, job, waits);
  if (fresh === null) return;
  const { call, readAt } = fresh;
  const mayStillLeave = (): boolean => runner.mayLeave(job) && runner.now() - readAt < freshMs;
  // While it waits, everything may be stopped, or the wait is long: then it is not sent, or checked again.
  if (!(await turnBefore(runner, readAt + freshMs)) || !mayStillLeave()) return waitAgain(runner, job, call);
  if (job.row.started_at === null) {
    job.row = { ...job.row, started_at: runner.now() };
    await ledger.start(job.row.id, runner.now());
  }
  const sent = step(call, { is: 'sent', at: runner.now() });
  // From here on the ledger knows that this may have been sent. Nothing leaves that it does not have.
  const unmarked = await ledger.mark(sent.batch);
  if (unmarked !== null) {
    await lose(runner, job, unmarked);
    return waitAgain(runner, job, call);
  }
  if (!mayStillLeave()) {
    await ledger.save([call.batch]);
    return waitAgain(runner, job, call);
  }
  const key = runner.ports.key();
  const proofMs = job.row.proof_ms;
  try {
    const answer = await write(wire, job.row, call.payload);
    const accepted = step(sent, { is: 'accepted', at: runner.now(), ...answer, proofMs });
    job.failures = 0;
    job.later = 0;
    // Until it is stored the ledger says "sending": if this tab ends before, it is read back.
    await ledger.save([accepted.batch]);
    if (job.row.hold && !holdOf(job.row, runner.now())) await runner.hold(job, null);
    watchCall(runner, job, accepted);
  } catch (error) {
    // A ledger error is no response: what is stored says "sending", and that is read back.
    if (!(error instanceof ApiError)) throw error;
    if (fateOf(error) === 'key') job.refusedKey = key;
    await settleFailure(runner, job, sent, error);
  }
}

function write(wire: Wire, { table_id, update_by_fields }: JobRow, { update_type, items }: PayloadRow) {
  switch (update_type) {
    case 'delete':
      return wire.remove({ table_id, item_ids: items.flatMap(({ item_id }) => item_id ?? []) });
    case 'upsert':
      return wire.update({ table_id, update_type, update_by_fields, items });
    case 'update':
      return wire.update({ table_id, update_type, items });
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
async function readAgain(runner: Runner, job: RunningJob, call: Call): Promise<FreshCall | null> {
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
function waitAgain(runner: Runner, job: RunningJob, call: Call): void {
  runner.busy.end(job.row, call.payload);
  job.putBack(call);
}

async function settleFailure(runner: Runner, job: RunningJob, sent: Call, error: ApiError): Promise<void> {
  const now = runner.now();
  const fate = fateOf(error);
  const { kind, message, code, traceId } = error;
  // Of one accident of the wire all calls die that are on it, and nothing leaves after it until something was read.
  const sameAccident = runner.blind && kind === 'no-answer';
  const pauseMs = pauseAfter(job.later, error);
  const until = now + pauseMs;
  const failed = step(sent, { is: 'failed', at: now, error, proofMs: job.row.proof_ms, pauseMs });
  if (fate === 'unknown') runner.blind = true;
  await runner.ports.ledger.save([failed.batch]);
  if (failed.batch.state === 'unanswered') watchCall(runner, job, failed);
  else if (failed.batch.state === 'waiting') waitAgain(runner, job, failed);
  else runner.busy.end(job.row, failed.payload);
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
  const until = now + pauseAfter(isTurnedAway ? job.unread - 1 : job.unread - unreadInRow, error);
  await runner.hold(job, { reason, ...about, since: now, until });
}

/** Milliseconds that a job pauses after a rejection: as long as the response asked for, else longer each time in a row. */
function pauseAfter(before: number, { retryAfterMs }: ApiError): number {
  return retryAfterMs ?? Math.min(firstPauseMs * 2 ** before, longestPauseMs);
}
