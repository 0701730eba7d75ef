import type { Id } from '../../contract/ids';
import { limits } from '../../contract/limits';
import type { DwRecord, Order } from '../../contract/records';
import { fateOf, laterTime } from '../proof/proof';
import type { ListRecords } from './read-rows';

/** Pages of changes read at once; if there are more, nothing is known of the others. */
const pagesMax = 10;

/** Records by their last change; null where the platform refuses that order. @throws ApiError of any other kind; the signal's reason */
async function byChange(
  list: ListRecords,
  table_id: Id,
  type: Order['type'],
  limit: number,
  offset: number,
  signal: AbortSignal,
) {
  try {
    return (await list({ table_id, order: { field_id: 'updated_on', type }, limit, offset }, signal)).items;
  } catch (error) {
    if (fateOf(error) === 'refused') return null;
    throw error;
  }
}

/** A time of the platform that everything to come will be after, by the changes of a table so far; null if they have no times. */
export async function timeBeforeNow(list: ListRecords, table_id: Id, signal: AbortSignal): Promise<string | null> {
  const items = await byChange(list, table_id, 'desc', limits.pageSizeMax, 0, signal);
  return items && oldestOfPage(items);
}

/**
 * The time of the last record on the first page of changes, the latest first. A few records may be of any year to come, so that the latest time of all says
 * nothing of what changes next.
 */
export function oldestOfPage(changes: readonly DwRecord[]): string | null {
  return laterTime(null, changes.slice(0, limits.pageSizeMax).at(-1)?.updated_on ?? null);
}

/**
 * Every record of a table created or changed since a time of the platform, that second included; null if unknown: the sort is ignored, a record has no time, or
 * there are too many. Deleted records are in no list.
 */
export type ReadChanges = (table_id: Id, since: string, signal: AbortSignal) => Promise<DwRecord[] | null>;

/** A reader of changes by the one order that the API has (4.4), where a platform can be asked for single records in no way. */
export function createChangesReader(list: ListRecords): ReadChanges {
  /** Tables of which it is known whether the order is kept to. */
  const ordered = new Map<Id, boolean>();

  /** An order that is passed over gives the same record first both ways. */
  async function isOrdered(table_id: Id, first: Id, signal: AbortSignal): Promise<boolean> {
    const known = ordered.get(table_id);
    if (known !== undefined) return known;
    const [other] = (await byChange(list, table_id, 'asc', 1, 0, signal)) ?? [];
    const isKept = other !== undefined && other.item_id !== first;
    ordered.set(table_id, isKept);
    return isKept;
  }

  return async (table_id, since, signal) => {
    const changed = new Map<Id, DwRecord>();
    let last: string | null = null;
    for (let page = 0; page < pagesMax; page += 1) {
      const before = changed.size;
      // Each page begins with the last record of the one before: otherwise records were deleted, and others have moved past its border.
      const offset = page * (limits.pageSizeMax - 1);
      const items = await byChange(list, table_id, 'desc', limits.pageSizeMax, offset, signal);
      const [first] = items ?? [];
      if (page > 0 && (!first || !changed.has(first.item_id))) return null;
      // The record that was changed last then is still there, or one that was changed later.
      if (!items || (page === 0 && (!first || !(await isOrdered(table_id, first.item_id, signal))))) return null;
      for (const record of items) {
        if (changed.has(record.item_id)) continue;
        const time = laterTime(null, record.updated_on);
        if (time === null || (last !== null && time > last)) return null;
        last = time;
        if (time < since) return changed.size > 0 ? [...changed.values()] : null;
        changed.set(record.item_id, record);
      }
      if (items.length < limits.pageSizeMax) return [...changed.values()];
      // The same page again: nothing further can be read.
      if (changed.size === before) return null;
    }
    return null;
  };
}
