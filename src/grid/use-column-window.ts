import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo } from 'react';
import type { LaidColumn } from './column-layout';
import type { ColumnLayout } from './use-column-layout';

const overscan = 2;

/**
 * The unpinned columns that are on the screen, and always the active one, because it holds the focus.
 * @param active index of the active column among the visible ones
 */
export function useColumnWindow(
  scroller: RefObject<HTMLDivElement | null>,
  { laid, pinnedWidth }: ColumnLayout,
  active: number,
): readonly LaidColumn[] {
  const center = useMemo(() => laid.filter(({ pinned }) => !pinned), [laid]);
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: center.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => center[index]?.column.id ?? index,
    estimateSize: (index) => center[index]?.width ?? 0,
    paddingStart: pinnedWidth,
    overscan,
    // Before the element can be measured: enough columns for a wide screen.
    initialRect: { width: 1600, height: 900 },
  });
  // Widths are ours and exact; the virtualizer keeps what it has measured until it is told.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout is the reason to measure
  useEffect(() => virtualizer.measure(), [virtualizer, center, pinnedWidth]);

  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  return useMemo(() => {
    const shown = center.slice(first, last + 1);
    const wanted = laid[active];
    if (wanted && !wanted.pinned && !shown.includes(wanted)) shown.push(wanted);
    return shown;
  }, [center, first, last, laid, active]);
}
