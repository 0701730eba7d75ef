import { useEffect, useEffectEvent } from 'react';
import { createStore, type Store } from '../../state/store';

/** How a part of the page is opened from elsewhere: registered while it is rendered; null if there is nothing to open. */
type Opener = Store<(() => void) | null>;

/** The search of the rows on the page. */
export const findOpener: Opener = createStore<(() => void) | null>(null);
/** The way out of the table that is open. */
export const exportOpener: Opener = createStore<(() => void) | null>(null);

/** A rendered part registers how it is opened, while it is rendered. */
export function useOpenedBy(opener: Opener, open: () => void): void {
  const onOpen = useEffectEvent(open);
  useEffect(() => {
    opener.set(() => onOpen());
    return () => opener.set(null);
  }, [opener]);
}
