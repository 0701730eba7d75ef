import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { isFirstPage } from '../../url/current-page';

/** By then a menu or palette that led here has gone and has tried to give the focus back. */
const settleMs = 150;

/**
 * Puts the focus on the page that somebody went to: whoever reads it aloud hears it, and the next Tab leads into it. Where the focus is on the page
 * already, or in something over it, it stays; so it does from the first key or press on: then it is where that person has put it.
 */
export function usePageFocus(page: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page, however it was come to
  useEffect(() => {
    if (isFirstPage()) return;
    const take = () => {
      const active = document.activeElement;
      if (active === null || active === document.body || active.closest('nav'))
        page.current?.focus({ preventScroll: true });
    };
    take();
    const listening = new AbortController();
    const timer = setTimeout(take, settleMs);
    const leave = () => {
      clearTimeout(timer);
      listening.abort();
    };
    for (const act of ['keydown', 'pointerdown'] as const)
      document.addEventListener(act, leave, { capture: true, signal: listening.signal });
    return leave;
  }, [pathname]);
}
