import type { Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { FieldConfig } from '../../contract/tables';
import { cellText } from '../../edits/cell-text';
import { type Coerced, type CoerceReason, coerce } from '../../edits/coerce';
import type { CellEdit, Drafts } from '../../edits/drafts';
import { cellValue, type GridColumn } from '../columns/columns-of';
import { currentText, draftOf, editOf, knownOptions } from './cell-edits';

/**
 * Turns typed or pasted text into the value to write. Names are looked up among the options of the config; where there is no config, among those seen
 * in the records (then other ids are possible too).
 */
export function coerceCell(text: string, column: GridColumn, before: Json | undefined): Coerced {
  const config = column.config ?? undefined;
  // Of a manually set type: the loaded value no longer decides which type to write. Its own text still returns it unchanged.
  if (column.source === 'hand' && text !== cellText(before, column.kind, config)) {
    return coerce(text, column.kind, undefined, config?.config.options?.length ? config : seenConfig(column));
  }
  const first = coerce(text, column.kind, before, config);
  if (first.ok || first.reason !== 'unknown-name' || config?.config.options?.length) return first;
  return coerce(text, column.kind, before, seenConfig(column));
}

function seenConfig(column: GridColumn): FieldConfig {
  return {
    field_id: column.id,
    name: column.name ?? '',
    field_type: column.config?.field_type ?? '',
    required: false,
    config: { ...column.config?.config, options: knownOptions(column) },
  };
}

/** The result of a text typed over a value: an edit to stage (null: no change), or the reason why it is refused. */
export type TakenText = { ok: true; edit: CellEdit | null } | { ok: false; reason: CoerceReason };

/**
 * Takes what was written over the value of one field, wherever that was.
 * @param anyKind the user allowed a change of the JSON type
 */
export function editByText(
  text: string,
  record: DwRecord,
  column: GridColumn,
  drafts: Drafts,
  anyKind = false,
): TakenText {
  // An unchanged text stages nothing, also where its draft has another format.
  if (draftOf(drafts, record, column.id) && text === currentText(drafts, record, column)) {
    return { ok: true, edit: null };
  }
  const coerced = coerceCell(text, column, anyKind ? undefined : cellValue(record, column.id));
  return coerced.ok ? { ok: true, edit: editOf(record, column, coerced.value) } : coerced;
}
