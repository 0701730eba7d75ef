import type { Database, Queries } from '../../database/database';
import { countRecords } from './field-index';

/*
 * How many field indexes there may be, and how one is dropped: it is marked incomplete, and maintained by every write for another minute, in which readers
 * finish; then its entries are deleted, and at last, while the table is not written, its name.
 */

/** Most fields of a table that have one. */
const mostOfTable = 8;
/** Bytes of an entry with its place in two indexes, and as much again for the log of writing them. */
const entryBytes = 400;
/** Bytes of the disk that are left to everything else. */
const keptBytes = 256 * 1024 * 1024;
/** One unused for so long is dropped. */
const unusedMs = 7 * 24 * 60 * 60 * 1000;
/** One that was used within it is not given up for another. */
const recentMs = 24 * 60 * 60 * 1000;
const graceMs = 60 * 1000;
/** Entries taken away in one transaction. */
const sliceEntries = 2000;

/**
 * Why there is no room for the index of a field; null if there is. Where a table has as many as it may have, the least recently used one is dropped, unless it was used
 * today. One at a time: until its entries are deleted there is no more room. How much the disk of a Postgres has left is not known.
 */
export async function noRoom(
  { query, freeBytes }: Queries & Pick<Database, 'freeBytes'>,
  tableId: string,
  now: number,
): Promise<string | null> {
  const [size] = await query<{ fields: number }>(
    'select count(*)::int as fields from dw_ordered where table_id = $1::bigint',
    [tableId],
  );
  if ((size?.fields ?? 0) >= mostOfTable) {
    const [oldest] = await query<{ field: string; dropped_at: string | null }>(
      `select field, dropped_at from dw_ordered where table_id = $2::bigint and (dropped_at is not null or used_at < $1::bigint)
       order by dropped_at, used_at limit 1`,
      [now - recentMs, tableId],
    );
    if (oldest?.dropped_at === null)
      await giveUp({ query }, 'table_id = $2::bigint and field = $3::bigint', [now, tableId, oldest.field]);
    return oldest === undefined
      ? `the table has ${mostOfTable}, all used within a day`
      : `the table has ${mostOfTable}, of which one is being dropped`;
  }
  const free = await freeBytes?.();
  const needed = (await countRecords({ query }, tableId)) * entryBytes + keptBytes;
  return free === undefined || free >= needed
    ? null
    : `the disk has ${inMegabytes(free)} left, and ${inMegabytes(needed)} are needed`;
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024).toLocaleString('en-US')} MB`;
}

async function giveUp({ query }: Queries, which: string, params: (string | number)[]): Promise<void> {
  await query(
    `update dw_ordered set ready = false, dropped_at = $1::bigint where dropped_at is null and ${which}`,
    params,
  );
}

/** Notes that indexes were used. */
export async function stampUsed(
  { query }: Queries,
  used: readonly (readonly [tableId: string, field: string])[],
  now: number,
): Promise<void> {
  for (const [tableId, field] of used) {
    await query('update dw_ordered set used_at = $3::bigint where table_id = $1::bigint and field = $2::bigint', [
      tableId,
      field,
      now,
    ]);
  }
}

/** Drops indexes unused for long, and deletes the entries of those dropped before. @param stopped leaves the rest for later */
export async function dropUnused(database: Database, now: number, stopped: () => boolean): Promise<void> {
  await giveUp(database, 'used_at < $2::bigint', [now, now - unusedMs]);
  const given = await database.query<{ table_id: string; field: string }>(
    'select table_id, field from dw_ordered where dropped_at < $1::bigint',
    [now - graceMs],
  );
  for (const { table_id, field } of given) {
    let after: string | null = '0';
    while (after !== null) {
      if (stopped()) return;
      const from: string = after;
      after = await database.transaction((queries) => takeSlice(queries, table_id, field, from));
    }
    await database.transaction((queries) => takeRest(queries, table_id, field));
  }
  if (given.length > 0) await database.unhurried('vacuum dw_order');
}

/** Whether it is still dropped; it is not requested again until the transaction ends. */
async function isGivenUp({ query }: Queries, tableId: string, field: string): Promise<boolean> {
  const rows = await query(
    'select 1 from dw_ordered where table_id = $1::bigint and field = $2::bigint and dropped_at is not null for update',
    [tableId, field],
  );
  return rows.length > 0;
}

/** @returns the record up to which entries are deleted; null when none are left after it */
async function takeSlice(queries: Queries, tableId: string, field: string, after: string): Promise<string | null> {
  if (!(await isGivenUp(queries, tableId, field))) return null;
  const [slice] = await queries.query<{ upto: string | null }>(
    `select max(item_id) as upto from (select item_id from dw_order
       where table_id = $1::bigint and field = $2::bigint and item_id > $3::bigint order by item_id limit $4::int) s`,
    [tableId, field, after, sliceEntries],
  );
  const upto = slice?.upto ?? null;
  await queries.query(
    'delete from dw_order where table_id = $1::bigint and field = $2::bigint and item_id > $3::bigint and item_id <= $4::bigint',
    [tableId, field, after, upto],
  );
  return upto;
}

/** With the turn of the table: later writers know that there is nothing to maintain. */
async function takeRest(queries: Queries, tableId: string, field: string): Promise<void> {
  await queries.query('select table_id from update_turn where table_id = $1::bigint for update', [tableId]);
  if (!(await isGivenUp(queries, tableId, field))) return;
  for (const table of ['dw_order', 'dw_ordered'])
    await queries.query(`delete from ${table} where table_id = $1::bigint and field = $2::bigint`, [tableId, field]);
}

/** What an operator sees of them. */
export interface IndexFigures {
  ready: number;
  building: number;
  entries: number;
}

export async function readIndexFigures({ query }: Queries): Promise<IndexFigures | null> {
  const [row] = await query<IndexFigures>(
    `select count(*) filter (where ready)::int as ready, count(*) filter (where not ready and dropped_at is null)::int as building,
       coalesce(sum(entries), 0)::float8 as entries from dw_ordered`,
  );
  return row ?? null;
}
