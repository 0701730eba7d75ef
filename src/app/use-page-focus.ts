import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The key of an address that a document began with, before anybody went anywhere. */
const firstKey = 'default';
/** By then a menu or palette that led here has gone and has tried to give the focus back. */
const settleMs = 150;

/**
 * Puts the focus on the page that somebody went to: whoever reads it aloud hears it, and the next Tab leads into it. Where the focus is on the page
 * already, or in something over it, it stays.
 */
export function usePageFocus(page: RefObject<HTMLElement | null>): void {
  const { pathname, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page; the key alone changes with each filter
  useEffect(() => {
    if (key === firstKey) return;
    const take = () => {
      const active = document.activeElement;
      if (active === null || active === document.body || active.closest('nav'))
        page.current?.focus({ preventScroll: true });
    };
    take();
    const timer = setTimeout(take, settleMs);
    return () => clearTimeout(timer);
  }, [pathname]);
}
