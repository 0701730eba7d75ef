import { useMemo, useState, useSyncExternalStore } from 'react';

/** Subscribers notified when something happens. */
export interface Listeners<Word = void> {
  tell(word: Word): void;
  /** @returns unsubscribes */
  subscribe(listener: (word: Word) => void): () => void;
}

/** @param attend begins when the first one listens; what it returns is called when the last one has gone */
export function createListeners<Word = void>(attend?: () => () => void): Listeners<Word> {
  const listeners = new Set<(word: Word) => void>();
  let leave: (() => void) | undefined;
  return {
    tell(word) {
      for (const listener of listeners) listener(word);
    },
    subscribe(listener) {
      // The same function may listen twice.
      const own = (word: Word): void => listener(word);
      listeners.add(own);
      if (listeners.size === 1) leave = attend?.();
      return () => {
        if (listeners.delete(own) && listeners.size === 0) leave?.();
      };
    },
  };
}

/** A value outside of the components that several of them read. */
export interface Store<Value> {
  get(): Value;
  set(next: Value): void;
  subscribe(listener: () => void): () => void;
}

/** @param attend as of `createListeners`: what changes the value while it is subscribed to */
export function createStore<Value>(first: Value, attend?: () => () => void): Store<Value> {
  let value = first;
  const { tell, subscribe } = createListeners(attend);
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      tell();
    },
    subscribe,
  };
}

/** The value, read again whenever it is set. */
export function useStore<Value>({ subscribe, get }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}

/**
 * The latest value a source has published; undefined before the first.
 * @param listen subscribes, and returns the unsubscribe function; another function is another source
 */
export function useSubscription<Value>(listen: (tell: (next: Value) => void) => () => void): Value | undefined {
  return useStore(useMemo(() => subscriptionStore(listen), [listen]));
}

function subscriptionStore<Value>(listen: (tell: (next: Value) => void) => () => void): Store<Value | undefined> {
  const store: Store<Value | undefined> = createStore<Value | undefined>(undefined, () => {
    let current = true;
    const stop = listen((next) => {
      if (current) store.set(next);
    });
    return () => {
      current = false;
      stop();
      // A value may be outdated once its subscriber is gone.
      store.set(undefined);
    };
  });
  return store;
}

/** The value before, for as long as the new one is the same by a comparison: what is made of it is not made again. */
export function useKept<Value>(value: Value, isSame: (kept: Value, value: Value) => boolean): Value {
  const [kept, setKept] = useState(value);
  if (kept === value || isSame(kept, value)) return kept;
  setKept(value);
  return value;
}

/** Whether two lists hold the same, in the same order: the comparison for `useKept` of a list that is made anew each time. */
export function hasSameEntries<Entry>(a: readonly Entry[], b: readonly Entry[]): boolean {
  return a.length === b.length && a.every((entry, place) => entry === b[place]);
}
