import type { Id } from '../contract/ids';
import { isEmptyValue } from '../contract/json';
import type { DwRecord } from '../contract/records';
import { readRemembered, writeRemembered } from '../storage/local-settings';
import { type CellEdit, type Drafts, isNewRecord, type RecordDraft } from './drafts';

/** Drafts of records that are to be created, the first one first. */
export function newRecordsOf(drafts: Drafts): RecordDraft[] {
  return [...drafts.values()].filter(({ record }) => isNewRecord(record.item_id));
}

/** Fields of a key that a new record does not name yet (4.5 rule 5). */
export function missingOfKey(draft: RecordDraft | undefined, key: readonly string[]): string[] {
  return key.filter((field) => isEmptyValue(draft?.cells.get(field)?.after));
}

/** The fields, by id, that tell a record of a table from every other, as the person named them; kept in this browser per table. Empty while none is named. */
export function savedKey(environment: string, tableId: Id): readonly string[] {
  const kept = readRemembered(nameOf(environment, tableId));
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

/** Keeps the key that the person named for the new records of a table. */
export function keepKey(environment: string, tableId: Id, key: readonly string[]): void {
  writeRemembered(nameOf(environment, tableId), key);
}

function nameOf(environment: string, tableId: Id): string {
  return `record-key:${environment}:${tableId}`;
}

/**
 * Edits that give what a new record was to hold to a record that is there: one step, after which the new record is no draft any more.
 * @param draft of the new record
 * @param meant as it was read live
 */
export function editsForExisting(draft: RecordDraft, meant: DwRecord): CellEdit[] {
  const { item_id, title, updated_on, fields } = meant;
  return [...draft.cells].flatMap(([field_id, { before, after, unfit, double, retried }]): CellEdit[] => [
    { record: draft.record, field_id, before, after: before ?? null },
    {
      record: { item_id, title, updated_on },
      field_id,
      before: Object.hasOwn(fields, field_id) ? fields[field_id] : undefined,
      after,
      ...(unfit ? { unfit } : {}),
      ...(double === undefined ? {} : { double }),
      ...(retried ? { retried } : {}),
    },
  ]);
}
