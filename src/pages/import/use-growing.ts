import { useEffect, useState } from 'react';

const atOnce = 2;

/** Grows from nothing to a number, a few at a time, so that many rows of controls never hold the page up. */
export function useGrowing(to: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count >= to) return;
    const timer = setTimeout(() => setCount((now) => now + atOnce));
    return () => clearTimeout(timer);
  }, [count, to]);
  return Math.min(count, to);
}
