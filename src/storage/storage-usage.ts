import { Dexie } from 'dexie';
import { draftNews, jobNews } from './change-broadcast';
import { type ConsoleDatabase, database } from './database';
import type { Owner } from './draft-rows';
import { forgetSnapshots } from './snapshot-files';
import { readJobs } from './stored-jobs';

export interface Usage {
  /** Bytes used and available to this origin, as the browser reports; null if it does not. */
  bytes: number | null;
  quota: number | null;
  /** Whether the browser promised not to drop it when space runs out. */
  persisted: boolean;
  drafts: number;
  jobs: number;
  batches: number;
  tableSettings: number;
}

/** What the browser keeps for this console, for the settings page. */
export async function usage(db: ConsoleDatabase = database): Promise<Usage> {
  const estimate = await navigator.storage?.estimate?.();
  const [drafts, jobs, batches, tableSettings] = await Promise.all([
    db.drafts.count(),
    db.jobs.count(),
    db.batches.count(),
    db.tableSettings.count(),
  ]);
  return {
    bytes: estimate?.usage ?? null,
    quota: estimate?.quota ?? null,
    persisted: (await navigator.storage?.persisted?.()) ?? false,
    drafts,
    jobs,
    batches,
    tableSettings,
  };
}

/** Asks the browser not to drop the database when space runs out. @returns whether it promised; one that cannot be asked did not */
export async function askToPersist(): Promise<boolean> {
  try {
    return (await navigator.storage?.persisted?.()) || ((await navigator.storage?.persist?.()) ?? false);
  } catch {
    return false;
  }
}

/** Deletes everything that belongs to a key in an environment: drafts, their undo, jobs, before-images and results, and the rows loaded for insight (*Forget*). */
export async function wipe(environment: string, identity: string, db: ConsoleDatabase = database): Promise<void> {
  const kept = [db.drafts, db.draftSteps, db.jobs, db.batches, db.payloads, db.checks, db.checkPieces];
  const jobs = await db.transaction('rw', kept, async () => {
    await db.drafts.where('[environment+identity]').equals([environment, identity]).delete();
    await db.draftSteps.where('[environment+identity]').equals([environment, identity]).delete();
    const ids = await db.jobs.where('[environment+identity]').equals([environment, identity]).primaryKeys();
    for (const id of ids) await deleteJob(db, id);
    const checks = await db.checks.where('[environment+identity]').equals([environment, identity]).primaryKeys();
    for (const check of checks) await deleteCheck(db, check);
    return ids;
  });
  await forgetSnapshots({ environment, identity });
  draftNews.tell({ environment, identity, table_id: null }, 'also-here');
  for (const job_id of jobs) jobNews.tell({ job_id, about: 'order' }, 'also-here');
}

/** Deletes ended jobs of a key, with their before-images: they can no longer be undone. Those that this version cannot read stay. @returns how many */
export async function wipeEndedJobs(owner: Owner, db: ConsoleDatabase = database): Promise<number> {
  const jobs = await db.transaction('rw', db.jobs, db.batches, db.payloads, async () => {
    const rows = await db.jobs
      .where('[environment+identity+open]')
      .equals([owner.environment, owner.identity, 0])
      .toArray();
    const ended = readJobs(rows).map(({ id }) => id);
    for (const id of ended) await deleteJob(db, id);
    return ended;
  });
  for (const job_id of jobs) jobNews.tell({ job_id, about: 'progress' }, 'also-here');
  return jobs.length;
}

/** Deletes a dry run, and what was begun of a job that never came to be. */
export async function deleteCheck(db: ConsoleDatabase, id: string): Promise<void> {
  const job_id = (await db.checks.get(id))?.job_id;
  await db.checkPieces.where('[check_id+number]').between([id, Dexie.minKey], [id, Dexie.maxKey]).delete();
  await db.checks.delete(id);
  if (typeof job_id === 'string') await deleteUnmade(db, job_id);
}

/** Deletes what was begun of a job that never came to be. */
export async function deleteUnmade(db: ConsoleDatabase, jobId: string): Promise<void> {
  if (!(await db.jobs.get(jobId))) await deleteJob(db, jobId);
}

/** Deletes a job with all that belongs to it. */
export async function deleteJob(db: ConsoleDatabase, id: string): Promise<void> {
  const all = [
    [id, Dexie.minKey],
    [id, Dexie.maxKey],
  ] as const;
  await db.batches.where('[job_id+number]').between(all[0], all[1]).delete();
  await db.payloads.where('[job_id+number]').between(all[0], all[1]).delete();
  await db.jobs.delete(id);
}
