import type { Id } from '../../../contract/ids';
import type { DwRecord } from '../../../contract/records';
import type { Drafts } from '../../../edits/drafts';
import { fileIdsOf } from '../../../edits/same-value';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { currentValue } from '../../../grid/edit/cell-edits';

/** A file in a cell. */
export interface FilePlace {
  record: DwRecord;
  column: GridColumn;
  file: Id;
}

/** The loaded rows, by their places and by their records. */
export interface LoadedRows {
  recordAt(row: number): DwRecord | undefined;
  rowOf(item_id: Id): number | null;
  drafts: Drafts;
}

/** The files of a cell, as they stand there now. */
export function filesOfCell({ record, column }: FilePlace, { drafts }: LoadedRows): Id[] {
  return fileIdsOf(currentValue(drafts, record, column.id));
}

/** The file after (or before) one, in its cell or in the next cell of the column that has any, and that cell's row; null where the loaded rows end. */
export function fileBeside(
  place: FilePlace,
  step: 1 | -1,
  rows: LoadedRows,
): { place: FilePlace; row: number | null } | null {
  const own = filesOfCell(place, rows);
  const file = own[own.indexOf(place.file) + step];
  if (file !== undefined) return { place: { ...place, file }, row: null };
  const from = rows.rowOf(place.record.item_id);
  if (from === null) return null;
  for (let row = from + step; row >= 0; row += step) {
    const record = rows.recordAt(row);
    if (!record) return null;
    const files = filesOfCell({ ...place, record }, rows);
    const next = step > 0 ? files[0] : files.at(-1);
    if (next !== undefined) return { place: { ...place, record, file: next }, row };
  }
  return null;
}
