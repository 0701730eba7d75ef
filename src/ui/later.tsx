import { type ComponentType, lazy, type ReactElement, Suspense, useState, useSyncExternalStore } from 'react';
import { loadAllTexts } from '../texts/texts-provider';

const waiting: (() => Promise<unknown>)[] = [];
const listeners = new Set<() => void>();
let quiet = false;

/**
 * A component whose code is not on the way to the first picture. It is fetched with all others by `loadLater`, or when it is drawn before that. Once
 * it has come it draws at once, without a gap.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactElement {
  let come: ComponentType<Props> | null = null;
  const fetch = async (): Promise<{ default: ComponentType<Props> }> => {
    const [part] = await Promise.all([come ?? load(), loadAllTexts()]);
    come = part;
    return { default: part };
  };
  waiting.push(fetch);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at the level of its module
  return function Later(props: Props) {
    // Chosen once: another component at the same place would begin anew.
    const [Part] = useState<ComponentType<Props>>(() => come ?? lazy(fetch));
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** Fetches the code of everything that comes later; to be called when the first picture is there. */
export function loadLater(): void {
  if (quiet) return;
  quiet = true;
  // What does not arrive now is asked for again when it is drawn, and says so there.
  for (const fetch of waiting) fetch().catch(() => {});
  for (const listener of listeners) listener();
}

/** Whether `loadLater` has been called. */
export function useIsLater(): boolean {
  return useSyncExternalStore(subscribe, () => quiet);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
