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
