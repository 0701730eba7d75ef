import { vi } from 'vitest';
import { type Budget, createBudget, type Priority } from './budget';
import { type BudgetStore, memoryStore } from './budget-store';

/** A wire between the tabs of a browser and a platform that counts arrivals. Times are milliseconds. */
export interface Wire {
  limit: number;
  tabs?: number;
  /** How long a request is on its way to the platform. */
  there(): number;
  /** From its arrival to its answer. */
  back(): number;
  /** Connections of the browser: more requests wait for one. */
  connections?: number;
  /** Between these times nothing gets through to the platform. */
  stalls?: readonly (readonly [number, number])[];
  store?: BudgetStore;
}

/** Random numbers from a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const between =
  (random: () => number) =>
  (from: number, to: number): number =>
    Math.round(from + random() * (to - from));

/** How wires differ, and the least share of the limit that must get through. */
export const wires: Record<string, [least: number, make: (random: () => number) => Omit<Wire, 'limit'>]> = {
  even: [0.93, () => ({ there: () => 5, back: () => 20 })],
  'up to 40 ms late': [
    0.89,
    (random) => ({ there: () => between(random)(5, 45), back: () => between(random)(20, 60) }),
  ],
  'up to 100 ms late': [
    0.87,
    (random) => ({ there: () => between(random)(5, 105), back: () => between(random)(20, 40) }),
  ],
  'up to 200 ms late': [
    0.8,
    (random) => ({ there: () => between(random)(5, 205), back: () => between(random)(20, 120) }),
  ],
  'one in twenty half a second late': [
    0.87,
    (random) => ({ there: () => (random() < 0.05 ? 500 : 20), back: () => 60 }),
  ],
  'slow answers': [0.75, (random) => ({ there: () => between(random)(20, 60), back: () => between(random)(400, 600) })],
  'answers of two seconds': [
    0.45,
    (random) => ({ there: () => between(random)(20, 60), back: () => between(random)(1900, 2100) }),
  ],
  // How much of it is the way there is not known.
  'answers of 0.05 to 0.8 s': [
    0.65,
    (random) => ({ there: () => between(random)(20, 60), back: () => between(random)(50, 800) }),
  ],
  'connections that are opened first': [
    0.89,
    (random) => {
      let opened = 0;
      const there = (): number => {
        opened += 1;
        return opened <= 6 ? 250 : 20;
      };
      return { there, back: () => between(random)(30, 60) };
    },
  ],
  stalls: [
    0.8,
    (random) => ({
      there: () => between(random)(5, 45),
      back: () => between(random)(20, 60),
      stalls: [
        [8000, 9500],
        [15_000, 15_400],
        [20_000, 21_900],
      ],
    }),
  ],
  'six connections': [
    0,
    (random) => ({ there: () => between(random)(5, 45), back: () => between(random)(100, 900), connections: 6 }),
  ],
};

/** What arrives at the platform when tabs send as much as they may. Needs fake timers. */
export class SimulatedWire {
  readonly arrivals: number[] = [];
  readonly budgets: Budget[];
  private readonly begun = Date.now();
  private free: number;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly wire: Wire) {
    const store = wire.store ?? memoryStore();
    this.budgets = Array.from({ length: wire.tabs ?? 1 }, () => createBudget(wire.limit, store));
    this.free = wire.connections ?? Number.POSITIVE_INFINITY;
  }

  /** One request of a tab, from its turn to its answer. */
  async request(priority: Priority, tab = 0): Promise<void> {
    const budget = this.budgets[tab % this.budgets.length] as Budget;
    await budget.take(priority);
    const left = Date.now();
    budget.leave(left);
    if (this.free <= 0) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.free -= 1;
    await pause(this.wire.there());
    const stall = this.wire.stalls?.find(([from, to]) => this.now() >= from && this.now() < to);
    if (stall) await pause(stall[1] - this.now());
    this.arrivals.push(this.now());
    await pause(this.wire.back());
    const next = this.queue.shift();
    if (next) next();
    else this.free += 1;
    budget.end(left);
    budget.note(200);
  }

  /** Keeps so many requests of a priority wanted until a time. */
  keepAsking(priority: Priority, atOnce: number, until: number, tab = 0): void {
    const askAgain = (): void => {
      if (this.now() < until) void this.request(priority, tab).then(askAgain);
    };
    for (let index = 0; index < atOnce; index += 1) askAgain();
  }

  /** Lets time pass. */
  async run(milliseconds: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(milliseconds);
  }

  /** The most arrivals within one second. */
  most(): number {
    const times = [...this.arrivals].sort((a, b) => a - b);
    let [most, from] = [0, 0];
    for (const [index, time] of times.entries()) {
      while (time - (times[from] ?? 0) >= 1000) from += 1;
      most = Math.max(most, index - from + 1);
    }
    return most;
  }

  /** Arrivals a second between two times. */
  rate(from: number, to: number): number {
    return (this.arrivals.filter((time) => time >= from && time < to).length * 1000) / (to - from);
  }

  private now(): number {
    return Date.now() - this.begun;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
