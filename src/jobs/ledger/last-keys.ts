import Dexie from 'dexie';
import type { Id } from '../../contract/ids';
import { type ConsoleDatabase, database } from '../../storage/database';
import type { Owner } from '../../storage/draft-rows';

/** Jobs that are looked through, the newest first. */
const looked = 100;

/** By what the last jobs of a table found their records, the newest first, each once: `item_id` alone, or the fields of a key. Drafts always have an id, so that of them only a key says something. */
export async function lastKeys(
  { environment, identity }: Owner,
  table_id: Id,
  db: ConsoleDatabase = database,
): Promise<string[][]> {
  const jobs = await db.jobs
    .where('[environment+identity+created_at]')
    .between([environment, identity, Dexie.minKey], [environment, identity, Dexie.maxKey])
    .reverse()
    .limit(looked)
    .toArray();
  const keys = jobs
    .filter((job) => job.table_id === table_id && (job.kind === 'import' || job.update_type === 'upsert'))
    .map(({ update_by_fields }) => (update_by_fields.length > 0 ? update_by_fields : ['item_id']));
  return [...new Map(keys.map((key) => [JSON.stringify([...key].sort()), key])).values()];
}
