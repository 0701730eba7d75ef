import { steadyTimeout } from './clock';

/** Whose turn comes first: what a person waits for, what is read ahead, what a job sends. */
const priorities = ['interactive', 'prefetch', 'job'] as const;
export type Priority = (typeof priorities)[number];
/** A priority that may change while the request waits: what is read ahead comes under the window. */
export type PriorityNow = Priority | (() => Priority);

/** What all tabs know together of one key's requests. */
export interface BudgetState {
  /** Epoch milliseconds of the latest sends, ascending; at most one window's worth. */
  sends: number[];
  /** Requests a second now: the environment's, or less after 429 and timeouts. */
  rate: number;
  /** Nothing is sent from the one time to the other (epoch milliseconds). */
  pausedFrom: number;
  pausedUntil: number;
}

/** Where the state lives and how tabs take turns at it. */
export interface BudgetStore {
  /** Runs with the state to itself, over all tabs, and keeps what it returns. */
  change<Result>(run: (state: BudgetState | null) => { state: BudgetState; result: Result }): Promise<Result>;
  /** The state without waiting for a turn: another tab may be changing it. */
  peek(): BudgetState | null;
  /** Keeps a state without a turn: a change of another tab at the same moment may undo it. */
  put(state: BudgetState): void;
}

/** The HTTP status of an answer, or `late` where none came in time. */
export type Ending = number | 'late';

export interface Budget {
  /**
   * Waits for a turn to send one request.
   * @throws the signal's reason when it is aborted before: nothing has been spent then
   */
  take(priority: PriorityNow, signal?: AbortSignal): Promise<void>;
  /** To be called when the priority of a request that waits has changed. */
  review(): void;
  /** Reports how a request ended, and how long its response asked to wait (`Retry-After`, milliseconds). */
  note(ending: Ending, retryAfterMs?: number | null): void;
  /** Requests a second allowed by the environment, the rate now, and how many could be sent at this moment. */
  snapshot(): { limit: number; rate: number; free: number; pausedMs: number; waiting: number };
}

/** A little over a second: the platform counts arrivals, and two requests can come closer together than they left. */
const windowMs = 1020;
const slowestRate = 0.5;
const pauseAfterRefusalMs = 1000;
/** Share of the limit that a good answer gives back. */
const recovery = 0.05;
/** Sends that reading ahead leaves to a person. */
const keptForInteractive = 2;

/** Sends of the window that ends now. Those of the future were noted before the clock was set back: waiting for them could take hours. */
function within(sends: readonly number[], window: number, now: number): number[] {
  return sends.filter((time) => time <= now && now - time < window);
}

/** Milliseconds of the pause that are left. One that begins in the future is of before the clock was set back too. */
function pauseLeft({ pausedFrom, pausedUntil }: BudgetState, now: number): number {
  return pausedFrom > now ? 0 : Math.max(0, pausedUntil - now);
}

/** Milliseconds until a request of this priority may leave; 0 is now. Pure. */
function waitFor(state: BudgetState, priority: Priority, now: number): number {
  const pause = pauseLeft(state, now);
  const window = state.rate >= 1 ? windowMs : windowMs / state.rate;
  const burst = Math.max(1, Math.floor(state.rate));
  const recent = within(state.sends, window, now);
  const allowed = priority === 'prefetch' ? Math.max(1, burst - keptForInteractive) : burst;
  const blocking = recent.length >= allowed ? recent[recent.length - allowed] : undefined;
  const windowWait = blocking === undefined ? 0 : blocking + window - now;
  return Math.max(pause, windowWait, priority === 'job' ? paceWait(recent, window / burst, now) : 0, 0);
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
  const window = state.rate >= 1 ? windowMs : windowMs / state.rate;
  return within(state.sends, window, now).length < Math.floor(state.rate) / 2;
}

/** The state after one more request. Pure. */
function afterSend(state: BudgetState, now: number): BudgetState {
  const window = state.rate >= 1 ? windowMs : windowMs / state.rate;
  return { ...state, sends: [...within(state.sends, window, now), now] };
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
    const pause = ending === tooManyRequests ? (retryAfterMs ?? pauseAfterRefusalMs) : 0;
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
  return { state: { ...state, sends: [...recent, ...Array<number>(sends).fill(now)] }, sends };
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

interface Waiter {
  priority(): Priority;
  resolve: () => void;
}

/**
 * The rate budget of one key in one environment, shared by all tabs through the store (field notes: ten requests a second a key).
 * @param limit requests a second
 */
export function createBudget(limit: number, store: BudgetStore): Budget {
  const waiting: Waiter[] = [];
  let pumping = false;
  let callOff = (): void => {};
  let lease = { sends: 0, at: 0, until: 0 };
  /** Times of sends before a turn, which the next turn makes sure of. */
  let early: number[] = [];

  const first = (): Waiter | undefined =>
    priorities.map((priority) => waiting.find((waiter) => waiter.priority() === priority)).find(Boolean);
  const initial: BudgetState = { sends: [], rate: limit, pausedFrom: 0, pausedUntil: 0 };
  const usable = (state: BudgetState | null): BudgetState =>
    state === null ? initial : { ...state, rate: Math.min(state.rate, limit) };
  /** As it was at this tab's last turn: to read it again for each answer would cost as much as the turn. */
  let seen = initial;

  const grant = (waiter: Waiter): void => {
    waiting.splice(waiting.indexOf(waiter), 1);
    waiter.resolve();
  };

  function grantEarly(): void {
    for (let head = first(); head?.priority() === 'interactive'; head = first()) {
      const now = Date.now();
      const state = usable(store.peek());
      if (!leavesAtOnce(state, now)) return;
      grant(head);
      early.push(now);
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
          continue;
        }
        const wait = await store.change((kept) => {
          let state = withoutUnused(usable(kept), lease.sends, lease.at);
          lease.sends = 0;
          state = withSends(state, early);
          early = [];
          // The queue may have changed while this tab waited for its turn. All requests that can leave now leave together: each turn costs some milliseconds.
          for (let next = first(); next; next = first()) {
            const now = Date.now();
            const result = waitFor(state, next.priority(), now);
            if (result > 0) {
              seen = state;
              return { state, result };
            }
            grant(next);
            state = afterSend(state, now);
          }
          const now = Date.now();
          const leased = leaseAfter(state, now);
          lease = { sends: leased.sends, at: now, until: now + leaseMs };
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
    review() {
      if (waiting.length > 0) void pump();
    },
    note(ending, retryAfterMs = null) {
      if (afterEnding(seen, limit, ending, Date.now(), retryAfterMs) === seen) return;
      lease.until = 0;
      void store.change((state) => {
        seen = afterEnding(usable(state), limit, ending, Date.now(), retryAfterMs);
        return { state: seen, result: undefined };
      });
    },
    snapshot() {
      const state = usable(store.peek());
      const now = Date.now();
      const used = within(state.sends, windowMs, now).length;
      return {
        limit,
        rate: state.rate,
        free: Math.max(0, state.rate - used),
        pausedMs: pauseLeft(state, now),
        waiting: waiting.length,
      };
    },
  };
}

/** State in memory, for one tab alone and for tests. */
export function memoryStore(): BudgetStore {
  let kept: BudgetState | null = null;
  return {
    change: async (run) => {
      const { state, result } = run(kept);
      kept = state;
      return result;
    },
    peek: () => kept,
    put: (state) => {
      kept = state;
    },
  };
}

/**
 * State in `localStorage`, changed under a Web Lock: one for all tabs of this browser.
 * Where either is missing (no secure context, storage denied) each tab keeps to the limit on its own.
 * @param name of the budget: environment and identity, never a key
 */
export function sharedStore(name: string): BudgetStore {
  if (typeof navigator === 'undefined' || !navigator.locks) return memoryStore();
  const item = `budget:${name}`;
  const alone = memoryStore();
  const read = (): BudgetState | null => {
    try {
      return parseState(localStorage.getItem(item));
    } catch {
      return alone.peek();
    }
  };
  const put = (state: BudgetState): void => {
    try {
      localStorage.setItem(item, formatState(state));
    } catch {
      alone.put(state);
    }
  };
  return {
    change: (run) =>
      navigator.locks.request(item, () => {
        const { state, result } = run(read());
        put(state);
        return result;
      }),
    peek: read,
    put,
  };
}

/** Its sends as the time of the first and the distance of each to the one before: a thousand whole times are written and read ten times slower. */
export function formatState(state: BudgetState): string {
  return JSON.stringify({ ...state, sends: state.sends.map((time, index) => time - (state.sends[index - 1] ?? 0)) });
}

/** No environment allows fewer requests a second, and nothing waits longer. */
const slowestStored = 0.1;

/** The inverse of `formatState`; null for anything else. */
export function parseState(text: string | null): BudgetState | null {
  if (text === null) return null;
  try {
    const { sends, rate, pausedFrom, pausedUntil } = JSON.parse(text) as BudgetState;
    const sound =
      Array.isArray(sends) && [...sends, rate, pausedFrom, pausedUntil].every(Number.isFinite) && rate >= slowestStored;
    if (!sound) return null;
    let time = 0;
    const times = sends.map((distance) => {
      time += distance;
      return time;
    });
    return { sends: times, rate, pausedFrom, pausedUntil };
  } catch {
    return null;
  }
}
