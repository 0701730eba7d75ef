import type { ColumnLayout } from './column-layout';
import type { Target } from './selection';

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

/** Scrolls all the way to the side that somebody goes to: a column that stays at its edge is seen anyway, and what is next to it is meant as well. */
export function revealSide(element: HTMLElement | null, target: Target): void {
  if (target === 'row-start' || target === 'first') element?.scrollTo({ left: 0 });
  if (target === 'row-end' || target === 'last') element?.scrollTo({ left: element.scrollWidth });
}
