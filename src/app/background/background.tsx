import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { environmentsOptions } from '../../api/operations/gateway';
import { connectionFor, subscribeConnections } from '../../credentials/connection';
import { afterPicture } from '../../ui/hooks/after-picture';
import { later, loadLater, useIsLater } from '../../ui/hooks/later';
import { fetchPages } from '../start/later-page';

const JobsRunner = later(async () => (await import('../../jobs/runner/run-connection')).JobsRunner);
const ExportsGuard = later(async () => (await import('./exports-guard')).ExportsGuard);
const JobEnds = later(async () => (await import('./job-ends')).JobEnds);
const KeyRenewal = later(async () => (await import('./key-keeper')).KeyRenewal);
const IdleLock = later(async () => (await import('./key-keeper')).IdleLock);
const DraftsGuard = later(async () => (await import('./drafts-guard')).DraftsGuard);

/**
 * What goes on whatever page is open, for each environment that this tab has a key for: its jobs run, its drafts are guarded, its key is renewed and
 * locked. It begins when the first page has been drawn.
 */
export function Background() {
  const { data } = useQuery(environmentsOptions);
  const begun = useIsLater();
  useQuietStart(begun);
  useEffect(() => {
    if (begun) idle(() => void fetchPages());
  }, [begun]);
  if (!begun) return null;
  return (
    <>
      {data?.environments.map(({ name }) => (
        <Work key={name} environment={name} />
      ))}
      <ExportsGuard />
      <IdleLock />
    </>
  );
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
      if (current) stop = afterRest(lookMs, scrolledAt, () => idle(loadLater));
    });
    return () => {
      current = false;
      stop();
    };
  }, [begun, reading]);
  useEffect(() => {
    if (begun) return;
    const stop = afterRest(latestMs, scrolledAt, loadLater);
    const onScroll = (): void => {
      scrolledAt.current = performance.now();
    };
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    for (const sign of signs) window.addEventListener(sign, loadLater, { once: true, passive: true });
    return () => {
      stop();
      window.removeEventListener('scroll', onScroll, { capture: true });
      for (const sign of signs) window.removeEventListener(sign, loadLater);
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

function Work({ environment }: { environment: string }) {
  const connection = useSyncExternalStore(subscribeConnections, () => connectionFor(environment));
  if (!connection) return null;
  return (
    <>
      <JobsRunner connection={connection} />
      <JobEnds environment={environment} identity={connection.client.identity} />
      {connection.renews ? <KeyRenewal client={connection.client} /> : null}
      <DraftsGuard environment={environment} identity={connection.client.identity} />
    </>
  );
}
