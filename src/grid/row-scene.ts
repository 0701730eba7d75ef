import type { Id } from '../contract/ids';
import type { DwRecord } from '../contract/records';
import type { Drafts } from '../edits/drafts';
import type { CellWords } from './cells/cell-kind';
import type { LaidColumn } from './column-layout';
import type { CellPlace, Rectangle } from './selection';

/** States of a row and its cells, for those who listen. */
export interface RowWords {
  notRead: string;
  staged: string;
  /** Stands before the value that a change replaces. */
  was: string;
}

/** The columns that rows show, by where they stand. */
export interface RowColumns {
  start: readonly LaidColumn[];
  /** Those of the unpinned columns that are on the screen. */
  center: readonly LaidColumn[];
  end: readonly LaidColumn[];
  /** Widths of the row numbers, of the two pinned sides and of the whole row, in px. */
  numberWidth: number;
  startWidth: number;
  endWidth: number;
  totalWidth: number;
}

/** Everything that rows are drawn from. */
export interface RowScene {
  columns: RowColumns;
  /** Undefined while a row has not been read. */
  recordAt(row: number): DwRecord | undefined;
  /** What is to be known of a row beside its values; null when there is nothing. */
  markAt(row: number): string | null;
  /** What is said in place of a row that could not be read. */
  failure: string | null;
  drafts: Drafts;
  /** Whether cells can be edited at all: those that cannot then say so one by one. */
  editable: boolean;
  /** Selected cells, and the active one. */
  range: Rectangle;
  active: CellPlace;
  /** A field stands in the active cell and takes the focus; else the cell takes it itself. */
  withEditor: boolean;
  /** It is seen, in place of what the cell shows. */
  editing: boolean;
  /** Record that the panel shows. */
  openRecord: Id | null;
  words: CellWords;
  says: RowWords;
}
