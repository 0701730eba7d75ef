import type { FieldKind } from '../contract/field-kinds';
import type { Id } from '../contract/ids';
import { type Json, sameJson } from '../contract/json';
import type { RowResult } from '../storage/job-rows';
import { changesNothing } from './same-value';

/** The record a draft belongs to, as it was when the cell was edited. */
export interface DraftRecord {
  item_id: Id;
  title: string | null;
  updated_on: string | null;
}

/** One edit of one cell; `before` is the value that was read (undefined: the field was missing), `after` the value to write. */
export interface CellEdit {
  record: DraftRecord;
  field_id: string;
  before: Json | undefined;
  after: Json;
  /** Of the field. Missing: nothing is known of it. */
  kind?: FieldKind;
  /** `after` is a text that does not fit its field: it is kept to be fixed, and is not sent. */
  unfit?: true;
  /** Of a row that an import skipped as a duplicate: the line of the row that counts (empty: not known). It is sent only when it is selected. */
  double?: string;
  /** Of a row of a job that was opened again: what became of it there. */
  retried?: RetriedRow;
}

/** What became of a row of a job before it was opened again as unsent changes. */
export interface RetriedRow {
  /** Its line in the file or list of the job. */
  line: number;
  /** What was sent of this cell, or asked for. */
  sent: Json;
  result: Pick<RowResult, 'outcome' | 'reason' | 'message' | 'code' | 'twin'>;
}

/** A change of one cell that was not sent: what was read first, and what is to be written. */
export interface CellDraft {
  before: Json | undefined;
  after: Json;
  /** As in `CellEdit`. */
  unfit?: true;
  double?: string;
  retried?: RetriedRow;
}

export interface RecordDraft {
  record: DraftRecord;
  cells: ReadonlyMap<string, CellDraft>;
}

/** Unsent changes of one table, by record id and field id. */
export type Drafts = ReadonlyMap<Id, RecordDraft>;

/** One cell of a record. */
export interface CellPlace {
  item_id: Id;
  field_id: string;
}

/** What one step did to one cell; undefined: no draft. */
export interface CellStep {
  record: DraftRecord;
  field_id: string;
  from: CellDraft | undefined;
  to: CellDraft | undefined;
}

/** What one action did, as one step of undo; `sequence` grows. */
export interface Step {
  sequence: number;
  cells: readonly CellStep[];
}

/** Drafts with the way that led to them: `past` oldest first, `future` (undone steps) next one last; `undone`, where the last thing done was to undo it. */
export interface DraftHistory {
  drafts: Drafts;
  past: readonly Step[];
  future: readonly Step[];
  undone?: Step;
}

export const noDrafts: DraftHistory = { drafts: new Map(), past: [], future: [] };

/**
 * Stages edits as one step. The value that was read first stays `before`; an edit back to it takes the draft away; edits that change nothing make no step.
 * A duplicate that is edited stays one.
 * @param sequence number for the step, above those before it
 */
export function stage(history: DraftHistory, edits: readonly CellEdit[], sequence: number): DraftHistory {
  const cells = new Map<string, CellStep>();
  for (const { record, field_id, before, after, kind, unfit, double: ofTwin, retried: again } of edits) {
    const key = `${record.item_id}/${field_id}`;
    const kept = history.drafts.get(record.item_id)?.cells.get(field_id);
    const first = kept ? kept.before : before;
    const double = ofTwin ?? kept?.double;
    const retried = again ?? kept?.retried;
    const draft: CellDraft = {
      before: first,
      after,
      ...(unfit ? { unfit } : {}),
      ...(double === undefined ? {} : { double }),
      ...(retried ? { retried } : {}),
    };
    const to = changesNothing(first, after, kind && { kind, options: [] }) ? undefined : draft;
    cells.set(key, { record, field_id, from: kept, to });
  }
  return take(history, [...cells.values()], sequence);
}

/** Takes drafts away as one step, which undo brings back: the given cells, or all. */
export function unstage(history: DraftHistory, places: readonly CellPlace[] | 'all', sequence: number): DraftHistory {
  const wanted = places === 'all' ? placesOf(history.drafts) : places;
  const cells = wanted.flatMap(({ item_id, field_id }): CellStep[] => {
    const draft = history.drafts.get(item_id);
    const from = draft?.cells.get(field_id);
    return draft && from ? [{ record: draft.record, field_id, from, to: undefined }] : [];
  });
  return take(history, cells, sequence);
}

/**
 * Gives cells a new `before`: the person has seen someone else's change and keeps their own value. One step; a cell whose new `before` equals its own value has
 * nothing left to send.
 */
export function rebase(
  history: DraftHistory,
  cells: readonly (CellPlace & { before: Json | undefined })[],
  sequence: number,
): DraftHistory {
  const steps = cells.flatMap(({ item_id, field_id, before }): CellStep[] => {
    const draft = history.drafts.get(item_id);
    const from = draft?.cells.get(field_id);
    if (!draft || !from) return [];
    const to = changesNothing(before, from.after) ? undefined : { ...from, before };
    return [{ record: draft.record, field_id, from, to }];
  });
  return take(history, steps, sequence);
}

/** Goes one step back; the same history when there is none. */
export function undo(history: DraftHistory): DraftHistory {
  const step = history.past.at(-1);
  if (!step) return history;
  const back = step.cells.map((cell) => ({ ...cell, from: cell.to, to: cell.from }));
  return {
    drafts: apply(history.drafts, back),
    past: history.past.slice(0, -1),
    future: [...history.future, step],
    undone: step,
  };
}

/** Goes one undone step forward again; the same history when there is none. */
export function redo(history: DraftHistory): DraftHistory {
  const step = history.future.at(-1);
  if (!step) return history;
  return {
    drafts: apply(history.drafts, step.cells),
    past: [...history.past, step],
    future: history.future.slice(0, -1),
  };
}

/**
 * Hands cells over to a job: they are no longer drafts, and undo or redo does not restore them (a job is undone by a job).
 * Only cells whose draft still has the given value: one edited in between stays.
 */
export function handOver(history: DraftHistory, sent: readonly (CellPlace & { after: Json })[]): DraftHistory {
  const gone = new Set<string>();
  const cells = sent.flatMap(({ item_id, field_id, after }): CellStep[] => {
    const draft = history.drafts.get(item_id);
    const from = draft?.cells.get(field_id);
    if (!draft || !from || !sameJson(from.after, after)) return [];
    gone.add(`${item_id}/${field_id}`);
    return [{ record: draft.record, field_id, from, to: undefined }];
  });
  const without = (step: Step): Step[] => {
    const left = step.cells.filter(({ record, field_id }) => !gone.has(`${record.item_id}/${field_id}`));
    if (left.length === step.cells.length) return [step];
    return left.length === 0 ? [] : [{ ...step, cells: left }];
  };
  return {
    drafts: apply(history.drafts, cells),
    past: history.past.flatMap(without),
    future: history.future.flatMap(without),
  };
}

/** How many records and cells have a draft, and how many of the records are to be created. */
export function countsOf(drafts: Drafts): { records: number; cells: number; created: number } {
  let cells = 0;
  let created = 0;
  for (const draft of drafts.values()) {
    cells += draft.cells.size;
    if (isNewRecord(draft.record.item_id)) created += 1;
  }
  return { records: drafts.size, cells, created };
}

/** Every cell with a draft. */
function placesOf(drafts: Drafts): CellPlace[] {
  return [...drafts].flatMap(([item_id, { cells }]) => [...cells.keys()].map((field_id) => ({ item_id, field_id })));
}

/** Drafts after the given changes of cells. */
function apply(drafts: Drafts, cells: readonly CellStep[]): Drafts {
  const next = new Map(drafts);
  const touched = new Map<Id, Map<string, CellDraft>>();
  for (const { record, field_id, to } of cells) {
    let own = touched.get(record.item_id);
    if (!own) {
      own = new Map(next.get(record.item_id)?.cells);
      touched.set(record.item_id, own);
    }
    if (to) own.set(field_id, to);
    else own.delete(field_id);
    if (own.size === 0) next.delete(record.item_id);
    else next.set(record.item_id, { record: next.get(record.item_id)?.record ?? record, cells: own });
  }
  return next;
}

function take(history: DraftHistory, cells: readonly CellStep[], sequence: number): DraftHistory {
  const real = cells.filter(({ from, to }) => !sameDraft(from, to));
  if (real.length === 0) return history;
  const past = lastSteps([...history.past, { sequence, cells: real }]);
  return { drafts: apply(history.drafts, real), past, future: [] };
}

/**
 * How far back undo goes: this many steps, and no further than steps of this many cells together; the last step is always among them. Each cell of a step
 * is in memory and in the browser's storage.
 */
export const undoLimits = { steps: 100, cells: 100_000 } as const;

function lastSteps(past: readonly Step[]): readonly Step[] {
  const kept = past.slice(-undoLimits.steps);
  let cells = kept.reduce((sum, step) => sum + step.cells.length, 0);
  while (kept.length > 1 && cells > undoLimits.cells) cells -= kept.shift()?.cells.length ?? 0;
  return kept;
}

function sameDraft(a: CellDraft | undefined, b: CellDraft | undefined): boolean {
  if (!a || !b) return a === b;
  // What became of a value in a job is new to it.
  if (!a.retried && b.retried) return false;
  return sameJson(a.after, b.after) && (a.before === b.before || sameJson(a.before, b.before));
}

const prefix = 'new:';

/** A name for a record that the platform does not have yet: this browser's own, and never sent. @param random between 0 and 1 */
export function newRecordId(now: number, random: number): Id {
  return `${prefix}${now.toString(36)}-${Math.floor(random * 36 ** 6).toString(36)}`;
}

/** Whether an id among drafts stands for a record that is to be created. */
export function isNewRecord(id: Id): boolean {
  return id.startsWith(prefix);
}
