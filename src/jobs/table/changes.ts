import type { Id } from '../../contract/ids';
import type { Json } from '../../contract/json';
import { type Drafts, isNewRecord, type RecordDraft } from '../../edits/drafts';
import type { BrokenLine } from '../../storage/job-rows';

/** A value to write, and the one that was read (undefined: the field was missing, or nothing was read). */
export interface ChangedCell {
  field_id: string;
  before: Json | undefined;
  after: Json;
  /** The text as written in a file: if the live value reads the same, nothing changes, even if the text alone would parse differently. */
  text?: string;
  /** As a person sees it in the file, where that differs. */
  own?: string;
  /** The text cannot become a value of the field. */
  unfit?: true;
  /** The text holds ids of options, people or records, and no names. */
  ids?: true;
}

/** A text that does not fit its field, and what it does to it: leave it as it is, or clear it. */
export interface Misfit {
  field_id: string;
  text: string;
  does: 'keep' | 'clear';
}

/** A cell of a file that the user fixed, with the original text. */
export interface FixedCell {
  field_id: string;
  was: string;
}

/** One record to write: the input of a job, one row of it. */
export interface ChangedRecord {
  /** Names the row within the input, for ticks and choices; the record's id where it has one. */
  row: string;
  /** The row's position in its file or list, from 1; null: its place in the input. */
  line: number | null;
  /** Null (or empty): a new record, or one that is found by its key (4.5 rule 4). */
  item_id: Id | null;
  title: string | null;
  cells: ChangedCell[];
  /** Texts of a file that do not fit, and that were chosen to count as blank. They are reported; none of them is among the cells. */
  misfits?: Misfit[];
  /** Cells of the file's line that the user fixed before the check; missing if none. */
  fixed?: readonly FixedCell[];
  /** Fields that are blank in the line of a file, and are left as they are. */
  blank?: readonly string[];
  /** `before` was never loaded, as in a file: then there is no conflict, and the live values are used for it. */
  unseen?: true;
  /** An import kept the row out as a duplicate: the line of the row that counts (empty: not known). It is sent only when someone includes it. */
  duplicateOf?: string;
  /** Of the undo of a delete: it creates its record again, and never writes to one that has its key by now. */
  anew?: true;
  /** Of an undo: the write it reverts is not verified, and may still be applied after it. */
  late?: true;
  /** Why its line in the file cannot be trusted: it is reported, and never sent. */
  broken?: BrokenLine;
  /** With `broken`: the text of that line. */
  raw?: string;
}

/**
 * Staged drafts as the input of a job, in the order in which the records were first edited. Duplicates come last: of two rows that mean one record, the
 * check lets the earlier one count.
 */
export function changesOfDrafts(drafts: Drafts): ChangedRecord[] {
  const changes = [...drafts.values()].map(
    ({ record, cells }): ChangedRecord => ({
      row: record.item_id,
      line: null,
      item_id: isNewRecord(record.item_id) ? null : record.item_id,
      title: record.title,
      cells: [...cells].map(([field_id, { before, after, unfit }]) =>
        unfit ? { field_id, before, after: null, text: String(after), unfit } : { field_id, before, after },
      ),
      ...duplicateOf(cells),
    }),
  );
  return [
    ...changes.filter(({ duplicateOf }) => duplicateOf === undefined),
    ...changes.filter(({ duplicateOf }) => duplicateOf !== undefined),
  ];
}

/** A record with a value of a duplicate is skipped as a whole. */
function duplicateOf(cells: RecordDraft['cells']): Pick<ChangedRecord, 'duplicateOf'> {
  for (const { double } of cells.values()) if (double !== undefined) return { duplicateOf: double };
  return {};
}
