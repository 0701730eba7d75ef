import { useMemo, useSyncExternalStore } from 'react';

/** Those who are told when something happens. */
export interface Listeners<Word = void> {
  tell(word: Word): void;
  /** @returns the way to hear no more */
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

/** @param attend as of `createListeners`: what moves the value while somebody reads it */
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

/** The value, read anew whenever it is set. */
export function useStore<Value>({ subscribe, get }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}

/**
 * What something says of itself over time, as last told; undefined before it has said anything.
 * @param listen begins to listen, and returns the way to stop; another function is another thing
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
      // What was told may be over with whoever listened.
      store.set(undefined);
    };
  });
  return store;
}
