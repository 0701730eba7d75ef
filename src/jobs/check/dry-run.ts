/**
 * The check before anything is sent: the plan is held against the rules of the contract (4.5) and the live rows.
 * What it keeps out has its reason; what a person has to choose or agree to is asked.
 */

import { type Id, isIntegerId } from '../../contract/ids';
import { type JsonObject, setOwn } from '../../contract/json';
import { type DwRecord, isSystemField, type UpdateMode } from '../../contract/records';
import type { JobField, RowReason } from '../../storage/job-rows';
import type { ChangedRecord } from '../table/changes';
import { type KeyMaker, keyMaker, liveValue, type RecordKey } from '../table/record-key';
import { bytesOf, itemBytesMax } from '../table/request-size';
import { type CellFinding, cellJudge } from './cell-judge';
import type { SimilarRecords } from './similar-keys';

/**
 * What sending a record would do; `near`: it would create a record whose key is similar to an existing one, and is skipped unless decided; `refused`: several
 * records match (4.5 rule 6); `id-unknown`: it has an unknown record ID, and is skipped whatever its key, as a mistyped ID would create or change the wrong
 * record (rule 4 lets `upsert` do so); `duplicate`: an earlier row means the same record or key; `unread`: it could not be loaded.
 */
export const rowStates = [
  'will-update',
  'will-create',
  'near',
  'no-change',
  'conflict',
  'asks',
  'refused',
  'id-unknown',
  'invalid',
  'duplicate',
  'unread',
] as const;
export type RowState = (typeof rowStates)[number];

export interface RowFinding {
  record: ChangedRecord;
  state: RowState;
  /** With `invalid`, `id-unknown`, `refused` and `duplicate`: the rule. */
  reason: RowReason | null;
  /** With `duplicate`: the name of the earlier row. */
  twin?: string;
  /** What the record is located by when it is sent; null where that is not known. */
  match: 'id' | 'key' | null;
  /** With mode `upsert`: the key of the row; null without one. */
  key: RecordKey | null;
  cells: CellFinding[];
  /** Where a row that finds no record by its key was looked for under other spellings of it; missing where it was not. */
  searched?: SimilarRecords['by'];
  /** Candidates to choose from: similar records, or all that have its key; missing if there are none. */
  candidates?: readonly DwRecord[];
  /** How many records that are, where only the first are kept. */
  candidatesInAll?: number;
  /** The `candidates` have the exact key of the row, so that it is `refused` until one is chosen. */
  several?: true;
  /** The row has an unknown record ID; `candidates` are the records matched by its key, so that it is `id-unknown` until one is chosen. */
  unknownId?: true;
  /** With `candidates`: the choice for the row: a new record, the one with this ID, or skipped; missing: none, so it is skipped too. */
  chosen?: 'create' | 'out' | Id;
  /** Fields that are blank in a file and have a value in the record, which is kept. */
  keptByBlank?: readonly string[];
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
  /** By the text of a key: every record that has it, none if known to be absent. A missing key was not read. */
  keys?: ReadonlyMap<string, readonly DwRecord[]>;
  /** By the text of a key that no record has: records that nearly have it. A key that is not here was not looked for so. */
  similar?: ReadonlyMap<string, SimilarRecords>;
  /** Fields that some records lack although they may have a value there, as the platform leaves them out. Missing: none. */
  hidden?: ReadonlySet<string>;
  /** Epoch milliseconds of the oldest reading in it. */
  read_at: number;
  /** Where the whole table was read: a time of the platform that every change since is after. */
  changed_on?: string | null;
}

export interface DryRunOptions {
  fields: readonly JobField[];
  /** Mode `update` by default. */
  mode?: UpdateMode;
  /** Cells whose change of JSON kind the person agreed to: `row/field_id`, or `*` followed by `/field_id` for a whole field. */
  agreed?: ReadonlySet<string>;
}

/** What the rows of a table look like in mode `update`. */
export const updateById: UpdateMode = { update_type: 'update', update_by_fields: [] };

/** Nothing was read of a row. */
const unreadRow: LiveRows = { records: new Map(), missing: new Set(), read_at: 0 };

/**
 * Judges each record to be written by the rules of 4.5, and against the live rows. Pure: reading is done before (`wantedOf` lists what to read).
 * A record with a cell that needs a choice or consent is skipped as a whole.
 * @param live what was read: of all rows, or by the name of each
 */
export function dryRun(
  changes: readonly ChangedRecord[],
  live: LiveRows | ReadonlyMap<string, LiveRows>,
  options: DryRunOptions,
): RowFinding[] {
  const { judge } = createJudge(options);
  return changes.map((record) => judge(record, 'records' in live ? live : (live.get(record.row) ?? unreadRow)));
}

/** The IDs and keys to be read before a row can be judged: its ID; without one its key, and where no record has the ID, what the key would match. */
export function wantedOf(record: ChangedRecord, keys: KeyMaker | null): { id: Id | null; key: RecordKey | null } {
  const key = keys?.ofValues(valuesOf(record));
  return { id: record.item_id || null, key: key && 'text' in key ? key : null };
}

export interface Judge {
  judge(record: ChangedRecord, live: LiveRows): RowFinding;
  /** The name of the first row so far that means this record; null where none does. */
  rowOf(item_id: Id): string | null;
  /** Drops the record and key that a row claims, so that it can be judged again. */
  release(row: string): void;
}

/**
 * Judges the rows of one job, one after the other. It remembers which records and keys the rows before it mean, and nothing else, so that a job may have
 * a million rows.
 */
export function createJudge(options: DryRunOptions): Judge {
  const { fields, mode = updateById } = options;
  const judgeCells = cellJudge(fields, mode, options.agreed);
  const keys = mode.update_type === 'upsert' ? keyMaker(mode, fields) : null;
  const claimed = new Map<string, string>();
  /** The earlier row of the job that means the same; null if there is none, and no later row may. */
  const takenBy = ({ name, against }: Claim, row: string): string | null => {
    const short = shortName(name);
    const earlier = claimed.get(short);
    if (earlier === undefined) claimed.set(short, row);
    const other = against === null ? undefined : claimed.get(shortName(against));
    return (name[0] === '~' ? undefined : earlier) ?? other ?? null;
  };

  const judge: Judge['judge'] = (record, live) => {
    const found = record.broken ? { ...notRead, reason: record.broken } : locate(record, live, keys);
    const cells = judgeCells(record, found, live.hidden);
    const finding = { record, ...found, cells, read_at: found.state === 'unread' ? null : live.read_at };
    if (found.state === 'refused')
      return { ...finding, state: 'refused', candidates: matchesOf(found, live), several: true };
    if (found.state === 'id-unknown') {
      const instead = matchesOf(found, live) ?? [];
      return {
        ...finding,
        state: 'id-unknown',
        unknownId: true,
        ...(instead.length > 0 ? { candidates: instead } : {}),
      };
    }
    if (found.state !== 'there' && found.state !== 'not-there') return { ...finding, state: found.state };
    const judged: RowFinding = { ...finding, ...stateOf(cells, found.state, record.unseen === true) };
    // It would write to a record that is not the deleted one.
    if (record.anew && found.state === 'there' && judged.state !== 'no-change')
      return { ...judged, state: 'invalid', reason: 'exists-now' };
    const close = found.state === 'not-there' && found.key ? live.similar?.get(found.key.text) : undefined;
    if (close) judged.searched = close.by;
    if (close && close.records.length > 0 && judged.state === 'will-create') {
      judged.state = 'near';
      judged.candidates = close.records;
    }
    // What is not sent, or asks for nothing, keeps no other row out.
    if (judged.state === 'invalid' || cells.length === 0) return judged;
    // A draft is excluded in the review, a row of a file in the file.
    if (record.unseen && record.duplicateOf !== undefined && judged.state !== 'no-change')
      return { ...finding, state: 'duplicate', reason: 'double-before' };
    const claims = claimsOf(record, found, keys).map((claim) => ({ claim, twin: takenBy(claim, record.row) }));
    const claimed = claims.find(({ twin }) => twin !== null);
    if (claimed === undefined) return judged;
    const reason = claimed.claim.name[0] === '#' ? 'same-record-twice' : 'same-key-twice';
    return { ...finding, state: 'duplicate', reason, twin: claimed.twin ?? undefined };
  };
  return {
    judge,
    rowOf: (item_id) => claimed.get(shortName(`#${item_id}`)) ?? null,
    release(row) {
      for (const [name, by] of claimed) if (by === row) claimed.delete(name);
    },
  };
}

/**
 * A row with a chosen record, as if it named it: located by the record's ID, which keeps its key. The caller knows whether another row means that record too.
 */
export function judgeAsRecord(
  finding: RowFinding,
  live: DwRecord,
  { fields, mode = updateById, agreed }: DryRunOptions,
): RowFinding {
  const { record, key, read_at, candidates, candidatesInAll, several, unknownId, searched } = finding;
  const cells = cellJudge(fields, mode, agreed)(record, { match: 'key', live });
  const state = stateOf(cells, 'there', record.unseen === true);
  const about = { candidates, candidatesInAll, several, unknownId, searched };
  return { ...about, key, read_at, record, cells, live, match: 'id', chosen: live.item_id, ...state };
}

type Found = Pick<RowFinding, 'match' | 'key' | 'live' | 'reason'> & {
  state: 'there' | 'not-there' | 'id-unknown' | 'invalid' | 'refused' | 'unread';
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
    const instead = keys?.ofValues(valuesOf(record));
    const key = instead && 'text' in instead ? instead : null;
    return { ...nothing, key, state: 'id-unknown', reason: reasonOfLostId(id) };
  }
  if (keys === null) return invalid('id-missing');
  const key = keys.ofValues(valuesOf(record));
  if ('missing' in key) return invalid('key-missing');
  if ('empty' in key) return invalid('key-empty');
  const matches = matchesOf({ key }, live);
  if (matches === undefined) return { ...nothing, key, state: 'unread', reason: null };
  if (matches.length > 1) return { ...nothing, key, match: 'key', state: 'refused', reason: 'several-match' };
  if (matches.length === 1) return { key, match: 'key', live: matches[0] ?? null, state: 'there', reason: null };
  // Rule 7: a system field is never written, so the record that is created would not have the key.
  if (keys.fields.some(isSystemField)) return { ...nothing, key, state: 'invalid', reason: 'key-unmatched' };
  return { ...nothing, key, match: 'key', state: 'not-there', reason: null };
}

/** Why a record id that no record has finds none. */
export function reasonOfLostId(id: Id): RowReason {
  return isIntegerId(id) ? 'gone' : 'not-an-id';
}

/** Every record that has the key of a row; undefined where it was not read. */
function matchesOf({ key }: Pick<Found, 'key'>, live: LiveRows): readonly DwRecord[] | undefined {
  return key ? live.keys?.get(key.text) : undefined;
}

/**
 * What no other row of the job may mean: the record (`#`), and the key that it has once it is written. Rows that are located by id may share a key (`~`),
 * as the records of a table may; a row that is located by that key (`=`) may not be beside them.
 */
interface Claim {
  name: string;
  /** What would be against it, apart from the same claim. */
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
  if (cells.some(({ state }) => state === 'unread')) return { state: 'unread', reason: null };
  if (cells.some(({ state }) => state === 'unfit')) return { state: 'invalid', reason: 'does-not-fit' };
  for (const state of ['conflict', 'asks'] as const) {
    if (cells.some((cell) => cell.state === state)) return { state, reason: null };
  }
  if (found === 'there' && cells.every(({ state }) => state !== 'will-update'))
    return { state: 'no-change', reason: null };
  if (bytesOf(cells.map(({ after }) => after)) > itemBytesMax) return { state: 'invalid', reason: 'too-large' };
  return { state: found === 'there' ? 'will-update' : 'will-create', reason: null };
}

const shortEnough = 24;

/** A name of bounded size: a job of a million rows keeps one for each. Beyond 24 characters it is a 128-bit hash. */
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

/** The values that a row gives, by field id. */
function valuesOf({ cells }: ChangedRecord): JsonObject {
  const values: JsonObject = {};
  for (const { field_id, after } of cells) setOwn(values, field_id, after);
  return values;
}
