import { isSystemField } from '../../../contract/fields';
import { isEmptyValue, type Json, type JsonObject, parseJson } from '../../../contract/json';
import { limits } from '../../../contract/limits';
import type { Order } from '../../../contract/records';
import type { Param, Queries } from '../../database/database';
import { versionSql } from '../catalogue/cache';
import { type FieldRow, findTable, type TableRow, tableIdOfItem } from '../catalogue/catalogue';
import type { AuthorizedCall, Context } from '../context';
import { drillIgnores, runReadDrill } from '../drills/drills';
import { avatarLink, type Links } from '../files/file-links';
import { fieldIn, idText, objectIn, readInteger, requireId } from '../http/body';
import { gone, parameterInvalid } from '../http/errors';
import { refuseUnknown, returned } from '../http/return-fields';
import { isIndexed } from './field-index';
import { filterSql } from './filter-sql';
import { orderNumber, Params, sortNumber, sortText, systemValue } from './sql';

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
  const page = { tableId, condition, params, order, limit, offset };
  return { items: await readRecords(database, await pageOf(context, table, page), links, call) };
}

/** How ordinary tables are asked (field notes). Unread, it would bring other records than were meant; any other key that is unknown is no matter. */
function refuseOtherForms(body: JsonObject): void {
  if (!isEmptyValue(body.order_by)) throw parameterInvalid('order_by', 'is of ordinary tables; here it is "order"');
  if (!isEmptyValue(body.search)) throw parameterInvalid('search', 'is of ordinary tables; here it is "filter"');
}

function readOrder(given: Json | undefined, fields: ReadonlyMap<string, FieldRow>): Order | null {
  if (isEmptyValue(given)) return null;
  const value = objectIn(given);
  if (value === null) throw parameterInvalid('order', 'is not an object');
  const fieldId = fieldIn(value.field_id);
  if (fieldId === null) throw parameterInvalid('order.field_id', 'is missing');
  if (!isSystemField(fieldId) && !fields.has(fieldId))
    throw parameterInvalid('order.field_id', `names the unknown field "${fieldId}"`);
  if (value.type !== 'asc' && value.type !== 'desc') throw parameterInvalid('order.type', 'is neither asc nor desc');
  return { field_id: fieldId, type: value.type };
}

/** Whether a walk along the index can answer. The first page in a new order is sorted, so that nobody waits for the index; those after it walk. */
async function canWalk(
  { database, wantIndex }: Context,
  { table_id, loaded }: TableRow,
  { field_id }: Order,
): Promise<boolean> {
  if (await isIndexed(database, table_id, field_id)) return true;
  if (loaded) wantIndex(table_id, field_id);
  return false;
}

async function pageOf(context: Context, table: TableRow, page: PageRequest): Promise<PageSql> {
  const { database } = context;
  const { order, condition, tableId } = page;
  if (order === null || order.field_id === 'item_id') return pageByItem(page, order?.type ?? 'asc');
  const walks = condition === null && (await canWalk(context, table, order));
  return pageOfIds(tableId, walks ? await pageByWalk(database, page, order) : await pageBySort(database, page, order));
}

/** Record detail, as public clients call it (4.10, field notes). */
export async function getRecord({ database, links }: Context, call: AuthorizedCall): Promise<JsonObject> {
  const itemId = idText(call.path.item_id);
  if (itemId === null) throw parameterInvalid('item_id', 'is not an id');
  const tableId = tableIdOfItem(itemId);
  if (tableId !== null) {
    const { fields } = await findTable(database, call.catalogue.tables, call.access, tableId);
    refuseUnknown(call.wanted.collection.get('fields') ?? new Set(), (id) => fields.has(id));
    const [item] = await readRecords(database, pageOfIds(tableId, [itemId]), links, call);
    if (item !== undefined) return { item };
  }
  throw gone(`record ${itemId}`);
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
  const [read] = await query<{ records: string; people: string; version: string }>(
    `with page as materialized (${page.text})
     select (select coalesce(json_agg(json_build_array(p.item_id::text, p.title, p.created_on, p.created_by::text, p.updated_on, p.updated_by::text, p.fields)
         order by p.place), '[]')::text from page p) as records,
       (select coalesce(json_agg(json_build_array(w.user_id::text, w.name, w.avatar_file::text)), '[]')::text
         from person w where w.user_id in (select created_by from page union select updated_by from page)) as people,
       ${versionSql} as version`,
    page.params,
  );
  if (read) holdsAt(read.version);
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

interface PageRequest {
  tableId: string;
  /** A condition on the record `r` whose values are in `params`; null for all. */
  condition: string | null;
  params: Params;
  order: Order | null;
  limit: number;
  offset: number;
}

/** Records of a page in their order: a statement that gives their columns and `place`, with its parameters. */
interface PageSql {
  text: string;
  params: readonly Param[];
}

/** A page whose ids are known; those that are no record's are left out. */
function pageOfIds(tableId: string, itemIds: readonly string[]): PageSql {
  return {
    text: `select r.*, ids.place from unnest($1::bigint[]) with ordinality as ids (item_id, place)
      join dw_record r on r.table_id = $2::bigint and r.item_id = ids.item_id`,
    params: [itemIds, tableId],
  };
}

/** Beyond so many records the key alone is read of those before a page, which is quicker than reading them whole, but asks for one step more. */
const deepOffset = 1000;

/** A page in the order of its table: that of the records' making (item id). */
function pageByItem({ params, tableId, condition, limit, offset }: PageRequest, type: 'asc' | 'desc'): PageSql {
  const table = params.add(tableId, 'bigint');
  const place = `${type === 'asc' ? '' : '-'}r.item_id as place`;
  // The two numbers stand in the text where they are the same for nearly every page: as parameters they could be anything, so that the database thinks
  // a plan for all pages dear, and plans each one anew.
  const rows = (columns: string) => `select ${columns}
    from dw_record r where r.table_id = ${table} ${condition ? `and ${condition}` : ''}
    order by r.item_id ${type} limit ${limit} ${offset === 0 ? '' : `offset ${params.add(offset, 'bigint')}`}`;
  const text =
    condition === null && offset > deepOffset
      ? `select r.*, ${place} from (${rows('r.item_id')}) ids join dw_record r on r.table_id = ${table} and r.item_id = ids.item_id`
      : rows(`r.*, ${place}`);
  return { text, params: params.values };
}

/**
 * Ids of a page sorted by a field: numbers by value, then texts by code point; records with nothing come last whichever way the order runs. Reads every
 * record of the table.
 */
export async function pageBySort({ query }: Queries, page: PageRequest, order: Order): Promise<string[]> {
  const { params, tableId, condition, limit, offset } = page;
  const value = isSystemField(order.field_id)
    ? systemValue(order.field_id)
    : `r.fields->${params.add(order.field_id, 'text')}`;
  const table = params.add(tableId, 'bigint');
  const rows = await query<{ item_id: string }>(
    `select item_id from (
       select r.item_id, ${sortNumber(value)} as num, nullif(${sortText(value)}, '') as txt
       from dw_record r where r.table_id = ${table} ${condition ? `and ${condition}` : ''}) keys
     order by ${sortOrder(order.type)} limit ${params.add(limit, 'int')} offset ${params.add(offset, 'bigint')}`,
    params.values,
  );
  return rows.map((row) => row.item_id);
}

function sortOrder(type: Order['type']): string {
  // The walk turns the whole index round, equal values too; records with nothing stay in the order of their table. Both ways of paging agree on that.
  return `(num is null and txt is null), num ${type} nulls last, txt ${type} nulls last,
    case when num is null and txt is null then item_id end, item_id ${type}`;
}

/** Ids of a page sorted by a field whose order index is whole: a walk over index entries, first those with a value, then those with nothing. */
export async function pageByWalk({ query }: Queries, page: PageRequest, order: Order): Promise<string[]> {
  const { tableId, limit, offset } = page;
  const key = [tableId, orderNumber(order.field_id)];
  const walk = async (filled: boolean, type: Order['type'], count: number, from: number) => {
    const rows = await query<{ item_id: string }>(
      `select item_id from dw_order where table_id = $1::bigint and field = $2::bigint and filled = ${filled}
       order by num ${type === 'asc' ? 'asc' : 'desc'}, txt ${type}, item_id ${type} limit $3::int offset $4::bigint`,
      [...key, count, from],
    );
    return rows.map((row) => row.item_id);
  };
  const filled = await walk(true, order.type, limit, offset);
  if (filled.length === limit) return filled;
  const [total] = await query<{ filled: string }>(
    'select count(*) as filled from dw_order where table_id = $1::bigint and field = $2::bigint and filled = true',
    key,
  );
  const before = Number(total?.filled ?? 0);
  return [...filled, ...(await walk(false, 'asc', limit - filled.length, Math.max(0, offset - before)))];
}
