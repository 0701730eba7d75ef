import { useRef, useState } from 'react';

/** What is on for a moment after somebody turned it on, and off at once when the page is hidden. */
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
