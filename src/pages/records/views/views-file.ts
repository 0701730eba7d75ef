import { formatJson, isJsonObject, type Json, parseJson } from '../../../contract/json';
import { readView, type View } from './views';

/** A name that no view has yet: as it is, else with a number after it. */
export function freeName(name: string, views: readonly View[]): string {
  const taken = new Set(views.map((view) => view.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
  return free;
}

const fileKind = 'warehouse-console views';

/** The text of a file of views. @param table its ID and name, for readers of the file */
export function viewsFile(views: readonly View[], table: { table_id: string; name: string }): string {
  return formatJson({ file: fileKind, version: 1, table, views: views as unknown as Json }, 2);
}

/** Reads such a file. `left` is how many entries of it are no views; `table_id` the table that it was made for. */
export function readViewsFile(
  text: string,
): { ok: true; views: View[]; left: number; table_id: string | null } | { ok: false } {
  try {
    const json = parseJson(text);
    if (!isJsonObject(json) || json.file !== fileKind || !Array.isArray(json.views)) return { ok: false };
    const views = json.views.flatMap((each) => readView(each) ?? []);
    const table = isJsonObject(json.table) ? json.table.table_id : null;
    const left = json.views.length - views.length;
    return { ok: true, views, left, table_id: typeof table === 'string' ? table : null };
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
