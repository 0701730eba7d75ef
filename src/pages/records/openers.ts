import { useSyncExternalStore } from 'react';

/** What opens a part of the page from elsewhere: a part that is drawn says how, and null when it goes. */
export interface Opener {
  set(open: (() => void) | null): void;
  get(): (() => void) | null;
  subscribe(listener: () => void): () => void;
}

function opener(): Opener {
  let current: (() => void) | null = null;
  const listeners = new Set<() => void>();
  return {
    set(open) {
      current = open;
      for (const listener of listeners) listener();
    },
    get: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The search of the rows on the page. */
export const findOpener = opener();
/** The way out of the table that is open. */
export const exportOpener = opener();

/** How it is opened now; null where there is nothing to open. */
export function useOpener({ subscribe, get }: Opener): (() => void) | null {
  return useSyncExternalStore(subscribe, get);
}
