import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createStore } from '../../state/store';
import {
  type DrawnWindow,
  layoutLimit,
  type RowWindow,
  rowScale,
  rowWindow,
  type ScrollPlace,
  scrolled,
  scrollToRow,
  settled,
  strayed,
} from './row-window';

/** Rows drawn on the side where the scroll goes, where a browser may be ahead of the page, and on the other; the window moves in steps, not with each row. */
const ahead = 8;
const behind = 2;
const stepRows = 2;
/** Rows are placed from the first of so many, so that no row is placed farther than a browser can. */
const blockRows = 100_000;
/** Milliseconds without a scroll after which the thumb is corrected, and pinned columns are sticky again. */
const settleMs = 120;
const stickyMs = 150;

interface RowWindowOptions {
  scroller: RefObject<HTMLDivElement | null>;
  rows: number;
  rowHeight: number;
  headerHeight: number;
  /** Height of the grid until the browser has laid it out, in px. */
  firstHeight: number;
  /** The active row: if visible, it stays visible when something below the rows takes room. */
  kept: number;
  /** Notified of visible rows, without overscan, and of the scroll direction. */
  onLook(seen: RowWindow, direction: 1 | -1): void;
}

export interface RowWindowState {
  /** What is to be drawn now; another object when that has changed. */
  drawn(): DrawnWindow;
  /** Called in the frame of the scroll: rows rendered later would be blank until then. @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void;
  /** Height of the scroll for all rows, in px. */
  height: number;
  /** How many rows are seen whole. */
  page: number;
  /** Scrolls by as little as it takes to see a row whole. */
  reveal(row: number): void;
  /** Brings a row that is not seen whole into the upper third: one looks there, and for what follows. */
  show(row: number): void;
  /** Makes a row the first one that is seen, as far as the rows after it fill the view. @param left how far it is scrolled sideways then, in px */
  showFirst(row: number, left: number): void;
}

/**
 * Which rows are drawn, and where. It follows the scroll, the size of the window and the number of rows; of a scroll hears only who subscribes.
 */
export function useRowWindow(options: RowWindowOptions): RowWindowState {
  const { scroller, rows, rowHeight, headerHeight, kept, onLook } = options;
  const [view, setView] = useState(() => Math.max(0, options.firstHeight - headerHeight));
  const [store] = useState(() => {
    const place: Place = { view, rowHeight, scrollTop: 0, top: 0, direction: 1 };
    return windowStore(place, windowAt(place, rows, rowHeight));
  });
  const { place } = store;
  const limit = layoutLimit(rows * rowHeight);

  /** Draws the rows at the place of the scroll. */
  function draw(): void {
    store.draw(windowAt(place, rows, rowHeight));
    onLook(rowWindow(place.top, place.view, rowHeight, rows), place.direction);
  }

  /** Puts the scroll where a place in the table is. */
  function go(top: number): void {
    const element = scroller.current;
    if (!element) return;
    const next = settled(rowScale(rows, rowHeight, place.view, limit), top);
    if (next.top !== place.top) place.direction = next.top > place.top ? 1 : -1;
    if (next.scrollTop !== place.scrollTop) {
      element.scrollTop = next.scrollTop;
      // As far as the browser went: it rounds to the pixels of the screen.
      next.scrollTop = element.scrollTop;
    }
    Object.assign(place, next);
    draw();
  }

  const settle = useEffectEvent(() => {
    const { top, view, rowHeight: before } = place;
    if (rowHeight === before) return go(top);
    place.rowHeight = rowHeight;
    // The top row stays there, and the active row stays visible.
    const next = (top / before) * rowHeight;
    const wasSeen = scrollToRow(kept, top, view, before) === null;
    go((wasSeen ? scrollToRow(kept, next, view, rowHeight) : null) ?? next);
  });

  /** @returns whether the thumb must be corrected after scrolling */
  const onScroll = useEffectEvent((scrollTop: number): boolean => {
    const scale = rowScale(rows, rowHeight, place.view, limit);
    const next = scrolled(scale, place, scrollTop);
    place.direction = next.top >= place.top ? 1 : -1;
    Object.assign(place, next);
    const astray = strayed(scale, next);
    if (astray === 'now') go(next.top);
    else draw();
    return astray === 'yes';
  });

  const onResize = useEffectEvent((height: number) => {
    const before = place.view;
    place.view = Math.max(0, height - headerHeight);
    setView(place.view);
    const wasSeen = scrollToRow(kept, place.top, before, rowHeight) === null;
    go((wasSeen ? scrollToRow(kept, place.top, place.view, rowHeight) : null) ?? place.top);
  });

  // Another number of rows is another scale: the rows stay, the thumb moves. Another query gets a notification of its rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect event reads these
  useLayoutEffect(() => settle(), [rows, rowHeight, limit, onLook]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const sticky = stickyWhileResting(element);
    let resting: ReturnType<typeof setTimeout> | undefined;
    const listener = (): void => {
      const { scrollTop } = element;
      if (scrollTop === place.scrollTop) {
        sticky.now();
        return;
      }
      sticky.afterRest();
      clearTimeout(resting);
      if (onScroll(scrollTop)) resting = setTimeout(() => settle(), settleMs);
    };
    element.addEventListener('scroll', listener, { passive: true });
    // Reported after layout; reading it would force one.
    const observer = new ResizeObserver(() => onResize(element.clientHeight));
    observer.observe(element);
    return () => {
      clearTimeout(resting);
      sticky.now();
      element.removeEventListener('scroll', listener);
      observer.disconnect();
    };
  }, [scroller, place]);

  return {
    drawn: store.drawn,
    subscribe: store.subscribe,
    height: Math.min(rows * rowHeight, limit),
    page: Math.max(1, Math.floor(view / rowHeight)),
    reveal(row) {
      const next = scrollToRow(row, place.top, place.view, rowHeight);
      if (next !== null) go(next);
    },
    show(row) {
      if (scrollToRow(row, place.top, place.view, rowHeight) === null) return;
      go(row * rowHeight - Math.min(place.view / 3, Math.max(0, place.view - rowHeight)));
    },
    showFirst(row, left) {
      go(row * rowHeight);
      scroller.current?.scrollTo({ left });
    },
  };
}

/** Where the scroll is: its place and that in the table, the height of the window on it and of a row, in px, and which way it goes. */
interface Place extends ScrollPlace {
  view: number;
  /** Height of a row when the place was taken. */
  rowHeight: number;
  direction: 1 | -1;
}

/** What a scroll changes without the page being drawn: its place, read once when it changes, and the rows drawn for it. */
function windowStore(place: Place, first: DrawnWindow) {
  const { get, set, subscribe } = createStore(first);
  return {
    place,
    drawn: get,
    subscribe,
    draw(next: DrawnWindow) {
      const { first, end, origin, originTop } = get();
      if (next.first !== first || next.end !== end || next.origin !== origin || next.originTop !== originTop) set(next);
    },
  };
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

/**
 * During a vertical scroll the pinned columns need not be sticky, because nothing moves sideways: they are positioned once, and the browser needs no layer per
 * row. One step, as a jump is, is no scroll yet. They are sticky again at rest or in a horizontal scroll.
 */
function stickyWhileResting(element: HTMLElement) {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let left: number | null = null;

  function now(): void {
    clearTimeout(resting);
    resting = undefined;
    left = null;
    delete element.dataset.flying;
  }

  return {
    now,
    afterRest() {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      const isMoving = resting !== undefined;
      if (left !== null && scrollLeft !== left) now();
      else if (left === null && isMoving) {
        left = scrollLeft;
        element.style.setProperty('--flying-left', `${left}px`);
        element.style.setProperty('--flying-right', `${left + clientWidth - scrollWidth}px`);
        element.dataset.flying = '';
      }
      clearTimeout(resting);
      resting = setTimeout(now, stickyMs);
    },
  };
}
