import { type Filter, readFilter } from '../../../contract/filter';
import { isJsonObject, type Json } from '../../../contract/json';
import type { Order } from '../../../contract/records';
import { orderOf } from '../../../url/records-search';

/** What was asked of a table. */
export interface Question {
  filter: Filter | null;
  order: Order | null;
}

/** The question of unknown JSON; null when it is none. */
export function questionOf(json: Json | undefined): Question | null {
  if (!isJsonObject(json)) return null;
  try {
    const filter = json.filter === null || json.filter === undefined ? null : readFilter(json.filter);
    if (filter?.ok === false) return null;
    return {
      filter: filter?.filter ?? null,
      order: json.order === null || json.order === undefined ? null : orderOf(json.order),
    };
  } catch {
    return null;
  }
}
