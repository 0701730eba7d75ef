import { useMemo, useSyncExternalStore } from 'react';
import type { Id } from '../../../contract/ids';
import type { ExportRun, ExportState } from '../../../transfer/out/export-run';
import { exportOf, subscribeExports } from '../../../transfer/out/exports';

const nothing = (): (() => void) => () => {};
/** A page of rows comes every few milliseconds; nobody reads that fast, and each picture takes from what reads the next page. */
const shownEveryMs = 500;

/** Passes progress on at most every so often, the last of it always, and a new phase at once. */
export function calmly({ subscribe, state }: Pick<ExportRun, 'subscribe' | 'state'>): ExportRun['subscribe'] {
  return (listener) => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let { phase } = state();
    const tell = (): void => {
      clearTimeout(waiting);
      waiting = undefined;
      phase = state().phase;
      listener();
    };
    const stop = subscribe(() => {
      if (state().phase !== phase) tell();
      else waiting ??= setTimeout(tell, shownEveryMs);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  };
}

/** The export of a table and how far it is; null while there is none. @param watched whether its progress is of interest now */
export function useExport(
  environment: string,
  tableId: Id,
  watched = true,
): { run: ExportRun; state: ExportState } | null {
  const run = useSyncExternalStore(subscribeExports, () => exportOf(environment, tableId));
  const subscribe = useMemo(() => (run && watched ? calmly(run) : nothing), [run, watched]);
  const state = useSyncExternalStore(subscribe, () => run?.state() ?? null);
  return run && state ? { run, state } : null;
}
