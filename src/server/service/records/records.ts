/** Records of the service (4.4, 4.10): filter, order and pages as statements of SQL, and the index that keeps deep pages quick. */

import { isEmptyValue, type Json, type JsonObject, parseJson } from '../../../contract/json';
import { limits } from '../../../contract/limits';
import { isSystemField, type Order } from '../../../contract/records';
import type { Queries } from '../../database/database';
import { versionSql } from '../catalogue/cache';
import { type FieldRow, findTable, tableIdOfItem } from '../catalogue/catalogue';
import type { AuthorizedCall, Context } from '../context';
import { drillIgnores, runReadDrill } from '../drills/drills';
import { avatarLink, type Links } from '../files/file-links';
import { fieldIn, idText, objectIn, readInteger, requireId } from '../http/body';
import { gone, parameterInvalid, type ServiceError } from '../http/errors';
import { refuseUnknown, returned } from '../http/return-fields';
import { filterSql } from './filter-sql';
import { type PageSql, pageOf, pageOfIds } from './pages';
import { Params } from './sql';

/** 4.4: records of one table with filter, order and offset pages. */
export async function listRecords(context: Context, call: AuthorizedCall): Promise<JsonObject> {
  const { database, links } = context;
  const { body } = call;
  const tableId = requireId(body, 'table_id');
  const limit = readInteger(body, 'limit', { min: 1, max: limits.pageSizeMax, otherwise: limits.pageSizeDefault });
  const offset = readInteger(body, 'offset', { min: 0, max: Number.MAX_SAFE_INTEGER, otherwise: 0 });
  const { table, fields } = await findTable(database, call.catalogue.tables, call.access, tableId);
  await call.once(() => runReadDrill(database, tableId));
  const ignores = drillIgnores(tableId);
  if (!ignores) refuseOtherForms(body);
  refuseUnknown(call.wanted.collection.get('fields') ?? new Set(), (id) => fields.has(id));
  const order = readOrder(body.order, fields);
  const params = new Params();
  const condition = filterSql(body.filter, { fields, params, now: call.now, userId: call.access.userId, ignores });
  const known = table.loaded ? context.indexes : null;
  const page = { tableId, condition, params, order, limit, offset };
  return { items: await readRecords(database, await pageOf(database, known, page), links, call) };
}

/** The query form of ordinary tables (field notes). Ignoring it would return the wrong records; other unknown keys do no harm. */
function refuseOtherForms(body: JsonObject): void {
  if (!isEmptyValue(body.order_by))
    throw parameterInvalid('order_by', 'works in ordinary tables only; use "order" here');
  if (!isEmptyValue(body.search)) throw parameterInvalid('search', 'works in ordinary tables only; use "filter" here');
}

function readOrder(given: Json | undefined, fields: ReadonlyMap<string, FieldRow>): Order | null {
  if (isEmptyValue(given)) return null;
  const value = objectIn(given);
  if (value === null) throw parameterInvalid('order', 'is not an object');
  if (Object.keys(value).length === 0) return null;
  const fieldId = fieldIn(value.field_id);
  if (fieldId === null) throw parameterInvalid('order.field_id', 'is missing');
  if (!isSystemField(fieldId) && !fields.has(fieldId))
    throw parameterInvalid('order.field_id', `names the unknown field "${fieldId}"`);
  if (value.type !== 'asc' && value.type !== 'desc') throw parameterInvalid('order.type', 'is neither asc nor desc');
  return { field_id: fieldId, type: value.type };
}

/** Record detail, as public clients call it (4.10, field notes). */
export async function getRecord({ database, links }: Context, call: AuthorizedCall): Promise<JsonObject> {
  const itemId = idText(call.path.item_id);
  if (itemId === null) throw parameterInvalid('item_id', 'is not an id');
  const tableId = tableIdOfItem(itemId);
  if (tableId !== null) {
    const { fields } = await findTable(database, call.catalogue.tables, call.access, tableId);
    refuseUnknown(call.wanted.collection.get('fields') ?? new Set(), (id) => fields.has(id));
    const [item] = await readRecords(database, pageOfIds({ tableId }, [itemId]), links, call);
    if (item !== undefined) return { item };
  }
  throw gone(`record ${itemId}`);
}

/** JSON of the records of a page, and of one alone, at most. What is larger would take a multiple of it in memory, also of those who wait. */
const pageBytes = 16 * 1024 * 1024;
const recordBytes = 64 * 1024 * 1024;

/** About the bytes of record `page`: of one that is kept in its row and not compressed a bound is enough. */
const sizeSql = `case when pg_column_compression(fields) is null and pg_column_size(fields) < 2000 then 2000
    else octet_length(fields::text)::bigint + octet_length(title) end`;

function tooMuch(count: number): ServiceError {
  const mb = (bytes: number) => `${bytes / 1024 / 1024} MB`;
  return parameterInvalid(
    'limit',
    count === 1
      ? `is too large here: this record alone is larger than ${mb(recordBytes)}; it cannot be read`
      : `is too large here: these ${count} records together are larger than ${mb(pageBytes)}; a limit below ${count} works`,
  );
}

/** A record as `readRecords` asks for it. */
type RecordRow = [
  item_id: string,
  title: string,
  created_on: string,
  created_by: string,
  updated_on: string,
  updated_by: string,
  fields: JsonObject,
];
type PersonRow = [user_id: string, name: string, avatar_file: string | null];

/**
 * Records (2.4) of a page; those that are gone by now are left out. They come as one text: a hundred rows of eleven columns take the way out of the
 * database twice as long.
 */
async function readRecords(
  { query }: Queries,
  page: PageSql,
  links: Links,
  { wanted, base, holdsAt }: Pick<AuthorizedCall, 'wanted' | 'base' | 'holdsAt'>,
): Promise<Json[]> {
  const [read] = await query<{ records: string | null; people: string; version: string; count: number }>(
    `with page as materialized (${page.text}),
       size as materialized (select count(*)::int as count, sum(${sizeSql}) <= case count(*) when 1 then ${recordBytes} else ${pageBytes} end as fits from page)
     select (select count from size), case when (select fits from size) is not false then (select coalesce(json_agg(json_build_array(p.item_id::text, p.title, p.created_on, p.created_by::text, p.updated_on, p.updated_by::text, p.fields)
         order by p.place), '[]')::text from page p) end as records,
       (select coalesce(json_agg(json_build_array(w.user_id::text, w.name, w.avatar_file::text)), '[]')::text
         from person w where w.user_id in (select created_by from page union select updated_by from page)) as people,
       ${versionSql} as version`,
    page.params,
  );
  if (read) holdsAt(read.version);
  if (read?.records === null) throw tooMuch(read.count);
  const people = new Map<string, JsonObject>();
  for (const [user_id, name, file] of parseJson(read?.people ?? '[]') as unknown as PersonRow[])
    people.set(user_id, { user_id, name, avatar: file === null ? '' : avatarLink(links, base, file) });
  const person = (user_id: string): JsonObject => people.get(user_id) ?? { user_id, name: '', avatar: '' };
  const rows = parseJson(read?.records ?? '[]') as unknown as RecordRow[];
  return rows.map(([item_id, title, created_on, creator, updated_on, updater, values]): Json => {
    const createdBy = person(creator);
    const updatedBy = person(updater);
    const fields = Object.entries(values);
    const resource: JsonObject = {
      item_id,
      title,
      created_on,
      created_by: createdBy,
      updated_on,
      updated_by: updatedBy,
      // The contract's form (2.4): one object for each field.
      fields: fields.map(([fieldId, value]): Json => ({ [fieldId]: value })),
    };
    const item = returned(wanted, resource, { created_by: createdBy, updated_by: updatedBy });
    const names = wanted.collection.get('fields');
    if (names !== undefined) {
      item.fields = fields.flatMap(([fieldId, value]): Json[] =>
        names === null || names.has(fieldId) ? [{ [fieldId]: value }] : [],
      );
    }
    return item;
  });
}
