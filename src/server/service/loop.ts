/** Work that is looked for again and again. */
export interface Loop {
  /** Looks at once instead of after the pause. */
  wake(): void;
  /** Resolves once the round under way has ended; there is no further one. */
  stop(): Promise<void>;
}

/**
 * Runs `round` until stopped: again at once after a round that found work, else after `pauseMs` or a wake.
 * @param round how much it did; what it throws is told to `failed`, and it is tried again after the pause
 */
export function startLoop(round: () => Promise<number>, pauseMs: number, failed: (error: unknown) => void): Loop {
  let stopped = false;
  let woken = false;
  let wake = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!stopped) {
      woken = false;
      let done = 0;
      try {
        done = await round();
      } catch (error) {
        if (!stopped) failed(error);
      }
      if (done === 0 && !woken && !stopped) await pause();
      else await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const running = run();
  return {
    wake: () => {
      woken = true;
      wake();
    },
    stop: () => {
      stopped = true;
      wake();
      return running;
    },
  };
}
