import { DecodeError } from './envelope';
import type { Filter } from './filter';
import { type Id, integerOfId } from './ids';
import { isJsonObject, type Json, type JsonObject, setOwn } from './json';

/** Creator or last updater of a record; the contract does not show its structure, the field notes do. */
interface RecordUser {
  user_id: string | null;
  name: string | null;
  avatar: string | null;
}

/** Data-warehouse record (2.4) in the one inner form: `fields` is an object keyed by field id. */
export interface DwRecord {
  item_id: Id;
  title: string | null;
  created_on: string | null;
  created_by: RecordUser | null;
  updated_on: string | null;
  updated_by: RecordUser | null;
  fields: JsonObject;
  /** Field ids that came more than once in the array form, with every value in the order sent; `fields` holds the first. Absent when none did. */
  repeated?: { [fieldId: string]: Json[] };
}

/** One order field is all that the API has (4.4). */
export interface Order {
  field_id: string;
  type: 'asc' | 'desc';
}

export interface RecordListInput {
  table_id: Id;
  filter?: Filter | null;
  order?: Order | null;
  /** Records wanted, at most `limits.pageSizeMax`. */
  limit?: number;
  offset?: number;
}

/** One page of records, with what some services add and the contract does not promise (field notes). */
export interface RecordPage {
  items: DwRecord[];
  total: number | null;
  filtered: number | null;
  has_more: boolean | null;
}

/** Request body of 4.4: `table_id` is an integer here. @throws RangeError when the table id is not a whole number */
export function encodeRecordList(input: RecordListInput): Json {
  const body: JsonObject = { table_id: integerOfId(input.table_id) };
  if (input.filter) body.filter = input.filter;
  if (input.order) body.order = { field_id: input.order.field_id, type: input.order.type };
  if (input.limit !== undefined) body.limit = input.limit;
  if (input.offset !== undefined) body.offset = input.offset;
  return body;
}

/** Response data of 4.4. Written by hand, not by schema: it reads every cell of every page. @throws DecodeError */
export function decodeRecordPage(data: unknown): RecordPage {
  if (!isJsonObject(data) || !Array.isArray(data.items)) throw new DecodeError('no array "items"', 'items');
  return {
    items: data.items.map((item, index) => decodeRecord(item, `items.${index}`)),
    total: countOf(data.total),
    filtered: countOf(data.filtered),
    has_more: typeof data.has_more === 'boolean' ? data.has_more : null,
  };
}

/** Records without repetitions: one that moved while its pages were read is listed twice, and counts as it was listed last. */
export function eachOnce(records: readonly DwRecord[]): DwRecord[] {
  return [...new Map(records.map((record) => [record.item_id, record])).values()];
}

export interface RecordDetailInput {
  item_id: Id;
}

/** Response data of the record detail, an optional operation (4.10, field notes). @throws DecodeError */
export function decodeRecordDetail(data: unknown): DwRecord {
  if (!isJsonObject(data)) throw new DecodeError('not an object', '');
  return decodeRecord(isJsonObject(data.item) ? data.item : data, 'item');
}

/** One record (2.4); `fields` as object or as array of single-key objects. @throws DecodeError */
function decodeRecord(item: unknown, path: string): DwRecord {
  if (!isJsonObject(item)) throw new DecodeError('not an object', path);
  const item_id = idOf(item.item_id);
  if (item_id === null || item_id === '') throw new DecodeError('no record id', `${path}.item_id`);
  return {
    item_id,
    title: textOf(item.title),
    created_on: textOf(item.created_on),
    created_by: userOf(item.created_by),
    updated_on: textOf(item.updated_on),
    updated_by: userOf(item.updated_by),
    ...decodeFields(item.fields, `${path}.fields`),
  };
}

function decodeFields(fields: Json | undefined, path: string): Pick<DwRecord, 'fields' | 'repeated'> {
  // Return fields (4.1) may have left them out.
  if (fields === undefined || fields === null) return { fields: {} };
  if (isJsonObject(fields)) return { fields };
  if (!Array.isArray(fields)) throw new DecodeError('neither an array nor an object', path);
  const merged: JsonObject = {};
  const repeated: { [fieldId: string]: Json[] } = {};
  for (const [index, entry] of fields.entries()) {
    if (!isJsonObject(entry)) throw new DecodeError('not an object', `${path}.${index}`);
    for (const [fieldId, value] of Object.entries(entry)) {
      if (!Object.hasOwn(merged, fieldId)) setOwn(merged, fieldId, value);
      else if (Object.hasOwn(repeated, fieldId)) repeated[fieldId]?.push(value);
      else setOwn(repeated, fieldId, [merged[fieldId] as Json, value]);
    }
  }
  return Object.keys(repeated).length === 0 ? { fields: merged } : { fields: merged, repeated };
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** A text, or an integer as its digits; null for a number that is none, or no longer exact. */
function idOf(value: Json | undefined): string | null {
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : textOf(value);
}

function countOf(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function userOf(value: Json | undefined): RecordUser | null {
  if (!isJsonObject(value)) return null;
  const user = {
    user_id: idOf(value.user_id),
    name: textOf(value.name),
    avatar: textOf(value.avatar),
  };
  return user.user_id === null && user.name === null && user.avatar === null ? null : user;
}

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

export interface DeleteInput {
  table_id: Id;
  /** At most `limits.itemsPerDelete`. */
  item_ids: readonly Id[];
}

/** Request body of the batch delete, an optional operation (4.10, field notes): ids are strings, as in 4.5. */
export function encodeDelete({ table_id, item_ids }: DeleteInput): Json {
  return { table_id, item_ids: [...item_ids] };
}

/** Response data of a batch update (4.5) or delete is empty: code 0 means accepted, never done. */
export function decodeAccepted(): null {
  return null;
}

/** System fields of a record (2.4), usable in filters and orders; in a batch update they only match (4.5 rule 7). */
export const systemFields = ['item_id', 'title', 'created_on', 'created_by', 'updated_on', 'updated_by'] as const;
export type SystemField = (typeof systemFields)[number];

/** Whether a field id names a system field (2.4). */
export function isSystemField(fieldId: string): fieldId is SystemField {
  return (systemFields as readonly string[]).includes(fieldId);
}
