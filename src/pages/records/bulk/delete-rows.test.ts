import { expect, test } from 'vitest';
import type { DwRecord } from '../../../contract/records';
import { record } from '../../../grid/test-table';
import { createFound, namedMax, recordsById } from './use-delete-rows';

const ids = (count: number) => Array.from({ length: count }, (_, row) => `${row}`);

async function all(pages: AsyncIterable<readonly DwRecord[]>): Promise<string[]> {
  const found: string[] = [];
  for await (const page of pages) found.push(...page.map(({ item_id }) => item_id));
  return found;
}

test('records are read by their IDs, and those that are gone are counted', async () => {
  const asked: number[] = [];
  const found = { gone: 0 };
  const reading = {
    read: async (_table: string, some: readonly string[]) => {
      asked.push(some.length);
      const there = some.filter((id) => id !== '3');
      return {
        records: new Map(there.map((id) => [id, record(id, { name: id })])),
        missing: new Set(some.filter((id) => id === '3')),
        unreadable: new Set<string>(),
        requests: 1,
      };
    },
    walk: () => {
      throw new Error('The table is not to be read.');
    },
  };
  const read = await all(recordsById(reading, '21', ids(150), found, new AbortController().signal));
  expect(read).toEqual(ids(150).filter((id) => id !== '3'));
  expect([asked, found.gone]).toEqual([[100, 50], 1]);
});

test('where a platform does not filter by IDs they are taken out of the whole table, each once', async () => {
  const found = { gone: 0 };
  const reading = {
    read: async (_table: string, some: readonly string[]) => ({
      records: new Map<string, DwRecord>(),
      missing: new Set<string>(),
      unreadable: new Set(some),
      requests: 1,
    }),
    async *walk() {
      yield [record('0', {}), record('1', {})];
      yield [record('1', {}), record('7', {})];
    },
  };
  expect(await all(recordsById(reading, '21', ['1', '7', '8'], found, new AbortController().signal))).toEqual([
    '1',
    '7',
  ]);
  expect(found.gone).toBe(1);
});

test('the first records are named, and those with unsent changes counted', async () => {
  const found = createFound((id) => Number(id) % 5 === 0);
  async function* pages() {
    yield ids(8).map((id) => record(id, {}));
    yield ids(20).map((id) => record(`${Number(id) + 8}`, {}));
  }
  expect((await all(found.watch(pages()))).length).toBe(28);
  const kept = found.kept({ id: 'j', rows: 28 });
  expect(kept.first.map(({ item_id }) => item_id)).toEqual(ids(namedMax));
  expect(kept).toMatchObject({ job: 'j', rows: 28, drafted: 6, gone: 0, drifted: 0 });
});
