import { type FieldKind, isSystemField } from '../contract/fields';
import { type Id, isIntegerId } from '../contract/ids';
import { formatJson, type Json, type JsonObject, setOwn } from '../contract/json';
import type { DwRecord } from '../contract/records';
import type { UpdateMode } from '../contract/updates';
import { cellText } from '../edits/cell-text';
import { type JsonKind, jsonKindOf } from '../edits/coerce';
import { changesNothing, referencesOf, sameValue, writeForm } from '../edits/same-value';
import type { JobField, RowReason } from '../storage/job-rows';
import type { ChangedCell, ChangedRecord } from './changes';
import { type KeyMaker, keyMaker, liveValue, type RecordKey } from './record-key';

/**
 * What sending a cell would do. `conflict`: somebody wrote something else since it was read; `asks`: the JSON kind would change and the person has
 * not said that it may; `only-matches`: a field of the key, or a system field, which is never written (4.5 rule 7); `unfit`: the text of a file cannot
 * become a value of the field.
 */
export type CellState = 'will-update' | 'no-change' | 'conflict' | 'asks' | 'only-matches' | 'unfit';

export interface CellFinding extends ChangedCell {
  /** The value in the live record; undefined when the field is missing, or nothing was read. */
  now: Json | undefined;
  state: CellState;
  /** With `asks`: from which JSON kind to which. */
  kinds?: { from: JsonKind; to: JsonKind };
}

/**
 * What sending a record would do; `refused`: several records match (4.5 rule 6); `double`: an earlier row means the same record or key; `unread`: nothing
 * could be read of it, so nobody can say.
 */
export const rowStates = [
  'will-update',
  'will-create',
  'no-change',
  'conflict',
  'asks',
  'refused',
  'invalid',
  'double',
  'unread',
] as const;
export type RowState = (typeof rowStates)[number];

export interface RowFinding {
  record: ChangedRecord;
  state: RowState;
  /** With `invalid`, `refused` and `double`: the rule. */
  reason: RowReason | null;
  /** With `double`: the name of the earlier row. */
  twin?: string;
  /** What the record is located by when it is sent; null where that is not known. */
  match: 'id' | 'key' | null;
  /** With mode `upsert`: the key of the row; null without one. */
  key: RecordKey | null;
  cells: CellFinding[];
  /** Fields that are blank in a file and say something in the record, which is left as it is. */
  stands?: readonly string[];
  /** As it was read live; null when it was not, or is not there. */
  live: DwRecord | null;
  /** When that was read, epoch milliseconds; null when nothing was read for this row. */
  read_at: number | null;
}

/** What was read of the records of a table, and when. */
export interface LiveRows {
  records: ReadonlyMap<Id, DwRecord>;
  /** Ids that the platform does not have (any more). */
  missing: ReadonlySet<Id>;
  /** By the text of a key: every record that has it, none where it is known that there is none. A key that is not here was not read. */
  keys?: ReadonlyMap<string, readonly DwRecord[]>;
  /** Epoch milliseconds of the oldest reading in it. */
  read_at: number;
}

export interface DryRunOptions {
  fields: readonly JobField[];
  /** Mode `update` unless said otherwise. */
  mode?: UpdateMode;
  /** Cells whose change of JSON kind the person agreed to: `row/field_id`, or `*` followed by `/field_id` for a whole field. */
  agreed?: ReadonlySet<string>;
}

/** What the rows of a table look like in mode `update`. */
export const updateById: UpdateMode = { update_type: 'update', update_by_fields: [] };

/**
 * Judges each record to be written by the rules of 4.5, and against the live rows. Pure: reading is done before (what to read, `wantedOf` says).
 * A record of which one cell must be chosen or agreed to stays out as a whole.
 */
export function dryRun(changes: readonly ChangedRecord[], live: LiveRows, options: DryRunOptions): RowFinding[] {
  const judge = createJudge(options);
  return changes.map((record) => judge(record, live));
}

/** The ids and keys to be read before a row can be judged: its id; without one (or where that is missing) its key. */
export function wantedOf(record: ChangedRecord, keys: KeyMaker | null): { id: Id | null; key: RecordKey | null } {
  const key = keys?.ofValues(valuesOf(record));
  return { id: record.item_id || null, key: key && 'text' in key ? key : null };
}

/**
 * Judges the rows of one job, one after the other. It remembers which records and keys the rows before it mean, and nothing else, so that a job may have
 * a million rows.
 */
export function createJudge(options: DryRunOptions): (record: ChangedRecord, live: LiveRows) => RowFinding {
  const { fields, mode = updateById, agreed = new Set() } = options;
  const fieldOf = new Map(fields.map((field) => [field.field_id, field]));
  const keys = mode.update_type === 'upsert' ? keyMaker(mode, fields) : null;
  const claimed = new Map<string, string>();
  /** The earlier row of the job that means the same; null where there is none, and nobody after this row may. */
  const takenBy = ({ name, against }: Claim, row: string): string | null => {
    const short = shortName(name);
    const earlier = claimed.get(short);
    if (earlier === undefined) claimed.set(short, row);
    const other = against === null ? undefined : claimed.get(shortName(against));
    return (name[0] === '~' ? undefined : earlier) ?? other ?? null;
  };

  return (record, live) => {
    const found = record.broken ? { ...notRead, reason: record.broken } : locate(record, live, keys);
    const before = found.match === 'key' || record.unseen === true;
    const cells = record.cells.map((cell) => {
      const allowed = agreed.has(`${record.row}/${cell.field_id}`) || agreed.has(`*/${cell.field_id}`);
      const read = before ? { ...cell, before: found.live ? liveValue(found.live, cell.field_id) : undefined } : cell;
      return findCell(read, found, fieldOf.get(cell.field_id), allowed, mode);
    });
    const finding = { record, ...found, cells, read_at: found.state === 'unread' ? null : live.read_at };
    if (found.state !== 'there' && found.state !== 'not-there') return { ...finding, state: found.state };
    const judged = { ...finding, ...stateOf(cells, found.state, record.unseen === true) };
    // What is not sent, or asks for nothing, keeps no other row out.
    if (judged.state === 'invalid' || cells.length === 0) return judged;
    const claims = claimsOf(record, found, keys).map((claim) => ({ claim, twin: takenBy(claim, record.row) }));
    const double = claims.find(({ twin }) => twin !== null);
    if (double === undefined) return judged;
    const reason = double.claim.name[0] === '#' ? 'same-record-twice' : 'same-key-twice';
    return { ...finding, state: 'double', reason, twin: double.twin ?? undefined };
  };
}

type Found = Pick<RowFinding, 'match' | 'key' | 'live' | 'reason'> & {
  state: 'there' | 'not-there' | 'invalid' | 'refused' | 'unread';
};

const notRead = { match: null, key: null, live: null, state: 'invalid' } as const satisfies Partial<Found>;

/** Which record a row means (4.5 rules 3, 4, 6). */
function locate(record: ChangedRecord, live: LiveRows, keys: KeyMaker | null): Found {
  const nothing = { match: null, key: null, live: null } as const;
  const invalid = (reason: RowReason): Found => ({ ...nothing, state: 'invalid', reason });
  const id = record.item_id || null;
  if (id !== null) {
    const row = live.records.get(id);
    if (row) return { ...nothing, state: 'there', match: 'id', live: row, reason: null };
    if (!live.missing.has(id)) return { ...nothing, state: 'unread', reason: null };
    if (keys === null) return invalid(isIntegerId(id) ? 'gone' : 'not-an-id');
  }
  if (keys === null) return invalid('id-missing');
  // Rule 4: without a record of that id it is the key that matches.
  const key = keys.ofValues(valuesOf(record));
  if ('missing' in key) return invalid(id === null ? 'key-missing' : 'gone');
  if ('empty' in key) return invalid('key-empty');
  const matches = live.keys?.get(key.text);
  if (matches === undefined) return { ...nothing, key, state: 'unread', reason: null };
  if (matches.length > 1) return { ...nothing, key, match: 'key', state: 'refused', reason: 'several-match' };
  if (matches.length === 1) return { key, match: 'key', live: matches[0] ?? null, state: 'there', reason: null };
  // Rule 7: a system field is never written, so the record that is created would not have the key.
  if (keys.fields.some(isSystemField)) return { ...nothing, key, state: 'invalid', reason: 'key-unmatched' };
  return { ...nothing, key, match: 'key', state: 'not-there', reason: null };
}

/**
 * What no other row of the job may mean: the record (`#`), and the key that it has once it is written. Rows that are located by id may share a key (`~`),
 * as the records of a table may; a row that is located by that key (`=`) may not be beside them.
 */
interface Claim {
  name: string;
  /** What would stand against it, beside the same claim. */
  against: string | null;
}

function claimsOf(record: ChangedRecord, { live, key }: Found, keys: KeyMaker | null): Claim[] {
  const claims: Claim[] = live === null ? [] : [{ name: `#${live.item_id}`, against: null }];
  if (keys === null) return claims;
  if (key !== null) return [...claims, { name: `=${key.text}`, against: `~${key.text}` }];
  const values: JsonObject = {};
  for (const id of keys.fields) {
    const value = live ? liveValue(live, id) : undefined;
    if (value !== undefined) setOwn(values, id, value);
  }
  const later = keys.ofValues({ ...values, ...valuesOf(record) });
  return 'text' in later ? [...claims, { name: `~${later.text}`, against: `=${later.text}` }] : claims;
}

function stateOf(
  cells: readonly CellFinding[],
  found: 'there' | 'not-there',
  ofFile: boolean,
): Pick<RowFinding, 'state' | 'reason'> {
  // A row of a file of which all cells are blank asks for nothing.
  if (cells.length === 0 && found === 'there' && ofFile) return { state: 'no-change', reason: null };
  if (cells.every(({ field_id }) => isSystemField(field_id)))
    return { state: 'invalid', reason: cells.length === 0 ? 'no-fields' : 'system-field' };
  if (cells.some(({ state }) => state === 'unfit')) return { state: 'invalid', reason: 'does-not-fit' };
  for (const state of ['conflict', 'asks'] as const) {
    if (cells.some((cell) => cell.state === state)) return { state, reason: null };
  }
  if (found === 'not-there') return { state: 'will-create', reason: null };
  return { state: cells.some(({ state }) => state === 'will-update') ? 'will-update' : 'no-change', reason: null };
}

const shortEnough = 24;

/** A name that takes little room whatever its length: a job of a million rows keeps one for each. Beyond 24 characters 128 bits stand for it. */
function shortName(name: string): string {
  if (name.length <= shortEnough) return name;
  const parts = [0x811c9dc5, 0x9747b28c, 0x3c6ef372, 0x1b873593];
  for (let index = 0; index < name.length; index += 1) {
    const unit = name.charCodeAt(index);
    for (let part = 0; part < parts.length; part += 1) {
      const mixed = Math.imul((parts[part] ?? 0) ^ unit, 0x01000193 + (part << 9));
      parts[part] = mixed ^ (mixed >>> (13 + part));
    }
  }
  return parts.map((part) => (part >>> 0).toString(36)).join('.');
}

/** How many records are in each state. */
export function countStates(findings: readonly RowFinding[]): Record<RowState, number> {
  const counts = noStates();
  for (const { state } of findings) counts[state] += 1;
  return counts;
}

/** No records in any state. */
export function noStates(): Record<RowState, number> {
  return Object.fromEntries(rowStates.map((state) => [state, 0])) as Record<RowState, number>;
}

function findCell(
  cell: ChangedCell,
  { live, match }: Found,
  field: JobField | undefined,
  agreed: boolean,
  mode: UpdateMode,
): CellFinding {
  const now = live ? liveValue(live, cell.field_id) : undefined;
  const inKey = match === 'key' && mode.update_by_fields.includes(cell.field_id);
  if (isSystemField(cell.field_id) || inKey) return { ...cell, now, state: 'only-matches' };
  if (live !== null && cell.text !== undefined && readsAs(now, cell.text, field))
    return { ...cell, now, state: 'no-change' };
  if (cell.unfit) return { ...cell, now, state: 'unfit' };
  if (live === null) return { ...cell, now, state: 'will-update' };
  if (changesNothing(now, cell.after, field?.options)) return { ...cell, now, state: 'no-change' };
  if (!sameValue(now, cell.before, field?.options)) return { ...cell, now, state: 'conflict' };
  const kinds = changeOfKind(cell.before, cell.after, field);
  if (kinds && !agreed) return { ...cell, now, state: 'asks', kinds };
  return { ...cell, now, state: 'will-update' };
}

/** Whether a live value is written like this in a file, in one of the two forms that a file has for references. */
function readsAs(now: Json | undefined, text: string, field: JobField | undefined): boolean {
  if (now === undefined || now === null) return text === '';
  if (typeof now !== 'object') return String(now) === text;
  const kind = field?.kind ?? 'json';
  if (cellText(now, kind) === text) return true;
  return formatJson(writeForm(now, kind, field?.options)) === text || referenceIds(now, kind) === text;
}

function referenceIds(now: Json, kind: FieldKind): string | null {
  if (kind !== 'option' && kind !== 'user' && kind !== 'relation' && kind !== 'file') return null;
  return (
    referencesOf(now)
      ?.map(({ id, name }) => id ?? name ?? '')
      .join(', ') ?? null
  );
}

/** The JSON kinds between which a value would change; null when it keeps its kind, was or becomes nothing, or is written as references (field notes). */
function changeOfKind(
  before: Json | undefined,
  after: Json,
  field: JobField | undefined,
): { from: JsonKind; to: JsonKind } | null {
  const from = jsonKindOf(before);
  const to = jsonKindOf(after);
  if (from === to || from === 'empty' || to === 'empty') return null;
  const kind = field?.kind;
  const reference = kind === 'option' || kind === 'user' || kind === 'relation' || kind === 'file';
  if (reference && to === 'array' && from === 'object') return null;
  return { from, to };
}

/** The values that a row gives, by field id. */
export function valuesOf({ cells }: ChangedRecord): JsonObject {
  const values: JsonObject = {};
  for (const { field_id, after } of cells) setOwn(values, field_id, after);
  return values;
}
