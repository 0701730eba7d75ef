import type { Id } from '../../contract/ids';
import { limits } from '../../contract/limits';
import { type DwRecord, eachOnce } from '../../contract/records';
import { keyMaker } from '../table/record-key';
import type { ReadKeys } from './read-keys';
import type { ListRecords, ReadRows } from './read-rows';

/** Pages of the latest changes that are looked through: what was written a moment ago is among the first. */
const pagesMax = 10;

/**
 * The last way to find rows just written: where the platform supports no known filter, its latest changes are walked (the API sorts by one field only, 4.4). A
 * row that is found exists, in any order; others remain unknown.
 */
async function* latestChanges(list: ListRecords, table_id: Id, signal: AbortSignal): AsyncGenerator<DwRecord[]> {
  let last: Id | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const { items } = await list(
      {
        table_id,
        order: { field_id: 'updated_on', type: 'desc' },
        limit: limits.pageSizeMax,
        offset: page * limits.pageSizeMax,
      },
      signal,
    );
    // The same page again, where a service ignores the offset.
    if (items.at(-1)?.item_id === last) return;
    last = items.at(-1)?.item_id;
    yield items;
    if (items.length < limits.pageSizeMax) return;
  }
}

/** A reader by id that looks for rows it cannot ask for among the latest changes. */
export function rowsOrRecent(read: ReadRows, list: ListRecords): ReadRows {
  return async (table_id, ids, signal) => {
    const found = await read(table_id, ids, signal);
    if (found.unreadable.size === 0) return found;
    for await (const records of latestChanges(list, table_id, signal)) {
      found.requests += 1;
      for (const record of records) {
        if (found.unreadable.delete(record.item_id)) found.records.set(record.item_id, record);
      }
      if (found.unreadable.size === 0) break;
    }
    return found;
  };
}

/** A reader by key that looks for records it cannot ask for among the latest changes. */
export function keysOrRecent(read: ReadKeys, list: ListRecords): ReadKeys {
  return async (table, keys, signal) => {
    const found = await read(table, keys, signal);
    if (found.unreadable.size === 0) return found;
    const maker = keyMaker(table, table.fields);
    const wanted = new Set(found.unreadable);
    for await (const records of latestChanges(list, table.table_id, signal)) {
      found.requests += 1;
      for (const record of records) {
        const text = maker.ofRecord(record)?.text ?? '';
        if (!wanted.has(text)) continue;
        found.unreadable.delete(text);
        found.records.set(text, eachOnce([...(found.records.get(text) ?? []), record]));
      }
      if (found.unreadable.size === 0) break;
    }
    return found;
  };
}
