import type { Queries } from '../database/database';

/**
 * Where the data outgrow one machine: on a Postgres with Citus the rows of a table (records, order index, batches and their events) lie together on one
 * shard, so that every statement that names one `table_id` runs on one node as it stands. What Citus asks of such a statement, on every engine: inserts
 * stand alone (not within `with`), no `select` without columns, no sequence.
 */
const byTableId = ['dw_record', 'dw_order', 'dw_ordered', 'update_batch', 'update_turn', 'update_count'];

/**
 * What those statements read beside it, whole on every node. All else stays on the coordinator: it is small, Citus takes no triggers on what it distributes,
 * and a write to every node waits for each of them.
 */
const onEveryNode = ['person', 'catalogue'];

/** Distributes what is not yet distributed; nothing without Citus. The caller lets one process do it at a time. */
export async function distribute({ query }: Queries): Promise<void> {
  const [citus] = await query(`select 1 from pg_extension where extname = 'citus'`);
  if (!citus) return;
  const rows = await query<{ name: string }>('select logicalrelid::text as name from pg_dist_partition');
  const done = new Set(rows.map(({ name }) => name));
  // What a Postgres held that became a coordinator is copied to the nodes, and is in the way where it was.
  const clearHere = (name: string) => query('select truncate_local_data_after_distributing_table($1)', [name]);
  for (const name of onEveryNode.filter((name) => !done.has(name))) {
    await query('select create_reference_table($1)', [name]);
    await clearHere(name);
  }
  for (const name of byTableId.filter((name) => !done.has(name))) {
    const together = name === 'dw_record' ? 'none' : 'dw_record';
    await query(`select create_distributed_table($1, 'table_id', colocate_with => $2)`, [name, together]);
    await clearHere(name);
  }
}
