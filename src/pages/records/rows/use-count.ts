import { useCallback, useEffect, useRef, useState } from 'react';
import type { RecordQuery } from '../../../api/operations/records';
import type { Client } from '../../../api/wire/client';
import type { Counted } from '../../../grid/rows/extent';
import { lazyCode } from '../../../ui/layout/lazy-part';

const walk = lazyCode(() => import('../../../api/operations/count-records'));

export interface CountState {
  /** What the last count of this question found, also where it was stopped or failed on the way. */
  counted: Counted | null;
  /** Rows known to exist while the count goes on; null when none does. */
  counting: number | null;
  error: unknown;
  start(atLeast: number): void;
  stop(): void;
}

interface Counting extends Pick<CountState, 'counted' | 'counting' | 'error'> {
  query: RecordQuery;
}

/** Counting by hand: the API gives no total (4.4), so it costs requests. Belongs to one question; another one ends it. */
export function useCount(client: Client, query: RecordQuery): CountState {
  const [state, setState] = useState<Counting>({
    query,
    counted: null,
    counting: null,
    error: null,
  });
  const running = useRef<AbortController | null>(null);
  if (state.query !== query) setState({ query, counted: null, counting: null, error: null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question ends the count
  useEffect(() => () => running.current?.abort(), [query, client]);

  const start = useCallback(
    (atLeast: number) => {
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      const set = (change: (now: Counting) => Partial<Counting>): void =>
        setState((now) => (running.current === control && now.query === query ? { ...now, ...change(now) } : now));
      let proven = atLeast;
      set(() => ({ counting: proven, error: null }));
      const count = async () => {
        const { countRecords } = await walk();
        return countRecords(client, query, {
          signal: control.signal,
          start: atLeast,
          onProgress: (progress) => {
            proven = progress.atLeast;
            set(() => ({ counting: proven }));
          },
        });
      };
      count().then(
        ({ atLeast: rows }) => set(() => ({ counted: { rows, whole: true, at: Date.now() }, counting: null })),
        (error: unknown) =>
          set(({ counted }) => ({
            counted: counted && counted.rows >= proven ? counted : { rows: proven, whole: false, at: Date.now() },
            counting: null,
            error: control.signal.aborted ? null : error,
          })),
      );
    },
    [client, query],
  );

  return { ...state, start, stop: () => running.current?.abort() };
}
