import { isSystemField } from '../../contract/fields';
import type { JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { changesNothing, sameValue } from '../../edits/same-value';
import type { JobRow, PayloadRow, RowResult } from '../../storage/job-rows';
import { liveValue } from '../plan/record-key';
import { writtenFields } from '../proof/proof';

/** What was read of one row right before it is sent. */
export interface FreshRow {
  /** Every record that the row means now; null: that could not be read. */
  records: readonly DwRecord[] | null;
  /** What own earlier jobs sent to the record since it was checked: the person knows of it. */
  own: readonly JsonObject[];
}

/**
 * Why a row of a batch is not sent after all, as it is no more what the check found: `changed-since-check` a field that it writes holds something else,
 * `exists-now`, `gone`, `key-lost`, `several-match`, `not-checked`, or the outcome `no-change` where somebody wrote the very values. Null: it is as it was.
 * @param now epoch milliseconds
 */
export function staleRow(
  payload: Pick<PayloadRow, 'items' | 'found' | 'before'>,
  index: number,
  { records, own }: FreshRow,
  { fields, update_by_fields }: Pick<JobRow, 'fields' | 'update_by_fields'>,
  now: number,
): RowResult | null {
  const item = payload.items[index];
  if (!item) return null;
  const left = (reason: RowResult['reason'], about: Partial<RowResult> = {}): RowResult => ({
    outcome: 'invalid',
    reason,
    at: now,
    ...about,
  });
  if (records === null) return left('not-checked');
  const [live] = records;
  const found = payload.found[index] ?? null;
  const byKey = item.item_id === null;
  if (records.length > 1) return left('several-match', { matches: records.slice(0, 10).map(({ item_id }) => item_id) });
  if (!live) {
    if (byKey && found === null) return null;
    return left(byKey ? 'key-lost' : 'gone');
  }
  const held = writtenFields(item, live);
  // An own earlier job created it, or wrote it: that is what this row was meant for.
  if (byKey && found === null && own.length === 0) return left('exists-now', { item_id: live.item_id, now: held });
  if (byKey && found !== null && live.item_id !== found) return left('changed-since-check', { now: held });
  const options = new Map(fields.map((field) => [field.field_id, field.options]));
  const before = payload.before[index] ?? null;
  let touched = false;
  let writes = false;
  for (const id of Object.keys(item.fields)) {
    // Neither is written: a system field (4.5 rule 7), nor the key that found the record.
    if (isSystemField(id) || (byKey && update_by_fields.includes(id))) continue;
    const value = liveValue(live, id);
    const after = item.fields[id] ?? null;
    const same = changesNothing(value, after, options.get(id));
    if (!same) writes = true;
    const expected = [...(before === null ? [] : [before[id]]), ...own.flatMap((sent) => sent[id] ?? [])];
    if (expected.length === 0 || expected.some((was) => sameValue(value, was, options.get(id)))) continue;
    if (!same) return left('changed-since-check', { now: held });
    touched = true;
  }
  return touched && !writes ? { outcome: 'no-change', reason: null, at: now } : null;
}
