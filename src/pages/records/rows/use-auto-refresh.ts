import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { readRemembered, writeRemembered } from '../../../storage/remembered';

/** Seconds between two readings of the rows on the screen. */
export const intervals = [10, 30, 60, 300] as const;
export type Interval = (typeof intervals)[number];

/** Why rows are not read by themselves now, though somebody wants it. */
export type Pause = 'hidden' | 'staged';

export interface AutoRefresh {
  /** Null when rows are read by hand alone. */
  every: Interval | null;
  paused: Pause | null;
  choose(every: Interval | null): void;
}

interface AutoRefreshOptions {
  environment: string;
  tableId: string;
  /** Unsent changes: the rows below them stay as they are. */
  staged: boolean;
  /** Something is being read anyway. */
  reading: boolean;
  /** Whether rows may move at this moment; asked when it is time. */
  ready(): boolean;
  refresh(): void;
}

/** How long to wait when it is time and somebody is just writing into a cell. */
const againMs = 1000;

/** Reads the rows again every so often, while the page is seen and nothing is staged. The choice is kept per table in this browser. */
export function useAutoRefresh(options: AutoRefreshOptions): AutoRefresh {
  const { environment, tableId, staged, reading } = options;
  const name = `refresh:${environment}:${tableId}`;
  const [every, setEvery] = useState(() => intervals.find((each) => each === readRemembered(name)) ?? null);
  const hidden = useSyncExternalStore(watchHidden, () => document.hidden);
  const paused = hidden ? 'hidden' : staged ? 'staged' : null;
  const runs = every !== null && paused === null && !reading;

  const latest = useRef(options);
  const last = useRef(0);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    // From the end of one reading to the next: a slow service is not asked again before it has answered.
    if (!reading) last.current = Date.now();
  }, [reading]);
  useEffect(() => {
    if (!runs || every === null) return;
    let timer = 0;
    const wait = (milliseconds: number) => {
      timer = window.setTimeout(() => {
        if (latest.current.ready()) latest.current.refresh();
        else wait(againMs);
      }, milliseconds);
    };
    wait(Math.max(0, last.current + every * 1000 - Date.now()));
    return () => clearTimeout(timer);
  }, [runs, every]);

  return {
    every,
    paused,
    choose(next) {
      writeRemembered(name, next);
      setEvery(next);
    },
  };
}

function watchHidden(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
