/** Where the rate budget of a key lives, for all tabs of a browser and across its end. */

/** What all tabs know together of one key's requests. */
export interface BudgetState {
  /** Epoch milliseconds of the latest sends, ascending; at most one window's worth. One that was slow on its way counts as sent later. */
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
  /** The state without waiting for a turn: another tab may be changing it. Undefined before it is known what an earlier browser left. */
  peek(): BudgetState | null | undefined;
  /** Keeps a state without a turn: a change of another tab at the same moment may undo it. */
  put(state: BudgetState): void;
  /** Has another tab's end of a pause announced. */
  onResumed(listener: () => void): void;
}

/** State in memory, for one tab alone and for tests. */
export function memoryStore(): BudgetStore {
  let kept: BudgetState | null = null;
  const listeners: (() => void)[] = [];
  const put = (state: BudgetState): void => {
    const before = kept;
    kept = state;
    if (isResumed(before, state)) for (const listener of listeners) listener();
  };
  return {
    change: async (run) => {
      const { state, result } = run(kept);
      put(state);
      return result;
    },
    peek: () => kept,
    put,
    onResumed: (listener) => void listeners.push(listener),
  };
}

/**
 * State in `localStorage`, changed under a Web Lock: one for all tabs of this browser. A browser that is killed has not written its last seconds of that,
 * so each state is put into IndexedDB as well, where the next browser finds it, and all tabs do where local storage is full.
 * Where locks or storage are missing (no secure context, storage denied) each tab keeps to the limit on its own.
 * @param name of the budget: environment and identity, never a key
 */
export function sharedStore(name: string): BudgetStore {
  if (typeof navigator === 'undefined' || !navigator.locks) return memoryStore();
  const item = `budget:${name}`;
  const alone = memoryStore();
  const shared = (): BudgetState | null => {
    try {
      return parseState(localStorage.getItem(item));
    } catch {
      return null;
    }
  };
  /** Resolves when other tabs can find it. */
  const put = async (state: BudgetState): Promise<void> => {
    const text = formatState(state);
    alone.put(state);
    const stored = writeLasting(item, text);
    try {
      localStorage.setItem(item, text);
    } catch {
      // An old state that stayed would be read from now on.
      removeShared(item);
      await stored;
    }
  };
  /** What an earlier browser left, until it is taken in. */
  let left: BudgetState | null | undefined;
  const known = readLasting(item).then((text) => {
    left = parseState(text);
  });
  return {
    change: (run) =>
      navigator.locks.request(item, async () => {
        await known;
        const state = shared() ?? parseState(await readLasting(item)) ?? alone.peek() ?? null;
        const next = run(left ? together(state, left) : state);
        left = null;
        await put(next.state);
        return next.result;
      }),
    peek: () => (left === null ? (shared() ?? alone.peek()) : undefined),
    put,
    onResumed: (listener) =>
      addEventListener('storage', ({ key, oldValue, newValue }) => {
        const state = parseState(newValue);
        if (key === item && state && isResumed(parseState(oldValue), state)) listener();
      }),
  };
}

const states = 'states';
/** Beyond this no request waits for the browser's database. */
const longestReadingMs = 5000;

/** Opened as the page loads: its first request needs it. Null where the browser denies it. */
const lasting = openLasting();

function openLasting(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    if (typeof indexedDB === 'undefined' || typeof window === 'undefined') return resolve(null);
    try {
      const opening = indexedDB.open('request-budgets', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(states);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

/** What an earlier browser put down; null where that is nothing, or cannot be read. */
function readLasting(item: string): Promise<string | null> {
  return new Promise((resolve) => {
    setTimeout(resolve, longestReadingMs, null);
    lasting
      .then((database) => {
        if (!database) return resolve(null);
        const reading = database.transaction(states).objectStore(states).get(item);
        reading.onsuccess = () => resolve(typeof reading.result === 'string' ? reading.result : null);
        reading.onerror = () => resolve(null);
      })
      .catch(() => resolve(null));
  });
}

/** Resolves when it is put down, or cannot be: the database was deleted meanwhile, or no space is left. */
async function writeLasting(item: string, text: string): Promise<void> {
  const database = await lasting;
  await new Promise<void>((resolve) => {
    try {
      const writing = database?.transaction(states, 'readwrite');
      if (!writing) return resolve();
      writing.objectStore(states).put(text, item);
      writing.oncomplete = writing.onabort = () => resolve();
    } catch {
      resolve();
    }
  });
}

function removeShared(item: string): void {
  try {
    localStorage.removeItem(item);
  } catch {
    // Denied, so nothing was kept there.
  }
}

function isResumed(before: BudgetState | null, after: BudgetState): boolean {
  return before !== null && after.pausedUntil < before.pausedUntil && after.pausedFrom >= before.pausedFrom;
}

/** What both know: each send once, and the rate and the pause of the one that knows the latest. */
export function together(a: BudgetState | null, b: BudgetState): BudgetState {
  if (a === null) return b;
  const latest = ({ sends, pausedFrom }: BudgetState): number => Math.max(sends.at(-1) ?? 0, pausedFrom);
  const { rate } = latest(a) >= latest(b) ? a : b;
  const { pausedFrom, pausedUntil } = a.pausedFrom >= b.pausedFrom ? a : b;
  const times = [...new Set([...a.sends, ...b.sends])];
  const count = (state: BudgetState, time: number): number => state.sends.filter((each) => each === time).length;
  const sends = times.flatMap((time) => Array<number>(Math.max(count(a, time), count(b, time))).fill(time));
  return { sends: sends.sort((x, y) => x - y), rate, pausedFrom, pausedUntil };
}

/** Its sends as the time of the first and the distance of each to the one before: a thousand whole times are written and read ten times slower. */
export function formatState(state: BudgetState): string {
  return JSON.stringify({ ...state, sends: state.sends.map((time, index) => time - (state.sends[index - 1] ?? 0)) });
}

/** No environment allows fewer requests a second. */
const slowestStored = 0.1;

/** The inverse of `formatState`; null for anything else. */
export function parseState(text: string | null): BudgetState | null {
  if (text === null) return null;
  try {
    const { sends, rate, pausedFrom, pausedUntil } = JSON.parse(text) as Partial<BudgetState>;
    const sound =
      Array.isArray(sends) &&
      [...sends, rate, pausedFrom, pausedUntil].every((value) => Number.isFinite(value)) &&
      Number(rate) >= slowestStored;
    if (!sound) return null;
    let time = 0;
    const times = sends.map((distance) => {
      time += distance;
      return time;
    });
    return { sends: times.sort((a, b) => a - b), rate, pausedFrom, pausedUntil } as BudgetState;
  } catch {
    return null;
  }
}
