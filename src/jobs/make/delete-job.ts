import { limits } from '../../contract/limits';
import type { DwRecord } from '../../contract/records';
import { database } from '../../storage/database';
import type { Owner } from '../../storage/draft-rows';
import type { CheckRow } from '../../storage/job-rows';
import { askToPersist, deleteCheck, deleteUnmade } from '../../storage/storage-usage';
import { noCounts } from '../check/check-counts';
import { ledger } from '../ledger/ledger';
import { jobBuilder, type NewJob } from '../plan/plan';
import { newJobId } from '../table/job-state';
import { chunks } from '../table/request-size';

/** Records that were read and kept, to be deleted once a person agrees. */
export interface PreparedDelete {
  /** Of the job that they become. */
  id: string;
  rows: number;
  /** Makes a job of them. @returns its ID. @throws when the browser refuses to store it, or what was kept was deleted meanwhile; nothing is deleted then */
  start(): Promise<string>;
  /** Forgets them: nothing is deleted. */
  drop(): Promise<void>;
}

/**
 * Stores records with all of their fields, as calls of a job that there is not yet: each of at most a hundred is deleted in one call, and what was read is what
 * undo brings back.
 * @param pages of records, each record once; never all of them at once in memory
 * @throws what the pages or the browser's database throw, or the signal's reason; nothing is kept then
 */
export async function prepareDelete(
  pages: AsyncIterable<readonly DwRecord[]>,
  about: Omit<NewJob, 'kind' | 'update_type' | 'update_by_fields' | 'undoes'>,
  { signal, onProgress, kept = { db: database, ledger } }: DeleteChoice = {},
): Promise<PreparedDelete> {
  const id = newJobId(Date.now());
  const builder = jobBuilder(
    { ...about, kind: 'delete', update_type: 'delete', update_by_fields: [], undoes: null },
    id,
  );
  const mark = markOf(about, id);
  const drop = async (): Promise<void> => {
    await deleteCheck(kept.db, id);
    await deleteUnmade(kept.db, id);
  };
  let rows = 0;
  let left: readonly DwRecord[] = [];
  const keep = async (records: readonly DwRecord[]): Promise<void> => {
    const parts = [];
    for (const call of chunks(records, limits.itemsPerDelete)) parts.push(await builder.addDeleted(call));
    await kept.ledger.prepare(parts);
    rows += records.length;
    onProgress?.(rows);
  };
  try {
    await kept.db.checks.add(mark);
    for await (const page of pages) {
      signal?.throwIfAborted();
      const all = [...left, ...page];
      const full = all.length - (all.length % limits.itemsPerDelete);
      left = all.slice(full);
      if (full > 0) await keep(all.slice(0, full));
    }
    if (left.length > 0) await keep(left);
    signal?.throwIfAborted();
  } catch (error) {
    await drop();
    throw error;
  }
  return {
    id,
    rows,
    drop,
    async start() {
      const check = { ...mark, counts: { ...mark.counts, rows } };
      await kept.ledger.create({ job: builder.job(Date.now()), batches: [], payloads: [] }, check);
      void askToPersist();
      return id;
    },
  };
}

/**
 * What names the owner of records that are kept before there is a job: *Forget* deletes them by it, and so does a later check where the tab was closed. The job
 * takes it away.
 */
function markOf(
  { environment, identity, table_id, read_at }: Pick<NewJob, keyof Owner | 'table_id' | 'read_at'>,
  id: string,
): CheckRow {
  return {
    ...{ id, environment, identity, table_id, job_id: id, read_from: read_at, created_at: Date.now() },
    ...{ update_type: 'update', update_by_fields: [], fields: [], others: [], meant: {} },
    ...{ done: false, pieces: [], counts: noCounts(), changes: 0, requests: 0, planned: null, way: 'filter' },
  };
}

interface DeleteChoice {
  signal?: AbortSignal;
  onProgress?(rows: number): void;
  /** Where it is stored; this browser's own by default. */
  kept?: { db: typeof database; ledger: typeof ledger };
}
