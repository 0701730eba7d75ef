/** Taking a job back: the changes that give its rows what they held before, as a job of its own. */

import { useQuery } from '@tanstack/react-query';
import { removedText } from '../../api/wire/remove-credentials';
import { formatJson, type Json, type JsonObject } from '../../contract/json';
import { isSystemField } from '../../contract/records';
import { writeForm } from '../../edits/same-value';
import { type ConsoleDatabase, database } from '../../storage/database';
import type { JobField, JobRow } from '../../storage/job-rows';
import { outcomeEntries, outcomesThat } from '../../storage/outcomes';
import type { JobView } from '../ledger/use-jobs';
import type { Plan } from '../plan/plan';
import { type JobLine, linesOfJob } from '../results/job-lines';
import type { ChangedRecord } from '../table/changes';
import { changedFields, lineName } from '../table/job-field';

/** Rows that may have been written: what a job can undo. */
export const undoable = outcomesThat('canUndo');

/**
 * What brings back the values before a job: a deleted record as a new one (`recreated`); for each row that may have been written, each written field with what is expected
 * now – the value that was sent, or another one that was read back – and the value before as what to write. Rows of which nothing was read before, or whose value was read without a credential in it, are counted, not
 * guessed; so are fields that were missing, as they can only be cleared. Records that the job is known to have created stay: an undo deletes
 * nothing (`created`).
 */
export function undoOf(
  lines: readonly JobLine[],
  fields: readonly JobField[],
  deletes = false,
): { changes: ChangedRecord[]; created: JobLine[]; impossible: number; missing: number; removed: number } {
  const fieldOf = new Map(fields.map((field) => [field.field_id, field]));
  const changes: ChangedRecord[] = [];
  const created: JobLine[] = [];
  let impossible = 0;
  let missing = 0;
  let removed = 0;
  for (const line of lines) {
    const { item_id, title, sent, before, result } = line;
    if (!undoable.has(result.outcome)) continue;
    if (line.creates && result.created) {
      created.push(line);
      continue;
    }
    // A record created by someone else in between may have been overwritten, and its values are unknown.
    if (line.creates || item_id === null || before === null) {
      impossible += 1;
      continue;
    }
    if (deletes) {
      const { cells, left } = recreated(before, fieldOf);
      removed += left;
      // Its old ID only names the row: the record is a new one, found by its key.
      if (cells.length > 0)
        changes.push({ row: item_id, line: null, item_id: null, title, anew: true, ...lateOf(line), cells });
      else impossible += 1;
      continue;
    }
    // What only matched was not written, and needs no bringing back.
    const cells = changedFields(line, fields).map((field_id) => ({
      field_id,
      before: expectedValue(line, field_id),
      after: oldValue(before, field_id, fieldOf.get(field_id)),
    }));
    if (cells.some(({ after }) => formatJson(after).includes(removedText))) {
      impossible += 1;
      continue;
    }
    missing += Object.keys(sent).filter((field_id) => !Object.hasOwn(before, field_id)).length;
    changes.push({
      row: item_id,
      line: null,
      item_id,
      title,
      ...lateOf(line),
      cells,
    });
  }
  return { changes, created, impossible, missing, removed };
}

const lateOf = ({ result }: JobLine): Pick<ChangedRecord, 'late'> =>
  outcomeEntries[result.outcome].isOpen ? { late: true } : {};

/**
 * The cells that create a deleted record again: all that was kept of it and can be written. System fields cannot (4.5 rule 7). A `null` is written as `null` and
 * an empty text as one, while a field that was not set is left out: the record is again as it was. Values that were kept without a credential in them are
 * counted (`left`).
 */
function recreated(
  before: JsonObject,
  fieldOf: ReadonlyMap<string, JobField>,
): Pick<ChangedRecord, 'cells'> & { left: number } {
  const cells = Object.keys(before).flatMap((field_id) => {
    if (isSystemField(field_id)) return [];
    return [{ field_id, before: undefined, after: oldValue(before, field_id, fieldOf.get(field_id)) }];
  });
  const whole = cells.filter(({ after }) => !formatJson(after).includes(removedText));
  return { cells: whole, left: cells.length - whole.length };
}

/** What an undo does not restore, counted while the rows of its job are read. */
export interface LeftRows {
  /** Records that the job created, which stay: the first of them, how many, and how many of those are certain. */
  created: JobLine[];
  creates: number;
  certain: number;
  /** As `undoOf` returns them. */
  impossible: number;
  missing: number;
  removed: number;
}

export function noneLeft(): LeftRows {
  return { created: [], creates: 0, certain: 0, impossible: 0, missing: 0, removed: 0 };
}

/**
 * What undoes a job, a call at a time, so that a job of any size can be undone.
 * @param left counts what is not among them, as they are read
 * @param listed most created records to keep
 */
export async function* undoOfJob(
  { job, calls }: JobView,
  left: LeftRows,
  listed: number,
  db: ConsoleDatabase = database,
): AsyncGenerator<ChangedRecord> {
  let rows = 0;
  for await (const lines of linesOfJob(job.id, calls, undoable, db)) {
    const { changes, created, impossible, missing, removed } = undoOf(lines, job.fields, job.update_type === 'delete');
    const named = created
      .slice(0, listed - left.created.length)
      .map((line) => ({ ...line, title: lineName(line, job) }));
    left.created.push(...named);
    left.creates += created.length;
    left.certain += created.filter(({ result }) => result.outcome === 'verified').length;
    left.impossible += impossible;
    left.missing += missing;
    left.removed += removed;
    // Its job lists them in this order, also those that are not sent.
    for (const change of changes) {
      rows += 1;
      yield { ...change, line: rows };
    }
  }
}

/** Rows of a job that may have been written. */
export function undoableRows({ counts }: Pick<JobRow, 'counts'>): number {
  return [...undoable].reduce((sum, outcome) => sum + counts[outcome], 0);
}

/** Records that a job created, which stay: the first of them, and how many. */
interface OnlyCreated {
  records: JobLine[];
  count: number;
}

/**
 * What a job created, if that is all it did: undoing it would have nothing to send. Null if a value can be restored, nothing was created, or it is unknown
 * whether a row created its record or overwrote one.
 * @param written its rows that may have been written, read no further than the first that decides
 * @param listed most records to return
 */
export async function onlyCreated(
  written: AsyncIterable<readonly JobLine[]>,
  fields: readonly JobField[],
  listed: number,
): Promise<OnlyCreated | null> {
  const only: OnlyCreated = { records: [], count: 0 };
  for await (const lines of written) {
    const { changes, created } = undoOf(lines, fields);
    const unsure = lines.some(({ creates, result }) => creates && undoable.has(result.outcome) && !result.created);
    if (changes.length > 0 || unsure) return null;
    only.count += created.length;
    only.records.push(...created.slice(0, listed - only.records.length));
  }
  return only.count > 0 ? only : null;
}

/**
 * What an undo job does not restore: records that are known to be created, and rows it does not fully write back, as they were excluded or changed by someone
 * else since.
 * @param left as `undoOfJob` counted it
 * @param part what is planned of all changes; missing where the job has every one of them
 */
export function leftByUndo(
  left: LeftRows,
  part?: { all: readonly ChangedRecord[]; plan: Pick<Plan, 'calls' | 'leftOut'> },
): NonNullable<JobRow['leaves']> {
  const all = part?.all ?? [];
  const cells = new Map(all.map((record) => [record.row, record.cells.length]));
  const planned = part ? [...part.plan.calls.flat(), ...part.plan.leftOut] : [];
  const back = planned.filter(({ record }) => record.cells.length === cells.get(record.row)).length;
  // Of the other rows that were to create a record it is unknown whether they did.
  return { created: left.certain, others: all.length - back + left.impossible + left.creates - left.certain };
}

/** The result of undoing a job. */
export interface Undone {
  /** The job that undoes it. */
  id: string;
  /** `begun`: it has not ended, or what it left is not known · `part`: some rows do not hold the old value · `whole`: all do that can, which created records do not. */
  how: 'begun' | 'part' | 'whole';
  /** Rows that may have been written and were not restored, without those that were created. */
  left: number;
  /** Records that it created, which stay. */
  created: number;
}

type UndoneJob = Pick<JobRow, 'id' | 'undoes' | 'open' | 'counts' | 'total' | 'leaves'>;

/**
 * How far a job is undone, by all jobs of an owner, newest first: by the job that undoes it completely, else by the latest. One that was itself undone
 * completely no longer counts. Undefined when it was never undone.
 */
export function undoneBy(id: string, jobs: readonly UndoneJob[]): Undone | undefined {
  const undoing = jobs.filter((job) => job.undoes === id && undoneBy(job.id, jobs)?.how !== 'whole').map(undoneOf);
  return undoing.find(({ how }) => how === 'whole') ?? undoing[0];
}

/** What the undo of a job is: that of an undo does again what it took back, and that of a redo takes it back again. */
export function undoKind({ kind }: Pick<JobRow, 'kind'>): 'undo' | 'redo' {
  return kind === 'undo' ? 'redo' : 'undo';
}

function undoneOf({ id, open, counts, total, leaves }: UndoneJob): Undone {
  const left = total - counts.verified - counts['no-change'] + (leaves?.others ?? 0);
  const how = open === 1 || leaves === undefined ? 'begun' : left > 0 ? 'part' : 'whole';
  return { id, how, left, created: leaves?.created ?? 0 };
}

/** What a field is to hold now: as it was read back where that differs, as a platform may store another form of what was sent. */
function expectedValue({ sent, result: { outcome, now } }: JobLine, field_id: string): Json | undefined {
  const held = outcome === 'differs' && now ? now : sent;
  return Object.hasOwn(held, field_id) ? held[field_id] : undefined;
}

/** A field that was missing is cleared: the API has no way to take it away. */
function oldValue(before: JsonObject, field_id: string, field: JobField | undefined): Json {
  const value = Object.hasOwn(before, field_id) ? before[field_id] : undefined;
  return writeForm(value, field?.kind ?? 'json', field?.options);
}

/**
 * What an ended job created, if it did nothing that can be undone; null for any other job and while this is unknown.
 * @param listed most records to return
 */
export function useOnlyCreated({ job, calls }: JobView, listed: number): OnlyCreated | null {
  const { data } = useQuery({
    queryKey: ['only-created', job.id, job.changes, listed],
    queryFn: () => onlyCreated(linesOfJob(job.id, calls, undoable), job.fields, listed),
    enabled: job.open === 0,
    // Without the browser database this is unknown, and the review shows it.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // An ended job may be opened again, and what was found then is kept.
  return job.open === 0 ? (data ?? null) : null;
}
