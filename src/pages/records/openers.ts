import { useEffect, useEffectEvent } from 'react';
import { createStore, type Store } from '../../state/store';

/** What opens a part of the page from elsewhere: a part that is drawn says how; null where there is nothing to open. */
type Opener = Store<(() => void) | null>;

/** The search of the rows on the page. */
export const findOpener: Opener = createStore<(() => void) | null>(null);
/** The way out of the table that is open. */
export const exportOpener: Opener = createStore<(() => void) | null>(null);

/** What is drawn says how it is opened, as long as it is drawn. */
export function useOpenedBy(opener: Opener, open: () => void): void {
  const onOpen = useEffectEvent(open);
  useEffect(() => {
    opener.set(() => onOpen());
    return () => opener.set(null);
  }, [opener]);
}
