/** What is stored and cannot be read by this version: its name, its file, and the end of it. It stays as it is until someone deletes it. */

import { Dexie } from 'dexie';
import { formatJson, type Json } from '../../contract/json';
import { isStoredStep, readDraft } from '../../edits/saved-drafts';
import { draftNews, jobNews } from '../../storage/change-broadcast';
import { type ConsoleDatabase, database } from '../../storage/database';
import type { Owner } from '../../storage/draft-rows';
import { deleteJob } from '../../storage/storage-usage';
import { readJob } from '../../storage/stored-jobs';

/** A job, or the unsent changes of a table with their undo, as far as they cannot be read. */
export interface Unreadable {
  kind: 'job' | 'drafts';
  /** Of the job, or of the table. */
  id: string;
  /** Of the job in its store; a job may have no text for an ID. */
  storedId: string;
  /** Whose it is; a part that cannot be read is empty. */
  owner: Owner;
  /** Entries that cannot be read. */
  count: number;
}

/** A job of which a part cannot be read, though its own row may be. */
export function unreadableJob(id: string, owner: Owner): Unreadable {
  return { kind: 'job', id, storedId: id, owner, count: 1 };
}

/** Whether a job is one of a key, as far as that can be read. */
export async function isJobOf(id: string, owner: Owner, db: ConsoleDatabase = database): Promise<boolean> {
  const row = await db.jobs.get(id);
  return row !== undefined && isSame(ownerOf(row), owner);
}

/** The jobs that cannot be read, of a key or of all. */
export async function unreadableJobs(owner: Owner | null, db: ConsoleDatabase = database): Promise<Unreadable[]> {
  const rows = await db.jobs.filter((row) => readJob(row) === null).toArray();
  return rows
    .map((row) => ({
      kind: 'job' as const,
      id: text(row.id),
      storedId: row.id as string,
      owner: ownerOf(row),
      count: 1,
    }))
    .filter((job) => owner === null || isSame(job.owner, owner));
}

/** The unsent changes and steps of undo that cannot be read, by table, of all keys. */
export async function unreadableDrafts(db: ConsoleDatabase = database): Promise<Unreadable[]> {
  const found = new Map<string, Unreadable>();
  for (const row of (await draftRows(db)).flat()) {
    const owner = ownerOf(row);
    const id = text(row.table_id);
    const name = JSON.stringify([owner, id]);
    const count = (found.get(name)?.count ?? 0) + 1;
    found.set(name, { kind: 'drafts', id, storedId: id, owner, count });
  }
  return [...found.values()];
}

/** All that is stored of it, as JSON text; what JSON does not have is written as text. */
export async function textOfUnreadable(thing: Unreadable, db: ConsoleDatabase = database): Promise<string> {
  return formatJson(toJson(await rowsOf(thing, db), []), 2);
}

/** All that a database holds, whichever version has made it, as JSON text: the rows of each of its stores. */
export async function textOfDatabase({ name }: ConsoleDatabase = database): Promise<string> {
  const opened = await new Dexie(name).open();
  try {
    const stores = await Promise.all(opened.tables.map(async (table) => [table.name, await table.toArray()]));
    return formatJson(toJson(Object.fromEntries(stores), []), 2);
  } finally {
    opened.close();
  }
}

/** Deletes it for good. */
export async function deleteUnreadable(thing: Unreadable, db: ConsoleDatabase = database): Promise<void> {
  const { kind, id, storedId, owner } = thing;
  if (kind === 'job') {
    await db.transaction('rw', db.jobs, db.batches, db.payloads, () => deleteJob(db, storedId));
    jobNews.tell({ job_id: id, about: 'order' }, 'also-here');
    return;
  }
  const [drafts, steps] = await draftRows(db, thing);
  await db.transaction('rw', db.drafts, db.draftSteps, async () => {
    for (const row of drafts)
      await db.drafts.delete([row.environment, row.identity, row.table_id, row.item_id, row.field_id] as DraftKey);
    for (const row of steps)
      await db.draftSteps.delete([row.environment, row.identity, row.table_id, row.sequence] as StepKey);
  });
  draftNews.tell({ ...owner, table_id: null }, 'also-here');
}

type DraftKey = [string, string, string, string, string];
type StepKey = [string, string, string, number];

async function rowsOf(thing: Unreadable, db: ConsoleDatabase): Promise<Record<string, unknown>> {
  const { kind, storedId } = thing;
  if (kind === 'drafts') {
    const [drafts, draftSteps] = await draftRows(db, thing);
    return { drafts, draftSteps };
  }
  const range = [[storedId], [storedId, []]] as unknown as [[string, number], [string, number]];
  const [job, batches, payloads] = await Promise.all([
    db.jobs.get(storedId),
    db.batches
      .where('[job_id+number]')
      .between(...range)
      .toArray(),
    db.payloads
      .where('[job_id+number]')
      .between(...range)
      .toArray(),
  ]);
  return { job, batches, payloads };
}

/** The rows of unsent changes, and of their undo, that cannot be read; those of one table, where it is given. */
async function draftRows(db: ConsoleDatabase, of?: Unreadable) {
  const isMeant = (row: { environment?: unknown; identity?: unknown; table_id?: unknown }) =>
    of === undefined || (isSame(ownerOf(row), of.owner) && text(row.table_id) === of.id);
  return Promise.all([
    db.drafts.filter((row) => readDraft(row) === null && isMeant(row)).toArray(),
    db.draftSteps.filter((row) => !isStoredStep(row) && isMeant(row)).toArray(),
  ]);
}

function ownerOf({ environment, identity }: { environment?: unknown; identity?: unknown }): Owner {
  return { environment: text(environment), identity: text(identity) };
}

function isSame(a: Owner, b: Owner): boolean {
  return a.environment === b.environment && a.identity === b.identity;
}

/** Keys of a database are texts, numbers, dates or lists of them. */
function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Anything that a browser stores, as JSON. @param within what it is in: a stored value may hold itself */
function toJson(value: unknown, within: readonly object[]): Json {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object') return value === undefined ? null : (value as Json);
  if (value === null) return null;
  if (within.includes(value)) return '[…]';
  const inner = [...within, value];
  if (Array.isArray(value)) return value.map((each) => toJson(each, inner));
  if (value instanceof Date) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toJson(each, inner)]));
}
