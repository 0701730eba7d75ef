import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { testClient } from '../wire/test-client';
import { startOfWalk, walkRecords, walkRequests } from './walk-records';

const client = testClient();
const query = { table_id: '21', filter: null, order: null };

/** Answers pages of a table; `before` may change it before each read. `turns` is for how long a request is on its way, so that others overtake it. */
function serve(
  table: string[],
  before: (request: number) => void = () => {},
  turns: (request: number) => number = () => 0,
): { offsets: number[] } {
  const offsets: number[] = [];
  let asked = 0;
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { offset, limit } = JSON.parse(String(init.body));
    asked += 1;
    for (let turn = turns(asked); turn > 0; turn -= 1) await new Promise(setImmediate);
    init.signal?.throwIfAborted();
    before(offsets.length);
    offsets.push(offset);
    const items = table.slice(offset, offset + limit).map((item_id) => ({ item_id }));
    return Response.json({ code: 0, message: 'success', data: { items }, meta: { trace_id: 't' } });
  });
  return { offsets };
}

async function walk(parallel = 1): Promise<{ ids: string[]; drifted: number; requests: number; repeated: number }> {
  const ids: string[] = [];
  let last = { drifted: 0, requests: 0, repeated: 0 };
  for await (const { records, drifted, requests, repeated } of walkRecords(client, query, { parallel })) {
    for (const { item_id } of records) ids.push(item_id);
    last = { drifted, requests, repeated };
  }
  return { ids, ...last };
}

const rows = (count: number): string[] => Array.from({ length: count }, (_, index) => `r${index}`);

afterEach(() => void vi.unstubAllGlobals());

test.each([0, 1, 99, 100, 101, 199, 200, 1000])('%i records come once each, in order', async (count) => {
  serve(rows(count));
  const { ids, drifted, requests, repeated } = await walk();
  expect(ids).toEqual(rows(count));
  expect(drifted + repeated).toBe(0);
  expect(requests).toBe(walkRequests(count));
});

test.each([0, 99, 100, 101, 1000, 5000])('%i records with pages in parallel: the same, in order', async (count) => {
  serve(
    rows(count),
    () => {},
    (request) => (request * 7) % 5,
  );
  const { ids, drifted, requests, repeated } = await walk(5);
  expect(ids).toEqual(rows(count));
  expect(drifted + repeated).toBe(0);
  // A few pages past the end may be requested, as the end is unknown.
  expect(requests - walkRequests(count)).toBeLessThan(5);
});

test('where the service reports a total, nothing past the end is requested', async () => {
  const table = rows(1000);
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { offset, limit } = JSON.parse(String(init.body));
    const items = table.slice(offset, offset + limit).map((item_id) => ({ item_id }));
    return Response.json({ code: 0, message: 'success', data: { items, filtered: 1000 }, meta: { trace_id: 't' } });
  });
  expect((await walk(5)).requests).toBe(walkRequests(1000));
});

test('where there are more records than counted, further pages load in parallel too', async () => {
  const table = rows(3000);
  let underWay = 0;
  const widths: { offset: number; underWay: number }[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { offset, limit } = JSON.parse(String(init.body));
    underWay += 1;
    widths.push({ offset, underWay });
    await new Promise(setImmediate);
    underWay -= 1;
    const items = table.slice(offset, offset + limit).map((item_id) => ({ item_id }));
    return Response.json({ code: 0, message: 'success', data: { items }, meta: { trace_id: 't' } });
  });
  const ids: string[] = [];
  for await (const { records } of walkRecords(client, query, { parallel: 4, expected: 500 }))
    for (const { item_id } of records) ids.push(item_id);
  expect(ids).toEqual(table);
  expect(Math.max(...widths.filter(({ offset }) => offset > 700).map((each) => each.underWay))).toBe(4);
});

test('records removed before the current page are noticed, and none of the others is skipped', async () => {
  const table = rows(500);
  serve(table, (request) => request === 2 && void table.splice(0, 150));
  const { ids, drifted } = await walk();
  expect(new Set(ids)).toEqual(new Set(rows(500)));
  expect(ids).toHaveLength(500);
  expect(drifted).toBeGreaterThan(0);
});

test.each([1, 5])(
  'whatever is added or removed during the walk, every record that stays is returned exactly once (%i at a time)',
  async (parallel) => {
    const change = fc.record({
      at: fc.nat({ max: 11 }),
      place: fc.nat({ max: 700 }),
      remove: fc.nat({ max: 160 }),
      add: fc.nat({ max: 160 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 900 }),
        fc.array(change, { maxLength: 4 }),
        fc.nat(),
        async (count, changes, seed) => {
          const table = rows(count);
          const removed = new Set<string>();
          let made = 0;
          serve(
            table,
            (request) => {
              for (const { at, place, remove, add } of changes) {
                if (at !== request) continue;
                const fresh = Array.from({ length: add }, () => `n${made++}`);
                for (const id of table.splice(Math.min(place, table.length), remove, ...fresh)) removed.add(id);
              }
            },
            // Pages in parallel overtake each other.
            (request) => (parallel === 1 ? 0 : Math.imul(request, seed | 1) & 3),
          );
          const { ids } = await walk(parallel);
          expect(new Set(ids).size).toBe(ids.length);
          const here = new Set(ids);
          expect(rows(count).filter((id) => !removed.has(id) && !here.has(id))).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  },
);

test('a failed walk continues where it stopped', async () => {
  const table = rows(1000);
  let broken = false;
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { offset, limit } = JSON.parse(String(init.body));
    const items = table.slice(offset, offset + limit).map((item_id) => ({ item_id }));
    const refused = broken && offset > 400;
    const answer = refused
      ? { code: 100, message: 'authentication failed', data: {} }
      : { code: 0, message: 'success', data: { items } };
    return Response.json({ ...answer, meta: { trace_id: 't' } });
  });
  const state = startOfWalk();
  const ids: string[] = [];
  const goOn = async () => {
    for await (const { records } of walkRecords(client, query, { state, parallel: 4 })) {
      for (const { item_id } of records) ids.push(item_id);
    }
  };
  broken = true;
  await expect(goOn()).rejects.toThrow('authentication failed');
  expect(ids.length).toBeGreaterThan(300);
  broken = false;
  await goOn();
  expect(ids).toEqual(table);
});

test('a stopped walk sends no more requests', async () => {
  const { offsets } = serve(rows(1000));
  const control = new AbortController();
  const steps = walkRecords(client, query, { signal: control.signal });
  await steps.next();
  control.abort();
  await expect(steps.next()).rejects.toThrow();
  expect(offsets).toEqual([0]);
});

test.each([1, 4])('a platform that ignores the offset is reported at once, %i at a time', async (parallel) => {
  const offsets: number[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { offset, limit } = JSON.parse(String(init.body));
    offsets.push(offset);
    const items = rows(5000)
      .slice(0, limit)
      .map((item_id) => ({ item_id }));
    return Response.json({ code: 0, message: 'success', data: { items }, meta: { trace_id: 't' } });
  });
  await expect(walk(parallel)).rejects.toMatchObject({ name: 'ApiError', fault: 'samePage' });
  expect(offsets.length).toBeLessThanOrEqual(3 * parallel);
});

test('a page that is the same because others were inserted before it is no sign of that', async () => {
  const table = rows(300);
  const fresh = Array.from({ length: 99 }, (_, index) => `n${index}`);
  serve(table, (request) => request === 1 && void table.unshift(...fresh));
  expect((await walk()).ids).toEqual(rows(300));
});

test('a sort order that keeps changing ends with an error', async () => {
  let made = 0;
  vi.stubGlobal('fetch', async () => {
    const items = Array.from({ length: 100 }, () => ({ item_id: `x${made++}` }));
    return Response.json({ code: 0, message: 'success', data: { items }, meta: { trace_id: 't' } });
  });
  await expect(walk()).rejects.toThrow(RangeError);
  expect(made).toBeLessThan(100_000);
});
