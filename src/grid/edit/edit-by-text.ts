import type { DwRecord } from '../../contract/records';
import type { CoerceReason } from '../../edits/coerce';
import type { CellEdit, Drafts } from '../../edits/drafts';
import { cellValue, type GridColumn } from '../columns/columns-of';
import { coerceCell } from './coerce-cell';
import { currentText, draftOf, editOf } from './current-value';

/** What becomes of a text that was written over a value: an edit to stage (null: it changes nothing), or the reason why it is not taken. */
export type TakenText = { ok: true; edit: CellEdit | null } | { ok: false; reason: CoerceReason };

/**
 * Takes what was written over the value of one field, wherever that was.
 * @param anyKind the person agreed that the JSON kind of the value changes
 */
export function editByText(
  text: string,
  record: DwRecord,
  column: GridColumn,
  drafts: Drafts,
  anyKind = false,
): TakenText {
  // A text that nobody changed stages nothing, also where its draft is written in another form.
  if (draftOf(drafts, record, column.id) && text === currentText(drafts, record, column)) {
    return { ok: true, edit: null };
  }
  const coerced = coerceCell(text, column, anyKind ? undefined : cellValue(record, column.id));
  return coerced.ok ? { ok: true, edit: editOf(record, column.id, coerced.value) } : coerced;
}
