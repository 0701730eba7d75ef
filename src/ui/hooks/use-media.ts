import { type RefObject, useCallback, useMemo, useState, useSyncExternalStore } from 'react';

/** A narrow window, as in the style sheets: the rail is below the page, actions are in one menu, what opens beside a page covers it. */
export const phoneWindow = '(max-width: 768px)';

/** Records are cards. In a wider window a table shows three times as many of their values. */
export const cardsWindow = '(max-width: 640px)';

/** No room for two panes beside each other. */
export const narrowWindow = '(max-width: 860px)';

/** What is pressed is pressed with a finger. */
export const fingerPointer = '(pointer: coarse)';

/** A phone, which has no keys. */
export const keylessPhone = `${fingerPointer} and ${cardsWindow}`;

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  const subscribe = useCallback(
    (changed: () => void) => {
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}

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
