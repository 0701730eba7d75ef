import { useEffect, useState } from 'react';
import { findOpener } from '../openers';
import { FindBar } from './find-bar';
import type { FindProps } from './find-props';

/** The search of the rows read: its key, and its bar while it is open. A browser's own search finds only what is drawn. */
export function Find(props: FindProps) {
  const [text, setText] = useState('');
  // How often it was asked for; null while it is closed.
  const [asked, setAsked] = useState<number | null>(null);
  useEffect(() => {
    const open = () => setAsked((times) => (times ?? 0) + 1);
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.key.toLowerCase() !== 'f' || event.isComposing || isElsewhere(event.target)) return;
      event.preventDefault();
      open();
    };
    findOpener.set(open);
    // Before the field of a cell, which keeps its keys to itself.
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      findOpener.set(null);
      document.removeEventListener('keydown', onKeyDown, true);
    };
  }, []);
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
