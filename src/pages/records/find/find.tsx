import { useCallback, useEffect, useState } from 'react';
import { useShortcuts } from '../../../ui/shortcuts/shortcuts';
import { findOpener } from '../openers';
import { FindBar } from './find-bar';
import type { FindProps } from './find-props';

/** The search of the rows read: its key, and its bar while it is open. A browser's own search finds only what is drawn. */
export function Find(props: FindProps) {
  const [text, setText] = useState('');
  // How often it was asked for; null while it is closed.
  const [asked, setAsked] = useState<number | null>(null);
  const open = useCallback(() => setAsked((times) => (times ?? 0) + 1), []);
  useShortcuts(
    {
      findText(event) {
        if (isElsewhere(event.target)) return;
        event.preventDefault();
        open();
      },
    },
    true,
  );
  useEffect(() => {
    findOpener.set(open);
    return () => findOpener.set(null);
  }, [open]);
  if (asked === null) return null;
  return (
    <FindBar
      {...props}
      asked={asked}
      text={text}
      onText={setText}
      onClose={() => {
        setAsked(null);
        props.grid.current?.focus();
      }}
    />
  );
}

/** In something over the page, or in the field of the search itself: asked for twice it is the browser's own. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[data-find] input, [role=dialog], [role=alertdialog], [role=menu]') !== null
  );
}
