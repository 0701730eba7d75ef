/**
 * The plan of a job: which rows go into which calls, 100 by id or 99 by key, and which into none and why.
 * A change of many rows, an import and one cell take this same way; what is planned is written down by `create-job.ts`.
 */

import type { Id } from '../../contract/ids';
import { formatJson, type Json, type JsonObject, setOwn } from '../../contract/json';
import { limits } from '../../contract/limits';
import {
  type DwRecord,
  encodeDelete,
  encodeUpdate,
  type UpdateInput,
  type UpdateItem,
  type UpdateMode,
} from '../../contract/records';
import type { Owner } from '../../storage/draft-rows';
import type { BatchRow, JobField, JobKind, JobRow, PayloadRow, RowResult } from '../../storage/job-rows';
import { type RowFinding, type RowState, updateById } from '../check/dry-run';
import { countRows, noCounts, shiftCounts } from '../ledger/job-state';
import { isByChoice, whyNotSent } from '../results/row-reasons';
import { keysAtOnce, liveValue } from './record-key';
import { bytesOf, itemBytesMax } from './request-size';

/** How long a job waits for verification unless the user extends it, in milliseconds. */
const proofMs = 60_000;

/** Requests that a call takes before it is answered: its rows are read once more right before it is sent. */
export const requestsPerCall = 2;

/** Rows in a call, by how they are located: as many as one request reads back. Rows that are left out are kept in parts of the same size. */
export const rowsPerCall = { id: limits.itemsPerUpdate, key: keysAtOnce, 'left-out': limits.itemsPerUpdate } as const;

/** What would be sent, and what is listed but not sent. */
export interface Plan {
  /**
   * Rows in input order, at most `rowsPerCall` and `itemBytesMax` in each call; those of one call are all located by ID, or all by key. A row located by ID goes by `update` also
   * where the job's mode is `upsert`: that never creates, whatever happens to the record.
   */
  calls: RowFinding[][];
  /** Rows without a change, and rows that a rule of 4.5 forbids: part of the job's report, never sent. */
  leftOut: RowFinding[];
  /** Rows that need a decision (a conflict, a change of type, an unread row, unticked): not part of the job. */
  staysOut: RowFinding[];
}

/** States of rows that cannot be changed before sending. */
const leftOut: readonly RowState[] = ['no-change', 'invalid', 'id-unknown', 'duplicate', 'refused'];

/** The group of a row: a call by id, a call by key, only the report, or none until the user has chosen. */
export function placeOfRow({
  state,
  match,
}: Pick<RowFinding, 'state' | 'match'>): 'id' | 'key' | 'left-out' | 'stays-out' {
  if (state === 'will-update' || state === 'will-create') return match ?? 'stays-out';
  return leftOut.includes(state) ? 'left-out' : 'stays-out';
}

/**
 * Sorts what a dry run found into calls and what is not sent. A call takes 100 rows by id (4.5 rule 1), and by key as many as one query can read back.
 * @param excluded names of rows that the person unticked
 */
export function planCalls(findings: readonly RowFinding[], excluded: ReadonlySet<string> = new Set()): Plan {
  const places = { id: [], key: [], 'left-out': [], 'stays-out': [] } as Record<
    ReturnType<typeof placeOfRow>,
    RowFinding[]
  >;
  for (const finding of findings) {
    places[excluded.has(finding.record.row) ? 'stays-out' : placeOfRow(finding)].push(finding);
  }
  return {
    calls: [...callsOf(places.id, 'id'), ...callsOf(places.key, 'key')],
    leftOut: places['left-out'],
    staysOut: places['stays-out'],
  };
}

function callsOf(rows: readonly RowFinding[], place: 'id' | 'key'): RowFinding[][] {
  const filling = new FillingCall(place);
  return [...rows.flatMap((row) => filling.add(row)), ...filling.rest()];
}

/** Collects the rows of one call after the other, each of as many rows and bytes as one may have. */
export class FillingCall {
  private rows: RowFinding[] = [];
  private bytes = 0;

  constructor(private readonly place: keyof typeof rowsPerCall) {}

  /** Takes a row in. @returns the call before it, where that is full; none otherwise */
  add(row: RowFinding): RowFinding[][] {
    const bytes = this.place === 'left-out' ? 0 : bytesOf(itemOf(row) as unknown as Json);
    const isFull = this.rows.length === rowsPerCall[this.place] || this.bytes + bytes > itemBytesMax;
    const full = isFull ? this.rest() : [];
    this.rows.push(row);
    this.bytes += bytes;
    return full;
  }

  /** The call that is not full. */
  rest(): RowFinding[][] {
    const { rows } = this;
    this.rows = [];
    this.bytes = 0;
    return rows.length > 0 ? [rows] : [];
  }
}

/**
 * The item of a call for one row (2.5): located by id with only the fields that change; or without id, with its whole key (4.5 rule 5) and the fields that
 * change, or all that are given where it is created (rule 4).
 */
export function itemOf({ record, match, key, cells, live }: RowFinding): UpdateItem {
  const fields: JsonObject = {};
  if (match === 'key' && key) for (const [id, value] of Object.entries(key.values)) setOwn(fields, id, value);
  for (const { field_id, after, state } of cells) {
    if (state === 'will-update') setOwn(fields, field_id, after);
  }
  // A row with a chosen similar record is located by that record's ID.
  return { item_id: match === 'id' ? (live?.item_id ?? record.item_id) : null, fields };
}

/** The body of a call of a job, as it is sent. */
export function bodyOf(
  { table_id, update_by_fields }: Pick<NewJob, 'table_id' | 'update_by_fields'>,
  payload: Pick<PayloadRow, 'update_type' | 'items'>,
): Json {
  return payload.update_type === 'delete'
    ? encodeDelete({ table_id, item_ids: payload.items.flatMap(({ item_id }) => item_id ?? []) })
    : encodeUpdate({ table_id, update_type: payload.update_type, update_by_fields, items: payload.items });
}

/** The input of one call of a plan, exactly as it is sent. */
export function callInput(table_id: Id, rows: readonly RowFinding[], mode: UpdateMode = updateById): UpdateInput {
  const items = rows.map(itemOf);
  if (rows[0]?.match !== 'key') return { table_id, update_type: 'update', items };
  return { table_id, update_type: 'upsert', update_by_fields: mode.update_by_fields, items };
}

/** What a job is about; its mode decides how rows without an ID are matched. */
export interface NewJob extends Owner, Pick<JobRow, 'update_type' | 'query' | 'leaves' | 'changed_on'> {
  kind: JobKind;
  update_by_fields: readonly string[];
  space_id: Id;
  table_id: Id;
  table_name: string;
  fields: JobField[];
  /** Name of the file that the rows came from. */
  file?: string;
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
  const builder = jobBuilder(about, id);
  const parts: JobPart[] = [];
  for (const rows of plan.calls) parts.push(await builder.add(rows, 'waiting'));
  for (const rows of chunks(plan.leftOut, rowsPerCall['left-out'])) parts.push(await builder.add(rows, 'left-out'));
  return {
    job: builder.job(now),
    batches: parts.map(({ batch }) => batch),
    payloads: parts.map(({ payload }) => payload),
  };
}

/** Of a call that has not been on its way. */
export const neverSent = {
  attempts: 0,
  sent_at: null,
  answered_at: null,
  trace_id: null,
  request: null,
  failure: null,
} as const;

/** One call of a job as it is written to the ledger, or as many rows that are never sent. */
export interface JobPart {
  batch: BatchRow;
  payload: PayloadRow;
}

/** Makes the ledger's rows of a job part by part, so that not all of them are held at once; the job itself comes last. */
export function jobBuilder(about: NewJob, id: string) {
  let parts = 0;
  let calls = 0;
  let line = 1;
  let counts = noCounts();
  const part = async (
    state: 'waiting' | 'left-out',
    results: RowResult[],
    body: Omit<PayloadRow, 'job_id' | 'number'>,
  ): Promise<JobPart> => {
    parts += 1;
    if (state === 'waiting') calls += 1;
    const own = countRows(results);
    const batch: BatchRow = {
      job_id: id,
      number: parts,
      first_line: line,
      state,
      hash: state === 'waiting' ? await sha256(bodyOf(about, body)) : '',
      ...neverSent,
      proof_until: null,
      read_at: null,
      reads: 0,
      counts: own,
      rows: results,
      changed: parts,
    };
    line += results.length;
    counts = shiftCounts(counts, {}, own);
    return { batch, payload: { job_id: id, number: batch.number, ...body } };
  };
  return {
    async add(rows: readonly RowFinding[], state: 'waiting' | 'left-out'): Promise<JobPart> {
      const items = rows.map(state === 'waiting' ? itemOf : wholeItem);
      const isByKey = state === 'waiting' && rows[0]?.match === 'key';
      return part(
        state,
        rows.map((row) => resultOf(row, state)),
        {
          update_type: isByKey ? 'upsert' : 'update',
          items,
          found: rows.map(({ live }, index) => (items[index]?.item_id == null ? (live?.item_id ?? null) : null)),
          lines: rows.map(({ record }, index) => record.line ?? line + index),
          before: rows.map((row, index) => beforeOf(row, items[index])),
          titles: rows.map(({ record, live }) => live?.title ?? record.title),
        },
      );
    },
    /** A call that deletes records, each kept with all of its fields. @param records at most `limits.itemsPerDelete` */
    addDeleted(records: readonly DwRecord[]): Promise<JobPart> {
      return part(
        'waiting',
        records.map(() => notSent),
        {
          update_type: 'delete',
          items: records.map(({ item_id }) => ({ item_id, fields: {} })),
          found: records.map(() => null),
          lines: records.map((_record, index) => line + index),
          before: records.map(({ fields }) => fields),
          titles: records.map(({ title }) => title),
        },
      );
    },
    job: (now: number): JobRow => ({
      id,
      ...about,
      update_by_fields: [...about.update_by_fields],
      created_at: now,
      started_at: null,
      ended_at: null,
      open: 1,
      order: 'run',
      share: 1,
      hold: null,
      total: line - 1,
      calls,
      counts,
      proof_ms: proofMs,
      proof_until: 0,
      changes: parts,
    }),
  };
}

/** Records with one key, or a similar one, that are named: more do not help to choose. */
const matchesKept = 10;

/** One for all rows that wait: a browser keeps and reads a call with a hundred of the same far quicker than one with a hundred alike. */
const notSent: RowResult = { outcome: 'not-sent', reason: null };

function resultOf(
  { state, reason, twin, candidates, several, record }: RowFinding,
  place: 'waiting' | 'left-out',
): RowResult {
  if (place === 'waiting') return notSent;
  if (state === 'no-change') return { outcome: 'no-change', reason: null };
  return {
    outcome: isByChoice(whyNotSent(reason)) ? 'skipped' : 'invalid',
    reason,
    ...(twin !== undefined && record.line !== null ? { twin } : {}),
    ...(candidates && (several || reason === 'near-undecided')
      ? { matches: candidates.slice(0, matchesKept).map(({ item_id }) => item_id) }
      : {}),
    ...(record.raw === undefined ? {} : { raw: record.raw }),
  };
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

/** Of a row that is not sent: all requested values. What does not fit is kept as written, to be fixed and loaded again. */
function wholeItem({ record }: RowFinding): UpdateItem {
  const fields: JsonObject = {};
  for (const { field_id, after, text, unfit } of record.cells)
    setOwn(fields, field_id, unfit ? (text ?? after) : after);
  for (const { field_id, text } of record.misfits ?? []) setOwn(fields, field_id, text);
  return { item_id: record.item_id || null, fields };
}

function beforeOf(row: RowFinding, item: UpdateItem | undefined): JsonObject | null {
  if (row.live === null) return null;
  const before: JsonObject = {};
  for (const field_id of Object.keys(item?.fields ?? {})) {
    const value = liveValue(row.live, field_id);
    if (value !== undefined) setOwn(before, field_id, value);
  }
  return before;
}

/** SHA-256 of a body as it is sent, in hexadecimal; empty without a secure context. */
export async function sha256(body: Json): Promise<string> {
  // Without a secure context there is no WebCrypto, and the console does not write.
  if (!globalThis.crypto?.subtle) return '';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(formatJson(body)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Whether two plans of the same changes would send the same rows over the same values: a person who agreed to one has agreed to the other. What is left out
 * of both may differ.
 */
export function isSamePlan(a: Pick<Plan, 'calls'>, b: Pick<Plan, 'calls'>): boolean {
  const [before, after] = [a.calls.flat(), b.calls.flat()];
  return before.length === after.length && before.every((finding, index) => sent(finding) === sent(after[index]));
}

function sent(finding: RowFinding | undefined): string {
  if (!finding) return '';
  const { record, state, match, live, cells } = finding;
  const values = cells
    .filter((cell) => cell.state === 'will-update')
    .map(({ field_id, now, after }): Json => [field_id, now ?? null, after]);
  return formatJson([record.row, state, match, live?.item_id ?? null, values]);
}
