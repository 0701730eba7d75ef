import { formatJson, isJsonObject, type Json, parseJson } from '../../../contract/json';
import { listOf } from './question-history';
import { type View, viewOf } from './view';

/** The views that were kept as text; what cannot be understood is left out. */
export function readViews(kept: unknown): View[] {
  return listOf(kept).flatMap((json) => viewOf(json) ?? []);
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
