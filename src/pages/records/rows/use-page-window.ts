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
} from '../../../grid/rows/pages-to-read';
import type { RowWindow } from '../../../grid/rows/row-window';

const pageSize = limits.pageSizeMax;
/** Milliseconds that the window must stand before the page after it is read: sooner than a probe would ask whether it has a row. */
const standMs = 350;

/** Pages of a query to read: those under the window, and those that it comes to next. */
export interface PageWindow {
  under: readonly number[];
  ahead: readonly number[];
}

const firstPage: PageWindow = { under: [0], ahead: [] };

export interface PageWindowState {
  window: PageWindow;
  /** Whether the window is over a page by now, also before anything is drawn for that. Not to be called while drawing. */
  isUnder(page: number): boolean;
  /** Takes the rows that are seen; `rows` is how many the scroll holds. Another function for another query. */
  look(seen: RowWindow, direction: 1 | -1, rows: number): void;
}

/**
 * The pages that the rows seen lie on: at once when the window stands or goes steadily, not before it has looked when it flies past.
 * @param key names the query: another one begins with its first page
 * @param latency of the last answer, in milliseconds
 * @param onMove is told when the window has come to other pages
 */
export function usePageWindow(key: string, latency: number, onMove: () => void): PageWindowState {
  const [moved, setMoved] = useState({ key, window: firstPage });
  // Set, not only left aside: one may come back to the query before.
  if (moved.key !== key) setMoved({ key, window: firstPage });
  const window = moved.key === key ? moved.window : firstPage;
  const own = useRef({ key, window, visits: noVisits, pace: atRest });
  const latest = useRef({ latency, onMove });
  useEffect(() => {
    latest.current = { latency, onMove };
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const lookAt = useCallback<PageWindowState['look']>(
    (seen, direction, rows) => {
      const now = own.current;
      if (now.key !== key) Object.assign(now, { key, window: firstPage, visits: noVisits, pace: atRest });
      const seenPages = pagesUnder(seen, pageSize);
      // No rows to look at, perhaps those of the query before: the first page tells.
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
        // What the last answer took tells what the next one will.
        const lead = leadOf(now.pace, latest.current.latency, pageSize, stood);
        const ahead = wakeAt === null && seenPages.length > 0 ? pagesAhead(seen, direction, rows, pageSize, lead) : [];
        if (isSame(now.window.under, wanted) && isSame(now.window.ahead, ahead)) return;
        const window = { under: wanted, ahead };
        now.window = window;
        setMoved((last) => (last.key === key ? { key, window } : last));
        latest.current.onMove();
      };
      step();
    },
    [key],
  );

  const isUnder = useCallback(
    (page: number) => (own.current.key === key ? own.current.window : firstPage).under.includes(page),
    [key],
  );
  return { window, isUnder, look: lookAt };
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((page, place) => page === b[place]);
}
