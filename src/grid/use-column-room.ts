import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { ColumnLayout } from './column-layout';
import { givenWay, withRoom } from './column-room';

/** The layout as the place of the grid has room for it; the same object as long as there is room for all that is pinned. */
export function useColumnRoom(place: RefObject<HTMLElement | null>, layout: ColumnLayout): ColumnLayout {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const inWidth = (px: number) =>
      givenWay(withRoom(layout, px))
        .map(({ index }) => index)
        .join();
    // Another width is another drawing only where another column stays.
    const measure = () =>
      setWidth((now) => (inWidth(now) === inWidth(element.clientWidth) ? now : element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, layout]);
  return useMemo(() => withRoom(layout, width), [layout, width]);
}
