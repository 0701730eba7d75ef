import type { Id } from '../../contract/ids';
import type { JobRow, PayloadRow } from '../../storage/job-rows';
import type { KeyedTable } from './record-key';
import { keyMaker, type RecordKey } from './record-key';

const keysOfPayload = new WeakMap<PayloadRow, (RecordKey | null)[]>();

/** The key of each item of a call that is matched by key; null for items matched by id. */
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

/** How a record is named by its key, while its ID is unknown. */
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

const namesOfPayload = new WeakMap<PayloadRow, readonly string[]>();

/** Names of the records that a call writes: by id, and those without one by their key. */
function namesOf(job: JobRow, payload: PayloadRow): readonly string[] {
  const known = namesOfPayload.get(payload);
  if (known) return known;
  const names = payload.items.flatMap((_item, index) => namesOfRow(job, payload, index));
  namesOfPayload.set(payload, names);
  return names;
}

/** Records with an unfinished write: no other job writes them, as the two could not be told apart. */
export class BusyRecords {
  /** Writes by table and then by the name of the record. */
  private readonly tables = new Map<Id, Map<string, number>>();

  /** The records of a call are being written. */
  begin(job: JobRow, payload: PayloadRow): void {
    this.count(job, payload, 1);
  }

  /** The result of a call is known, or it was never sent. */
  end(job: JobRow, payload: PayloadRow): void {
    this.count(job, payload, -1);
  }

  /** Whether any record of a call that was not begun is being written. No job writes a record twice: its plan calls the second one invalid. */
  has(job: JobRow, payload: PayloadRow): boolean {
    const busy = this.tables.get(job.table_id);
    return busy !== undefined && busy.size > 0 && namesOf(job, payload).some((name) => busy.has(name));
  }

  private count(job: JobRow, payload: PayloadRow, by: 1 | -1): void {
    const busy = this.tables.get(job.table_id) ?? new Map<string, number>();
    this.tables.set(job.table_id, busy);
    for (const name of namesOf(job, payload)) {
      const count = (busy.get(name) ?? 0) + by;
      if (count > 0) busy.set(name, count);
      else busy.delete(name);
    }
  }
}

/** Whether an item of a call is to create a record: it has no id, and the dry run found none by its key (4.5 rule 4). */
export function createsRecord(payload: Pick<PayloadRow, 'update_type' | 'items' | 'found'>, index: number): boolean {
  return (
    payload.update_type === 'upsert' && payload.items[index]?.item_id == null && (payload.found[index] ?? null) === null
  );
}
