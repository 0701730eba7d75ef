import type { Id } from '../contract/ids';
import type { JsonObject } from '../contract/json';
import { type ConsoleDatabase, database } from '../storage/database';
import type { Owner } from '../storage/draft-rows';
import type { BatchRow, JobRow, Outcome, PayloadRow } from '../storage/job-rows';
import type { RowFinding } from './dry-run';
import { asItLeaves, leavingCalls } from './leaving';
import { keyName, namesOfRow } from './runner/state';

/** A row that a job sent, or is sending. */
interface SentRow {
  job: JobRow;
  batch: BatchRow;
  outcome: Outcome;
  names: readonly string[];
  fields: JsonObject;
}

/** Outcomes of a write that may still be applied. */
const mayStillBeApplied: ReadonlySet<Outcome> = new Set<Outcome>(['unknown', 'reported', 'accepted', 'sending']);
const wasSent: ReadonlySet<Outcome> = new Set<Outcome>([...mayStillBeApplied, 'verified', 'differs']);

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
    if (![...mayStillBeApplied].some((outcome) => job.counts[outcome] > 0)) continue;
    for await (const { names, outcome, batch } of rowsSent(db, job, mayStillBeApplied)) {
      const own: OpenWrite = { job_id: job.id, outcome, sent_at: batch.sent_at };
      for (const name of names) if (isLater(own.sent_at, found.get(name)?.sent_at)) found.set(name, own);
    }
  }
  if (found.size === 0) return found;
  const oldest = Math.min(...[...found.values()].map(({ sent_at }) => sent_at ?? Number.POSITIVE_INFINITY));
  for (const job of jobs) {
    if (job.ended_at !== null && job.ended_at < oldest) continue;
    for await (const { names, outcome, batch } of rowsSent(db, job, wasSent, oldest)) {
      if (mayStillBeApplied.has(outcome)) continue;
      for (const name of names) {
        const open = found.get(name);
        if (open && isLater(batch.sent_at, open.sent_at)) found.delete(name);
      }
    }
  }
  return found;
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
    for await (const row of rowsSent(db, job, wasSent)) {
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
  const jobs = await db.jobs
    .where('[environment+identity+created_at]')
    .between([environment, identity, 0], [environment, identity, Number.POSITIVE_INFINITY])
    .toArray();
  return jobs.filter(({ table_id }) => table_id === tableId);
}

/** Calls read at once: each has up to a hundred rows. */
const callsAtOnce = 200;

/** The rows of a job with one of the outcomes, of calls sent since a time where one is given. */
async function* rowsSent(
  db: ConsoleDatabase,
  job: JobRow,
  wanted: ReadonlySet<Outcome>,
  since = 0,
): AsyncGenerator<SentRow> {
  const leaving = leavingCalls(job);
  for (let after = 0, full = true; full; ) {
    const kept: BatchRow[] = await db.batches
      .where('[job_id+number]')
      .between([job.id, after], [job.id, Number.POSITIVE_INFINITY], false)
      .limit(callsAtOnce)
      .toArray();
    full = kept.length === callsAtOnce;
    after = kept.at(-1)?.number ?? after;
    const batches = kept
      .map((batch) => asItLeaves(batch, leaving.get(batch.number)))
      .filter(({ counts, sent_at }) => {
        return (sent_at ?? since) >= since && [...wanted].some((outcome) => (counts[outcome] ?? 0) > 0);
      });
    const payloads = await db.payloads.bulkGet(batches.map(({ number }): [string, number] => [job.id, number]));
    for (const [place, batch] of batches.entries()) {
      const payload: PayloadRow | undefined = payloads[place];
      if (!payload) continue;
      for (const [index, { outcome, item_id }] of batch.rows.entries()) {
        if (!wanted.has(outcome)) continue;
        const names = namesOfRow(job, payload, index);
        const all = item_id === undefined || names.includes(item_id) ? names : [item_id, ...names];
        yield { job, batch, outcome, names: all, fields: payload.items[index]?.fields ?? {} };
      }
    }
  }
}
