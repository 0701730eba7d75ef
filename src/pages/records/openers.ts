import { useEffect, useEffectEvent } from 'react';
import { createStore } from '../../state/store';

/** What the page of a table opens or does when it is asked from elsewhere. */
type PageCommand =
  | 'find'
  | 'export'
  | 'newRecord'
  | 'editFilter'
  | 'addCondition'
  | 'changeMatching'
  | 'columns'
  | 'undo'
  | 'review';

/** How each of them is asked for, while it can be. */
export const openers = createStore<Partial<Record<PageCommand, () => void>>>({});

/** A rendered part registers how it is opened, while it is rendered; null: it cannot be opened now. */
export function useOpenedBy(name: PageCommand, open: (() => void) | null): void {
  const onOpen = useEffectEvent(() => open?.());
  const canOpen = open !== null;
  useEffect(() => {
    if (!canOpen) return;
    openers.set({ ...openers.get(), [name]: () => onOpen() });
    return () => openers.set({ ...openers.get(), [name]: undefined });
  }, [name, canOpen]);
}
