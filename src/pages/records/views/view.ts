import type { Filter } from '../../../contract/filter';
import { isJsonObject, type Json, sameJson } from '../../../contract/json';
import type { Order } from '../../../contract/records';
import { type ColumnChoice, readColumnChoice } from '../../../grid/columns/column-choice';
import type { Density } from '../../../ui/theme/appearance';
import { questionOf } from './question';

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
