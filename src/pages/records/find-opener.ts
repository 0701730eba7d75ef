import { useSyncExternalStore } from 'react';

/** What opens the search of the rows on the page; null where there are none. */
let opener: (() => void) | null = null;
const listeners = new Set<() => void>();

/** The rows that are drawn say how they are searched, and null when they go. */
export function setFindOpener(open: (() => void) | null): void {
  opener = open;
  for (const listener of listeners) listener();
}

export function useFindOpener(): (() => void) | null {
  return useSyncExternalStore(subscribe, () => opener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
