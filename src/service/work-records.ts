import { formatJson, type Json, type JsonObject, parseJson } from '../contract/json';
import type { Queries } from '../database/database';

/** A record while a batch is being applied. */
export interface WorkRecord {
  item_id: string;
  title: string;
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

/** The records of some ids, by id; ids that are no record's are left out. */
export async function loadRecords(
  { query }: Queries,
  tableId: string,
  itemIds: readonly string[],
): Promise<Map<string, WorkRecord>> {
  const rows = await query<
    Omit<WorkRecord, 'fields' | 'original' | 'patch' | 'created' | 'touched'> & { fields: string }
  >(
    `select item_id, title, created_on, created_by, updated_on, updated_by, fields::text as fields
     from dw_record where table_id = $1::bigint and item_id = any($2::bigint[])`,
    [tableId, itemIds],
  );
  return new Map(
    rows.map((row) => {
      const fields = parseJson(row.fields) as JsonObject;
      return [row.item_id, { ...row, fields, original: { ...fields }, patch: {}, created: false, touched: false }];
    }),
  );
}

/** Hands out ids of new records; `writeRecords` keeps the last one. The caller holds the table's lock. */
export async function nextRecordId({ query }: Queries, tableId: string): Promise<() => string> {
  const [row] = await query<{ next_item: string }>('select next_item from dw_table where table_id = $1::bigint', [
    tableId,
  ]);
  let next = BigInt(row?.next_item ?? 0);
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
      `update dw_record r set title = e->>'title', updated_on = e->>'time', updated_by = (e->>'user_id')::bigint, fields = r.fields || (e->'patch')
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
