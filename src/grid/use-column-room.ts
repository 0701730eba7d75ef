import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ColumnLayout } from './column-layout';
import { givenWay, withRoom } from './column-room';

/**
 * The layout as the place of the grid has room for it; the same object as long as there is room for all that is pinned.
 * @param firstWidth of the place until it has been measured, in px
 */
export function useColumnRoom(
  place: RefObject<HTMLElement | null>,
  layout: ColumnLayout,
  firstWidth: number,
): ColumnLayout {
  // Told by the browser when it has laid out, never asked for: the rows that have just been drawn would be laid out for the answer.
  const known = useRef(firstWidth);
  const [width, setWidth] = useState(firstWidth);
  const latest = useRef(layout);
  latest.current = layout;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const inWidth = (px: number) =>
      givenWay(withRoom(latest.current, px))
        .map(({ index }) => index)
        .join();
    const observer = new ResizeObserver(() => {
      const before = known.current;
      known.current = element.clientWidth;
      // Another width is another drawing only where another column stays.
      if (inWidth(before) !== inWidth(known.current)) flushSync(() => setWidth(known.current));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width changes with each px, and what is drawn does not
  return useMemo(() => withRoom(layout, known.current), [layout, width]);
}
