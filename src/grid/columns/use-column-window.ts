import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Target } from '../selection/selection';
import type { ColumnLayout, LaidColumn } from './column-layout';

/** Columns drawn on either side of those that are seen. */
const overscan = 2;

interface ColumnWindow {
  /** The columns between the pinned ones that are on the screen. */
  columns: readonly LaidColumn[];
  /** Scrolls sideways by as little as it takes to see a column whole. @param index of it among the visible ones */
  revealColumn(index: number): void;
  /** Scrolls completely to the side being moved to: a pinned column is visible anyway, and its neighbour is wanted as well. */
  revealSide(target: Target): void;
}

/**
 * Which columns between the pinned ones are drawn.
 * @param active index of the column of the active cell: where it was seen it stays so as the grid gets narrower, as beside a panel
 * @param firstWidth of the grid until the browser has laid it out, in px
 */
export function useColumnWindow(
  scroller: RefObject<HTMLDivElement | null>,
  { laid, center, startWidth, endWidth }: ColumnLayout,
  active: number,
  firstWidth: number,
): ColumnWindow {
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: center.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => center[index]?.width ?? 0,
    // Another layout has other keys for the virtualizer, which then measures again.
    getItemKey: useCallback((index: number) => center[index]?.column.id ?? index, [center]),
    initialRect: { width: firstWidth, height: 0 },
    paddingStart: startWidth,
    paddingEnd: endWidth,
    scrollPaddingStart: startWidth,
    scrollPaddingEnd: endWidth,
    overscan,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const end = (items.at(-1)?.index ?? -1) + 1;
  const columns = useMemo(() => center.slice(first, end), [center, first, end]);
  const revealColumn = useCallback(
    (index: number) => {
      const column = laid[index];
      if (column?.pinned === null) virtualizer.scrollToIndex(center.indexOf(column));
    },
    [virtualizer, laid, center],
  );
  const width = virtualizer.scrollRect?.width ?? firstWidth;
  const widthBefore = useRef(width);
  // By how much it was scrolled for the active column, which a narrower grid had covered.
  const moved = useRef({ from: 0, to: 0 });
  const keepInSight = useEffectEvent((before: number) => {
    const column = laid[active];
    const place = scroller.current;
    if (!column || !place) return;
    const isSeenAt = (offset: number, room: number) =>
      column.left >= offset + startWidth && column.left + column.width <= offset + room - endWidth;
    const offset = virtualizer.scrollOffset ?? 0;
    const from = offset === moved.current.to ? moved.current.from : offset;
    if (width < before && isSeenAt(offset, before)) {
      revealColumn(active);
      moved.current = { from, to: place.scrollLeft };
    } else if (width > before && from !== offset && isSeenAt(from, width)) {
      place.scrollLeft = from;
    }
  });
  useEffect(() => {
    // Covered by a panel, it is scrolled nowhere.
    if (width === 0) return;
    keepInSight(widthBefore.current);
    widthBefore.current = width;
  }, [width]);
  return {
    columns,
    revealColumn,
    revealSide(target) {
      if (target === 'row-start' || target === 'first') scroller.current?.scrollTo({ left: 0 });
      if (target === 'row-end' || target === 'last') scroller.current?.scrollTo({ left: virtualizer.getTotalSize() });
    },
  };
}

/** The columns on the screen, and always one more, which holds the focus: in order, because an element that is put elsewhere loses the focus. */
export function withColumn(columns: readonly LaidColumn[], kept: LaidColumn | undefined): readonly LaidColumn[] {
  if (!kept || kept.pinned !== null || columns.includes(kept)) return columns;
  return kept.index < (columns[0]?.index ?? 0) ? [kept, ...columns] : [...columns, kept];
}
