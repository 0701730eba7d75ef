import { useMemo, useSyncExternalStore } from 'react';
import type { Id } from '../../contract/ids';
import type { ExportRun } from '../../transfer/out/export-run';
import type { ExportState } from '../../transfer/out/export-state';
import { exportOf, subscribeExports } from '../../transfer/out/exports';

const nothing = (): (() => void) => () => {};
/** A page of rows comes every few milliseconds; nobody reads that fast, and each picture takes from what reads the next page. */
const shownEveryMs = 250;

/** Passes news on at most every so often, and the last of them always. */
function calmly(subscribe: ExportRun['subscribe']): ExportRun['subscribe'] {
  return (listener) => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribe(() => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        listener();
      }, shownEveryMs);
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
  const subscribe = useMemo(() => (run && watched ? calmly(run.subscribe) : nothing), [run, watched]);
  const state = useSyncExternalStore(subscribe, () => run?.state() ?? null);
  return run && state ? { run, state } : null;
}
