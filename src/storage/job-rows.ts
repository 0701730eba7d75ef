import type { ApiErrorKind, CallFault } from '../contract/errors';
import type { FieldKind } from '../contract/field-kinds';
import type { Filter } from '../contract/filter';
import type { Id } from '../contract/ids';
import type { JsonObject } from '../contract/json';
import { type Order, type UpdateItem, type UpdateType, updateTypes } from '../contract/records';
import type { FieldOption } from '../contract/tables';
import type { Owner } from './draft-rows';
import type { Outcome, OutcomeCounts } from './outcomes';

/** What the job knows of a field that it writes. */
export interface JobField {
  field_id: string;
  name: string;
  kind: FieldKind;
  options: FieldOption[];
}

export const jobKinds = ['edit', 'undo', 'redo', 'import', 'delete'] as const;
export type JobKind = (typeof jobKinds)[number];

/** What a call does with its records: the types of a batch update (4.5), and the batch delete. */
export const writeTypes = [...updateTypes, 'delete'] as const;
export type WriteType = (typeof writeTypes)[number];

/** What the person ordered; the runner obeys. */
export const jobOrders = ['run', 'pause', 'stop'] as const;
export type JobOrder = (typeof jobOrders)[number];

export const holdReasons = ['key-refused', 'too-many', 'unreachable', 'unread', 'failing', 'fault', 'lost'] as const;

/** Why a job is paused although nobody paused it. */
export interface JobHold {
  reason: (typeof holdReasons)[number];
  message: string;
  code: number | null;
  trace_id: string | null;
  /** Epoch milliseconds at which it continues automatically; null: when it is resumed. */
  until: number | null;
  /** Epoch milliseconds at which it began. */
  since?: number;
}

/** Why rows could not be read back, as the transport reported it, and when they are read again. */
export interface FailedReadBack {
  kind: ApiErrorKind;
  operation: string;
  message: string;
  fault: CallFault | null;
  code: number | null;
  status: number | null;
  trace_id: string | null;
  /** Milliseconds that the answer asked to wait; null: it did not. */
  retry_after_ms: number | null;
  /** Epoch milliseconds; 0: now. */
  until: number;
}

export interface JobRow extends Owner {
  id: string;
  kind: JobKind;
  space_id: Id;
  table_id: Id;
  table_name: string;
  update_type: WriteType;
  /** Ids of the fields that match, with `upsert` (4.5 rule 4). */
  update_by_fields: string[];
  fields: JobField[];
  /** Name of the file that its rows came from; missing where they came from none. */
  file?: string;
  /** The filter and sort that it was sent from. Missing: it was sent from no records. */
  query?: { filter: Filter | null; order: Order | null };
  /** The job that this one undoes. */
  undoes: string | null;
  /** Rows of the undone job that this one does not bring back, as it was made: records that it created, and others. Missing: not known. */
  leaves?: { created: number; others: number };
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  /** 1 while something is left to send or to prove; a number because it is indexed. */
  open: 0 | 1;
  order: JobOrder;
  /** Share of the requests a second that it may use, above 0 and at most 1: slower leaves more to everything else. */
  share: number;
  hold: JobHold | null;
  /** The last read-back failed and is tried again. Missing or null: it did not. */
  failed_read?: FailedReadBack | null;
  /** When the platform last answered a call of it, or a reading of its rows, epoch milliseconds. Missing: it has not, or an earlier version ran the job. */
  answered_at?: number;
  /** When an immediate read-back was last requested, epoch milliseconds. Missing: never. */
  read_asked?: number;
  /** A stop is being confirmed: nothing more is sent before this time (epoch milliseconds). Missing or past: none is. */
  asked_until?: number;
  /** Rows of the input, calls that send, and counts by outcome that add up to the rows. */
  total: number;
  calls: number;
  counts: OutcomeCounts;
  /** How long proof is waited for after each call, in milliseconds. */
  proof_ms: number;
  /** Epoch milliseconds up to which the wait was prolonged; 0 if it was not. */
  proof_until: number;
  /** When the dry run had read the rows, epoch milliseconds. */
  read_at: number;
  /** If it loaded the whole table: a time of the platform that every change since is after. Missing or null: it did not, or that is unknown. */
  changed_on?: string | null;
  /** Counts the changes of its batches. */
  changes: number;
  /** The turn of the runner that took it up last: what one with an earlier turn stores is dropped. Missing: none did. */
  turn?: number;
  /** Rows of calls that the platform turned away, by the number of the call: read back first, they are sent again unless they were written. Missing: none. */
  turned_away?: { number: number; rows: number }[];
}

/**
 * `waiting` not sent · `sending` from before the wire on · `accepted` code 0, not verified yet · `unanswered` unknown · `decided` ·
 * `left-out` never to be sent.
 */
export const batchStates = ['waiting', 'sending', 'accepted', 'unanswered', 'decided', 'left-out'] as const;
export type BatchState = (typeof batchStates)[number];

/** What can be wrong with a line of a file, so that its row is never sent. */
export const brokenLines = [
  'quote-open',
  'quote-junk',
  'long-row',
  'bad-bytes',
  'nul',
  'bad-json',
  'not-a-row',
  'no-result',
  'repeated-header',
  'no-text',
] as const;
export type BrokenLine = (typeof brokenLines)[number];

/**
 * Why a row has its outcome, where there is more to say than the outcome itself; worded by the page.
 * `not-seen`: accepted, and the row still had the old value when the wait ended · `no-answer`: the same without a response to the call · `cannot-read`: the row
 * could not be read back · `not-shown`: it was read back, and the platform leaves a written field out of its answers · `deleted`: its record no longer exists ·
 * `in-part`: some of its fields have the sent values, others do not · `call-refused`: the platform refused the whole call, and reading back showed to the end of
 * its wait, or so far, that the row was not written · `turned-away`: the platform refused or postponed the call, and nothing confirms yet that it wrote nothing ·
 * `event`: a trusted callback event says that the row was not written · `reported-written`,
 * `reported-not-written`: an untrusted event says so, and reading back decides nothing · `several-match`: several records have its key (4.5 rule 6) ·
 * `created-instead`: a record was created although one existed · `updated-instead`: a record was to be created, and one created by someone else in between was
 * updated.
 *
 * Found by the check: `gone`: no record has the ID · `id-missing`, `not-an-id` (rule 3) · `key-missing`, `key-empty`: a field of the key is not among the
 * row's, or has no value (rule 5) · `key-unmatched`: a key of system fields that matches nothing, and is never written (rule 7) · `same-key-twice`,
 * `same-record-twice`: an earlier row of the job means the same record · `double-before`: it did in the job whose results the file has · `does-not-fit`: a text
 * of the file does not fit its field · `too-large`: no request can hold it, or the gateway did not pass its call on for its size · `no-fields`: nothing is
 * left to write · `system-field`: only fields that are never written (rule 7) · `left-out`:
 * skipped by choice · `near-undecided`: it is similar to an existing record, and no choice was made · `not-to-create`: it would create a record, and that was
 * off · `kind-not-allowed`: it would write another type of value, and that was not allowed · `not-checked`: it could not be loaded · `changed-meanwhile`: its
 * record was changed by someone else after it was loaded, and no choice was made · `BrokenLine`: the line of the file cannot be trusted, and why
 * (`broken-line`: in earlier jobs, without the reason).
 *
 * Found right before its call was to be sent: `changed-since-check`: a field that it writes, or the record matched by its key, has changed since the check ·
 * `exists-now`: a record has its key, and it was to create one · `key-lost`: no record has its key any more (also read back) · also `gone`, `several-match`,
 * `not-checked`.
 */
export const rowReasons = [
  'not-seen',
  'no-answer',
  'cannot-read',
  'not-shown',
  'deleted',
  'in-part',
  'gone',
  'call-refused',
  'turned-away',
  'event',
  'reported-written',
  'reported-not-written',
  'id-missing',
  'not-an-id',
  'key-missing',
  'key-empty',
  'key-unmatched',
  'same-key-twice',
  'same-record-twice',
  'double-before',
  'does-not-fit',
  'too-large',
  'broken-line',
  ...brokenLines,
  'several-match',
  'created-instead',
  'updated-instead',
  'system-field',
  'no-fields',
  'left-out',
  'near-undecided',
  'not-to-create',
  'kind-not-allowed',
  'not-checked',
  'changed-meanwhile',
  'changed-since-check',
  'exists-now',
  'key-lost',
] as const;
export type RowReason = (typeof rowReasons)[number];

/** Reports of hints about a row. */
export interface RowReport {
  written: boolean | 'contradicted';
  code: number | null;
  message: string | null;
}

export interface RowResult {
  outcome: Outcome;
  reason: RowReason | null;
  /** Words of the platform, as they came. */
  message?: string;
  code?: number;
  /** What proved it. */
  proof?: 'event' | 'read-back';
  /** An event's report of it after its wait had ended. */
  said?: RowReport;
  /** When it was decided, epoch milliseconds. */
  at?: number;
  /** The record that was written, where the row did not name it: matched by its key, or created. */
  item_id?: Id;
  /** It was created by this row, as the platform reports or its times show. */
  created?: true;
  /** It was to be created, and it is unknown whether it was, or a record created by someone else in between was updated. */
  unsure?: true;
  /** Of a row of a file that is there twice: the line that means the same record, and counts. */
  twin?: string;
  /** Where the check found them, the first of the records that have its key (`several-match`) or nearly have it (`near-undecided`). */
  matches?: Id[];
  /** Of a malformed line of a file: its text, as it is unknown which cell belongs where. */
  raw?: string;
  /**
   * The written fields as last read back, if they differ from what was sent, also in how they are empty; a missing field is omitted. Of an undecided row: if they differ from the previous
   * values too. Of one changed by someone else since the check: their values.
   */
  now?: JsonObject;
}

/** One call of at most 100 items, or as many rows that are never sent. */
export interface BatchRow {
  job_id: string;
  number: number;
  /** Line of its first row in the input, from 1. */
  first_line: number;
  state: BatchState;
  /** SHA-256 of the body, in hexadecimal: shows whether the stored body is what was sent. */
  hash: string;
  /** Calls made with it. More than 1 only where it never got there, or where the platform turned it away and its rows were read back as they were before. */
  attempts: number;
  sent_at: number | null;
  answered_at: number | null;
  trace_id: string | null;
  /** Number of the request in the activity of its session. */
  request: number | null;
  /** How the call ended when it was not accepted, unchanged. */
  failure: { kind: string; message: string; code: number | null; status: number | null } | null;
  proof_until: number | null;
  /** Whatever reading back shows, it is not sent again: it had been given up, or reading alone cannot tell whether the platform created its records. */
  look_only?: true;
  read_at: number | null;
  reads: number;
  counts: Partial<OutcomeCounts>;
  /** One for each item. */
  rows: RowResult[];
  /** Grows with every change in the job, so that a reader fetches only what is new. */
  changed: number;
}

/** What a batch sends and what was there before: written before anything is sent, and again only where rows are taken out of it before it is. */
export interface PayloadRow {
  job_id: string;
  number: number;
  /** Of these items: rows that are located by id go by `update` also in a job of mode `upsert`, as that never creates. */
  update_type: WriteType;
  /** To be deleted: without fields. */
  items: UpdateItem[];
  /** For an item without id: the record that the dry run found by its key; null where it found none, and one is to be created. */
  found: (Id | null)[];
  /** Line of each row in the file or list it came from. */
  lines: number[];
  /** Values of the written fields as the dry run read them, of all fields where the record is deleted; a missing field is left out. Null where nothing was read. */
  before: (JsonObject | null)[];
  titles: (string | null)[];
}

/** A dry run over rows too many to hold: kept until a job is made of it, or it is dropped. */
export interface CheckRow extends Owner {
  id: string;
  table_id: Id;
  update_type: UpdateType;
  update_by_fields: string[];
  fields: JobField[];
  /** Fields of the table that the rows do not have: they too distinguish records of one key. */
  others: JobField[];
  created_at: number;
  /** Every row was judged. */
  done: boolean;
  /** Of each piece of what was found; and of all of them. */
  pieces: CheckCounts[];
  counts: CheckCounts;
  /** Requests made, and those expected in total (null while unknown). */
  requests: number;
  planned: number | null;
  /** `walk`: the whole table was read, as that took fewer requests. */
  way: 'filter' | 'walk';
  /** When the oldest reading was made, epoch milliseconds. */
  read_from: number;
  /** As of its job. */
  changed_on?: string | null;
  /** Records that a row with candidates may mean and another row means as well: the name of that row, by id. */
  meant: Record<Id, string>;
  /** How often rows of it were judged again: a job is made only of what was shown last. */
  changes: number;
  /** The job that is being made of it: until then nobody else changes it, or makes one. */
  job_id: string | null;
}

/** What a dry run found, in numbers. */
export interface CheckCounts {
  rows: number;
  /** Rows by state; they add up. */
  states: Record<string, number>;
  /** Rows with cells that the user fixed. */
  fixed: number;
  /** Unmatched rows: those for which the whole table was read, those for which other spellings of their key were asked for, and those for which neither was done. */
  searched: Record<'whole' | 'spellings' | 'not', number>;
  /** Rows that are to be sent, by how their records are located; and those of them that create a record. */
  sent: Record<'id' | 'key', number>;
  creates: Record<'id' | 'key', number>;
  /** Rows that are not sent, by why. */
  skipped: Map<string, number>;
  /** Texts that do not fit and count as blank, in rows that are to be sent: what the blank does, what the row does, the field. */
  unfit: Record<'keep' | 'clear', Record<'will-update' | 'will-create', Map<string, number>>>;
  /** Blanks over a value, by field. */
  keptByBlank: Map<string, number>;
  /** Values of records that are cleared, by field: by blanks, and by all there is. */
  clears: Record<'blanks' | 'all', Map<string, number>>;
  /** Rows with records to choose from; of them those that would create a record while similar ones are there, and those whose key finds some while no record has their ID. */
  candidates: number;
  similar: ChoiceCounts;
  unknownIds: ChoiceCounts;
}

/** Rows with candidate records, and the choices for them: none, for those in none of the last three. */
export interface ChoiceCounts {
  rows: number;
  /** Of them those with several candidates, for which *update* alone is ambiguous. */
  several: number;
  creates: number;
  /** Those that mean the record, whether it changes by them or not. */
  records: number;
  out: number;
}

/** Some hundred findings of a dry run, in the order of the input. */
export interface CheckPieceRow {
  check_id: string;
  /** From 1. */
  number: number;
  /** As the dry run made them (`RowFinding[]`). */
  findings: unknown;
}
