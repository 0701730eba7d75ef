/** How tests of what reads a platform have one: it lists what they say that it finds. */
import { entriesOf, type Filter, isCondition, joinOf } from '../../contract/filter';
import type { Json, JsonObject } from '../../contract/json';
import type { DwRecord, RecordListInput } from '../../contract/records';
import type { TableReading } from '../check/live-rows';
import { failure } from '../runner/test-simulation';
import { createKeyReader } from './read-keys';
import { createRowReader, type ListRecords } from './read-rows';

/** A platform that lists what it finds for a request, in pages. @param find may throw what it answers with instead */
export function listing(find: (input: RecordListInput) => readonly DwRecord[]): {
  list: ListRecords;
  /** Requests so far. */
  asked: RecordListInput[];
} {
  const asked: RecordListInput[] = [];
  return {
    asked,
    async list(input) {
      asked.push(input);
      const { limit = 20, offset = 0 } = input;
      return { items: find(input).slice(offset, offset + limit), total: null, filtered: null, has_more: null };
    },
  };
}

/** Whether a filter is met, going by each of its conditions. @param knowsOr otherwise a group of them by `or` always is */
export function meetsFilter(
  filter: Filter,
  holds: (condition: { field: string; query: JsonObject }) => boolean,
  knowsOr = true,
): boolean {
  const each = entriesOf(filter).map((entry: Json) =>
    isCondition(entry) ? holds(entry) : meetsFilter(entry as Filter, holds, knowsOr),
  );
  return joinOf(filter) === 'or' ? !knowsOr || each.some(Boolean) : each.every(Boolean);
}

/** How a table is read that a platform lists, and which has no single records. */
export function readingOfList(list: ListRecords, more: Partial<TableReading> = {}): TableReading {
  let requests = 0;
  const counted: ListRecords = (input, signal) => {
    requests += 1;
    return list(input, signal);
  };
  return {
    list: counted,
    read: createRowReader(counted, () => Promise.reject(failure('system', 404, null))),
    readKeys: createKeyReader(counted),
    async *walk(table_id, signal) {
      for (let offset = 0; ; offset += 100) {
        const { items } = await counted({ table_id, limit: 100, offset }, signal);
        yield items;
        if (items.length < 100) return;
      }
    },
    requests: () => requests,
    now: () => 0,
    ...more,
  };
}
