import type { DwRecord } from '../../../contract/records';
import type { CoerceReason } from '../../../edits/coerce';
import type { CellEdit, Drafts } from '../../../edits/drafts';
import { changesNothing } from '../../../edits/same-value';
import { cellValue, type GridColumn } from '../../../grid/columns/columns-of';
import { coerceCell, currentValue, editOf, knownOptions } from '../../../grid/edit/cell-edits';

/** What becomes of a record when one text is put into a column of all. */
export interface SetLine {
  record: DwRecord;
  /** Null when the record cannot take it. */
  edit: CellEdit | null;
  reason: CoerceReason | null;
}

export interface SetFindings {
  /** Records that would change, and those that cannot take the text; the others are counted. */
  lines: SetLine[];
  same: number;
}

/** What one text under a column would do to records, each by the JSON kind that was read of it. */
export function findSet(
  records: readonly DwRecord[],
  column: GridColumn,
  text: string,
  drafts: Drafts,
  into: SetFindings = { lines: [], same: 0 },
): SetFindings {
  const options = knownOptions(column);
  for (const record of records) {
    const coerced = coerceCell(text, column, cellValue(record, column.id));
    if (!coerced.ok) into.lines.push({ record, edit: null, reason: coerced.reason });
    else if (changesNothing(currentValue(drafts, record, column.id), coerced.value, options)) into.same += 1;
    else into.lines.push({ record, edit: editOf(record, column.id, coerced.value), reason: null });
  }
  return into;
}
