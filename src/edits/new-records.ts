import { isEmptyValue } from '../contract/json';
import type { Drafts, RecordDraft } from './drafts';
import { isNewRecord } from './new-record-id';

/** Drafts of records that are to be created, the first one first. */
export function newRecordsOf(drafts: Drafts): RecordDraft[] {
  return [...drafts.values()].filter(({ record }) => isNewRecord(record.item_id));
}

/** Fields of a key that a new record does not name yet (4.5 rule 5). */
export function missingOfKey(draft: RecordDraft | undefined, key: readonly string[]): string[] {
  return key.filter((field) => isEmptyValue(draft?.cells.get(field)?.after));
}
