/**
 * The plan of a job: which rows go into which calls, 100 by id or 99 by key, and which into none and why.
 * A change of many rows, an import and one cell take this same way; what is planned is written down by `create-job.ts`.
 */

import type { Id } from '../../contract/ids';
import { formatJson, type Json, type JsonObject, setOwn } from '../../contract/json';
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
import { countRows, noCounts, shiftCounts } from '../table/job-state';
import { liveValue } from '../table/record-key';
import { bytesOf, chunks, itemBytesMax, rowsPerCall } from '../table/request-size';
import { isByChoice, whyNotSent } from '../table/row-reasons';

/** How long a job waits for verification unless the user extends it, in milliseconds. */
const proofMs = 60_000;

/** Requests that a call takes before it is answered: its rows are read once more right before it is sent. */
export const requestsPerCall = 2;

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
  const plan: Plan = { calls: [], leftOut: [], staysOut: [] };
  const filling = new FillingCalls();
  const put = ({ rows, place }: PlannedCall): void => {
    if (place === 'left-out') plan.leftOut.push(...rows);
    else plan.calls.push(rows);
  };
  for (const finding of findings) {
    const place = excluded.has(finding.record.row) ? 'stays-out' : placeOfRow(finding);
    if (place === 'stays-out') plan.staysOut.push(finding);
    else for (const call of filling.add(finding, place)) put(call);
  }
  for (const call of filling.rest()) put(call);
  return plan;
}

/** Rows of one call, all located by ID or all by key; or as many that are only listed. */
export interface PlannedCall {
  rows: RowFinding[];
  place: keyof typeof rowsPerCall;
}

/** The parts of a job of a plan. */
export function callsOfPlan({ calls, leftOut }: Plan): PlannedCall[] {
  return [
    ...calls.map((rows): PlannedCall => ({ rows, place: rows[0]?.match ?? 'id' })),
    ...chunks(leftOut, rowsPerCall['left-out']).map((rows): PlannedCall => ({ rows, place: 'left-out' })),
  ];
}

/** Collects rows into calls, each of as many rows and bytes as one may have. */
export class FillingCalls {
  private readonly calls = new Map<PlannedCall['place'], PlannedCall & { bytes: number }>();

  /** Takes a row in. @returns the call before it of its place, where that is full */
  *add(row: RowFinding, place: PlannedCall['place']): Generator<PlannedCall> {
    const bytes = place === 'left-out' ? 0 : bytesOf(itemOf(row) as unknown as Json);
    const call = this.calls.get(place);
    if (call && call.rows.length < rowsPerCall[place] && call.bytes + bytes <= itemBytesMax) {
      call.rows.push(row);
      call.bytes += bytes;
      return;
    }
    this.calls.set(place, { rows: [row], place, bytes });
    if (call) yield call;
  }

  /** The calls that are not full. */
  rest(): PlannedCall[] {
    return (['id', 'key', 'left-out'] as const).flatMap((place) => this.calls.get(place) ?? []);
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

export function preparedJob(job: JobRow, parts: readonly JobPart[]): PreparedJob {
  return { job, batches: parts.map(({ batch }) => batch), payloads: parts.map(({ payload }) => payload) };
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
    async add({ rows, place }: PlannedCall): Promise<JobPart> {
      const state = place === 'left-out' ? place : 'waiting';
      const items = rows.map(state === 'waiting' ? itemOf : wholeItem);
      return part(
        state,
        rows.map((row) => resultOf(row, state)),
        {
          update_type: place === 'key' ? 'upsert' : 'update',
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
