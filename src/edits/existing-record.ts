import type { DwRecord } from '../contract/records';
import type { CellEdit, RecordDraft } from './drafts';

/**
 * Edits that give what a new record was to hold to a record that is there: one step, after which the new record is no draft any more.
 * @param draft of the new record
 * @param meant as it was read live
 */
export function editsForExisting(draft: RecordDraft, meant: DwRecord): CellEdit[] {
  const { item_id, title, updated_on, fields } = meant;
  return [...draft.cells].flatMap(([field_id, { before, after, unfit, double }]): CellEdit[] => [
    { record: draft.record, field_id, before, after: before ?? null },
    {
      record: { item_id, title, updated_on },
      field_id,
      before: Object.hasOwn(fields, field_id) ? fields[field_id] : undefined,
      after,
      ...(unfit ? { unfit } : {}),
      ...(double === undefined ? {} : { double }),
    },
  ]);
}
