import { type RefObject, useEffect } from 'react';
import { useNavigationType } from 'react-router-dom';
import { focusWhenFree, isNowhere } from '../../ui/focus-when-free';
import type { GridAreaHandle } from './grid-area';

/** Somebody has come to a table of this document already. */
let arrived = false;

/**
 * Whoever goes to a table means its rows: the cells take the focus from the link that led here and from the page as a whole, so that the arrows work at once.
 * @param stays something else of the page has it, or nothing is there to take it
 */
export function useOpeningFocus(area: RefObject<GridAreaHandle | null>, stays: boolean): void {
  const came = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each table, as it is opened
  useEffect(() => {
    // A document begins at its top, where the first Tab leads to the way past the navigation.
    const first = !arrived && came === 'POP';
    arrived = true;
    if (!first && !stays) return focusWhenFree(() => area.current?.focus(), isOfTheWay);
  }, []);
}

function isOfTheWay(active: Element | null): boolean {
  // Not a way past something on this page, which somebody has tabbed to.
  if (active instanceof HTMLAnchorElement) return active.pathname === location.pathname && active.hash === '';
  return isNowhere(active) || (active?.matches('main') ?? false);
}
