import type { Filter } from '../../contract/filter';
import { formatJson, isJsonObject, type Json, parseJson, sameJson } from '../../contract/json';
import type { Order } from '../../contract/records';
import { type ColumnChoice, readColumnChoice } from '../../grid/column-choice';
import type { Density } from '../../ui/appearance';
import { listOf, questionOf } from './question';

/** How a table is looked at: what is asked of it, its columns, and how close its rows stand. */
export interface Look {
  filter: Filter | null;
  order: Order | null;
  columns: ColumnChoice;
  density: Density;
}

/** A look under a name. */
export interface View extends Look {
  id: string;
  name: string;
  /** Epoch milliseconds. */
  saved_at: number;
}

/** The views that were kept as text; what cannot be understood is left out. */
export function readViews(kept: unknown): View[] {
  return listOf(kept).flatMap((json) => viewOf(json) ?? []);
}

/** A view of unknown JSON; null when it is none. Keys that a newer console may have are left out. */
export function viewOf(json: Json | undefined): View | null {
  const question = questionOf(json);
  if (question === null || !isJsonObject(json) || typeof json.name !== 'string' || json.name.trim() === '') return null;
  return {
    ...question,
    id: typeof json.id === 'string' && json.id !== '' ? json.id : crypto.randomUUID(),
    name: json.name.trim(),
    columns: readColumnChoice(json.columns),
    density: json.density === 'roomy' ? 'roomy' : 'compact',
    saved_at: typeof json.saved_at === 'number' ? json.saved_at : 0,
  };
}

/** Whether two looks are the same. */
export function sameLook(a: Look, b: Look): boolean {
  return sameJson(lookJson(a), lookJson(b));
}

function lookJson({ filter, order, columns, density }: Look): Json {
  return { filter, order: order && { ...order }, columns: columns as unknown as Json, density };
}

/** The views after one was saved: it takes the place of the one with its id, else it is the last. */
export function withView(views: readonly View[], view: View): View[] {
  return views.some(({ id }) => id === view.id)
    ? views.map((each) => (each.id === view.id ? view : each))
    : [...views, view];
}

/** A name that no view has yet: as it is, else with a number after it. */
export function freeName(name: string, views: readonly View[]): string {
  const taken = new Set(views.map((view) => view.name));
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name} (${number})`)) return `${name} (${number})`;
}

const fileKind = 'warehouse-console views';

/** The text of a file that holds views. @param table its id and name, for whoever reads the file */
export function viewsFile(views: readonly View[], table: { table_id: string; name: string }): string {
  return formatJson({ file: fileKind, version: 1, table, views: views as unknown as Json }, 2);
}

export type ReadFile = { ok: true; views: View[]; left: number; table_id: string | null } | { ok: false };

/** Reads such a file. `left` is how many entries of it are no views; `table_id` the table that it was made for. */
export function readViewsFile(text: string): ReadFile {
  try {
    const json = parseJson(text);
    if (!isJsonObject(json) || json.file !== fileKind || !Array.isArray(json.views)) return { ok: false };
    const views = json.views.flatMap((each) => viewOf(each) ?? []);
    const table = isJsonObject(json.table) ? json.table.table_id : null;
    return {
      ok: true,
      views,
      left: json.views.length - views.length,
      table_id: typeof table === 'string' ? table : null,
    };
  } catch {
    return { ok: false };
  }
}

/** Views of a file beside those that are there: each is new, under a name that is free. */
export function withImported(views: readonly View[], imported: readonly View[]): View[] {
  const all = [...views];
  for (const view of imported) all.push({ ...view, id: crypto.randomUUID(), name: freeName(view.name, all) });
  return all;
}
