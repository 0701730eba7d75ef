import { type RefObject, useEffect } from 'react';
import { focusWhenFree, isNowhere } from '../../ui/hooks/focus-when-free';
import { isFirstPage } from '../../url/current-page';
import type { GridAreaHandle } from './grid-area';

/**
 * Whoever goes to a table means its rows: the cells take the focus from the link that led here and from the page as a whole, so that the arrows work at once.
 * @param stays something else of the page has it, or nothing is there to take it
 */
export function useOpeningFocus(area: RefObject<GridAreaHandle | null>, stays: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each table, as it is opened
  useEffect(() => {
    if (!isFirstPage() && !stays) return focusWhenFree(() => area.current?.focus(), isOfTheWay);
  }, []);
}

function isOfTheWay(active: Element | null): boolean {
  // Not a way past something on this page, which somebody has tabbed to.
  if (active instanceof HTMLAnchorElement) return active.pathname === location.pathname && active.hash === '';
  return isNowhere(active) || (active?.matches('main') ?? false);
}
