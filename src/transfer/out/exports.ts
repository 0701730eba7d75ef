import type { Id } from '../../contract/ids';
import type { ExportRun } from './export-run';

/** The exports of this tab, one for each table at a time; they go on whatever page is open, and end with the tab. */
const runs = new Map<string, ExportRun>();
const listeners = new Set<() => void>();
let all: readonly ExportRun[] = [];

function nameOf(environment: string, tableId: Id): string {
  return `${environment}/${tableId}`;
}

function announce(): void {
  all = [...runs.values()];
  for (const listener of listeners) listener();
}

/** The export of a table, also one that has ended and was not looked at yet. */
export function exportOf(environment: string, tableId: Id): ExportRun | null {
  return runs.get(nameOf(environment, tableId)) ?? null;
}

/** Every export; a new array when one came or went. */
export function allExports(): readonly ExportRun[] {
  return all;
}

/** Takes an export in, in place of an earlier one of its table. */
export function addExport(run: ExportRun): void {
  const { client, query } = run.plan;
  runs.set(nameOf(client.environment.name, query.table_id), run);
  announce();
}

/** Lets go of an export and of the file that it holds. */
export function forgetExport(run: ExportRun): void {
  for (const [name, kept] of runs) if (kept === run) runs.delete(name);
  announce();
}

let looked: ExportRun | null = null;

/** Notes which export a person has before their eyes: the end of that one needs no further word. */
export function lookAt(run: ExportRun | null): void {
  looked = run;
}

export function isLookedAt(run: ExportRun): boolean {
  return looked === run;
}

/** Tells when an export comes or goes. @returns a function that ends it */
export function subscribeExports(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
