import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createFlight } from './flight';
import { layoutLimit } from './layout-limit';
import { rowScale, scrolled, settled, strayed } from './row-scale';
import { type RowWindow, rowWindow, scrollToRow } from './row-window';

/** Rows drawn on the side where the scroll goes, where a browser may be ahead of the page, and on the other; the window moves in steps, not with each row. */
const ahead = 8;
const behind = 2;
const stepRows = 2;
/** Rows are placed from the first of so many, so that no row is placed farther than a browser can. */
const blockRows = 100_000;
/** Milliseconds without a scroll after which the thumb is put where it tells the truth. */
const restMs = 120;

interface RowWindowOptions {
  scroller: RefObject<HTMLDivElement | null>;
  rows: number;
  rowHeight: number;
  headerHeight: number;
  /** Height of the grid until the browser has laid it out, in px. */
  firstHeight: number;
  /** The row that somebody works on: where it is seen, it stays in sight when what stands below the rows takes room. */
  kept: number;
  /** Told of the rows that are seen, without the overscan, and which way the scroll goes. */
  onLook(seen: RowWindow, direction: 1 | -1): void;
}

/** The rows to draw, and where. */
export interface DrawnWindow extends RowWindow {
  /** The row that places are counted from. */
  origin: number;
  /** Where it lies in the scroll, in px from the first row's place. */
  originTop: number;
}

export interface RowWindowState {
  /** What is to be drawn now; another object when that has changed. */
  drawn(): DrawnWindow;
  /** Hears of that in the frame of the scroll: what is drawn later would be blank until then. @returns the way to stop hearing */
  subscribe(listener: () => void): () => void;
  /** Height of the scroll for all rows, in px. */
  height: number;
  /** How many rows are seen whole. */
  page: number;
  /** Scrolls by as little as it takes to see a row whole. */
  reveal(row: number): void;
}

/**
 * Which rows are drawn, and where. It follows the scroll, the size of the window and the number of rows; of a scroll hears only who subscribes.
 */
export function useRowWindow({
  scroller,
  rows,
  rowHeight,
  headerHeight,
  firstHeight,
  kept,
  onLook,
}: RowWindowOptions): RowWindowState {
  const firstView = Math.max(0, firstHeight - headerHeight);
  const [page, setPage] = useState(() => pageOf(firstView, rowHeight));
  const [atFirst] = useState(() => {
    const place: Place = { view: firstView, scrollTop: 0, top: 0, direction: 1 };
    return { ...place, drawn: windowAt(place, rows, rowHeight) };
  });
  // Read once when they change, never while scrolling: reading would lay out what has just been drawn.
  const own = useRef(atFirst);
  const working = useRef(kept);
  working.current = kept;
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const limit = layoutLimit(rows * rowHeight);

  const [listeners] = useState(() => new Set<() => void>());
  const tell = useCallback(
    (drawn: DrawnWindow) => {
      own.current.drawn = drawn;
      for (const listener of listeners) listener();
    },
    [listeners],
  );

  /** Draws the rows at the place that `own` holds. */
  const draw = useCallback(() => {
    const { view, top, direction, drawn } = own.current;
    const next = windowAt(own.current, rows, rowHeight);
    const { first, end, origin, originTop } = next;
    if (drawn.first !== first || drawn.end !== end || drawn.origin !== origin || drawn.originTop !== originTop) {
      tell(next);
    }
    onLook(rowWindow(top, view, rowHeight, rows), direction);
  }, [rows, rowHeight, onLook, tell]);

  /** Puts the scroll where a place in the table is. */
  const go = useCallback(
    (top: number) => {
      const element = scroller.current;
      if (!element) return;
      const place = settled(rowScale(rows, rowHeight, own.current.view, limit), top);
      if (place.top !== own.current.top) own.current.direction = place.top > own.current.top ? 1 : -1;
      if (place.scrollTop !== own.current.scrollTop) {
        element.scrollTop = place.scrollTop;
        // As far as the browser went: it rounds to the pixels of the screen.
        place.scrollTop = element.scrollTop;
      }
      Object.assign(own.current, place);
      draw();
    },
    [scroller, rows, rowHeight, limit, draw],
  );

  // Another number of rows is another scale: the rows stay, the thumb moves.
  useLayoutEffect(() => {
    setPage(pageOf(own.current.view, rowHeight));
    go(own.current.top);
  }, [rowHeight, go]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const flight = createFlight(element);
    const onScroll = (): void => {
      const { scrollTop } = element;
      const before = own.current;
      if (scrollTop === before.scrollTop) {
        flight.end();
        return;
      }
      flight.goOn();
      const scale = rowScale(rows, rowHeight, before.view, limit);
      const place = scrolled(scale, before, scrollTop);
      before.direction = place.top >= before.top ? 1 : -1;
      Object.assign(before, place);
      clearTimeout(resting.current);
      const astray = strayed(scale, place);
      if (astray === 'now') go(place.top);
      else draw();
      if (astray === 'yes') resting.current = setTimeout(() => go(own.current.top), restMs);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    // It says so when it has laid out; asked for, it would do so at once.
    const observer = new ResizeObserver(() => {
      const { top, view: before } = own.current;
      const view = Math.max(0, element.clientHeight - headerHeight);
      own.current.view = view;
      setPage(pageOf(view, rowHeight));
      const wasSeen = scrollToRow(working.current, top, before, rowHeight) === null;
      go((wasSeen ? scrollToRow(working.current, top, view, rowHeight) : null) ?? top);
    });
    observer.observe(element);
    return () => {
      clearTimeout(resting.current);
      flight.end();
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, rows, rowHeight, headerHeight, limit, draw, go]);

  const reveal = useCallback(
    (row: number) => {
      const { top, view } = own.current;
      const next = scrollToRow(row, top, view, rowHeight);
      if (next !== null) go(next);
    },
    [rowHeight, go],
  );

  const drawn = useCallback(() => own.current.drawn, []);
  const subscribe = useCallback(
    (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    [listeners],
  );
  return { drawn, subscribe, height: Math.min(rows * rowHeight, limit), page, reveal };
}

/** Where the scroll is: its height, its place and that in the table, in px, and which way it goes. */
interface Place {
  view: number;
  scrollTop: number;
  top: number;
  direction: 1 | -1;
}

/** The rows to draw at a place. */
function windowAt({ view, scrollTop, top, direction }: Place, rows: number, rowHeight: number): DrawnWindow {
  const down = direction === 1;
  const near = rowWindow(top, view, rowHeight, rows, down ? behind : ahead, down ? ahead : behind);
  const first = near.first - (near.first % stepRows);
  const end = Math.min(rows, near.end + stepRows - (near.end % stepRows));
  const origin = first - (first % blockRows);
  return { first, end, origin, originTop: origin * rowHeight - top + scrollTop };
}

/** How many rows a window of this height shows whole. */
function pageOf(view: number, rowHeight: number): number {
  return Math.max(1, Math.floor(view / rowHeight));
}
