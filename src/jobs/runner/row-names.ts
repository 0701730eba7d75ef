import type { JobRow, PayloadRow } from '../../storage/job-rows';
import { keyMaker, type RecordKey } from '../plan/record-key';
import type { KeyedTable } from '../read/read-keys';

const keysOfPayload = new WeakMap<PayloadRow, (RecordKey | null)[]>();

/** The key of each item of a call that is located by it; null for those that are located by id. */
export function keysOf(
  { update_by_fields, fields }: Pick<JobRow, 'update_by_fields' | 'fields'>,
  payload: PayloadRow,
): (RecordKey | null)[] {
  const known = keysOfPayload.get(payload);
  if (known) return known;
  const maker = keyMaker({ update_by_fields }, fields);
  const keys = payload.items.map(({ item_id, fields: values }) => {
    if (item_id !== null) return null;
    const key = maker.ofValues(values);
    return 'text' in key ? key : null;
  });
  keysOfPayload.set(payload, keys);
  return keys;
}

/** Where a job looks its keys up. */
export function keyedTable({ table_id, update_by_fields, fields }: JobRow): KeyedTable {
  return { table_id, update_by_fields, fields };
}

/** How a record is named by its key, as long as nobody knows its id. */
export function keyName({ update_by_fields }: { update_by_fields: readonly string[] }, key: RecordKey): string {
  return `=${update_by_fields.join()}=${key.text}`;
}

/** Names of the record that one row of a call writes: its id where that is known, and its key (`keyName`) where it named no id. */
export function namesOfRow(
  job: Pick<JobRow, 'update_by_fields' | 'fields'>,
  payload: PayloadRow,
  index: number,
): string[] {
  const id = payload.items[index]?.item_id ?? payload.found[index] ?? null;
  const key = keysOf(job, payload)[index] ?? null;
  return [...(id === null ? [] : [id]), ...(key === null ? [] : [keyName(job, key)])];
}
