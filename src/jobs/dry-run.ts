import { isSystemField } from '../contract/fields';
import type { Id } from '../contract/ids';
import type { Json } from '../contract/json';
import type { DwRecord } from '../contract/records';
import { type JsonKind, jsonKindOf } from '../edits/coerce';
import { changesNothing, sameValue } from '../edits/same-value';
import type { JobField, RowReason } from '../storage/job-rows';
import type { ChangedCell, ChangedRecord } from './changes';

/**
 * What sending a cell would do. `conflict`: somebody wrote something else since it was read; `asks`: the JSON kind would change and the person has
 * not said that it may; `invalid`: a system field, which only matches (4.5 rule 7).
 */
export type CellState = 'will-update' | 'no-change' | 'conflict' | 'asks' | 'invalid';

export interface CellFinding extends ChangedCell {
  /** The value in the live record; undefined when the field is missing, or nothing was read. */
  now: Json | undefined;
  state: CellState;
  /** With `asks`: from which JSON kind to which. */
  kinds?: { from: JsonKind; to: JsonKind };
}

/** What sending a record would do; `unread`: its live row could not be read, so nobody can say. */
export type RowState = 'will-update' | 'no-change' | 'conflict' | 'asks' | 'invalid' | 'unread';

export interface RowFinding {
  record: ChangedRecord;
  state: RowState;
  /** With `invalid`: the rule. */
  reason: RowReason | null;
  cells: CellFinding[];
  /** As it was read live; null when it was not. */
  live: DwRecord | null;
}

/** What was read of the records of a table, and when. */
export interface LiveRows {
  records: ReadonlyMap<Id, DwRecord>;
  /** Ids that the platform does not have (any more). */
  missing: ReadonlySet<Id>;
  /** Epoch milliseconds of the oldest reading in it. */
  read_at: number;
}

export interface DryRunOptions {
  fields: readonly JobField[];
  /** Cells whose change of JSON kind the person agreed to: `item_id/field_id`. */
  agreed?: ReadonlySet<string>;
}

/**
 * Judges each record to be written by the rules of 4.5 that hold for mode `update`, and against the live row. Pure: reading is done before.
 * A record of which one cell must be chosen or agreed to stays out as a whole.
 */
export function dryRun(
  changes: readonly ChangedRecord[],
  live: LiveRows,
  { fields, agreed = new Set() }: DryRunOptions,
): RowFinding[] {
  const seen = new Set<Id>();
  const fieldOf = new Map(fields.map((field) => [field.field_id, field]));
  return changes.map((record) => {
    const repeated = seen.has(record.item_id);
    seen.add(record.item_id);
    const row = live.records.get(record.item_id) ?? null;
    const cells = record.cells.map((cell) =>
      findCell(cell, row, fieldOf.get(cell.field_id), agreed.has(`${record.item_id}/${cell.field_id}`)),
    );
    return { record, live: row, cells, ...stateOfRow(record, cells, row, live.missing, repeated) };
  });
}

/** How many records are in each state. */
export function countStates(findings: readonly RowFinding[]): Record<RowState, number> {
  const counts: Record<RowState, number> = {
    'will-update': 0,
    'no-change': 0,
    conflict: 0,
    asks: 0,
    invalid: 0,
    unread: 0,
  };
  for (const { state } of findings) counts[state] += 1;
  return counts;
}

function findCell(cell: ChangedCell, live: DwRecord | null, field: JobField | undefined, agreed: boolean): CellFinding {
  const now = live?.fields[cell.field_id];
  if (isSystemField(cell.field_id)) return { ...cell, now, state: 'invalid' };
  if (live !== null && changesNothing(now, cell.after, field?.options)) return { ...cell, now, state: 'no-change' };
  if (live !== null && !sameValue(now, cell.before, field?.options)) return { ...cell, now, state: 'conflict' };
  const kinds = changeOfKind(cell.before, cell.after, field);
  if (kinds && !agreed) return { ...cell, now, state: 'asks', kinds };
  return { ...cell, now, state: 'will-update' };
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

function stateOfRow(
  record: ChangedRecord,
  cells: readonly CellFinding[],
  live: DwRecord | null,
  missing: ReadonlySet<Id>,
  repeated: boolean,
): Pick<RowFinding, 'state' | 'reason'> {
  // 4.5 rule 3: located by item_id alone, which must not be empty.
  if (record.item_id === '') return { state: 'invalid', reason: 'id-missing' };
  if (repeated) return { state: 'invalid', reason: 'same-record-twice' };
  if (cells.length === 0) return { state: 'invalid', reason: 'no-fields' };
  if (cells.some(({ state }) => state === 'invalid')) return { state: 'invalid', reason: 'system-field' };
  if (missing.has(record.item_id)) return { state: 'invalid', reason: 'gone' };
  if (live === null) return { state: 'unread', reason: null };
  for (const state of ['conflict', 'asks', 'will-update'] as const) {
    if (cells.some((cell) => cell.state === state)) return { state, reason: null };
  }
  return { state: 'no-change', reason: null };
}
