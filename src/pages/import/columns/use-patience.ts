import { useEffect, useState } from 'react';

/** An answer that comes sooner is waited for. */
const patienceMs = 400;

/** Whether to draw: what waits for is there, or does not come soon. What is drawn with its answer does not move when it comes. */
export function usePatience(there: boolean): boolean {
  const [drawn, setDrawn] = useState(there);
  useEffect(() => {
    if (drawn) return;
    if (there) return setDrawn(true);
    const timer = setTimeout(() => setDrawn(true), patienceMs);
    return () => clearTimeout(timer);
  }, [there, drawn]);
  return drawn || there;
}
