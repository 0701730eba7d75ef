/** Hooks that go by the clock. */

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

/**
 * The current time in milliseconds, updated every `interval` milliseconds. Between ticks it is constant, so that all readers in one render see the same time.
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

/** What is on for a moment after it was turned on, and off at once when the page is hidden. */
export function useMoment(milliseconds: number): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(false);
  const ending = useRef<AbortController>(null);
  function set(next: boolean): void {
    ending.current?.abort();
    setOn(next);
    if (!next) return;
    const controller = new AbortController();
    ending.current = controller;
    const { signal } = controller;
    const end = () => set(false);
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
    document.addEventListener('visibilitychange', end, { signal });
  }
  return [on, set];
}

/** Whether something has lasted longer than this many milliseconds, and a way to show it at once. Anything shorter is not shown. */
export function useLasting(is: boolean, milliseconds: number): [lasts: boolean, showNow: () => void] {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setElapsed(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setElapsed(false);
    };
  }, [is, milliseconds]);
  return [is && elapsed, useCallback(() => setElapsed(true), [])];
}
