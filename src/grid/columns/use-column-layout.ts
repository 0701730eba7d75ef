import { type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { type ColumnLayout, givenWay, layColumns, numberWidthFor, withRoom } from './column-layout';
import type { ColumnTable } from './column-table';

/**
 * The columns of a table laid out, as far as there is room for what is pinned. It follows a width that is being dragged.
 * @param place the element that the grid fills
 * @param firstWidth of it until the browser has laid it out, in px
 * @param rows whose numbers are shown
 */
export function useColumnLayout(
  place: RefObject<HTMLElement | null>,
  firstWidth: number,
  table: ColumnTable,
  rows: number,
): ColumnLayout {
  const numberWidth = numberWidthFor(rows);
  const { columnResizing } = table.atoms;
  const subscribe = useCallback(
    (listener: () => void) => {
      const { unsubscribe } = columnResizing.subscribe(listener);
      return unsubscribe;
    },
    [columnResizing],
  );
  const resizing = useSyncExternalStore(subscribe, columnResizing.get);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table is asked which width is being dragged
  const wanted = useMemo(() => layColumns(table, numberWidth), [table, numberWidth, resizing]);
  return useRoom(place, wanted, firstWidth);
}

/** The layout as the place of the grid has room for it; the same object as long as there is room for all that is pinned. */
function useRoom(place: RefObject<HTMLElement | null>, layout: ColumnLayout, firstWidth: number): ColumnLayout {
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
