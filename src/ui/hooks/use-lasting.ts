import { useCallback, useEffect, useState } from 'react';

/** Whether something has been so for longer than so many milliseconds, and the way to say at once that it is. What is over sooner is told to nobody. */
export function useLasting(is: boolean, milliseconds: number): [lasts: boolean, tell: () => void] {
  const [told, setTold] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setTold(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setTold(false);
    };
  }, [is, milliseconds]);
  return [is && told, useCallback(() => setTold(true), [])];
}
