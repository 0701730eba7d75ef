import type { Id } from './ids';
import type { Json, JsonObject } from './json';

export const updateTypes = ['update', 'upsert'] as const;
export type UpdateType = (typeof updateTypes)[number];

/** Record input (2.5). Both keys are always sent; `item_id` null is matched by `update_by_fields` (4.5 rule 4). */
export interface UpdateItem {
  item_id: Id | null;
  fields: JsonObject;
}

/** How the rows of a job find their records: by id alone (`update`, rule 3), or those without an id by a joint key of fields (`upsert`, rules 4, 5). */
export interface UpdateMode {
  update_type: UpdateType;
  /** Field ids of the key; empty with `update`. */
  update_by_fields: readonly string[];
}

export interface UpdateInput {
  table_id: Id;
  update_type: UpdateType;
  /** Effective, and sent, with `upsert` only. */
  update_by_fields?: readonly string[];
  /** At most `limits.itemsPerUpdate`. */
  items: UpdateItem[];
}

/** Request body of 4.5: `table_id` is a string here. */
export function encodeUpdate(input: UpdateInput): Json {
  const key = input.update_type === 'upsert' && input.update_by_fields?.length ? input.update_by_fields : null;
  return {
    table_id: input.table_id,
    update_type: input.update_type,
    ...(key === null ? {} : { update_by_fields: [...key] }),
    items: input.items.map(({ item_id, fields }) => ({ item_id, fields })),
  };
}

/** Response data of 4.5 says nothing: code 0 means accepted, never done. */
export function decodeUpdate(): null {
  return null;
}
