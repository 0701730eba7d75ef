import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testClient } from '../../../api/wire/test-client';
import type { Filter } from '../../../contract/filter';
import { findRecord } from './find-record';

/** Ids in the order of the table, and what was asked for. */
let ids: string[] = [];
let hidden: ReadonlySet<string> = new Set();
let asked: number[] = [];

interface Body {
  offset: number;
  limit: number;
  filter?: { and: { field: string; query: { eq?: string } }[] };
}

beforeEach(() => {
  asked = [];
  hidden = new Set();
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { offset, limit, filter } = JSON.parse(String(init.body)) as Body;
    const wanted = filter?.and.find(({ field }) => field === 'item_id')?.query.eq;
    if (wanted === undefined) asked.push(offset / 100);
    const left = ids.filter((id) => (wanted === undefined || id === wanted) && !hidden.has(id));
    const items = left.slice(offset, offset + limit).map((item_id) => ({ item_id, fields: {} }));
    return Response.json({ code: 0, message: 'success', data: { items }, meta: { trace_id: 't' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const query = { table_id: '21', filter: null, order: null };
const table = (rows: number) => Array.from({ length: rows }, (_, row) => String(row + 1));
const find = (id: string, rows: number | null, filter: Filter | null = null) =>
  findRecord(testClient(), { ...query, filter }, id, rows, new AbortController().signal);

test('a new record at the end of a long table is found with one page, also at a page start', async () => {
  ids = table(2541);
  expect(await find('2541', 2540)).toEqual({ row: 2540 });
  expect(asked).toEqual([25]);
  ids = table(2501);
  expect(await find('2501', 2500)).toEqual({ row: 2500 });
  // Counted after it was there.
  ids = table(2500);
  expect(await find('2500', 2500)).toEqual({ row: 2499 });
});

test('one sorted to the beginning, or into a short table, is found too', async () => {
  ids = ['new', ...table(2540)];
  expect(await find('new', 2540)).toEqual({ row: 0 });
  ids = table(450);
  expect(await find('230', 449)).toEqual({ row: 229 });
  expect(await find('230', null)).toEqual({ row: 229 });
});

test('in a long table it is not searched page by page', async () => {
  ids = table(100_000);
  asked = [];
  expect(await find('50000', 99_999)).toEqual({ row: null, isHidden: false });
  expect(asked).toEqual([999, 0]);
});

test('one hidden by the filter is reported, with one request', async () => {
  ids = table(250);
  hidden = new Set(['250']);
  const filter = { and: [{ field: 'name', query: { eq: 'a' } }] };
  expect(await find('250', 249, filter)).toEqual({ row: null, isHidden: true });
  expect(asked).toEqual([]);
});
