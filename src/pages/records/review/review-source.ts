import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Id } from '../../../contract/ids';
import type { Json } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import type { CellPlace, Drafts, RecordDraft } from '../../../edits/drafts';
import { editsForExisting } from '../../../edits/new-records';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import { type ColumnTable, columnsInOrder } from '../../../grid/columns/column-table';
import { createJobReader, type JobView } from '../../../jobs/ledger/use-jobs';
import { type ChangedCell, type ChangedRecord, changesOfDrafts } from '../../../jobs/table/changes';
import { type LeftRows, noneLeft, undoableRows, undoKind, undoOfJob } from '../../../jobs/undo/undo';
import type { JobField, JobKind } from '../../../storage/job-rows';
import { listedMax } from '../../../ui/display/created-records';

/** What is reviewed: the drafts of a table, or what would undo a job. Either way the same dry run and the same dialog. */
export interface ReviewSource {
  kind: JobKind;
  /** The job that is undone; null for drafts. */
  undoes: string | null;
  /** When that job was made, epoch milliseconds; null for drafts. */
  undoneJobAt: number | null;
  changes: readonly ChangedRecord[];
  /** Names and kinds of fields as the job knew them; empty for drafts. */
  fields: readonly JobField[];
  /** Changes that undo everything of a job that can be undone, including those the user removed; empty for drafts. */
  all: readonly ChangedRecord[];
  /** What an undo does not restore; none for drafts. */
  left: LeftRows;
  revert(places: readonly CellPlace[]): void;
  /** The user has seen the current value and keeps their own. */
  keepMine(cells: readonly (CellPlace & { before: Json | undefined })[]): void;
  /** What the new record of a row was to hold is a change of this record, as it was read live; null where there are no new records. */
  chooseRecord: ((row: Id, record: DwRecord) => void) | null;
  /** The cells belong to a job now. Resolves when that is kept. */
  handOver(sent: readonly (CellPlace & { after: Json })[]): Promise<void>;
}

/** Some of the drafts of a table: one field of some records. */
export interface ReviewedCells {
  field: string;
  rows: ReadonlySet<Id>;
}

/** The drafts of a table as the source of a review: all of them, or those that one bulk change has staged. */
export function useDraftSource(drafts: DraftsOfTable, only: ReviewedCells | null, table: ColumnTable): ReviewSource {
  const changes = useMemo(
    () => inColumnOrder(changesOfDrafts(only ? draftsOf(drafts.drafts, only) : drafts.drafts), table),
    [drafts.drafts, only, table],
  );
  const { revert, rebase, handOver, stage, drafts: now } = drafts;
  // What was handed over is a draft no longer, and shown until the dialog closes: its job is being stored.
  const [handed, setHanded] = useState<readonly ChangedRecord[] | null>(null);
  return useMemo(
    () => ({
      kind: 'edit',
      undoes: null,
      undoneJobAt: null,
      changes: handed ?? changes,
      fields: noFields,
      all: noChanges,
      left: nothingLeft,
      revert,
      keepMine: rebase,
      chooseRecord: (row, record) => {
        const draft = now.get(row);
        if (draft) stage(editsForExisting(draft, record));
      },
      handOver: async (sent) => {
        setHanded(changes);
        await handOver(sent).catch((error: unknown) => {
          setHanded(null);
          throw error;
        });
      },
    }),
    [changes, handed, revert, rebase, handOver, stage, now],
  );
}

/** Changes that are listed in a review: the rows of a larger undo are read, checked and stored a part at a time. */
const reviewedMax = 10_000;

/** A job to be undone, with its changes unless they are too many to be listed. */
export interface UndoneJob {
  view: JobView;
  listed: { changes: readonly ChangedRecord[]; left: LeftRows } | null;
}

/** The job to be undone; null when this browser has no such job, undefined while it is read. */
export function useUndoneJob(jobId: string): UndoneJob | null | undefined {
  // Not cached: the next review of the same job reads what is known by then.
  const { data, isError } = useQuery({
    queryKey: ['undo', jobId],
    queryFn: () => readUndo(jobId),
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return isError ? null : data;
}

/** What undoes a job as the source of a review. */
export function useUndoSource({ job }: JobView, found: NonNullable<UndoneJob['listed']>): ReviewSource {
  const [edited, setEdited] = useState<readonly ChangedRecord[] | null>(null);
  return useMemo(() => {
    const change = (next: (changes: readonly ChangedRecord[]) => ChangedRecord[]): void =>
      setEdited((now) => next(now ?? found.changes).filter(({ cells }) => cells.length > 0));
    return {
      kind: undoKind(job),
      undoes: job.id,
      undoneJobAt: job.created_at,
      changes: edited ?? found.changes,
      fields: job.fields,
      all: found.changes,
      left: found.left,
      revert: (places) => change((changes) => withoutCells(changes, places)),
      keepMine: (cells) => change((changes) => withBefore(changes, cells)),
      chooseRecord: null,
      handOver: () => Promise.resolve(),
    };
  }, [job, found, edited]);
}

/** The cells of each record as its row shows them: drafts have them in the order of editing. */
function inColumnOrder(changes: readonly ChangedRecord[], table: ColumnTable): ChangedRecord[] {
  const places = new Map(columnsInOrder(table).map(({ id }, place) => [id, place]));
  const placeOf = ({ field_id }: ChangedCell) => places.get(field_id) ?? places.size;
  return changes.map((change) => ({ ...change, cells: change.cells.toSorted((a, b) => placeOf(a) - placeOf(b)) }));
}

function draftsOf(drafts: Drafts, { field, rows }: ReviewedCells): Drafts {
  const found = new Map<Id, RecordDraft>();
  for (const id of rows) {
    const draft = drafts.get(id);
    const cell = draft?.cells.get(field);
    if (draft && cell) found.set(id, { ...draft, cells: new Map([[field, cell]]) });
  }
  return found;
}

const noFields: readonly JobField[] = [];
const noChanges: readonly ChangedRecord[] = [];
const nothingLeft = noneLeft();

async function readUndo(jobId: string): Promise<UndoneJob | null> {
  const view = await createJobReader(jobId)();
  if (!view) return null;
  if (undoableRows(view.job) > reviewedMax) return { view, listed: null };
  const left = noneLeft();
  const changes: ChangedRecord[] = [];
  for await (const change of undoOfJob(view, left, listedMax)) changes.push(change);
  return { view, listed: { changes, left } };
}

const keyOf = ({ item_id, field_id }: CellPlace): string => `${item_id}/${field_id}`;

function withoutCells(changes: readonly ChangedRecord[], places: readonly CellPlace[]): ChangedRecord[] {
  const gone = new Set(places.map(keyOf));
  return changes.map((record) => ({
    ...record,
    cells: record.cells.filter(({ field_id }) => !gone.has(keyOf({ item_id: record.row, field_id }))),
  }));
}

function withBefore(
  changes: readonly ChangedRecord[],
  cells: readonly (CellPlace & { before: Json | undefined })[],
): ChangedRecord[] {
  const known = new Map(cells.map((cell) => [keyOf(cell), cell]));
  return changes.map((record) => ({
    ...record,
    cells: record.cells.map((cell) => {
      const kept = known.get(keyOf({ item_id: record.row, field_id: cell.field_id }));
      return kept ? { ...cell, before: kept.before } : cell;
    }),
  }));
}
