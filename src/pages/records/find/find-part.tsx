/** The way to the search, which its page has from the first moment on: its key, and its code when the page is idle or when it is asked for. */

import { type ComponentProps, useState } from 'react';
import { useStore } from '../../../state/store';
import { lazyPart, useIdleWork } from '../../../ui/layout/lazy-part';
import { ariaKeysOf, useShortcuts } from '../../../ui/shortcuts/shortcuts';
import { pageCommands } from '../page-commands';

const Find = lazyPart(async () => (await import('../later')).Find);

export function FindPart(props: Omit<ComponentProps<typeof Find>, 'early'>) {
  const idle = useIdleWork();
  const { find: openNow } = useStore(pageCommands);
  /** What was typed for it before its code had come; null: nobody asked. */
  const [early, setEarly] = useState<string | null>(null);
  // Before the field of a cell, which keeps its keys to itself.
  useShortcuts(
    {
      findText(event) {
        if (isElsewhere(event.target)) return;
        event.preventDefault();
        if (openNow) openNow();
        else setEarly(early ?? '');
      },
    },
    true,
  );
  return (
    <>
      {idle || early !== null ? <Find {...props} early={early} /> : null}
      {early !== null && !openNow ? (
        // Named by its keys: the texts of the search come with its code.
        <input
          ref={focusIt}
          aria-label={ariaKeysOf('findText')}
          className="visually-hidden"
          value={early}
          onChange={(event) => setEarly(event.target.value)}
        />
      ) : null}
    </>
  );
}

function focusIt(field: HTMLElement | null): void {
  field?.focus();
}

/** In something over the page, or in the field of the search itself: asked for twice it is the browser's own. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[data-find] input, [role=dialog], [role=alertdialog], [role=menu]') !== null
  );
}
