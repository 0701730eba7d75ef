import { useEffect, useState } from 'react';

/** Most answers come sooner than after so many milliseconds, and dimming looks at the style of every cell, twice. */
const dimMs = 150;

/** Whether the rows of the question before are dimmed: once they have stood for a while. */
export function useDimmed(busy: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), dimMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return busy && late;
}
