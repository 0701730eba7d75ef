import { useEffect, useEffectEvent, useState } from 'react';
import { createStore, type Store, useStore } from '../../state/store';
import { useShortcuts } from '../../ui/shortcuts/shortcuts';

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

/**
 * The key of the search, which its page has from the first moment on.
 * @returns what was typed for the search before its code had come (null: nobody asked for it), whether it is still coming, and how more is typed
 */
export function useFindKey() {
  const openNow = useStore(findOpener);
  const [early, type] = useState<string | null>(null);
  // Before the field of a cell, which keeps its keys to itself.
  useShortcuts(
    {
      findText(event) {
        if (isElsewhere(event.target)) return;
        event.preventDefault();
        if (openNow) openNow();
        else type(early ?? '');
      },
    },
    true,
  );
  return { early, isComing: early !== null && !openNow, type };
}

/** In something over the page, or in the field of the search itself: asked for twice it is the browser's own. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[data-find] input, [role=dialog], [role=alertdialog], [role=menu]') !== null
  );
}
