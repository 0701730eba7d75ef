import { useEffect } from 'react';
import { queryClient } from '../../api/wire/query-client';
import { lazyPart, startIdleWork, useIdleWork } from '../../ui/layout/lazy-part';
import { endFirstPage } from '../../url/current-page';

const BackgroundWork = lazyPart(async () => (await import('../later')).BackgroundWork);

/** The work in the background; it begins when the first page has been drawn. */
export function Background() {
  useEffect(() => {
    endFirstPage();
    return startWhenQuiet();
  }, []);
  return useIdleWork() ? <BackgroundWork /> : null;
}

/** When the browser is idle. */
const idle = (run: () => void): void => {
  if (window.requestIdleCallback) window.requestIdleCallback(run);
  else setTimeout(run, 200);
};

/** The latest time, even while something loads, unless the page is being scrolled. */
const latestMs = 3000;
/** The moment after the first rows belongs to the reader: a scroll must not wait for code that is not needed yet. */
const lookMs = 400;
/** Input is about to happen. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Loads the later code a moment after loading and scrolling have stopped; sooner on a sign of input. */
function startWhenQuiet(): () => void {
  const over = new AbortController();
  const { signal } = over;
  let scrolledAt = Number.NEGATIVE_INFINITY;
  const start = (): void => {
    if (signal.aborted) return;
    over.abort();
    startIdleWork();
  };
  /** After this many milliseconds, or when the current scroll has ended. */
  const afterRest = (milliseconds: number, run: () => void): void => {
    const timer = setTimeout(() => {
      const wait = scrolledAt + lookMs - performance.now();
      if (wait > 0) afterRest(wait, run);
      else run();
    }, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  };
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking || queryClient.isFetching() > 0) return;
    looking = true;
    await afterPicture();
    afterRest(lookMs, () => {
      looking = false;
      if (queryClient.isFetching() === 0) idle(start);
    });
  };
  const stopWatching = queryClient.getQueryCache().subscribe(() => void look());
  signal.addEventListener('abort', stopWatching);
  const options = { signal, capture: true, passive: true };
  window.addEventListener(
    'scroll',
    () => {
      scrolledAt = performance.now();
    },
    options,
  );
  // What was pressed is answered first.
  for (const sign of signs) window.addEventListener(sign, () => idle(start), options);
  afterRest(latestMs, start);
  void look();
  return () => over.abort();
}

/** Resolves when what has just been drawn is on the screen; at once in a tab that is not seen, which draws no picture. */
function afterPicture(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
