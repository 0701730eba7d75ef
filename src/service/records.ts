import { isSystemField } from '../contract/fields';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../contract/json';
import { limits } from '../contract/limits';
import type { Order } from '../contract/records';
import type { Queries } from '../database/database';
import { idText, readInteger, requireId } from './body';
import { type FieldRow, findTable, findTableWithFields, tableIdOfItem } from './catalogue';
import type { AuthorizedCall, Context } from './context';
import { gone, parameterInvalid } from './errors';
import { filterSql } from './filter-sql';
import { avatarLink, type Links } from './links';
import { isLarge, isOrdered } from './order-index';
import { type PageRequest, type PageSql, pageByItem, pageBySort, pageByWalk, pageOfIds } from './record-page';
import { type Returned, returned } from './returned';
import { Params } from './sql';

/** 4.4: records of one table with filter, order and offset pages. */
export async function listRecords(context: Context, call: AuthorizedCall): Promise<JsonObject> {
  const { database, links } = context;
  const { body } = call;
  const tableId = requireId(body, 'table_id');
  const limit = readInteger(body, 'limit', { min: 1, max: limits.pageSizeMax, otherwise: limits.pageSizeDefault });
  const offset = readInteger(body, 'offset', { min: 0, max: Number.MAX_SAFE_INTEGER, otherwise: 0 });
  const { table, fields } = await findTableWithFields(database, call.access, tableId);
  const order = readOrder(body.order, fields);
  const params = new Params();
  const condition = filterSql(body.filter, { fields, params, now: call.now, userId: call.access.userId });
  const page = { tableId, condition, params, order, limit, offset };
  if (order !== null && condition === null && table.loaded) await prepareWalk(context, tableId, order);
  return { items: await readRecords(database, tableId, await pageOf(database, page), links, call) };
}

function readOrder(value: Json | undefined, fields: ReadonlyMap<string, FieldRow>): Order | null {
  if (value === undefined || value === null) return null;
  if (!isJsonObject(value)) throw parameterInvalid('order', 'is not an object');
  const fieldId = typeof value.field_id === 'string' ? value.field_id : idText(value.field_id);
  if (!fieldId) throw parameterInvalid('order.field_id', 'is missing');
  if (!isSystemField(fieldId) && !fields.has(fieldId))
    throw parameterInvalid('order.field_id', `names the unknown field "${fieldId}"`);
  if (value.type !== 'asc' && value.type !== 'desc') throw parameterInvalid('order.type', 'is neither asc nor desc');
  return { field_id: fieldId, type: value.type };
}

/** The first page in a new order is sorted, so that nobody waits for the index; those after it walk. */
async function prepareWalk({ database, prepareOrder }: Context, tableId: string, { field_id }: Order): Promise<void> {
  if (field_id === 'item_id' || (await isOrdered(database, tableId, field_id))) return;
  if (await isLarge(database, tableId)) prepareOrder(tableId, field_id);
}

async function pageOf(queries: Queries, page: PageRequest): Promise<PageSql> {
  const { order, condition, tableId } = page;
  if (order === null || order.field_id === 'item_id') return pageByItem(page, order?.type ?? 'asc');
  const walks = condition === null && (await isOrdered(queries, tableId, order.field_id));
  return pageOfIds(walks ? await pageByWalk(queries, page, order) : await pageBySort(queries, page, order));
}

/** Record detail, as public clients call it (4.10, field notes). */
export async function getRecord({ database, links }: Context, call: AuthorizedCall): Promise<JsonObject> {
  const itemId = idText(call.path.item_id);
  if (itemId === null) throw parameterInvalid('item_id', 'is not an id');
  const tableId = tableIdOfItem(itemId);
  if (tableId !== null) {
    await findTable(database, call.access, tableId);
    const [item] = await readRecords(database, tableId, pageOfIds([itemId]), links, call);
    if (item !== undefined) return { item };
  }
  throw gone(`record ${itemId}`);
}

interface RecordRow {
  item_id: string;
  title: string;
  created_on: string;
  updated_on: string;
  creator_id: string;
  creator: string | null;
  creator_file: string | null;
  updater_id: string;
  updater: string | null;
  updater_file: string | null;
  fields: string;
}

/** Records (2.4) of a page; those that are gone by now are left out. */
async function readRecords(
  { query }: Queries,
  tableId: string,
  page: PageSql,
  links: Links,
  { wanted, base }: { wanted: Returned; base: string },
): Promise<Json[]> {
  const rows = await query<RecordRow>(
    `select r.item_id, r.title, r.created_on, r.updated_on, r.fields::text as fields,
       r.created_by as creator_id, c.name as creator, c.avatar_file as creator_file,
       r.updated_by as updater_id, u.name as updater, u.avatar_file as updater_file
     from (${page.text}) page
       join dw_record r on r.table_id = $${page.params.length + 1}::bigint and r.item_id = page.item_id
       left join person c on c.user_id = r.created_by left join person u on u.user_id = r.updated_by
     order by page.place`,
    [...page.params, tableId],
  );
  const avatars = new Map<string, string>();
  // A hundred records are made by a few people: each link is signed once.
  const avatar = (file: string): string => {
    const link = avatars.get(file) ?? avatarLink(links, base, file);
    avatars.set(file, link);
    return link;
  };
  const person = (userId: string, name: string | null, file: string | null): JsonObject => ({
    user_id: userId,
    name: name ?? '',
    avatar: file === null ? '' : avatar(file),
  });
  return rows.map((row): Json => {
    const createdBy = person(row.creator_id, row.creator, row.creator_file);
    const updatedBy = person(row.updater_id, row.updater, row.updater_file);
    const fields = Object.entries(parseJson(row.fields) as JsonObject);
    const resource: JsonObject = {
      item_id: row.item_id,
      title: row.title,
      created_on: row.created_on,
      created_by: createdBy,
      updated_on: row.updated_on,
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
