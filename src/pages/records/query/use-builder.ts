import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { entriesOf, type Filter } from '../../../contract/filter';
import { isJsonObject, type Json } from '../../../contract/json';
import { duplicateEntry, type Moved, moveEntry, takeEntry, ungroupEntry, wrapEntry } from './filter-moves';
import { appendAt, entryAt, type FilterPath, joinAt, replaceAt } from './filter-tree';

export type EntryAction = 'up' | 'down' | 'wrap' | 'ungroup' | 'duplicate' | 'remove';

/** Keys of the actions on an entry that has the focus, as a menu shows them. */
export const actionKeys: Record<EntryAction, string> = {
  up: 'Alt+↑',
  down: 'Alt+↓',
  wrap: 'G',
  ungroup: 'U',
  duplicate: 'D',
  remove: 'Delete',
};

export interface Builder {
  draft: Filter;
  /** To be put on the element that holds the entries; they carry `data-entry` with their path. */
  area: RefObject<HTMLDivElement | null>;
  /** What takes the focus first: an entry, else the way to one. */
  first: RefObject<HTMLElement | null>;
  onKeyDown(event: KeyboardEvent): void;
  add(path: FilterPath, entry: Json): void;
  replace(path: FilterPath, entry: Json): void;
  join(path: FilterPath, join: 'and' | 'or'): void;
  /** What an action would make of an entry; null when it can do nothing there. */
  outcome(action: EntryAction, path: FilterPath): Moved | null;
  act(action: EntryAction, path: FilterPath): void;
  clear(): void;
}

const nothing: Filter = { and: [] };

/** A filter while it is built: nothing is asked before it is applied. The focus follows the entry that was changed. */
export function useBuilder(filter: Filter | null): Builder {
  const [draft, setDraft] = useState<Filter>(filter ?? nothing);
  const area = useRef<HTMLDivElement>(null);
  const [first] = useState<RefObject<HTMLElement | null>>(() => ({
    get current() {
      return area.current?.querySelector<HTMLElement>('[data-entry], [data-add]') ?? null;
    },
  }));
  const [goal, setGoal] = useState<FilterPath | null>(null);
  useEffect(() => {
    if (goal === null) return;
    setGoal(null);
    // The root has no element of its own: its way to a first condition has.
    const wanted = area.current?.querySelector<HTMLElement>(`[data-entry="${goal.join('.')}"]`);
    (wanted ?? area.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  }, [goal]);

  function take(moved: Moved | null) {
    if (moved === null) return;
    setDraft(moved.filter);
    setGoal(moved.path);
  }

  function outcome(action: EntryAction, path: FilterPath): Moved | null {
    switch (action) {
      case 'up':
        return moveEntry(draft, path, -1);
      case 'down':
        return moveEntry(draft, path, 1);
      case 'wrap':
        return wrapEntry(draft, path);
      case 'ungroup':
        return ungroupEntry(draft, path);
      case 'duplicate':
        return duplicateEntry(draft, path);
      case 'remove':
        return takeEntry(draft, path);
    }
  }

  function step(from: HTMLElement, by: 1 | -1) {
    const all = [...(area.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
    all[all.indexOf(from) + by]?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = event.target instanceof HTMLElement ? event.target : null;
    const text = at?.dataset.entry;
    if (!at || text === undefined || event.ctrlKey || event.metaKey) return;
    const path = text.split('.').map(Number);
    const action = actionOf(event);
    if (action !== null) take(outcome(action, path));
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') step(at, event.key === 'ArrowUp' ? -1 : 1);
    else if (event.key.toLowerCase() === 'a' && !event.altKey) {
      at.closest('section')?.querySelector<HTMLElement>(':scope > * > [data-add]')?.click();
    } else return;
    event.preventDefault();
  }

  return {
    draft,
    area,
    first,
    onKeyDown,
    add(path, entry) {
      const group = entryAt(draft, path);
      setDraft(appendAt(draft, path, entry));
      setGoal([...path, isJsonObject(group) ? entriesOf(group).length : 0]);
    },
    replace: (path, entry) => setDraft((now) => replaceAt(now, path, entry)),
    join: (path, join) => setDraft((now) => joinAt(now, path, join)),
    outcome,
    act: (action, path) => take(outcome(action, path)),
    clear: () => setDraft(nothing),
  };
}

function actionOf({ key, altKey }: KeyboardEvent): EntryAction | null {
  if (altKey) return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : null;
  switch (key.toLowerCase()) {
    case 'g':
      return 'wrap';
    case 'u':
      return 'ungroup';
    case 'd':
      return 'duplicate';
    case 'delete':
    case 'backspace':
      return 'remove';
    default:
      return null;
  }
}
