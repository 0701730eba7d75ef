import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type RowWindow, rowWindow, scrollToRow } from './row-window';

/** Rows drawn above and below what is seen; the window moves in steps of so many rows, not with each. */
const overscan = 6;
const stepRows = 4;

interface RowWindowOptions {
  scroller: RefObject<HTMLDivElement | null>;
  rows: number;
  rowHeight: number;
  headerHeight: number;
  /** Told of the rows that are seen, without the overscan, and which way the scroll goes. */
  onLook(seen: RowWindow, direction: 1 | -1): void;
}

export interface RowWindowState {
  window: RowWindow;
  /** How many rows are seen whole. */
  page: number;
  /** Scrolls by as little as it takes to see a row whole. */
  reveal(row: number): void;
}

/** Which rows are drawn. It follows the scroll, the size of the window and the number of rows. */
export function useRowWindow({ scroller, rows, rowHeight, headerHeight, onLook }: RowWindowOptions): RowWindowState {
  const [window, setWindow] = useState<RowWindow>({ first: 0, end: Math.min(rows, 60) });
  const [page, setPage] = useState(20);
  const last = useRef({ top: 0, direction: 1 as 1 | -1 });

  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const height = Math.max(0, element.clientHeight - headerHeight);
    const top = element.scrollTop;
    if (top !== last.current.top) last.current = { top, direction: top > last.current.top ? 1 : -1 };
    const drawn = rowWindow(top, height, rowHeight, rows, overscan);
    const first = drawn.first - (drawn.first % stepRows);
    const end = Math.min(rows, drawn.end + stepRows - (drawn.end % stepRows));
    setWindow((now) => (now.first === first && now.end === end ? now : { first, end }));
    setPage(Math.max(1, Math.floor(height / rowHeight)));
    onLook(rowWindow(top, height, rowHeight, rows, 0), last.current.direction);
  }, [scroller, rows, rowHeight, headerHeight, onLook]);

  useLayoutEffect(measure, [measure]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [scroller, measure]);

  const reveal = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (!element) return;
      const top = scrollToRow(row, element.scrollTop, element.clientHeight - headerHeight, rowHeight);
      if (top === null) return;
      element.scrollTop = top;
      measure();
    },
    [scroller, headerHeight, rowHeight, measure],
  );

  return { window, page, reveal };
}
