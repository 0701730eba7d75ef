import { formatJson, type Json, type JsonObject, parseJson } from '../contract/json';
import type { Queries } from '../database/database';

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

/** A record of which only the id was read. */
const unread = { title: null, created_on: '', created_by: '', updated_on: '', updated_by: '' };

/**
 * The records of some ids, by id; ids that are no record's are left out.
 * @param matched whether items are matched by what records hold; otherwise it is enough to know which there are
 */
export async function loadRecords(
  { query }: Queries,
  tableId: string,
  itemIds: readonly string[],
  matched: boolean,
): Promise<Map<string, WorkRecord>> {
  if (itemIds.length === 0) return new Map();
  const held = `'title', r.title, 'created_on', r.created_on, 'created_by', r.created_by::text,
    'updated_on', r.updated_on, 'updated_by', r.updated_by::text, 'fields', r.fields`;
  const [read] = await query<{ rows: string }>(
    `select coalesce(json_agg(json_build_object('item_id', r.item_id::text ${matched ? `, ${held}` : ''})), '[]')::text as rows
     from dw_record r where r.table_id = $1::bigint and r.item_id = any($2::bigint[])`,
    [tableId, itemIds],
  );
  const rows = parseJson(read?.rows ?? '[]') as unknown as (Pick<WorkRecord, 'item_id'> & Partial<WorkRecord>)[];
  return new Map(
    rows.map(({ fields = {}, ...row }) => [
      row.item_id,
      { ...unread, ...row, fields, original: { ...fields }, patch: {}, created: false, touched: false },
    ]),
  );
}

/** Hands out ids of new records, from that on which the table says; `writeRecords` keeps the last one. The caller holds the table's lock. */
export function recordIds(nextItem: string): () => string {
  let next = BigInt(nextItem);
  return () => String(next++);
}

/** Writes what a batch created and changed. */
export async function writeRecords({ query }: Queries, tableId: string, records: readonly WorkRecord[]): Promise<void> {
  const created = records.filter((record) => record.created);
  const changed = records.filter((record) => !record.created);
  if (created.length > 0) {
    await query(
      `insert into dw_record (table_id, item_id, title, created_on, created_by, updated_on, updated_by, fields)
       select $1::bigint, (e->>'item_id')::bigint, e->>'title', e->>'time', (e->>'user_id')::bigint, e->>'time', (e->>'user_id')::bigint, e->'patch'
       from jsonb_array_elements($2::jsonb) e`,
      [tableId, rowsOf(created)],
    );
    await query(
      `update dw_table set next_item = (select max((e->>'item_id')::bigint) + 1 from jsonb_array_elements($2::jsonb) e) where table_id = $1::bigint`,
      [tableId, rowsOf(created)],
    );
  }
  if (changed.length > 0) {
    await query(
      `update dw_record r set title = coalesce(e->>'title', r.title), updated_on = e->>'time', updated_by = (e->>'user_id')::bigint, fields = r.fields || (e->'patch')
       from jsonb_array_elements($2::jsonb) e where r.table_id = $1::bigint and r.item_id = (e->>'item_id')::bigint`,
      [tableId, rowsOf(changed)],
    );
  }
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
