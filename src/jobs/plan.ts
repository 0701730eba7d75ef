import type { Id } from '../contract/ids';
import { formatJson, type Json, type JsonObject } from '../contract/json';
import { limits } from '../contract/limits';
import { encodeUpdate, type UpdateInput, type UpdateItem } from '../contract/updates';
import type { Owner } from '../storage/draft-rows';
import type { BatchRow, JobField, JobKind, JobRow, PayloadRow, RowResult } from '../storage/job-rows';
import { countRows, noCounts, shiftCounts } from './counts';
import type { RowFinding } from './dry-run';

/** How a job waits for proof unless the person prolongs it, in milliseconds. */
export const proofMs = 60_000;

/** What would be sent, and what is told but not sent. */
export interface Plan {
  /** Rows in the order of the input, `limits.itemsPerUpdate` at most in each call. */
  calls: RowFinding[][];
  /** Rows without a change, and rows that a rule of 4.5 forbids: part of the job's report, never sent. */
  leftOut: RowFinding[];
  /** Rows that wait for the person (a conflict, a change of kind, an unread row, unticked): no part of the job. */
  staysOut: RowFinding[];
}

/**
 * Sorts what a dry run found into calls of at most 100 items (4.5 rule 1) and what is not sent.
 * @param excluded item ids that the person unticked
 */
export function planCalls(findings: readonly RowFinding[], excluded: ReadonlySet<Id> = new Set()): Plan {
  const ticked = findings.filter(({ record }) => !excluded.has(record.item_id));
  const send = ticked.filter(({ state }) => state === 'will-update');
  const leftOut = ticked.filter(({ state }) => state === 'no-change' || state === 'invalid');
  const sent = new Set([...send, ...leftOut]);
  return {
    calls: chunks(send, limits.itemsPerUpdate),
    leftOut,
    staysOut: findings.filter((finding) => !sent.has(finding)),
  };
}

/** The item of a call for one row: its id and only the fields that change (2.5). */
export function itemOf(finding: RowFinding): UpdateItem {
  const fields: JsonObject = {};
  for (const { field_id, after, state } of finding.cells) {
    if (state === 'will-update') put(fields, field_id, after);
  }
  return { item_id: finding.record.item_id, fields };
}

/** The input of one call. Known records are located by their id, so the mode is `update` (4.5 rule 3). */
export function callInput(table_id: Id, rows: readonly RowFinding[]): UpdateInput {
  return { table_id, update_type: 'update', items: rows.map(itemOf) };
}

export interface NewJob extends Owner {
  kind: JobKind;
  space_id: Id;
  table_id: Id;
  table_name: string;
  fields: JobField[];
  undoes: string | null;
  read_at: number;
}

/** A job as it is written to the ledger before anything is sent. */
export interface PreparedJob {
  job: JobRow;
  batches: BatchRow[];
  payloads: PayloadRow[];
}

/**
 * Makes the ledger's rows of a plan: calls first, then what is left out, each with its before-image from the dry run.
 * @param id of the new job
 * @param now epoch milliseconds
 */
export async function prepareJob(plan: Plan, about: NewJob, id: string, now: number): Promise<PreparedJob> {
  const batches: BatchRow[] = [];
  const payloads: PayloadRow[] = [];
  let line = 1;
  let counts = noCounts();
  const add = async (rows: RowFinding[], state: 'waiting' | 'left-out'): Promise<void> => {
    const number = batches.length + 1;
    const items = state === 'waiting' ? rows.map(itemOf) : rows.map(wholeItem);
    const results = rows.map((row): RowResult => {
      if (state === 'waiting') return { outcome: 'not-sent', reason: null };
      return { outcome: row.state === 'invalid' ? 'invalid' : 'no-change', reason: row.reason };
    });
    const body = encodeUpdate({ table_id: about.table_id, update_type: 'update', items });
    batches.push({
      job_id: id,
      number,
      first_line: line,
      state,
      hash: state === 'waiting' ? await sha256(body) : '',
      attempts: 0,
      sent_at: null,
      answered_at: null,
      trace_id: null,
      request: null,
      failure: null,
      proof_until: null,
      read_at: null,
      reads: 0,
      counts: countRows(results),
      rows: results,
      changed: number,
    });
    payloads.push({
      job_id: id,
      number,
      items,
      before: rows.map((row, index) => beforeOf(row, items[index])),
      titles: rows.map(({ record, live }) => live?.title ?? record.title),
    });
    line += rows.length;
    counts = shiftCounts(counts, {}, countRows(results));
  };
  for (const rows of plan.calls) await add(rows, 'waiting');
  for (const rows of chunks(plan.leftOut, limits.itemsPerUpdate)) await add(rows, 'left-out');
  const job: JobRow = {
    id,
    ...about,
    update_type: 'update',
    update_by_fields: [],
    created_at: now,
    started_at: null,
    ended_at: null,
    open: 1,
    order: 'run',
    hold: null,
    total: line - 1,
    calls: plan.calls.length,
    counts,
    proof_ms: proofMs,
    proof_until: 0,
    changes: batches.length,
  };
  return { job, batches, payloads };
}

/** A name for a new job: short, and in the order of time. */
export function newJobId(now: number): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0'));
  return `${now.toString(36)}-${random.join('')}`;
}

/** Splits a list into pieces of at most `size`; the last one may be shorter. */
export function chunks<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  const pieces: Entry[][] = [];
  for (let start = 0; start < entries.length; start += size) pieces.push(entries.slice(start, start + size));
  return pieces;
}

/** Of a row that is not sent: everything that was asked for. */
function wholeItem({ record }: RowFinding): UpdateItem {
  const fields: JsonObject = {};
  for (const { field_id, after } of record.cells) put(fields, field_id, after);
  return { item_id: record.item_id, fields };
}

function beforeOf(row: RowFinding, item: UpdateItem | undefined): JsonObject | null {
  if (row.live === null) return null;
  const before: JsonObject = {};
  for (const field_id of Object.keys(item?.fields ?? {})) {
    const value = Object.hasOwn(row.live.fields, field_id) ? row.live.fields[field_id] : undefined;
    if (value !== undefined) put(before, field_id, value);
  }
  return before;
}

/** Plain assignment would lose a field called `__proto__`. */
function put(fields: JsonObject, field_id: string, value: Json): void {
  Object.defineProperty(fields, field_id, { value, enumerable: true, configurable: true, writable: true });
}

async function sha256(body: Json): Promise<string> {
  // Without a secure context there is no WebCrypto, and the console does not write.
  if (!globalThis.crypto?.subtle) return '';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(formatJson(body)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
