import type { BudgetState, BudgetStore } from './budget-store';
import { type Clocks, longestWaitMs, steadyTimeout } from './clock';

/** Whose turn comes first: what a person waits for, what is read ahead, what a job sends. */
const priorities = ['interactive', 'prefetch', 'job'] as const;
export type Priority = (typeof priorities)[number];
/** A priority that may change while the request waits: what is read ahead comes under the window. */
export type PriorityNow = Priority | (() => Priority);

/** The HTTP status of an answer, or `late` where none came in time. */
export type Ending = number | 'late';

export interface Budget {
  /**
   * Waits for a turn to send one request.
   * @throws the signal's reason when it is aborted before: nothing has been spent then
   */
  take(priority: PriorityNow, signal?: AbortSignal): Promise<void>;
  /** A request that had its turn leaves. @param at epoch milliseconds */
  leave(at: number): void;
  /** The request that left then has its answer or was given up. */
  end(leftAt: number): void;
  /** To be called when the priority of a request that waits has changed. */
  review(): void;
  /** Reports how a request ended, and how long its response asked to wait (`Retry-After`, milliseconds). */
  note(ending: Ending, retryAfterMs?: number | null): void;
  /** Ends the pause that a response asked for, in all tabs. */
  resume(): void;
  /** Requests a second allowed by the environment, the rate now, and how many could be sent at this moment. */
  snapshot(): { limit: number; rate: number; free: number; pausedMs: number; waiting: number };
}

/** As long as every request is taken to be on its way: the platform counts arrivals, which come closer together than requests leave. */
const onWayMs = 60;
const windowMs = 1000 + onWayMs;
/** A request without an answer may be on its way for so long. */
const longestOnWayMs = 2000;
/** How often it is looked whether requests of other tabs have their answers. */
const otherTabsMs = 50;
/** Less is no setting of the clock, but the time between two looks. */
const clockStepMs = 100;
const slowestRate = 0.5;
const pauseAfterRefusalMs = 1000;
/** Share of the limit that a good answer gives back. */
const recovery = 0.05;
/** Sends that reading ahead leaves to a person. */
const keptForInteractive = 2;

/** The window of a rate; below one a second it is longer. */
function windowOf({ rate }: BudgetState): number {
  return rate >= 1 ? windowMs : windowMs / rate;
}

/** Sends of the window that ends now. */
function within(sends: readonly number[], window: number, now: number): number[] {
  return sends.filter((time) => now - time < window);
}

/** Milliseconds of the pause that are left, whatever is stored. One that begins in the future was noted before the clock was set back. */
function pauseLeft({ pausedFrom, pausedUntil }: BudgetState, now: number): number {
  return pausedFrom > now ? 0 : Math.max(0, Math.min(pausedUntil, pausedFrom + longestWaitMs) - now);
}

/** A stored state as far as it can be true: with sends as of now that were noted before the clock was set back. Pure. */
function usable(state: BudgetState | null, limit: number, now: number): BudgetState {
  if (state === null) return { sends: [], rate: limit, pausedFrom: 0, pausedUntil: 0 };
  const rate = Math.min(limit, Math.max(state.rate, slowestRate));
  const latest = now + longestOnWayMs;
  const isAhead = (state.sends.at(-1) ?? 0) > latest;
  return { ...state, rate, sends: isAhead ? state.sends.map((time) => Math.min(time, latest)) : state.sends };
}

/** Milliseconds until a request of this priority may leave; 0 is now. Pure. @param granted when this tab had its turns */
function waitFor(state: BudgetState, priority: Priority, now: number, granted: readonly number[]): number {
  const pause = pauseLeft(state, now);
  const window = windowOf(state);
  const burst = Math.max(1, Math.floor(state.rate));
  const recent = within(state.sends, window, now);
  const allowed = priority === 'prefetch' ? Math.max(1, burst - keptForInteractive) : burst;
  const blocking = recent.length >= allowed ? recent[recent.length - allowed] : undefined;
  const windowWait = blocking === undefined ? 0 : blocking + window - now;
  const pace = priority === 'job' ? paceWait(within(granted, window, now), window / burst, now) : 0;
  return Math.max(pause, windowWait, pace, 0);
}

/** How long sends may be kept that were taken ahead: well within what `windowMs` is longer than a second. */
const leaseMs = 15;
const leaseMax = 20;

/** Share of the even distance that is kept even by a job that has fallen behind. */
const closest = 0.7;

/**
 * A job sends evenly, so that a person waits for a tenth of a second beside it and not for a whole one. A timer that came late is made up for: what
 * counts is when the next one would be due had all of the window come in time. Where hundreds a second are allowed it is groups that are even: a timer
 * is late by more than the time between two of them.
 */
function paceWait(recent: readonly number[], gap: number, now: number): number {
  const group = Math.max(1, Math.floor(leaseMs / gap));
  const [oldest] = recent;
  const last = recent[recent.length - group];
  if (oldest === undefined || last === undefined) return 0;
  const due = group * gap;
  return Math.max(last + closest * due, Math.min(last + due, oldest + recent.length * gap)) - now;
}

/**
 * Whether what a person waits for may leave before its turn: while less than half of the limit is used, so that two tabs that do so at the same moment stay
 * within it together. A turn is a round trip to the browser, which comes back behind the drawing that the same press began. Pure.
 */
function leavesAtOnce(state: BudgetState, now: number): boolean {
  if (pauseLeft(state, now) > 0) return false;
  return within(state.sends, windowOf(state), now).length < Math.floor(state.rate) / 2;
}

/** The state after one more request, at the latest time that it may arrive: the tab that sends it knows better. Pure. */
function afterSend(state: BudgetState, now: number): BudgetState {
  return { ...state, sends: [...within(state.sends, windowOf(state), now), now + longestOnWayMs] };
}

const tooManyRequests = 429;
/** Request timeout and gateway timeout: the platform did not keep up. */
const timeouts: ReadonlySet<Ending> = new Set<Ending>(['late', 408, 504]);

/**
 * The state after a request ended so. 429 and timeouts slow down all requests of a key, and 429 pauses them as long as it asks. Another 5xx means that this
 * one request failed, and nothing about the platform's capacity: the rate stays, and the reader waits by its own backoff. Pure.
 */
export function afterEnding(
  state: BudgetState,
  limit: number,
  ending: Ending,
  now: number,
  retryAfterMs: number | null,
): BudgetState {
  if (ending === tooManyRequests || timeouts.has(ending)) {
    const pause = ending === tooManyRequests ? Math.min(retryAfterMs ?? pauseAfterRefusalMs, longestWaitMs) : 0;
    return {
      ...state,
      rate: Math.max(Math.min(slowestRate, limit), state.rate / 2),
      pausedFrom: now,
      pausedUntil: now + Math.max(pauseLeft(state, now), pause),
    };
  }
  if (Number(ending) >= 500 || state.rate >= limit) return state;
  return { ...state, rate: Math.min(limit, state.rate + limit * recovery) };
}

/**
 * Sends that may be taken together with one that was just granted, to be used within `leaseMs`. None at the rate of a platform; where hundreds a second
 * are allowed, a turn at the store for each of them would cost more than the requests. Pure.
 */
export function leaseAfter(state: BudgetState, now: number): { state: BudgetState; sends: number } {
  const most = Math.min(leaseMax, Math.floor((state.rate * leaseMs) / 1000)) - 1;
  if (most < 1 || pauseLeft(state, now) > 0) return { state, sends: 0 };
  // At such rates the window is the plain one, and what is read ahead has to find room in it.
  const recent = within(state.sends, windowMs, now);
  const sends = Math.max(0, Math.min(most, Math.floor(state.rate) - keptForInteractive - recent.length));
  return { state: { ...state, sends: [...recent, ...Array<number>(sends).fill(now + longestOnWayMs)] }, sends };
}

/** The state with these sends, should a change of another tab have undone them. Pure. */
function withSends(state: BudgetState, times: readonly number[]): BudgetState {
  const missing = times.filter((time) => !state.sends.includes(time));
  return missing.length === 0 ? state : { ...state, sends: [...state.sends, ...missing].sort((a, b) => a - b) };
}

/** The state without sends that were taken ahead at a time and never left. Pure. */
function withoutUnused(state: BudgetState, unused: number, at: number): BudgetState {
  if (unused === 0) return state;
  let left = unused;
  const sends = state.sends.filter((time) => {
    if (time !== at || left === 0) return true;
    left -= 1;
    return false;
  });
  return { ...state, sends };
}

/** A request of this tab. Times are epoch milliseconds. */
interface Request {
  /** When it had its turn, and its time in the state. */
  granted: number;
  noted: number;
  /** Null while it has not left. */
  left: number | null;
  /** Null while it has no answer. */
  ended: number | null;
}

/**
 * The requests of this tab on their way. What is held up there – by the browser, the gateway, a connection that is being opened – arrives together with later
 * ones. So it counts from when it can have arrived at the latest: its answer, less the time that the fastest take.
 */
class RequestsOnWay {
  private requests: Request[] = [];
  /** The shortest times from leaving to answer: of so many answers that not all were held up, and since. */
  private fastest = { before: 0, since: Number.POSITIVE_INFINITY, count: 0 };

  constructor(private readonly limit: number) {}

  granted(at: number, noted = at + longestOnWayMs): void {
    this.requests.push({ granted: at, noted, left: null, ended: null });
  }

  /** The oldest one leaves: which of those that had their turn does makes no difference. */
  leave(at: number): void {
    const request = this.requests.find(({ left }) => left === null);
    if (request) request.left = at;
  }

  /** @returns whether it is one of these */
  end(leftAt: number, now: number): boolean {
    const request = this.requests.find(({ left, ended }) => left === leftAt && ended === null);
    if (!request) return false;
    request.ended = now;
    const { before, since, count } = this.fastest;
    this.fastest = { before, since: Math.min(since, now - leftAt), count: count + 1 };
    if (count + 1 >= Math.max(20, 2 * this.limit))
      this.fastest = { before: this.fastest.since, since: Number.POSITIVE_INFINITY, count: 0 };
    return true;
  }

  /** The state with those that have ended at the time that they count from; to be kept. */
  settledIn(state: BudgetState, now: number): BudgetState {
    const isOver = ({ granted, left, ended }: Request): boolean =>
      ended !== null || (left === null && now - granted > longestOnWayMs);
    const next = this.requests
      .filter(isOver)
      .reduce((so, each) => withMoved(so, each, this.countsFrom(each, now)), state);
    this.requests = this.requests.filter((each) => !isOver(each));
    return next;
  }

  /** The state with all of them at the time that they count from now: other tabs only know that they may be on their way. */
  seenIn(state: BudgetState, now: number): BudgetState {
    return this.requests.reduce((so, each) => withMoved(so, each, this.countsFrom(each, now)), state);
  }

  private countsFrom({ granted, left, ended }: Request, now: number): number {
    if (left === null) return Math.min(now, granted + longestOnWayMs);
    const fastest = Math.min(this.fastest.before, this.fastest.since);
    return Math.max(left, Math.min(ended ?? now, left + longestOnWayMs) - fastest);
  }
}

/** The state with a request at another time than noted; also where it is not in it any more. Pure. */
function withMoved(state: BudgetState, { noted }: Request, to: number): BudgetState {
  const sends = [...state.sends];
  const place = sends.lastIndexOf(noted);
  if (place >= 0) sends.splice(place, 1);
  sends.splice(sends.findLastIndex((time) => time <= to) + 1, 0, to);
  return { ...state, sends };
}

interface Waiter {
  priority(): Priority;
  resolve: () => void;
}

/**
 * The rate budget of one key in one environment, shared by all tabs through the store (field notes: ten requests a second a key).
 * Long: one state of one rate, and the functions that take from it, wait for it and learn.
 * @param limit requests a second
 */
export function createBudget(limit: number, store: BudgetStore): Budget {
  const waiting: Waiter[] = [];
  let onWay = new RequestsOnWay(limit);
  /** When this tab had its latest turns, epoch milliseconds. */
  let granted: number[] = [];
  let pumping = false;
  let callOff = (): void => {};
  let lease = { sends: 0, at: 0, until: 0 };
  /** Times of sends before a turn, which the next turn makes sure of. */
  let early: number[] = [];
  /** As it was at this tab's last turn: to read it again for each answer would cost as much as the turn. */
  let seen = usable(null, limit, 0);
  /** The end of a pause, and what that was by the clock that is never set. */
  let pause = { until: 0, steadyUntil: 0 };
  /** By that clock: the last send of this tab, and when the next may leave after the other one was set. */
  let steady = { sent: Number.NEGATIVE_INFINITY, notBefore: 0 };
  let looked: Clocks = { now: Date.now(), steady: performance.now() };

  const first = (): Waiter | undefined =>
    priorities.map((priority) => waiting.find((waiter) => waiter.priority() === priority)).find(Boolean);

  /** The clocks now. Where one was set, the stored times say nothing of this tab's last second. */
  function look(): Clocks {
    const clocks = { now: Date.now(), steady: performance.now() };
    const by = clocks.now - looked.now - (clocks.steady - looked.steady);
    if (Math.abs(by) > clockStepMs) {
      steady = { ...steady, notBefore: steady.sent + windowMs };
      onWay = new RequestsOnWay(limit);
      granted = [];
    }
    looked = clocks;
    return clocks;
  }

  /** A stored state as it may be acted upon. Setting the clock prolongs no pause. */
  function stateAt(clocks: Clocks, stored: BudgetState | null): BudgetState {
    const state = usable(stored, limit, clocks.now);
    const left = pauseLeft(state, clocks.now);
    if (left === 0) return state;
    if (pause.until !== state.pausedUntil) pause = { until: state.pausedUntil, steadyUntil: clocks.steady + left };
    const steadyLeft = Math.max(0, pause.steadyUntil - clocks.steady);
    if (steadyLeft > left - clockStepMs) return state;
    return { ...state, pausedUntil: clocks.now + Math.round(steadyLeft) };
  }

  const grant = (waiter: Waiter): void => {
    waiting.splice(waiting.indexOf(waiter), 1);
    waiter.resolve();
    granted = [...within(granted, windowMs / slowestRate, looked.now), looked.now];
    steady.sent = looked.steady;
  };

  function grantEarly(): void {
    for (let head = first(); head?.priority() === 'interactive'; head = first()) {
      const clocks = look();
      const { now } = clocks;
      const stored = store.peek();
      if (stored === undefined || clocks.steady < steady.notBefore) return;
      const state = stateAt(clocks, stored);
      if (!leavesAtOnce(state, now)) return;
      grant(head);
      onWay.granted(now);
      early.push(now + longestOnWayMs);
      store.put(afterSend(state, now));
    }
  }

  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    callOff();
    try {
      for (let head = first(); head || early.length > 0; head = first()) {
        if (head && lease.sends > 0 && Date.now() < lease.until) {
          lease.sends -= 1;
          grant(head);
          onWay.granted(Date.now(), lease.at);
          continue;
        }
        const wait = await store.change((kept) => {
          const clocks = look();
          let state = withoutUnused(stateAt(clocks, kept), lease.sends, lease.at);
          lease.sends = 0;
          state = onWay.settledIn(withSends(state, early), clocks.now);
          early = [];
          // The queue may have changed while this tab waited for its turn. All requests that can leave now leave together: each turn costs some milliseconds.
          for (let next = first(); next; next = first()) {
            const { now, steady: at } = look();
            const view = onWay.seenIn(state, now);
            const wait = Math.max(waitFor(view, next.priority(), now, granted), steady.notBefore - at);
            if (wait > 0) {
              seen = state;
              return { state, result: (view.sends.at(-1) ?? 0) > now ? Math.min(wait, otherTabsMs) : wait };
            }
            grant(next);
            onWay.granted(now);
            state = afterSend(state, now);
          }
          const now = Date.now();
          const leased = leaseAfter(state, now);
          lease = { sends: leased.sends, at: now + longestOnWayMs, until: now + leaseMs };
          seen = leased.state;
          return { state: leased.state, result: 0 };
        });
        if (wait > 0) {
          callOff = steadyTimeout(pump, wait);
          return;
        }
      }
    } finally {
      pumping = false;
    }
  }

  store.onResumed(() => {
    if (waiting.length > 0) void pump();
  });
  return {
    take(priority, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const abort = () => {
          waiting.splice(waiting.indexOf(waiter), 1);
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          priority: typeof priority === 'string' ? () => priority : priority,
          resolve: () => {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        waiting.push(waiter);
        grantEarly();
        void pump();
      });
    },
    leave: (at) => onWay.leave(at),
    end(leftAt) {
      // The next turn of this tab notes it, where one comes.
      if (!onWay.end(leftAt, Date.now()) || waiting.length > 0) return;
      void store.change((kept) => {
        const clocks = look();
        return { state: onWay.settledIn(stateAt(clocks, kept), clocks.now), result: undefined };
      });
    },
    review() {
      if (waiting.length > 0) void pump();
    },
    note(ending, retryAfterMs = null) {
      if (afterEnding(seen, limit, ending, Date.now(), retryAfterMs) === seen) return;
      lease.until = 0;
      void store.change((kept) => {
        const clocks = look();
        seen = stateAt(clocks, afterEnding(stateAt(clocks, kept), limit, ending, clocks.now, retryAfterMs));
        return { state: seen, result: undefined };
      });
    },
    resume() {
      void store
        .change((kept) => {
          const clocks = look();
          seen = { ...stateAt(clocks, kept), pausedFrom: clocks.now, pausedUntil: clocks.now };
          return { state: seen, result: undefined };
        })
        .then(pump);
    },
    snapshot() {
      const clocks = look();
      const state = stateAt(clocks, store.peek() ?? null);
      const used = within(state.sends, windowMs, clocks.now).length;
      return {
        limit,
        rate: state.rate,
        free: Math.max(0, state.rate - used),
        pausedMs: pauseLeft(state, clocks.now),
        waiting: waiting.length,
      };
    },
  };
}
