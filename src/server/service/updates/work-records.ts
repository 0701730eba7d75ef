import { formatJson, type Json, type JsonObject, parseJson } from '../../../contract/json';
import { isSystemField } from '../../../contract/records';
import type { Queries, Transaction } from '../../database/database';
import { eventSql, firstLeaseMs, type LeasedEvent } from '../events/outbox';
import { touchedOrders } from '../records/sql';

/** A record while a batch is being applied. */
export interface WorkRecord {
  item_id: string;
  /** Null: as it is in the database. */
  title: string | null;
  created_on: string;
  created_by: string;
  updated_on: string;
  updated_by: string;
  /** With what earlier items of the batch wrote. */
  fields: JsonObject;
  /** As it was before the batch; null for one that the batch created. */
  original: JsonObject | null;
  /** What the batch wrote: only this goes to the database, so that values it did not touch stay as they are to the last digit. */
  patch: JsonObject;
  created: boolean;
  touched: boolean;
}

/** A record of which only the id is known. */
const unread = { title: null, created_on: '', created_by: '', updated_on: '', updated_by: '' };
const untouched = { created: false, touched: false };

/** Records that are assumed to exist, by ID: writing them shows whether they do. */
export function supposedRecords(itemIds: readonly string[]): Map<string, WorkRecord> {
  return new Map(
    itemIds.map((item_id) => [item_id, { item_id, ...unread, ...untouched, fields: {}, original: null, patch: {} }]),
  );
}

/**
 * The records of some ids, by id, and the id of the table's next record; ids that are no record's are left out. The caller has the table's turn.
 * Null: there is no such table any more.
 * @param matched fields by which items are matched, which are read of the records; a record may have many megabytes
 */
export async function loadRecords(
  { query }: Queries,
  tableId: string,
  itemIds: readonly string[],
  matched: readonly string[],
): Promise<{ records: Map<string, WorkRecord>; nextItem: string } | null> {
  const system = matched.filter(isSystemField).filter((name) => name !== 'item_id');
  const held = system.map((name) => `, '${name}', r.${name}${name.endsWith('_by') ? '::text' : ''}`).join('');
  const fields = `(select coalesce(jsonb_object_agg(name, r.fields->name), '{}') from unnest($3::text[]) name where r.fields ? name)`;
  const [read] = await query<{ rows: string; next_item: string }>(
    `select t.next_item, (select coalesce(json_agg(json_build_object('item_id', r.item_id::text ${held}, 'fields', ${fields})), '[]')::text
       from dw_record r where r.table_id = $1::bigint and r.item_id = any($2::bigint[])) as rows
     from update_turn t where t.table_id = $1::bigint and t.state <> 'gone'`,
    [tableId, itemIds, matched.filter((name) => !isSystemField(name))],
  );
  if (!read) return null;
  const rows = parseJson(read.rows) as unknown as (Pick<WorkRecord, 'item_id'> & Partial<WorkRecord>)[];
  const records = rows.map(({ fields = {}, ...row }): [string, WorkRecord] => [
    row.item_id,
    { ...unread, ...untouched, ...row, fields, original: { ...fields }, patch: {} },
  ]);
  return { records: new Map(records), nextItem: read.next_item };
}

/** Assigns IDs of new records, from the table's next one; `writeRecords` stores the last one. The caller has the table's turn. */
export function recordIds(nextItem: string): () => string {
  let next = BigInt(nextItem);
  return () => String(next++);
}

/** What ends a batch of which every record is there: it leaves the queue, and its event waits to be delivered. */
export interface Closing {
  seq: string;
  /** What the claim on it was marked with. */
  claim: string;
  now: number;
  address: string;
  /** Null: no event. */
  event: string | null;
  /** Whether nothing is left to do for it then, as far as the caller knows. */
  last: boolean;
}

/** What the database returns for a table whose records were written. */
export interface Written {
  /** Of the ids that were asked about, those that are records'. */
  found: ReadonlySet<string>;
  /** Whether the batch was ended with it, because all of them are. */
  closed: boolean;
  /** Its event, for this process to deliver after the commit; null if there is none. */
  leased: LeasedEvent | null;
  /** Numbers of the fields that the index of a field keeps. */
  ordered: readonly string[];
}

/**
 * Writes what a batch created and changed; one that should exist and does not is not written. The caller has the table's turn, or has requested it together
 * with the batch that `closing` names. Null: that was not granted, or the table no longer exists; changes are not written.
 * @param asked IDs to check for existence
 * @param closing ends the batch if all of them exist, and the transaction if nothing is left to do: one statement and one commit less for nearly every batch.
 *   Null: the batch is not ended
 */
export async function writeRecords(
  { query, queryLast }: Transaction,
  tableId: string,
  records: readonly WorkRecord[],
  asked: readonly string[],
  closing: Closing | null,
): Promise<Written | null> {
  const created = records.filter((record) => record.created);
  const changed = records.filter((record) => !record.created);
  if (created.length > 0) {
    // First, as it holds the table's turn: what is inserted then is a table's.
    const [kept] = await query(
      `update update_turn set next_item = (select max((e->>'item_id')::bigint) + 1 from jsonb_array_elements($2::jsonb) e),
         records = records + jsonb_array_length($2::jsonb)
       where table_id = $1::bigint and ${heldSql('$3')} returning table_id`,
      [tableId, rowsOf(created), closing?.claim ?? null],
    );
    if (!kept) return null;
    await query(
      `insert into dw_record (table_id, item_id, title, created_on, created_by, updated_on, updated_by, fields)
       select $1::bigint, (e->>'item_id')::bigint, e->>'title', e->>'time', (e->>'user_id')::bigint, e->>'time', (e->>'user_id')::bigint, e->'patch'
       from jsonb_array_elements($2::jsonb) e`,
      [tableId, rowsOf(created)],
    );
  }
  const writing = new Set(changed.map(({ item_id }) => item_id));
  const others = asked.filter((id) => !writing.has(id));
  const [written] = await queryLast<{ found: string; ordered: string; closed: boolean; last: boolean }>(
    `with held as materialized (select table_id from update_turn where table_id = $1::bigint and ${heldSql('$10')}),
     written as (
       update dw_record r set title = coalesce(e->>'title', r.title), updated_on = e->>'time', updated_by = (e->>'user_id')::bigint, fields = r.fields || (e->'patch')
       from jsonb_array_elements($2::jsonb) e
       where r.table_id = $1::bigint and r.item_id = (e->>'item_id')::bigint and exists (select 1 from held) returning r.item_id),
     found as materialized (
       select item_id from written
       union all select r.item_id from dw_record r where r.table_id = $1::bigint and r.item_id = any($3::bigint[])),
     closed as (
       update update_batch set state = 'applied', items = '[]', applied_at = $6::bigint, ${eventSql('$7::text', '1', `$6::bigint + ${firstLeaseMs}`)}
       where table_id = $1::bigint and seq = $5::bigint and (select count(*) from found) = $4::bigint and exists (select 1 from held) returning seq)
     select (select coalesce(json_agg(f.item_id::text), '[]')::text from found f where not exists (select 1 from closed)) as found,
       exists (select 1 from closed) as closed,
       exists (select 1 from closed) and $8::boolean
         and not exists (select 1 from dw_ordered o where o.table_id = $1::bigint and o.field = any($9::bigint[])) as last,
       (select coalesce(json_agg(o.field::text), '[]')::text from dw_ordered o where o.table_id = $1::bigint) as ordered
     from held`,
    [
      tableId,
      rowsOf(changed),
      others,
      writing.size + others.length,
      closing?.seq ?? noBatch,
      closing?.now ?? null,
      closing?.event ?? null,
      closing?.last === true && created.length === 0,
      touchedOrders(records),
      closing?.claim ?? null,
    ],
  );
  if (!written) return null;
  return {
    found: new Set(written.closed ? asked : (JSON.parse(written.found) as string[])),
    closed: written.closed,
    leased:
      written.closed && closing?.event
        ? {
            table_id: tableId,
            seq: closing.seq,
            address: closing.address,
            body: closing.event,
            attempts: 1,
            due_at: String(closing.now + firstLeaseMs),
          }
        : null,
    ordered: JSON.parse(written.ordered) as string[],
  };
}

/**
 * Deletes records with their entries in the indexes of fields, and counts them out of their table. The caller has the table's turn, or has requested it together
 * with the batch that `claim` marks.
 * @returns the ids that were records'; null: the turn was not granted, or the table no longer exists, and nothing is deleted
 */
export async function deleteRecords(
  { query }: Queries,
  tableId: string,
  itemIds: readonly string[],
  claim: string | null,
): Promise<string[] | null> {
  // A slice of an index that is being built may hold entries of them that are not visible yet: it is awaited, and those after it do not find the records.
  await query(
    'select field from dw_ordered where table_id = $1::bigint and not ready and dropped_at is null order by field for update',
    [tableId],
  );
  const [row] = await query<{ deleted: string }>(
    `with held as materialized (select table_id from update_turn where table_id = $1::bigint and ${heldSql('$3')}),
     deleted as (
       delete from dw_record where table_id = $1::bigint and item_id = any($2::bigint[]) and exists (select 1 from held) returning item_id),
     entries as (
       delete from dw_order where table_id = $1::bigint and item_id = any($2::bigint[]) and exists (select 1 from held))
     update update_turn set records = records - (select count(*) from deleted) where table_id = $1::bigint and exists (select 1 from held)
     returning (select coalesce(json_agg(item_id::text), '[]')::text from deleted) as deleted`,
    [tableId, itemIds, claim],
  );
  return row === undefined ? null : (JSON.parse(row.deleted) as string[]);
}

/** The number of none: with a null in its place Citus does not know the shard. */
const noBatch = '0';

/** Whether the turn of a table is the caller's: marked with its claim, or, if that is null, known to it. A deleted table has none. */
function heldSql(claim: string): string {
  return `state <> 'gone' and (${claim}::text is null or claim = ${claim}::text)`;
}

function rowsOf(records: readonly WorkRecord[]): string {
  return formatJson(
    records.map(
      ({ item_id, title, updated_on, updated_by, patch }): Json => ({
        item_id,
        title,
        time: updated_on,
        user_id: updated_by,
        patch,
      }),
    ),
  );
}
