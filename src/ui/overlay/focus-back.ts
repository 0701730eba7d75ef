import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/**
 * Gives the focus back as a popup closes: at once, as keys pressed while it fades away are not for it. It stays where it was moved meanwhile, as by what an
 * item of a menu opens.
 */
export function useFocusBack(open: boolean, popup: RefObject<HTMLElement | null>, give: () => void): void {
  const giveBack = useEffectEvent(() => {
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body || popup.current?.contains(activeElement);
    if (isFree) give();
  });
  useLayoutEffect(() => {
    if (!open) giveBack();
  }, [open]);
}
