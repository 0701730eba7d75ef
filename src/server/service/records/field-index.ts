import type { Database, Queries } from '../../database/database';
import type { WorkRecord } from '../updates/work-records';
import { orderNumber, sortNumber, sortText, systemFieldOf, systemKeys, touchedOrders } from './sql';

/**
 * The index of a field: for what a large table is ordered by, or its records looked up by, one narrow row per record (`dw_order`), so that a page at any
 * depth is a walk along an index and then a hundred records. Built after the first use or at seeding, in slices; from before its first slice on every write
 * keeps it.
 */

/** Records indexed in one transaction: others get their turn in between. */
const sliceRecords = 1000;
/** Slices between two times that their pages are looked through. */
const slicesVacuumed = 50;

/** Whether a walk along the index can answer; false: the table is small, or the index is not whole yet. */
export async function isIndexed({ query }: Queries, tableId: string, fieldId: string): Promise<boolean> {
  const [row] = await query<{ ready: boolean }>(
    'select ready from dw_ordered where table_id = $1::bigint and field = $2::bigint',
    [tableId, orderNumber(fieldId)],
  );
  return row?.ready === true;
}

/** Numbers of the fields of a table whose index is whole. */
export async function readyFields({ query }: Queries, tableId: string): Promise<ReadonlySet<string>> {
  const rows = await query<{ field: string }>('select field from dw_ordered where table_id = $1::bigint and ready', [
    tableId,
  ]);
  return new Set(rows.map(({ field }) => field));
}

/** How many records a table has. */
export async function countRecords({ query }: Queries, tableId: string): Promise<number> {
  const [row] = await query<{ records: string }>('select records from update_turn where table_id = $1::bigint', [
    tableId,
  ]);
  return Number(row?.records ?? 0);
}

/**
 * Builds the index of a field, or what is missing of it, and never blocks writers of the table. Two simultaneous builders share the work.
 * @param stopped ends it between two slices; the rest is built later
 */
export async function buildIndex(
  database: Database,
  tableId: string,
  fieldId: string,
  stopped: () => boolean,
): Promise<void> {
  const field = orderNumber(fieldId);
  await database.transaction((queries) => beginIndex(queries, tableId, field));
  for (let slices = 1, ready = false; !ready; slices += 1) {
    if (stopped()) return;
    const began = performance.now();
    ready = await database.transaction((queries) => buildSlice(queries, tableId, field));
    // Until pages are known to be visible to all, a walk looks at each row. Now and then, as of all at once others would have to wait for it.
    if (ready || slices % slicesVacuumed === 0) await database.unhurried('vacuum dw_order');
    // A database in a folder does one thing at a time: at least half of it is left to others.
    await new Promise((resolve) => setTimeout(resolve, performance.now() - began));
  }
  if (!stopped()) await database.unhurried('analyze dw_order');
}

/** From here on every write maintains the index. A writer that has the turn is awaited: it may not know the index yet. */
async function beginIndex({ query }: Queries, tableId: string, field: string): Promise<void> {
  await query('select table_id from update_turn where table_id = $1::bigint for update', [tableId]);
  await query(
    `insert into dw_ordered (table_id, field, upto, ready) values ($1::bigint, $2::bigint, 0, false)
     on conflict (table_id, field) do update set upto = 0, entries = 0, dropped_at = null, used_at = excluded.used_at
     where dw_ordered.dropped_at is not null`,
    [tableId, field],
  );
}

/** Needs no lock of the table: if a record is written at the same time, that writer's entry is there already, or replaces the one from here. */
async function buildSlice({ query }: Queries, tableId: string, field: string): Promise<boolean> {
  const [state] = await query<{ upto: string; ready: boolean }>(
    'select upto, ready or dropped_at is not null as ready from dw_ordered where table_id = $1::bigint and field = $2::bigint for update',
    [tableId, field],
  );
  if (!state || state.ready) return true;
  const [slice] = await query<{ upto: string | null; records: number }>(
    `select max(item_id) as upto, count(*)::int as records from (
       select item_id from dw_record where table_id = $1::bigint and item_id > $2::bigint order by item_id limit $3::int) s`,
    [tableId, state.upto, sliceRecords],
  );
  const upto = slice?.upto ?? state.upto;
  await query(`${entriesSql(field, 'r.item_id > $2::bigint and r.item_id <= $3::bigint')} on conflict do nothing`, [
    tableId,
    state.upto,
    upto,
  ]);
  const ready = (slice?.records ?? 0) < sliceRecords;
  await query(
    `update dw_ordered set upto = $3::bigint, ready = $4::boolean, entries = entries + $5::int
     where table_id = $1::bigint and field = $2::bigint`,
    [tableId, field, upto, ready, slice?.records ?? 0],
  );
  return ready;
}

/**
 * Brings the index up to date for records just written, in the fields that were written; runs in the transaction that wrote them.
 * @param ordered numbers of the fields that the index keeps, read under the table's lock
 */
export async function refreshIndex(
  { query }: Queries,
  tableId: string,
  records: readonly Pick<WorkRecord, 'item_id' | 'patch' | 'created'>[],
  ordered: readonly string[],
): Promise<void> {
  if (records.length === 0) return;
  const touched = new Set(touchedOrders(records));
  const created = records.some((record) => record.created);
  const fields = ordered.filter((field) => created || touched.has(field));
  if (fields.length === 0) return;
  const itemIds = records.map(({ item_id }) => item_id);
  for (const field of fields) {
    await query(
      `${entriesSql(field, 'r.item_id = any($2::bigint[])')}
       on conflict (table_id, item_id, field) do update set filled = excluded.filled, num = excluded.num, txt = excluded.txt
       where (dw_order.num, dw_order.txt) is distinct from (excluded.num, excluded.txt)`,
      [tableId, itemIds],
    );
  }
}

/**
 * Writes the entries of a field for the records of table `$1` that `which` names; always in order of item ID, to avoid deadlocks.
 * `field` comes from the database, where it is a number; it is written into the text so that each field has its own plan.
 */
function entriesSql(field: string, which: string): string {
  const system = systemFieldOf(field);
  const value = `r.fields->'${BigInt(field)}'`;
  const { num, txt } = system ? systemKeys(system) : { num: sortNumber(value), txt: sortText(value) };
  return `insert into dw_order (table_id, field, filled, num, txt, item_id)
    select table_id, ${BigInt(field)}, num is not null or txt is not null, num, txt, item_id
    from (select r.table_id, r.item_id, ${num} as num, nullif(${txt}, '') as txt
          from dw_record r where r.table_id = $1::bigint and ${which} order by r.item_id) keys`;
}
