import type { RecordQuery } from '../../../api/queries/records';
import { readFilter } from '../../../contract/filter';
import { formatJson, isJsonObject, type Json, parseJson, sameJson } from '../../../contract/json';
import { type ColumnChoice, readColumnChoice } from '../../../grid/columns/column-choice';
import { readRemembered, writeRemembered } from '../../../storage/local-settings';
import { type Density, type LineCount, lineCountOf } from '../../../ui/theme/appearance';
import { orderOf } from '../../../url/records-search';

/** Filter and order of any table. */
export type Query = Pick<RecordQuery, 'filter' | 'order'>;

/** How a table is shown: its query, its columns, how close its rows are and how many lines they have. */
export interface Look extends Query {
  columns: ColumnChoice;
  density: Density;
  lines: LineCount;
}

/** A look under a name. */
export interface View extends Look {
  id: string;
  name: string;
}

/** The query of unknown JSON; null when it is none. */
export function readQuery(json: Json | undefined): Query | null {
  if (!isJsonObject(json)) return null;
  const { filter = null, order = null } = json;
  try {
    const read = filter === null ? { ok: true as const, filter } : readFilter(filter);
    return read.ok ? { filter: read.filter, order: order === null ? null : orderOf(order) } : null;
  } catch {
    return null;
  }
}

/** The view of unknown JSON; null when it is none. Unknown keys of a newer console are omitted. */
export function readView(json: Json | undefined): View | null {
  const query = readQuery(json);
  if (query === null || !isJsonObject(json) || typeof json.name !== 'string' || json.name.trim() === '') return null;
  return {
    ...query,
    id: typeof json.id === 'string' && json.id !== '' ? json.id : crypto.randomUUID(),
    name: json.name.trim(),
    columns: readColumnChoice(json.columns),
    density: json.density === 'roomy' ? 'roomy' : 'compact',
    lines: lineCountOf(json.lines),
  };
}

/** Whether two looks are the same. */
export function sameLook(a: Look, b: Look): boolean {
  return sameJson(lookJson(a), lookJson(b));
}

function lookJson({ filter, order, columns, density, lines }: Look): Json {
  return { filter, order: order && { ...order }, columns: columns as unknown as Json, density, lines };
}

/** The view that a table was last shown by: known before the database is open, so that its name is there from the first moment. */
export function readActiveView(environment: string, tableId: string): View | null {
  const kept = readRemembered(activeName(environment, tableId));
  try {
    return typeof kept === 'string' ? readView(parseJson(kept)) : null;
  } catch {
    return null;
  }
}

export function writeActiveView(environment: string, tableId: string, view: View | null): void {
  writeRemembered(activeName(environment, tableId), view && formatJson(view as unknown as Json));
}

function activeName(environment: string, tableId: string): string {
  return `view:${environment}:${tableId}`;
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
