import type { ColumnLayout } from './column-layout';

/** Scrolls sideways by as little as it takes to see a column whole. @param index of it among the visible ones */
export function revealColumn(
  element: HTMLElement | null,
  { laid, pinnedWidth, rightWidth }: ColumnLayout,
  index: number,
): void {
  const column = laid[index];
  if (!element || !column) return;
  if (column.pinned !== null) return;
  const right = column.left + column.width;
  if (column.left - pinnedWidth < element.scrollLeft) element.scrollLeft = column.left - pinnedWidth;
  else {
    const free = element.clientWidth - rightWidth;
    if (right > element.scrollLeft + free) element.scrollLeft = right - free;
  }
}
