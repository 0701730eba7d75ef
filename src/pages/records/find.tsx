import { type RefObject, useEffect, useState } from 'react';
import type { Filter, FilterEntry } from '../../contract/filter';
import type { DwRecord } from '../../contract/records';
import type { Drafts } from '../../edits/drafts';
import type { ColumnLayout } from '../../grid/column-layout';
import type { Extent } from '../../grid/extent';
import type { GridHandle } from '../../grid/grid';
import type { CellPlace, Selection } from '../../grid/selection';
import { FindBar } from './find-bar';
import { setFindOpener } from './find-opener';

export interface FindProps {
  /** The rows, and their question. */
  of: {
    rows: number;
    extent: Pick<Extent, 'exactly'>;
    pages: { recordAt(row: number): DwRecord | undefined };
    drafts: { drafts: Drafts };
    query: { filter: Filter | null };
    onNarrow(entry: FilterEntry): void;
  };
  /** Holds the grid, and the bar over it. */
  place: RefObject<HTMLElement | null>;
  grid: RefObject<GridHandle | null>;
  layout: ColumnLayout;
  active: CellPlace;
  onSelection(selection: Selection): void;
}

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
    setFindOpener(open);
    // Before the field of a cell, which keeps its keys to itself.
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      setFindOpener(null);
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

/** In something over the page, or in the search itself: asked for twice it is the browser's own. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[data-find], [role=dialog], [role=alertdialog], [role=menu]') !== null
  );
}
