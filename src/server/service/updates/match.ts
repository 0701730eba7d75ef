import { isDate, isNumber, isText } from '../../../contract/field-kinds';
import { formatJson, type JsonObject, sameJson } from '../../../contract/json';
import { limits } from '../../../contract/limits';
import { isSystemField } from '../../../contract/records';
import type { Queries } from '../../database/database';
import type { FieldRow } from '../catalogue/catalogue';
import { idText } from '../http/body';
import { isIndexed } from '../records/field-index';
import { orderNumber, Params, sortedTextLength } from '../records/sql';
import { idsIn, type Names, storedValue, ValueError } from '../records/values';
import type { WorkRecord } from './work-records';

/** What an item is matched by: each field of `update_by_fields` with its value in the form records keep. */
export type MatchKey = JsonObject;

/** What the database found for a key before the batch began. */
export interface KeyMatch {
  count: number;
  /** The first ones, more than a batch can touch. */
  ids: string[];
}

const idsKept = limits.itemsPerUpdate + 2;

/** The key of an item (4.5 rules 4, 5, 7). @throws ValueError */
export function readKey(
  byFields: readonly string[],
  values: JsonObject,
  fields: ReadonlyMap<string, FieldRow>,
  names: Names,
): MatchKey {
  const key: MatchKey = {};
  for (const name of byFields) {
    const value = values[name] ?? null;
    const field = fields.get(name);
    if (field) key[name] = keyValue(field, value, names);
    else if (isIdField(name)) key[name] = readIdKey(name, value);
    else if (typeof value === 'string') key[name] = value;
    else throw new ValueError(`field ${name} must be a string`);
  }
  return key;
}

function keyValue(field: FieldRow, value: JsonObject[string], names: Names) {
  try {
    return storedValue(field, value, names);
  } catch (error) {
    if (error instanceof ValueError) throw new ValueError(`field ${field.field_id} (${field.name}) ${error.message}`);
    throw error;
  }
}

function isIdField(name: string): boolean {
  return name === 'item_id' || name.endsWith('_by');
}

function readIdKey(name: string, value: JsonObject[string]): string {
  const ids = idsIn(value, name === 'item_id' ? 'item_id' : 'user_id');
  const id = ids.length === 1 ? idText(ids[0]) : null;
  if (id === null) throw new ValueError(`field ${name} must be an ID`);
  return id;
}

/** Whether a record has the values of a key. */
export function matchesKey(values: JsonObject, record: WorkRecord, key: MatchKey): boolean {
  return Object.entries(key).every(([name, value]) =>
    isSystemField(name) ? record[name] === value : sameJson(values[name], value),
  );
}

/** How many records each key matches in the database, and which; by the key's number. */
export async function findMatches(
  queries: Queries,
  tableId: string,
  byFields: readonly string[],
  keys: ReadonlyMap<number, MatchKey>,
  fields: ReadonlyMap<string, FieldRow>,
): Promise<Map<number, KeyMatch>> {
  if (keys.size === 0) return new Map();
  const params = new Params();
  const list = params.add(formatJson([...keys].map(([index, key]) => ({ index, key }))), 'jsonb');
  const table = params.add(tableId, 'bigint');
  const conditions = byFields.map((name) => {
    if (name === 'item_id') return `r.item_id = (k.key->>'item_id')::bigint`;
    if (isSystemField(name)) return `to_jsonb(r.${name}::text) = k.key->'${name}'`;
    const field = params.add(name, 'text');
    return `r.fields->${field} = k.key->${field}`;
  });
  const walk = await walkJoin(queries, tableId, table, byFields, fields, params);
  const rows = await queries.query<{ index: number; count: number; ids: string[] }>(
    `select k.index, count(*)::int as count, (array_agg(r.item_id::text order by r.item_id))[1:${idsKept}] as ids
     from (select (e->>'index')::int as index, e->'key' as key from jsonb_array_elements(${list}) e) k ${walk}
       join dw_record r on r.table_id = ${table} ${walk === '' ? '' : 'and r.item_id = o.item_id'} and ${conditions.join(' and ')}
     group by k.index`,
    params.values,
  );
  return new Map(rows.map(({ index, count, ids }) => [index, { count, ids }]));
}

/** The field of a key that an index of a field can look up; undefined when none can. */
export function lookupField(byFields: readonly string[], fields: ReadonlyMap<string, FieldRow>): FieldRow | undefined {
  if (byFields.includes('item_id')) return undefined;
  return byFields.flatMap((name) => fields.get(name) ?? []).find((field) => isScalar(field));
}

function isScalar({ kind }: FieldRow): boolean {
  return isText(kind) || isNumber(kind) || isDate(kind);
}

/** Looks candidates up in the index of a field of one key field, where there is one, instead of reading the whole table. */
async function walkJoin(
  queries: Queries,
  tableId: string,
  table: string,
  byFields: readonly string[],
  fields: ReadonlyMap<string, FieldRow>,
  params: Params,
): Promise<string> {
  const field = lookupField(byFields, fields);
  if (!field || !(await isIndexed(queries, tableId, field.field_id))) return '';
  const id = params.add(field.field_id, 'text');
  const same = isNumber(field.kind)
    ? `o.num = (k.key->>${id})::numeric`
    : `o.num is null and o.txt = left(k.key->>${id}, ${sortedTextLength})`;
  return `join dw_order o on o.table_id = ${table} and o.field = ${params.add(orderNumber(field.field_id), 'bigint')} and o.filled and ${same}`;
}
