import { useCallback, useEffect, useRef, useState } from 'react';
import { limits } from '../../../contract/limits';
import {
  atRest,
  isWild,
  leadOf,
  noVisits,
  paced,
  pagesAhead,
  pagesToRead,
  pagesUnder,
  withBegun,
} from '../../../grid/rows/pages-to-read';
import { createStore, hasSameEntries, useStore } from '../../../state/store';
import type { RowWindow } from '../../../ui/display/row-window';

const pageSize = limits.pageSizeMax;
/** Milliseconds that the window must rest before the next page is loaded: sooner than a probe for one row. */
const standMs = 350;

/** Pages of a query to read: those under the window, and those that it comes to next. */
export interface PageWindow {
  under: readonly number[];
  ahead: readonly number[];
}

const firstPage: PageWindow = { under: [0], ahead: [] };

export interface PageWindowState {
  window: PageWindow;
  /** Whether a page is visible by now, even before it has been rendered. Not to be called during rendering. */
  isUnder(page: number): boolean;
  /** Takes the rows that are seen; `rows` is how many the scroll holds. Another function for another query. */
  look(seen: RowWindow, direction: 1 | -1, rows: number): void;
}

/**
 * The pages of the visible rows: at once when the window rests or scrolls steadily, only after a moment in a fast scroll.
 * @param key names the query: another one begins with its first page
 * @param latency of the last response, in milliseconds
 * @param onMove called when the window has reached other pages; the same function for the same query
 */
export function usePageWindow(key: string, latency: number, onMove: () => void): PageWindowState {
  const [kept, setKept] = useState(() => ({ key, store: createStore(firstPage) }));
  const { store } = kept;
  // Set, not only left aside: one may come back to the query before.
  if (kept.key !== key) setKept({ key, store: createStore(firstPage) });
  // A store, so that the requests leave before the rows without records are drawn.
  const window = useStore(store);
  const own = useRef({ store, visits: noVisits, pace: atRest, latency });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    own.current.latency = latency;
  }, [latency]);

  const lookAt = useCallback<PageWindowState['look']>(
    (seen, direction, rows) => {
      const now = own.current;
      if (now.store !== store) Object.assign(now, { store, visits: noVisits, pace: atRest });
      const seenPages = pagesUnder(seen, pageSize);
      // No rows to show, perhaps those of the previous query: the first page decides.
      const pages = seenPages.length > 0 ? seenPages : [0];
      const step = (stood = false): void => {
        const at = performance.now();
        now.pace = paced(now.pace, seen.first, at);
        const wild = isWild(now.pace, seen.end - seen.first, pageSize);
        const { visits, wanted, wakeAt } = pagesToRead(now.visits, pages, at, wild);
        now.visits = visits;
        clearTimeout(timer.current);
        if (wakeAt !== null) timer.current = setTimeout(step, wakeAt - at + 1);
        else if (!stood) timer.current = setTimeout(step, standMs, true);
        // The next response will take about as long as the last one.
        const lead = leadOf(now.pace, now.latency, pageSize, stood);
        const before = store.get();
        const next = wakeAt === null && seenPages.length > 0 ? pagesAhead(seen, direction, rows, pageSize, lead) : [];
        const ahead = wakeAt !== null || stood ? next : withBegun(next, before.ahead, pages, direction);
        if (hasSameEntries(before.under, wanted) && hasSameEntries(before.ahead, ahead)) return;
        store.set({ under: wanted, ahead });
        onMove();
      };
      step();
    },
    [store, onMove],
  );

  const isUnder = useCallback((page: number) => store.get().under.includes(page), [store]);
  return { window, isUnder, look: lookAt };
}
