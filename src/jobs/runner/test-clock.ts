import type { Clock } from './ports';

/** A clock that advances when all other work has paused, so no test waits for a real second. */
export interface SimulatedClock extends Clock {
  /** Moves on to the next waiting moment; false when nothing waits. */
  advance(): boolean;
  /** Moves the clock by this many milliseconds; waits keep their length. */
  set(milliseconds: number): void;
}

/** When every simulated world begins, epoch milliseconds. */
export const clockStart = 1_000_000_000_000;

export function simulatedClock(start = clockStart): SimulatedClock {
  let now = start;
  let setBy = 0;
  let sleepers: { at: number; resolve: () => void }[] = [];
  return {
    now: () => now + setBy,
    steady: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const sleeper = { at: now + milliseconds, resolve };
        sleepers.push(sleeper);
        signal.addEventListener('abort', () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          resolve();
        });
      }),
    advance() {
      sleepers.sort((a, b) => a.at - b.at);
      const next = sleepers.shift();
      if (!next) return false;
      now = Math.max(now, next.at);
      next.resolve();
      return true;
    },
    set(milliseconds) {
      setBy += milliseconds;
    },
  };
}
