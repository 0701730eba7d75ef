/**
 * The door of the stores of jobs: whatever reads a row of them has it decoded here. What earlier versions did not write gets its default, and what newer ones
 * write beside it is kept.
 */

import * as v from 'valibot';
import { fieldKinds } from '../contract/field-kinds';
import { type Filter, readFilter } from '../contract/filter';
import {
  type BatchRow,
  batchStates,
  holdReasons,
  type JobRow,
  jobKinds,
  jobOrders,
  type PayloadRow,
  rowReasons,
  writeTypes,
} from './job-rows';
import { type Outcome, outcomes } from './outcomes';
import {
  countSchema,
  decodeStored,
  finiteSchema,
  jsonObjectSchema,
  jsonSchema,
  readStored,
  type Stored,
  timeSchema,
} from './stored-values';

/** A job; null where this version cannot read it: then it is neither run nor shown as one. */
export function readJob(row: Stored<JobRow> | undefined): JobRow | null {
  return readStored(jobSchema, row);
}

/** As `readJob`. @throws UnreadableError */
export function decodeJob(row: Stored<JobRow>): JobRow {
  return decodeStored(jobSchema, row, `Job ${row.id}`);
}

/** The jobs of some rows that this version can read. */
export function readJobs(rows: readonly (Stored<JobRow> | undefined)[]): JobRow[] {
  return rows.flatMap((row) => readJob(row) ?? []);
}

/** A call with its rows; null where this version cannot read it. */
export function readBatch(row: Stored<BatchRow> | undefined): BatchRow | null {
  return readStored(batchSchema, row);
}

/** As `readBatch`. @throws UnreadableError */
export function decodeBatch(row: Stored<BatchRow>): BatchRow {
  return decodeStored(batchSchema, row, `Call ${row.number} of job ${row.job_id}`);
}

/** What a call sends; null where this version cannot read it. */
export function readPayload(row: Stored<PayloadRow> | undefined): PayloadRow | null {
  return readStored(payloadSchema, row);
}

/** As `readPayload`. @throws UnreadableError */
export function decodePayload(row: Stored<PayloadRow>): PayloadRow {
  return decodeStored(payloadSchema, row, `The body of call ${row.number} of job ${row.job_id}`);
}

const text = v.string();
const textOrNull = v.nullable(text);
const textsSchema = v.array(text);
const numberOrNull = v.nullable(finiteSchema);
const timeOrNull = v.nullable(timeSchema);

function countEntries<Count extends v.GenericSchema>(count: Count): Record<Outcome, Count> {
  return Object.fromEntries(outcomes.map((outcome) => [outcome, count])) as Record<Outcome, Count>;
}
const someCountsSchema = v.looseObject(countEntries(v.optional(countSchema)));
/** Earlier versions did not count every outcome. */
const countsSchema = v.looseObject(countEntries(v.optional(countSchema, 0)));

const fieldsSchema = v.array(
  v.looseObject({
    field_id: text,
    name: text,
    kind: v.picklist(fieldKinds),
    options: v.array(v.looseObject({ id: text, name: text, color: textOrNull })),
  }),
);

const ownerEntries = { environment: text, identity: text };

/** How rows find their records; `upsert` without a key would create every one of them. */
const modeEntries = { update_type: v.picklist(writeTypes), update_by_fields: textsSchema };
function hasKey({ update_type, update_by_fields }: Pick<JobRow, 'update_type' | 'update_by_fields'>): boolean {
  return update_type !== 'upsert' || update_by_fields.length > 0;
}

const holdSchema = v.looseObject({
  reason: v.picklist(holdReasons),
  message: text,
  code: numberOrNull,
  trace_id: textOrNull,
  until: timeOrNull,
  since: v.optional(timeSchema),
});

const failedReadSchema = v.looseObject({
  kind: v.picklist(['no-answer', 'malformed', 'system', 'business']),
  operation: text,
  message: text,
  fault: v.nullable(
    v.picklist(['empty', 'notJson', 'notEnvelope', 'noCode', 'noMessage', 'samePage', 'broke', 'late']),
  ),
  code: numberOrNull,
  status: numberOrNull,
  trace_id: textOrNull,
  retry_after_ms: numberOrNull,
  until: timeSchema,
});

const querySchema = v.looseObject({
  filter: v.nullable(v.custom<Filter>((value) => readFilter(value).ok && v.is(jsonSchema, value))),
  order: v.nullable(v.looseObject({ field_id: text, type: v.picklist(['asc', 'desc']) })),
});

const jobSchema: v.GenericSchema<unknown, JobRow> = v.pipe(
  v.looseObject({
    ...ownerEntries,
    ...modeEntries,
    id: text,
    kind: v.picklist(jobKinds),
    space_id: text,
    table_id: v.pipe(text, v.nonEmpty()),
    table_name: text,
    fields: fieldsSchema,
    file: v.optional(text),
    query: v.optional(querySchema),
    undoes: textOrNull,
    leaves: v.optional(v.looseObject({ created: countSchema, others: countSchema })),
    created_at: timeSchema,
    started_at: timeOrNull,
    ended_at: timeOrNull,
    open: v.picklist([0, 1]),
    order: v.picklist(jobOrders),
    share: v.optional(v.pipe(finiteSchema, v.gtValue(0), v.maxValue(1)), 1),
    hold: v.nullable(holdSchema),
    failed_read: v.nullish(failedReadSchema),
    answered_at: v.optional(timeSchema),
    read_asked: v.optional(timeSchema),
    asked_until: v.optional(timeSchema),
    total: countSchema,
    calls: countSchema,
    counts: countsSchema,
    proof_ms: v.pipe(timeSchema, v.minValue(0)),
    proof_until: timeSchema,
    read_at: timeSchema,
    changed_on: v.nullish(text),
    changes: v.optional(countSchema, 0),
    turn: v.optional(timeSchema),
    turned_away: v.optional(v.array(v.looseObject({ number: countSchema, rows: countSchema }))),
  }),
  v.check((row) => hasKey(row)),
);

const resultSchema = v.looseObject({
  outcome: v.picklist(outcomes),
  reason: v.nullable(v.picklist(rowReasons)),
  message: v.optional(text),
  code: v.optional(finiteSchema),
  proof: v.optional(v.picklist(['event', 'read-back'])),
  said: v.optional(
    v.looseObject({
      written: v.union([v.boolean(), v.literal('contradicted')]),
      code: numberOrNull,
      message: textOrNull,
    }),
  ),
  at: v.optional(timeSchema),
  item_id: v.optional(text),
  created: v.optional(v.literal(true)),
  unsure: v.optional(v.literal(true)),
  twin: v.optional(text),
  matches: v.optional(textsSchema),
  raw: v.optional(text),
  now: v.optional(jsonObjectSchema),
});

/** What is told of a row of a job where it is opened again as an unsent change. */
export const retriedResultSchema = v.pick(resultSchema, ['outcome', 'reason', 'message', 'code', 'twin']);

const batchSchema: v.GenericSchema<unknown, BatchRow> = v.looseObject({
  job_id: text,
  number: v.pipe(countSchema, v.minValue(1)),
  first_line: countSchema,
  state: v.picklist(batchStates),
  hash: text,
  attempts: countSchema,
  sent_at: timeOrNull,
  answered_at: timeOrNull,
  trace_id: textOrNull,
  request: numberOrNull,
  failure: v.nullable(v.looseObject({ kind: text, message: text, code: numberOrNull, status: numberOrNull })),
  proof_until: timeOrNull,
  look_only: v.optional(v.literal(true)),
  read_at: timeOrNull,
  reads: countSchema,
  counts: someCountsSchema,
  rows: v.array(resultSchema),
  changed: countSchema,
});

const payloadSchema: v.GenericSchema<unknown, PayloadRow> = v.looseObject({
  job_id: text,
  number: v.pipe(countSchema, v.minValue(1)),
  update_type: v.optional(v.picklist(writeTypes), 'update'),
  items: v.array(v.looseObject({ item_id: textOrNull, fields: jsonObjectSchema })),
  found: v.optional(v.array(textOrNull), () => []),
  lines: v.optional(v.array(countSchema), () => []),
  before: v.array(v.nullable(jsonObjectSchema)),
  titles: v.array(textOrNull),
});
