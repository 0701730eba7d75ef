import type { Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { Drafts } from '../../edits/drafts';
import type { GridColumn } from '../columns/columns-of';
import { currentValue } from '../edit/current-value';
import { readRows } from '../rows/read-rows';
import { rectangleOf, type Selection } from './selection';
import { type Summary, summaryOf } from './summary';

/** What a selection is of: `known` rows surely exist, of the others nothing is said. */
export interface SummarySource {
  columns: readonly GridColumn[];
  recordAt(row: number): DwRecord | undefined;
  drafts: Drafts;
  known: number;
}

export interface SelectionSummary extends Summary {
  /** Rows of the selection that exist for all that is known, and how many of them have been read. */
  rows: number;
  rowsRead: number;
}

/** How many rows of a selection exist, for all that is known. */
export function selectedRows(selection: Selection, known: number): number {
  const { top, bottom } = rectangleOf(selection);
  return Math.max(0, Math.min(bottom + 1, known) - top);
}

/** Sums up a selection: costs what was read of it, however large it is. */
export function summarise(selection: Selection, { columns, recordAt, drafts, known }: SummarySource): SelectionSummary {
  const { top, bottom, left, right } = rectangleOf(selection);
  const within = columns.slice(left, right + 1);
  const rows = selectedRows(selection, known);
  let rowsRead = 0;
  function* values(): Generator<Json | undefined> {
    for (const { record } of readRows(top, bottom, recordAt)) {
      rowsRead += 1;
      for (const { id } of within) yield currentValue(drafts, record, id);
    }
  }
  const read = summaryOf(values(), 0);
  const unread = Math.max(0, rows - rowsRead) * within.length;
  return { ...read, cells: read.cells + unread, unread, rows: Math.max(rows, rowsRead), rowsRead };
}
