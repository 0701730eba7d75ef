/** Who gives way when a bounded table is full: callback events, halves of seals, names of calls. What is held open follows the same rule in `open-shares.ts`. */
import type { Database } from '../../database/database';

/** A table whose rows belong to keys and addresses; each value but `table` and `id` is an SQL expression over its row, `held`. */
export type SharedTable = {
  table: string;
  /** Columns of its primary key. */
  id: string;
  /** Name of the key that the row belongs to (`KnownKeys`); null without one. */
  key: string;
  /** Group of addresses that it came from; `''` for this machine. */
  address: string;
  /** Whether somebody has read it. */
  isUsed: string;
  /** Bytes. */
  size: string;
  /** What gives way last among the rows of one owner sorts first. */
  lastToGo: string;
};

export type StoredBounds = { rows: number; bytes?: number };

/**
 * Deletes what is over the bounds: rows of unknown keys before those of known ones, unread before read, and of the owners that have most until all have the
 * same. Anyone can make up keys, so that the unknown ones of an address are one owner.
 */
export async function trimToShares(
  { query }: Pick<Database, 'query'>,
  { table, id, key, address, isUsed, size, lastToGo }: SharedTable,
  { rows, bytes = Number.MAX_SAFE_INTEGER }: StoredBounds,
): Promise<void> {
  await query(
    `delete from ${table} where (${id}) in (
       select ${id} from (
         select ${id}, sum(size) over kept as bytes_before, row_number() over kept as rows_before from (
           select ${id}, size, is_known, is_used, last_to_go,
             greatest(sum(size) over owned / $1::float8, row_number() over owned / $2::float8) as share
           from (
             select ${id}, ${size} as size, ${lastToGo} as last_to_go, (${isUsed}) as is_used, known.name is not null as is_known,
               case when known.name is not null or ${address} = '' then coalesce(${key}, '') else ${address} end as owner
             from ${table} as held left join gateway_known_key known on known.name = ${key}
           ) owners window owned as (partition by is_known, owner order by last_to_go, ${id})
         ) shares window kept as (order by is_known desc, is_used desc, share, last_to_go, ${id})
       ) placed where bytes_before > $1::float8 or rows_before > $2::float8)`,
    [bytes, rows],
  );
}
