import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { GridHandle } from '../../../grid/grid';
import type { EndTarget } from '../../../grid/selection/selection';
import { useAbortable } from '../../../ui/hooks/use-abortable';
import { lazyCode } from '../../../ui/layout/lazy-part';
import type { Counted, Extent } from './extent';

const walk = lazyCode(() => import('../../../api/queries/count-records'));

export interface CountState {
  /** What the last count of this query found, also where it was stopped or failed on the way. */
  counted: Counted | null;
  /** Rows known to exist during a count; null when none runs. */
  counting: number | null;
  error: unknown;
  start(atLeast: number): void;
  stop(): void;
}

interface Counting extends Pick<CountState, 'counted' | 'counting' | 'error'> {
  query: RecordQuery;
  /** The current or last count. */
  run: AbortSignal | null;
}

const notCounted = { run: null, counted: null, counting: null, error: null };

/** Counting by hand: the API gives no total (4.4), so it costs requests. Belongs to one query; another one ends it. */
export function useCount(client: Client, query: RecordQuery): CountState {
  const [state, setState] = useState<Counting>({ query, ...notCounted });
  if (state.query !== query) setState({ query, ...notCounted });
  const { start: begin, stop } = useAbortable(query);

  const start = useCallback(
    (atLeast: number) => {
      const signal = begin();
      const set = (change: (now: Counting) => Partial<Counting>): void =>
        setState((now) => (now.run === signal ? { ...now, ...change(now) } : now));
      let proven = atLeast;
      setState((now) => (now.query === query ? { ...now, run: signal, counting: proven, error: null } : now));
      const onProgress = (progress: { atLeast: number }) => {
        proven = progress.atLeast;
        set(() => ({ counting: proven }));
      };
      walk()
        .then(({ countRecords }) => countRecords(client, query, { signal, start: atLeast, onProgress }))
        .then(
          ({ atLeast: rows }) => set(() => ({ counted: { rows, whole: true, at: Date.now() }, counting: null })),
          (error: unknown) =>
            set(({ counted }) => ({
              counted: counted && counted.rows >= proven ? counted : { rows: proven, whole: false, at: Date.now() },
              counting: null,
              error: signal.aborted ? null : error,
            })),
        );
    },
    [client, query, begin],
  );

  return { ...state, start, stop };
}

/** A row past the scroll range, or an unknown end. `counts`: the count was started for this only. */
type Destination = { row: number } | { target: EndTarget | 'all'; extend: boolean; counts: boolean };

interface DestinationOptions {
  grid: RefObject<GridHandle | null>;
  extent: Extent;
  /** How many rows the scroll holds. */
  rows: number;
  count: CountState;
  onRow(row: number): void;
}

/**
 * Where the grid navigates as soon as it can. The last row is counted for while it is unknown (4.4 gives no total); any other selection ends that, Escape too.
 */
export function useDestination({ grid, extent, rows, count, onRow }: DestinationOptions) {
  const [goal, setGoal] = useState<Destination | null>(null);
  const { exactly, atLeast } = extent;
  const counting = count.counting !== null;
  const toEnd = goal !== null && 'target' in goal ? goal : null;
  const ready = goal !== null && ('row' in goal ? goal.row < rows : exactly !== null || !counting);

  // Before anything is painted, and in no handler: the rows are there only after this drawing.
  useLayoutEffect(() => {
    if (!ready || goal === null) return;
    setGoal(null);
    if ('row' in goal) onRow(goal.row);
    // Neither known nor being counted: it was stopped, or failed, as the status bar shows.
    else if (exactly === null) return;
    else if (goal.target === 'all') grid.current?.selectAll();
    else grid.current?.moveTo(goal.target, goal.extend);
  });

  function search(target: EndTarget | 'all', extend: boolean): void {
    if (!counting && exactly === null) count.start(atLeast);
    setGoal({ target, extend, counts: toEnd?.counts ?? !counting });
  }

  return {
    searchingEnd: toEnd !== null,
    toRow: (row: number) => setGoal({ row }),
    toEnd: search,
    /** Selects every row of the query, as soon as it is known how many there are. */
    toAll: () => search('all', false),
    /** The end is no longer wanted. */
    leave(): void {
      if (toEnd === null) return;
      setGoal(null);
      if (toEnd.counts) count.stop();
    },
  };
}
