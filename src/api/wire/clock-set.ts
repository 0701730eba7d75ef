/** What the clock of the system says, in epoch milliseconds, beside one that goes on as it did when that clock is set. */
export interface Clocks {
  now: number;
  steady: number;
}

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
