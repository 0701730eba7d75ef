import { useCallback, useRef } from 'react';

/** The same function always, that does what the latest one does: for parts that are not to be drawn anew for it. Not to be called while drawing. */
export function useStable<Args extends unknown[]>(latest: (...args: Args) => void): (...args: Args) => void {
  const held = useRef(latest);
  held.current = latest;
  return useCallback((...args: Args) => held.current(...args), []);
}
