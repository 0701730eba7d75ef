import type { BudgetState, BudgetStore } from './budget';

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
  };
}

/**
 * State in `localStorage`, changed under a Web Lock: one for all tabs of this browser.
 * Where either is missing (no secure context, storage denied) each tab keeps to the limit by itself.
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
  return {
    change: (run) =>
      navigator.locks.request(item, () => {
        const { state, result } = run(read());
        try {
          localStorage.setItem(item, formatState(state));
        } catch {
          void alone.change(() => ({ state, result }));
        }
        return result;
      }),
    peek: read,
  };
}

/** Its sends as the time of the first and the distance of each to the one before: a thousand whole times are written and read ten times slower. */
export function formatState(state: BudgetState): string {
  return JSON.stringify({ ...state, sends: state.sends.map((time, index) => time - (state.sends[index - 1] ?? 0)) });
}

/** The inverse of `formatState`; null for anything else. */
export function parseState(text: string | null): BudgetState | null {
  if (text === null) return null;
  try {
    const { sends, rate, pausedFrom, pausedUntil } = JSON.parse(text) as Partial<BudgetState>;
    const sound =
      Array.isArray(sends) &&
      sends.every((time) => typeof time === 'number') &&
      typeof rate === 'number' &&
      rate > 0 &&
      typeof pausedFrom === 'number' &&
      typeof pausedUntil === 'number';
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
