import type { Id } from '../../contract/ids';
import { createStore } from '../../state/store';
import type { ExportRun } from './export-run';

/** The exports of this tab, one per table at a time; they continue on any page, and end with the tab. Another array when one was added or removed. */
export const allExports = createStore<readonly ExportRun[]>([]);

/** The export of a table, also one that has ended and was not looked at yet. */
export function exportOf(environment: string, tableId: Id): ExportRun | null {
  const isOfTable = ({ plan }: ExportRun) =>
    plan.client.environment.name === environment && plan.query.table_id === tableId;
  return allExports.get().find(isOfTable) ?? null;
}

/** Takes an export in, in place of an earlier one of its table. */
export function addExport(run: ExportRun): void {
  const { client, query } = run.plan;
  const before = exportOf(client.environment.name, query.table_id);
  allExports.set([...allExports.get().filter((each) => each !== before), run]);
}

/** Lets go of an export and of the file that it holds. */
export function forgetExport(run: ExportRun): void {
  allExports.set(allExports.get().filter((each) => each !== run));
}

let looked: ExportRun | null = null;

/** Notes which export the user is looking at: its end needs no notification. */
export function watchExport(run: ExportRun | null): void {
  looked = run;
}

export function isWatched(run: ExportRun): boolean {
  return looked === run;
}
