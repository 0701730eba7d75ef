import { useCallback, useSyncExternalStore } from 'react';

/** A window of a phone's width, as in the style sheets: the rail is below the page, records are cards, what opens beside a page covers it. */
export const phoneWindow = '(max-width: 767px)';

/** No room for two panes beside each other. */
export const narrowWindow = '(max-width: 860px)';

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
