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
