import type { LaidColumn } from './column-layout';

/** Columns by index: `first` and the one after the last. */
export interface ColumnWindow {
  first: number;
  end: number;
}

/**
 * Which of the unpinned columns, ordered by place, a sideways scroll shows.
 * @param overscan columns drawn before and after those that are seen
 */
export function columnWindow(
  columns: readonly LaidColumn[],
  scrollLeft: number,
  width: number,
  pinnedWidth: number,
  overscan: number,
): ColumnWindow {
  // The pinned columns lie over what is under them.
  const first = past(columns, ({ left, width: own }) => left + own <= scrollLeft + pinnedWidth);
  const end = past(columns, ({ left }) => left < scrollLeft + width);
  return { first: Math.max(0, first - overscan), end: Math.min(columns.length, Math.max(first, end) + overscan) };
}

/** How many columns from the first one on are before a place. */
function past(columns: readonly LaidColumn[], isBefore: (column: LaidColumn) => boolean): number {
  let low = 0;
  let high = columns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const column = columns[middle];
    if (column && isBefore(column)) low = middle + 1;
    else high = middle;
  }
  return low;
}
