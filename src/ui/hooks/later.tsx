import {
  type ComponentType,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { loadAllTexts } from '../../texts/texts-provider';

const waiting: (() => Promise<unknown>)[] = [];
const listeners = new Set<() => void>();
let quiet = false;

/** A component that comes later; `fetch` sends for it where it is known beforehand that it will be drawn. */
export type Later<Props> = ((props: Props) => ReactElement | null) & { fetch(): Promise<unknown> };

/**
 * A component whose code is not on the way to the first picture. It is fetched with all others by `loadLater`, or when it is drawn before that. Once
 * it has come it draws at once, without a gap. Until then it draws nothing, and suspends nothing either: thirty parts that suspend throw thirty times while
 * the first page is drawn.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let come: ComponentType<Props> | null = null;
  const fetch = async (): Promise<ComponentType<Props>> => {
    const [part] = await Promise.all([come ?? load(), loadAllTexts()]);
    come = part;
    return part;
  };
  waiting.push(fetch);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at the level of its module
  function Later(props: Props): ReactElement | null {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => come);
    const [fault, setFault] = useState<{ cause: unknown } | null>(null);
    useEffect(() => {
      if (Part) return;
      let current = true;
      onceOnline(fetch).then(
        (part) => current && setPart(() => part),
        (cause: unknown) => current && setFault({ cause }),
      );
      return () => {
        current = false;
      };
    }, [Part]);
    if (fault) throw fault.cause;
    return Part ? <Part {...props} /> : null;
  }
  return Object.assign(Later, { fetch });
}

/** What a browser without a network cannot fetch comes when there is one again. */
async function onceOnline<Code>(fetch: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await fetch();
    } catch (fault) {
      if (navigator.onLine) throw fault;
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    }
  }
}

/**
 * Code that is not on the way to the first picture and that no component is made of. `now` is null until it has come, by `loadLater` or by `fetch`, which
 * waits for a network where there is none.
 */
export function laterCode<Code>(load: () => Promise<Code>): { now(): Code | null; fetch(): Promise<Code> } {
  let come: Code | null = null;
  const fetch = async (): Promise<Code> => {
    come ??= await load();
    return come;
  };
  waiting.push(fetch);
  return { now: () => come, fetch: () => onceOnline(fetch) };
}

/** So many are on their way at once: a browser has six connections to an origin, and what is opened meanwhile needs one. */
const atOnce = 3;

/** Fetches the code of everything that comes later; to be called when the first picture is there. */
export function loadLater(): void {
  if (quiet) return;
  quiet = true;
  const queue = waiting.values();
  const lane = async (): Promise<void> => {
    // What does not arrive now is asked for again when it is drawn, and says so there.
    for (const fetch of queue) await fetch().catch(() => {});
  };
  for (let number = 0; number < atOnce; number += 1) void lane();
  for (const listener of listeners) listener();
}

/** Whether `loadLater` has been called. */
export function useIsLater(): boolean {
  return useSyncExternalStore(subscribe, () => quiet);
}

/** What is drawn only then, so that its code is not sent for while the first picture is on its way. */
export function WhenLater({ children }: { children: ReactNode }): ReactNode {
  return useIsLater() ? children : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
