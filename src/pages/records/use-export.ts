import { useSyncExternalStore } from 'react';
import type { Id } from '../../contract/ids';
import type { ExportRun } from '../../transfer/out/export-run';
import type { ExportState } from '../../transfer/out/export-state';
import { exportOf, subscribeExports } from '../../transfer/out/exports';

const nothing = (): (() => void) => () => {};

/** The export of a table and how far it is; null while there is none. */
export function useExport(environment: string, tableId: Id): { run: ExportRun; state: ExportState } | null {
  const run = useSyncExternalStore(subscribeExports, () => exportOf(environment, tableId));
  const state = useSyncExternalStore(run?.subscribe ?? nothing, () => run?.state() ?? null);
  return run && state ? { run, state } : null;
}
