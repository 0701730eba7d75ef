import { useSyncExternalStore } from 'react';

/**
 * The time now in milliseconds, moving on every `interval` milliseconds. Between ticks it stands still, so that all
 * who ask in one render see the same time.
 */
export function useNow(interval = 1000): number {
  return useSyncExternalStore(
    (changed) => {
      const timer = setInterval(changed, interval);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / interval) * interval,
  );
}
