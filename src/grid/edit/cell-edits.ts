import type { Json } from '../../contract/json';
import { type DwRecord, isSystemField } from '../../contract/records';
import type { FieldOption } from '../../contract/tables';
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
export function editOf(record: DwRecord, { id, kind }: Pick<GridColumn, 'id' | 'kind'>, after: Json): CellEdit {
  const { item_id, title, updated_on } = record;
  return { record: { item_id, title, updated_on }, field_id: id, before: cellValue(record, id), after, kind };
}

/** Whether a field holds several entries. */
export function holdsMany(column: GridColumn, record: DwRecord): boolean {
  const value = cellValue(record, column.id);
  return column.config?.config.is_multi ?? (Array.isArray(value) && value.length > 1);
}

/** Whether the API never writes this column (4.5 rule 7). */
export function isReadOnly(column: GridColumn): boolean {
  return column.source === 'system' || isSystemField(column.id);
}

/** Options that an editor can offer: those of the table config, else those that were seen in the records. */
export function knownOptions(column: GridColumn): FieldOption[] {
  const configured = column.config?.config.options;
  if (configured?.length) return configured;
  return [...(column.profile?.references ?? [])].map(([id, name]) => ({ id, name, color: null }));
}
