import { describe, expect, test } from 'vitest';
import { failure, recordOf } from '../runner/test-simulation';
import { keyMaker } from '../table/record-key';
import { createKeyReader } from './read-keys';
import { keysOrRecent, rowsOrRecent } from './read-recent';
import { createRowReader, type ListRecords } from './read-rows';
import { listing } from './test-listing';

const never = new AbortController().signal;
const code = { field_id: 'code', name: 'Code', kind: 'text' as const, options: [] };

/** A thousand records on a platform that filters by nothing; the ones with the highest ids were changed last. */
function platform(shift = 0) {
  const records = Array.from({ length: 1000 }, (_, index) => recordOf(String(index + 1), { code: `c${index + 1}` }));
  const latestFirst = records.toReversed();
  const { list, asked } = listing(({ order }) =>
    order?.field_id === 'updated_on' && order.type === 'desc' ? latestFirst : records,
  );
  const shifted: ListRecords = (input, signal) =>
    list({ ...input, offset: Math.max(0, (input.offset ?? 0) - shift) }, signal);
  return { list: shifted, asked };
}

describe('records that cannot be queried are searched among the latest changes', () => {
  test('rows by ID: found ones are known, others stay unknown', async () => {
    const { list, asked } = platform();
    const read = rowsOrRecent(
      createRowReader(list, () => Promise.reject(failure('system', 404, null))),
      list,
    );
    const found = await read('21', ['1000', '850', '70000'], never);
    expect([...found.records.keys()].sort()).toEqual(['1000', '850']);
    expect([...found.unreadable]).toEqual(['70000']);
    expect(found.missing.size).toBe(0);
    expect(asked.filter(({ order }) => order).length).toBe(10);
  });

  test('records by key, with no more pages than needed', async () => {
    const { list, asked } = platform();
    const read = keysOrRecent(createKeyReader(list), list);
    const table = { table_id: '21', update_by_fields: ['code'], fields: [code] };
    const keys = ['c999', 'c950'].flatMap((value) => {
      const key = keyMaker(table, [code]).ofValues({ code: value });
      return 'text' in key ? [key] : [];
    });
    const found = await read(table, keys, never);
    expect([...found.records.values()].map((records) => records.map(({ item_id }) => item_id))).toEqual([
      ['999'],
      ['950'],
    ]);
    expect(found.unreadable.size).toBe(0);
    expect(asked.filter(({ order }) => order).length).toBe(1);
  });

  test('a record that a later page lists again is one record', async () => {
    const { list } = platform(50);
    const read = keysOrRecent(createKeyReader(list), list);
    const table = { table_id: '21', update_by_fields: ['code'], fields: [code] };
    const keys = ['c930', 'none'].flatMap((value) => {
      const key = keyMaker(table, [code]).ofValues({ code: value });
      return 'text' in key ? [key] : [];
    });
    const found = await read(table, keys, never);
    expect([...found.records.values()].map((records) => records.map(({ item_id }) => item_id))).toEqual([['930']]);
  });
});
