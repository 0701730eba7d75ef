import { type Clocks, clockSetBy } from '../../api/clock-set';
import type { BatchRow, JobRow } from '../../storage/job-rows';
import { isAsked, isHeld, withRows } from '../counts';
import type { BatchWithPayload } from '../ledger-calls';
import { fateOfFailure } from '../proof';
import { goWithClock, goWithOlderClock } from './clock';
import { readAtOnce } from './failed-read';
import { openGate } from './gate';
import { nextReadAt, readWhatIsDue } from './read-back';
import { fetchMore, sendWhatMay, unansweredBatch } from './send';
import { markBusy, type RunnerPorts, type RunnerState, type RunningJob, type Tuning, usualTuning } from './state';
import { addUnproven, takeEvents } from './watch';

/** The longest the runner sleeps without looking: a clock may jump while a computer sleeps. */
const longestSleepMs = 30_000;
/** How often a job that waits for another key looks whether there is one. */
const keyLookMs = 2000;
/** Calls that are looked through at once when a person wants to wait longer: most of a million rows need not be looked at again. */
const reopenedAtOnce = 100;
/** As many as IndexedDB can be asked for. */
const everyBatch = 2 ** 32 - 1;

/**
 * Runs the open jobs of one key until the signal is aborted: sends their calls, proves their rows, and keeps every step in the ledger before the next.
 * Begins with what the ledger says: a call that was being sent when the last runner ended is *unknown*, and is read back, never sent again.
 * Only one may run at a time for a key; the caller sees to that. Resolves when everything under way has ended.
 * @throws whatever the ledger throws; what is kept is then still true
 */
export async function runJobs(ports: RunnerPorts, signal: AbortSignal): Promise<void> {
  const tuning: Tuning = { ...usualTuning, ...ports.tuning };
  let sleeper = new AbortController();
  const state: RunnerState = {
    jobs: new Map(),
    calls: 0,
    filling: true,
    reads: 0,
    saves: 0,
    signal,
    busy: new Map(),
    blind: false,
    early: new Map(),
    stopping: false,
    unreadOrders: 1,
    atGate: [],
    onWire: 0,
    answerMs: null,
    platformTime: null,
    fault: null,
    looked: clocksOf(ports),
    wake: () => sleeper.abort(),
  };
  const stopOrders = ports.orders(() => {
    state.unreadOrders += 1;
    state.wake();
  });
  const stopEvents = ports.events((proofs) => takeEvents(state, ports, tuning, proofs));
  const stop = (): void => {
    state.stopping = true;
    state.wake();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    for (;;) {
      const looked = clocksOf(ports);
      const setBy = clockSetBy(state.looked, looked);
      state.looked = looked;
      if (setBy !== 0) await goWithClock(state, ports, setBy);
      const heard = state.unreadOrders;
      if (heard > 0) {
        await takeOrders(state, ports, tuning);
        state.unreadOrders -= heard;
      }
      await goOnWithNewKey(state, ports);
      openGate(state, ports, tuning);
      sendWhatMay(state, ports, tuning);
      readWhatIsDue(state, ports, tuning);
      await endWhatIsDone(state, ports);
      const idle = state.calls === 0 && state.reads === 0 && state.saves === 0;
      if (state.fault && idle) throw state.fault.error;
      if (state.stopping && idle) return;
      if (state.unreadOrders > 0) continue;
      const now = ports.clock.now();
      if (!sleeper.signal.aborted)
        await ports.clock.sleep(Math.max(1, nextDue(state, tuning, now) - now), sleeper.signal);
      sleeper = new AbortController();
    }
  } finally {
    stopOrders();
    stopEvents();
    signal.removeEventListener('abort', stop);
  }
}

function clocksOf({ clock }: RunnerPorts): Clocks {
  return { now: clock.now(), steady: clock.steady() };
}

/** When the runner must look again although nothing woke it. */
function nextDue(state: RunnerState, tuning: Tuning, now: number): number {
  let due = Math.min(nextReadAt(state, tuning), now + longestSleepMs);
  for (const { row, nextSlot } of state.jobs.values()) {
    if (row.hold?.reason === 'key-refused') due = Math.min(due, now + keyLookMs);
    if (isHeld(row, now) && row.hold?.until) due = Math.min(due, row.hold.until);
    if (isAsked(row, now)) due = Math.min(due, row.asked_until ?? now);
    if (nextSlot > now) due = Math.min(due, nextSlot);
  }
  return due;
}

/** Reads the ledger's jobs again: new ones begin, ordered ones obey, forgotten ones go. */
async function takeOrders(state: RunnerState, ports: RunnerPorts, tuning: Tuning): Promise<void> {
  const rows = await ports.ledger.openJobs(ports.owner);
  const open = new Set(rows.map(({ id }) => id));
  for (const [id, job] of state.jobs) {
    if (open.has(id) || job.sending > 0) continue;
    for (const unproven of job.unproven) markBusy(state, job.row, unproven.payload, -1);
    state.jobs.delete(id);
  }
  for (const row of rows) {
    const known = state.jobs.get(row.id);
    if (!known) await beginJob(state, ports, tuning, row);
    else {
      const prolonged = row.proof_until > known.row.proof_until;
      const asked = (row.read_asked ?? 0) > (known.row.read_asked ?? 0);
      known.row = row;
      if (asked) readAtOnce(known);
      if (prolonged) await reopen(state, ports, tuning, known);
    }
  }
}

/** A job that waits because the key was refused goes on as soon as there is another one; the refused call is read back before it leaves once more. */
async function goOnWithNewKey(state: RunnerState, ports: RunnerPorts): Promise<void> {
  const key = ports.key();
  for (const job of state.jobs.values()) {
    if (job.row.hold?.reason !== 'key-refused' || key === null || key === job.refusedKey || job.sending > 0) continue;
    job.row = { ...job.row, hold: null };
    await ports.ledger.hold(job.row.id, null);
  }
}

async function beginJob(state: RunnerState, ports: RunnerPorts, tuning: Tuning, row: JobRow): Promise<void> {
  const job: RunningJob = {
    row,
    queue: [],
    fetched: 0,
    exhausted: false,
    fetching: false,
    sending: 0,
    unproven: new Set(),
    nextSlot: 0,
    refusedKey: null,
    failures: 0,
    later: 0,
  };
  state.jobs.set(row.id, job);
  const watch = ({ batch, payload }: BatchWithPayload): void => {
    markBusy(state, row, payload, 1);
    addUnproven(state, ports, tuning, job, batch, payload);
  };
  // Whoever was sending these has ended: nobody knows whether they arrived.
  const interrupted = await ports.ledger.batches(row.id, 'sending', 0, everyBatch);
  const unanswered = interrupted.map(({ batch, payload }) => ({
    payload,
    batch: unansweredBatch(batch, ports.clock.now() + row.proof_ms),
  }));
  if (unanswered.length > 0) {
    await ports.ledger.save(unanswered.map(({ batch }) => batch));
    state.blind = true;
  }
  const kept = [
    ...(await ports.ledger.batches(row.id, 'accepted', 0, everyBatch)),
    ...(await ports.ledger.batches(row.id, 'unanswered', 0, everyBatch)),
  ];
  for (const entry of kept) watch(entry);
  await goWithOlderClock(job, ports);
  if (job.row.proof_until > ports.clock.now()) await reopen(state, ports, tuning, job);
}

/** The person wants to wait longer: rows that were given up as unknown are looked for again. */
async function reopen(state: RunnerState, ports: RunnerPorts, tuning: Tuning, job: RunningJob): Promise<void> {
  for (const unproven of job.unproven) unproven.tries = 0;
  for (let after = 0, full = true; full; ) {
    const decided = await ports.ledger.batches(job.row.id, 'decided', after, reopenedAtOnce);
    full = decided.length === reopenedAtOnce;
    after = decided.at(-1)?.batch.number ?? after;
    const lost = decided.filter(({ batch }) => (batch.counts.unknown ?? 0) + (batch.counts.reported ?? 0) > 0);
    const reopened = lost.map(({ batch, payload }) => ({ payload, batch: reopenedBatch(batch) }));
    await ports.ledger.save(reopened.map(({ batch }) => batch));
    for (const { batch, payload } of reopened) {
      markBusy(state, job.row, payload, 1);
      addUnproven(state, ports, tuning, job, batch, payload).lookOnly = true;
    }
  }
}

function reopenedBatch(batch: BatchRow): BatchRow {
  const accepted = batch.failure === null && batch.answered_at !== null;
  const rows = batch.rows.map((row) => {
    if (row.outcome !== 'unknown' && row.outcome !== 'reported') return row;
    const said = row.said ? { said: row.said } : {};
    if (accepted) return { outcome: 'accepted' as const, reason: null, ...said };
    const reason = fateOfFailure(batch.failure) === 'unknown' ? ('no-answer' as const) : ('turned-away' as const);
    return { outcome: 'unknown' as const, reason, ...said };
  });
  return { ...withRows(batch, rows), state: accepted ? 'accepted' : 'unanswered' };
}

async function endWhatIsDone(state: RunnerState, ports: RunnerPorts): Promise<void> {
  if (state.fault) return;
  for (const [id, job] of state.jobs) {
    // Also of a job that is paused or held up: whether anything is left decides whether it has ended.
    if (job.row.order !== 'stop' && job.queue.length === 0) fetchMore(state, ports, job);
    const sent = job.row.order === 'stop' ? true : job.exhausted && job.queue.length === 0;
    if (!sent || job.sending > 0 || job.unproven.size > 0 || job.fetching) continue;
    state.jobs.delete(id);
    await ports.ledger.end(id, ports.clock.now(), job.row.proof_until);
  }
}
