import { useEffect, useState } from 'react';

export interface Abortable {
  /** Starts again: a previous run is stopped. */
  start(): AbortSignal;
  stop(): void;
}

/** Work of a component that can be stopped, and is when the component goes or the work is `about` something else. */
export function useAbortable(about?: unknown): Abortable {
  const [own, setOwn] = useState(() => ({ about, work: abortable() }));
  if (own.about !== about) setOwn({ about, work: abortable() });
  useEffect(() => own.work.stop, [own.work]);
  return own.work;
}

function abortable(): Abortable {
  let running: AbortController | null = null;
  const stop = (): void => running?.abort();
  return {
    start() {
      stop();
      running = new AbortController();
      return running.signal;
    },
    stop,
  };
}
