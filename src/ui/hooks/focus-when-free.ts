import { useEffect, useEffectEvent, useState } from 'react';

/** By the last of them a closing menu, palette or page has finished moving the focus, even on a busy machine. */
const triesMs = [0, 60, 200, 500, 1000, 2000];

/** Focuses something once nothing else has the focus. @returns a function that cancels it */
export function focusWhenFree(give: () => void, isFree = isNowhere): () => void {
  const timers = triesMs.map((delay) => setTimeout(() => isFree(document.activeElement) && give(), delay));
  return () => timers.forEach(clearTimeout);
}

interface FocusOptions {
  /** Also when the component is drawn first. */
  atFirst?: boolean;
  isFree?: (active: Element | null) => boolean;
}

/** The same from a component, whenever something has become another than it was. */
export function useFocusWhenFree(something: unknown, give: () => void, options: FocusOptions = {}): void {
  const { atFirst = false, isFree } = options;
  const [seen, setSeen] = useState({ something, isDue: atFirst });
  if (!Object.is(seen.something, something)) setSeen({ something, isDue: true });
  const onGive = useEffectEvent(() => focusWhenFree(give, isFree));
  useEffect(() => {
    if (seen.isDue) return onGive();
  }, [seen]);
}

/** Whether the focus is still where the way to this page has left it. */
export function isOfTheWay(active: Element | null): boolean {
  // Not a skip link on this page, which was reached with Tab.
  if (active instanceof HTMLAnchorElement) return active.pathname === location.pathname && active.hash === '';
  return isNowhere(active) || (active?.matches('main') ?? false);
}

/** Where the focus goes when what had it is taken away. */
function isNowhere(active: Element | null): boolean {
  return active === null || active === document.body;
}
