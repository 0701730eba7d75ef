import { type RefObject, useCallback, useState } from 'react';

/**
 * Width of an element in px, followed; 0 before it is known.
 * @param element is set to it @returns the width, and the ref of the element
 */
export function useWidth<Kind extends HTMLElement>(
  element: RefObject<Kind | null>,
): [width: number, ref: (drawn: Kind | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0);
  const ref = useCallback(
    (drawn: Kind | null) => {
      element.current = drawn;
      if (!drawn) return;
      setWidth(drawn.clientWidth);
      const observer = new ResizeObserver(() => setWidth(drawn.clientWidth));
      observer.observe(drawn);
      return () => observer.disconnect();
    },
    [element],
  );
  return [width, ref];
}
