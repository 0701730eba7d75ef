import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { lazyPart, startIdleWork, useIdleWork } from '../../ui/layout/lazy-part';

const BackgroundWork = lazyPart(async () => (await import('./background-work')).BackgroundWork);

/** Begins the work in the background, and the fetching of all code that comes later, when the first page has been drawn. */
export function Background() {
  const begun = useIdleWork();
  useQuietStart(begun);
  return begun ? <BackgroundWork /> : null;
}

/** When nothing else is to be done. */
const idle = (run: () => void): void => {
  if (window.requestIdleCallback) window.requestIdleCallback(run);
  else setTimeout(run, 200);
};

/** At the latest then, whatever is still being read, unless somebody scrolls. */
const latestMs = 3000;
/** The moment after the first rows belongs to whoever looks at them: a scroll must not wait for code that nobody has asked for. */
const lookMs = 400;
/** Somebody is about to press on something. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Sends for the code that comes later, a moment after nothing is read or scrolled any more; at once when somebody is about to use it. */
function useQuietStart(begun: boolean): void {
  const reading = useIsFetching() > 0;
  const scrolledAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (begun || reading) return;
    let stop = (): void => {};
    let current = true;
    void afterPicture().then(() => {
      if (current) stop = afterRest(lookMs, scrolledAt, () => idle(startIdleWork));
    });
    return () => {
      current = false;
      stop();
    };
  }, [begun, reading]);
  useEffect(() => {
    if (begun) return;
    const stop = afterRest(latestMs, scrolledAt, startIdleWork);
    const onScroll = (): void => {
      scrolledAt.current = performance.now();
    };
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    for (const sign of signs) window.addEventListener(sign, startIdleWork, { once: true, passive: true });
    return () => {
      stop();
      window.removeEventListener('scroll', onScroll, { capture: true });
      for (const sign of signs) window.removeEventListener(sign, startIdleWork);
    };
  }, [begun]);
}

/** Runs after so many milliseconds, or when the scroll that goes on then has rested for `lookMs`. @returns gives up */
function afterRest(milliseconds: number, scrolledAt: { readonly current: number }, run: () => void): () => void {
  const look = (): void => {
    const wait = scrolledAt.current + lookMs - performance.now();
    if (wait <= 0) run();
    else timer = setTimeout(look, wait);
  };
  let timer = setTimeout(look, milliseconds);
  return () => clearTimeout(timer);
}

/** Resolves when what has just been drawn is on the screen; at once in a tab that is not seen, which draws no picture. */
export function afterPicture(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
