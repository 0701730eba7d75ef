import type { Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { cellText } from '../../edits/cell-text';
import type { CellDraft, CellEdit, Drafts } from '../../edits/drafts';
import { cellValue, type GridColumn } from '../columns/columns-of';

/** The draft of a cell; undefined when nothing was changed. */
export function draftOf(drafts: Drafts, record: DwRecord, columnId: string): CellDraft | undefined {
  return drafts.get(record.item_id)?.cells.get(columnId);
}

/** What a cell shows: the draft's value when there is one, else what was read. */
export function currentValue(drafts: Drafts, record: DwRecord, columnId: string): Json | undefined {
  const draft = draftOf(drafts, record, columnId);
  return draft ? draft.after : cellValue(record, columnId);
}

/** What an editor of a cell opens with. */
export function currentText(drafts: Drafts, record: DwRecord, { id, kind, config }: GridColumn): string {
  return cellText(currentValue(drafts, record, id), kind, config ?? undefined);
}

/** The edit that puts a value into a cell. */
export function editOf(record: DwRecord, columnId: string, after: Json): CellEdit {
  const { item_id, title, updated_on } = record;
  return { record: { item_id, title, updated_on }, field_id: columnId, before: cellValue(record, columnId), after };
}

/** Whether a field holds several entries. */
export function holdsMany(column: GridColumn, record: DwRecord): boolean {
  const value = cellValue(record, column.id);
  return column.config?.config.is_multi ?? (Array.isArray(value) && value.length > 1);
}
