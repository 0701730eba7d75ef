import Dexie from 'dexie';
import type { Id } from '../../contract/ids';
import type { JsonObject } from '../../contract/json';
import { type ConsoleDatabase, database } from '../../storage/database';
import type { Owner } from '../../storage/draft-rows';
import type { BatchRow, CheckRow, JobRow, RowResult } from '../../storage/job-rows';
import type { Outcome } from '../../storage/outcomes';
import { outcomesThat } from '../../storage/outcomes';
import { readBatch, readJobs, readPayload } from '../../storage/stored-jobs';
import { isDecided } from '../proof/proof';
import { keyName, namesOfRow } from '../table/record-names';
import type { RowFinding, RowState } from './dry-run';
import { findingsOfCheck } from './stored-check';

/** A row that a job sent, or is sending. */
interface SentRow {
  job: JobRow;
  batch: BatchRow;
  outcome: Outcome;
  names: readonly string[];
  fields: JsonObject;
}

const sentOutcomes = [...outcomesThat('mayBeWritten')];

/** Whether a row that was sent may still be applied: one that differs, as long as it is watched. */
function mayStillBeApplied(row: Pick<RowResult, 'outcome' | 'at'>): boolean {
  return row.outcome !== 'verified' && (row.outcome !== 'differs' || !isDecided(row));
}

/** A write whose end is not known. */
export interface OpenWrite {
  job_id: string;
  outcome: Outcome;
  /** Epoch milliseconds; null where its call has just begun to leave. */
  sent_at: number | null;
}

/**
 * Writes of one table that may still be applied, by the record's id, and by its key (`keyName`) where the row named no record; only where nothing was decided
 * of a later write of the same record.
 */
export async function openWritesOf(
  owner: Owner,
  tableId: Id,
  db: ConsoleDatabase = database,
): Promise<ReadonlyMap<string, OpenWrite>> {
  const jobs = await jobsOf(owner, tableId, db);
  const found = new Map<string, OpenWrite>();
  for (const job of jobs) {
    for (const [name, own] of await openWritesIn(job, db)) {
      if (isLater(own.sent_at, found.get(name)?.sent_at)) found.set(name, own);
    }
  }
  if (found.size === 0) return found;
  let oldest = Number.POSITIVE_INFINITY;
  for (const { sent_at } of found.values()) oldest = Math.min(oldest, sent_at ?? oldest);
  for (const job of jobs) {
    if (job.ended_at !== null && job.ended_at < oldest) continue;
    for await (const { names, batch } of rowsSent(db, job, (row) => !mayStillBeApplied(row), oldest)) {
      for (const name of names) {
        const open = found.get(name);
        if (open && isLater(batch.sent_at, open.sent_at)) found.delete(name);
      }
    }
  }
  return found;
}

/** Writes of a job that may still be applied, as they were found last: most jobs do not change any more. */
const openWrites = new WeakMap<
  ConsoleDatabase,
  Map<string, { changes: number; writes: ReadonlyMap<string, OpenWrite> }>
>();

async function openWritesIn(job: JobRow, db: ConsoleDatabase): Promise<ReadonlyMap<string, OpenWrite>> {
  const { id, changes, counts } = job;
  if (sentOutcomes.every((outcome) => outcome === 'verified' || !counts[outcome])) return new Map();
  const kept = openWrites.get(db) ?? new Map();
  openWrites.set(db, kept);
  const known = kept.get(id);
  if (known?.changes === changes) return known.writes;
  const writes = new Map<string, OpenWrite>();
  for await (const { names, outcome, batch } of rowsSent(db, job, mayStillBeApplied)) {
    for (const name of names) writes.set(name, { job_id: id, outcome, sent_at: batch.sent_at });
  }
  kept.set(id, { changes, writes });
  return writes;
}

/** The write behind a row that may still be applied; undefined where there is none. */
export function openWriteOf(
  writes: ReadonlyMap<string, OpenWrite>,
  { record, live, key }: Pick<RowFinding, 'record' | 'live' | 'key'>,
  mode: { update_by_fields: readonly string[] },
): OpenWrite | undefined {
  if (writes.size === 0) return undefined;
  return writes.get(live?.item_id ?? record.item_id ?? '') ?? (key ? writes.get(keyName(mode, key)) : undefined);
}

const sentStates: ReadonlySet<RowState> = new Set(['will-update', 'will-create']);

/** How many rows of a check would write a record with an earlier write that may still be applied. */
export async function openWritesOfCheck(
  check: Pick<CheckRow, 'id' | 'pieces' | 'environment' | 'identity' | 'table_id' | 'update_by_fields'>,
  db: ConsoleDatabase = database,
): Promise<number> {
  const writes = await openWritesOf(check, check.table_id, db);
  if (writes.size === 0) return 0;
  let rows = 0;
  for await (const findings of findingsOfCheck(check, sentStates, db)) {
    for (const finding of findings) if (openWriteOf(writes, finding, check) !== undefined) rows += 1;
  }
  return rows;
}

/** How many rows of a job that is being made, which names its records by ID, write a record with an earlier write that may still be applied. */
export async function openWritesOfParts(
  jobId: string,
  owner: Owner,
  tableId: Id,
  db: ConsoleDatabase = database,
): Promise<number> {
  const writes = await openWritesOf(owner, tableId, db);
  if (writes.size === 0) return 0;
  let rows = 0;
  const parts = db.payloads.where('[job_id+number]').between([jobId, Dexie.minKey], [jobId, Dexie.maxKey]);
  await parts.each((part) => {
    for (const { item_id } of readPayload(part)?.items ?? []) if (writes.has(item_id ?? '')) rows += 1;
  });
  return rows;
}

/** What jobs made before this one sent to records since it was checked, by the names of its rows (`namesOfRow`). */
export async function sentBefore(
  { id, environment, identity, table_id, created_at, read_at }: JobRow,
  names: ReadonlySet<string>,
  db: ConsoleDatabase = database,
): Promise<ReadonlyMap<string, readonly JsonObject[]>> {
  const found = new Map<string, JsonObject[]>();
  for (const job of await jobsOf({ environment, identity }, table_id, db)) {
    const earlier = job.created_at < created_at || (job.created_at === created_at && job.id < id);
    if (!earlier || (job.ended_at !== null && job.ended_at < read_at)) continue;
    for await (const row of rowsSent(db, job, () => true)) {
      for (const name of row.names) if (names.has(name)) found.set(name, [...(found.get(name) ?? []), row.fields]);
    }
  }
  return found;
}

/** Whether a time is later than another; a call that is just leaving is later than all. */
function isLater(time: number | null, than: number | null | undefined): boolean {
  if (than === undefined) return true;
  return (time ?? Number.POSITIVE_INFINITY) >= (than ?? Number.POSITIVE_INFINITY);
}

async function jobsOf({ environment, identity }: Owner, tableId: Id, db: ConsoleDatabase): Promise<JobRow[]> {
  const rows = await db.jobs
    .where('[environment+identity+created_at]')
    .between([environment, identity, 0], [environment, identity, Number.POSITIVE_INFINITY])
    .toArray();
  return readJobs(rows).filter(({ table_id }) => table_id === tableId);
}

/** Calls read at once: each has up to a hundred rows. */
const callsAtOnce = 200;

/** The rows of a job that were sent and are wanted, of calls sent since a time where one is given; not those of calls that this version cannot read. */
async function* rowsSent(
  db: ConsoleDatabase,
  job: JobRow,
  isWanted: (row: RowResult) => boolean,
  since = 0,
): AsyncGenerator<SentRow> {
  for (let after = 0, full = true; full; ) {
    const rows = await db.batches
      .where('[job_id+number]')
      .between([job.id, after], [job.id, Number.POSITIVE_INFINITY], false)
      .limit(callsAtOnce)
      .toArray();
    const kept = rows.flatMap((row) => readBatch(row) ?? []);
    full = rows.length === callsAtOnce;
    after = Number(rows.at(-1)?.number ?? after);
    const batches = kept.filter(({ counts, sent_at }) => {
      return (sent_at ?? since) >= since && sentOutcomes.some((outcome) => (counts[outcome] ?? 0) > 0);
    });
    const payloads = await db.payloads.bulkGet(batches.map(({ number }): [string, number] => [job.id, number]));
    for (const [place, batch] of batches.entries()) {
      const payload = readPayload(payloads[place]);
      if (!payload) continue;
      for (const [index, row] of batch.rows.entries()) {
        const { outcome, item_id } = row;
        if (!sentOutcomes.includes(outcome) || !isWanted(row)) continue;
        const names = namesOfRow(job, payload, index);
        const all = item_id === undefined || names.includes(item_id) ? names : [item_id, ...names];
        yield { job, batch, outcome, names: all, fields: payload.items[index]?.fields ?? {} };
      }
    }
  }
}
