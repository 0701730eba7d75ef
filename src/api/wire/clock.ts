/** The system clock in epoch milliseconds, beside one that is not affected when that clock is set. */
export interface Clocks {
  now: number;
  steady: number;
}

/** The longest that a platform's wish to wait is heeded for, in milliseconds: `Retry-After` may name any time. */
export const longestWaitMs = 5 * 60_000;

/** A clock that is only drawn near to the right time moves by less. */
export const leastSetMs = 2000;

/**
 * By how many milliseconds the clock was set between two looks, backwards less than 0; 0 where it only went on. A computer that slept may look like one
 * whose clock was set ahead.
 */
export function clockSetBy(before: Clocks, after: Clocks): number {
  const by = after.now - before.now - (after.steady - before.steady);
  return Math.abs(by) < leastSetMs ? 0 : by;
}

/**
 * Runs something after some milliseconds, also in a tab that is not seen: there a browser lets the timers of a page run once a second, and after some
 * minutes once a minute, so that a job of ten calls a second would take for ever. A worker's timers keep their time.
 * @returns the way to call it off
 */
export function steadyTimeout(run: () => void, milliseconds: number): () => void {
  let called = false;
  const once = (): void => {
    if (called) return;
    called = true;
    clearTimeout(timer);
    run();
  };
  const timer = setTimeout(once, milliseconds);
  if (globalThis.document?.hidden) {
    import('./ticker').then(
      ({ afterTicks }) => afterTicks(milliseconds, once),
      // Without its code there is still the timer of the page.
      () => {},
    );
  }
  return () => {
    called = true;
    clearTimeout(timer);
  };
}
