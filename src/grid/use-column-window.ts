import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ColumnLayout, LaidColumn } from './column-layout';
import { columnWindow } from './column-window';

const overscan = 2;

/**
 * Which unpinned columns are on the screen. Widths are known, so it is arithmetic; only a sideways scroll and another width change it. To be used before
 * what draws upon a scroll: it reads where the scroll is.
 * @param firstWidth of the grid until the browser has laid it out, in px
 */
export function useColumnWindow(
  scroller: RefObject<HTMLDivElement | null>,
  { center, pinnedWidth }: ColumnLayout,
  firstWidth: number,
): readonly LaidColumn[] {
  const [seen, setSeen] = useState({ left: 0, width: firstWidth });
  const window = useMemo(
    () => columnWindow(center, seen.left, seen.width, pinnedWidth, overscan),
    [center, pinnedWidth, seen],
  );
  const own = useRef({ width: firstWidth, left: 0, window });
  // Other columns are drawn at once as they are seen, and not after those before have been laid out.
  own.current.window = window;

  const place = useCallback(
    (atOnce: boolean) => {
      const { left, width, window: before } = own.current;
      const next = columnWindow(center, left, width, pinnedWidth, overscan);
      if (before.first === next.first && before.end === next.end) return;
      own.current.window = next;
      if (atOnce) flushSync(() => setSeen({ left, width }));
      else setSeen({ left, width });
    },
    [center, pinnedWidth],
  );

  useLayoutEffect(() => place(false), [place]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = (): void => {
      const { scrollLeft } = element;
      if (scrollLeft === own.current.left) return;
      own.current.left = scrollLeft;
      place(true);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    // It says so when it has laid out; asked for, it would do so at once.
    const observer = new ResizeObserver(() => {
      own.current.width = element.clientWidth;
      place(true);
    });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, place]);

  return useMemo(() => center.slice(window.first, window.end), [center, window]);
}

/** The columns on the screen, and always the active one, because it holds the focus. */
export function withActive(columns: readonly LaidColumn[], active: LaidColumn | undefined): readonly LaidColumn[] {
  return !active || active.pinned !== null || columns.includes(active) ? columns : [...columns, active];
}
