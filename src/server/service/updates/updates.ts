/** Batch updates (4.5) and deletes (4.10) of the service: a call is judged and queued here, and applied by `worker.ts`, those of a table in their order. */

import { formatJson, isEmptyValue, isJsonObject, type Json, type JsonObject } from '../../../contract/json';
import { limits } from '../../../contract/limits';
import { isSystemField, type UpdateItem, type UpdateType, updateTypes } from '../../../contract/records';
import { isWritableType } from '../../../contract/tables';
import type { Queries } from '../../database/database';
import { versionSql } from '../catalogue/cache';
import { type FieldRow, findTable, type TableRow, type TableWithFields } from '../catalogue/catalogue';
import type { AuthorizedCall, Context } from '../context';
import { createdBefore, drilledItems, refusalsOf, runDrill } from '../drills/drills';
import { fieldIn, idText, objectIn, requireId, requireText } from '../http/body';
import { parameterInvalid, ServiceError } from '../http/errors';
import type { BatchType } from './batch';

/**
 * 4.5: judges the call as a whole and queues it; answered with an empty object once it is in the database. The event reports what happens to each item (section
 * 6).
 */
export async function updateRecords(context: Context, call: AuthorizedCall): Promise<JsonObject> {
  const tableId = requireId(call.body, 'table_id');
  const updateType = requireText(call.body, 'update_type');
  if (!isUpdateType(updateType)) throw parameterInvalid('update_type', 'is neither update nor upsert');
  // Effective only with upsert; the official example sends it with update, where it has no effect (field notes).
  const given = updateType === 'upsert' ? (call.body.update_by_fields ?? null) : null;
  const { table, fields } = await findWritable(context, call, tableId);
  const byFields = given === null ? [] : readByFields(given, fields);
  return accept(context, call, table, {
    type: updateType,
    byFields,
    items: readItems(call.body.items, updateType, byFields),
  });
}

/** 4.10, as public clients call it (field notes): what holds for an update holds for a delete, which is queued after the table's earlier batches. */
export async function deleteRecords(context: Context, call: AuthorizedCall): Promise<JsonObject> {
  const { table } = await findWritable(context, call, requireId(call.body, 'table_id'));
  const items = readItemIds(call.body.item_ids).map((item_id): UpdateItem => ({ item_id, fields: {} }));
  return accept(context, call, table, { type: 'delete', byFields: [], items });
}

/** A table whose records may be written (4.5 rule 2). @throws ServiceError */
async function findWritable({ database }: Context, call: AuthorizedCall, tableId: string): Promise<TableWithFields> {
  const found = await findTable(database, call.catalogue.tables, call.access, tableId);
  const { type, ext_quota, space_id } = found.table;
  if (!isWritableType(type)) {
    throw new ServiceError(
      'tableType',
      `table ${tableId} is of type ${type}; only records of ext tables can be changed`,
    );
  }
  if (!ext_quota) throw new ServiceError('quota', `workspace ${space_id} does not hold the big-data-table quota`);
  return found;
}

/** What a call asks for. */
type Asked = Pick<Accepted, 'type' | 'byFields' | 'items'>;

/** Queues a call that is right, as the drill of its table has it. */
async function accept(
  context: Context,
  call: AuthorizedCall,
  table: TableRow,
  { type, byFields, items: asked }: Asked,
): Promise<JsonObject> {
  const tableId = table.table_id;
  const items = drilledItems(tableId, type, asked, byFields);
  const { dueInMs, answer } = await call.once(() => runDrill(context.database, tableId, context.pause));
  const accepted = { type, byFields, dueInMs: dueInMs ?? 0 };
  const theirs = createdBefore(tableId, items, byFields);
  if (theirs !== null) await queue(context, call, table, { ...accepted, ...theirs });
  if (dueInMs !== null) await queue(context, call, table, { ...accepted, items, userId: call.access.userId });
  if (answer !== null) throw answer;
  return {};
}

interface Accepted {
  type: BatchType;
  byFields: string[];
  items: UpdateItem[];
  dueInMs: number;
  /** The author of the write. */
  userId: string;
}

async function queue(
  context: Context,
  call: AuthorizedCall,
  table: TableRow,
  { type, byFields, items, dueInMs, userId }: Accepted,
): Promise<void> {
  // An older gateway on the database does not know deletes: without fields it fails on one, instead of taking it for an upsert.
  const texts = formatJson(
    items.map(({ item_id, fields }): Json => (type === 'delete' ? { item_id } : { item_id, fields })),
  );
  const address = context.callbackAddress(call.access.identity);
  if (!(await context.queueRoom(texts.length)))
    throw new ServiceError('queueFull', 'too many batches wait to be applied; send this one again later');
  const insert = context.database.query<{ seq: string }>(
    `with counted as (
       update update_count set last_seq = last_seq + 1 where table_id = $1::bigint and ${versionSql} = $11::bigint returning last_seq)
     insert into update_batch (table_id, seq, trace_id, space_id, update_type, update_by_fields, items, user_id, address, state, attempts, accepted_at, due_at)
     select $1::bigint, last_seq, $2::text, $3::bigint, $4::text, $5::jsonb, $6::jsonb, $7::bigint, $8::text, 'queued', 0, $9::bigint, $10::bigint
     from counted returning seq`,
    [
      table.table_id,
      call.traceId,
      table.space_id,
      type,
      JSON.stringify(byFields),
      texts,
      userId,
      address,
      call.now,
      call.now + dueInMs,
      call.catalogue.version,
    ],
  );
  const [kept] = await insert.catch((error: unknown) => {
    // It may be in the queue nevertheless: the call is not judged again, which could queue it twice.
    call.holdsAt(call.catalogue.version);
    throw error;
  });
  // Judged by outdated data, it is not in the queue: the call is judged again.
  if (!kept) throw new Error('the catalogue has changed');
  call.holdsAt(call.catalogue.version);
  // What a table that is being loaded was sent has to wait.
  if (dueInMs > 0 || !table.loaded) return context.wakeWorker(null, null);
  const { table_id, space_id } = table;
  const about = { table_id, space_id, trace_id: call.traceId, user_id: userId };
  const batch = { ...about, update_type: type, update_by_fields: [], items, refuses: refusalsOf(table_id) };
  const keeps = type !== 'upsert' && texts.length <= longestKept;
  context.wakeWorker(table_id, keeps ? { seq: kept.seq, address, batch, version: call.catalogue.version } : null);
}

/** Characters of a batch that is kept in mind until it is applied; a longer one is read again. */
const longestKept = 100_000;

function isUpdateType(text: string): text is UpdateType {
  return (updateTypes as readonly string[]).includes(text);
}

function readByFields(value: Json, fields: ReadonlyMap<string, FieldRow>): string[] {
  if (!Array.isArray(value)) throw parameterInvalid('update_by_fields', 'is not an array');
  const names = value.map((entry, index) => {
    const name = fieldIn(entry);
    if (name === null) throw parameterInvalid(`update_by_fields[${index}]`, 'is not a field id');
    if (!isSystemField(name) && !fields.has(name)) {
      throw parameterInvalid(`update_by_fields[${index}]`, `names the unknown field "${name}"`);
    }
    return name;
  });
  return [...new Set(names)];
}

function readItems(value: Json | undefined, updateType: UpdateType, byFields: readonly string[]): UpdateItem[] {
  return readEntries('items', value, limits.itemsPerUpdate).map((item, index) =>
    readItem(item, `items[${index}]`, updateType, byFields),
  );
}

function readItemIds(value: Json | undefined): string[] {
  return readEntries('item_ids', value, limits.itemsPerDelete).map((entry, index) => {
    const id = idText(entry);
    if (id === null) throw parameterInvalid(`item_ids[${index}]`, 'is not an id');
    return id;
  });
}

/** The entries of a parameter that has at least one. @throws ServiceError */
function readEntries(name: string, value: Json | undefined, most: number): Json[] {
  if (value === undefined || value === null) throw parameterInvalid(name, 'is missing');
  if (!Array.isArray(value)) throw parameterInvalid(name, 'is not an array');
  if (value.length === 0) throw parameterInvalid(name, 'is empty');
  if (value.length > most) throw parameterInvalid(name, `has more than ${most} entries`);
  return value;
}

function readItem(item: Json, path: string, updateType: UpdateType, byFields: readonly string[]): UpdateItem {
  if (!isJsonObject(item)) throw parameterInvalid(path, 'is not an object');
  if (item.item_id === undefined) throw parameterInvalid(`${path}.item_id`, 'is missing');
  if (item.fields === undefined) throw parameterInvalid(`${path}.fields`, 'is missing');
  const fields = objectIn(item.fields);
  if (fields === null) throw parameterInvalid(`${path}.fields`, 'is not an object');
  const given = item.item_id !== null && item.item_id !== '';
  const itemId = given ? idText(item.item_id) : null;
  if (given && itemId === null) throw parameterInvalid(`${path}.item_id`, 'is not an id');
  // Rule 3.
  if (updateType === 'update' && itemId === null)
    throw parameterInvalid(`${path}.item_id`, 'must not be empty with update_type update');
  // Rule 5: for every item, also for one that is matched by its id.
  for (const name of byFields) {
    if (isEmptyValue(fields[name])) {
      throw parameterInvalid(`${path}.fields.${name}`, 'is named in update_by_fields but has no value');
    }
  }
  return { item_id: itemId, fields };
}

/** What waits to be done; ages in seconds, 0 where nothing waits. */
export interface Backlog {
  batches: number;
  oldestBatch: number;
  events: number;
  oldestEvent: number;
  eventsGivenUp: number;
}

/** @param now epoch milliseconds */
export async function readBacklog({ query }: Queries, now: number): Promise<Backlog | null> {
  const [row] = await query<Backlog>(
    `select b.waiting as batches, b.age as "oldestBatch", e.waiting as events, e.age as "oldestEvent",
       (select count(*)::int from update_batch where event_state = 'given-up') as "eventsGivenUp"
     from (select count(*)::int as waiting, coalesce(greatest(0, $1::bigint - min(accepted_at)), 0)::float8 / 1000 as age
           from update_batch where state = 'queued') b,
          (select count(*)::int as waiting, coalesce(greatest(0, $1::bigint - min(applied_at)), 0)::float8 / 1000 as age
           from update_batch where event_state = 'waiting') e`,
    [now],
  );
  return row ?? null;
}
