import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { createBudget, memoryStore } from './budget';
import type { Client } from './client';
import { walkRecords, walkRequests } from './walk-records';

const client: Client = {
  environment: {
    name: 'lab',
    baseUrl: null,
    colour: 'blue',
    requestsPerSecond: 1e6,
    fileHosts: [],
    writable: true,
    embedded: false,
  },
  identity: 'me',
  apiKey: () => 'key',
  budget: createBudget(1e6, memoryStore()),
};
const query = { table_id: '21', filter: null, order: null };

/** Answers pages of a table; `before` may change it before each read. */
function serve(table: string[], before: (request: number) => void = () => {}): { offsets: number[] } {
  const offsets: number[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { offset, limit } = JSON.parse(String(init.body));
    before(offsets.length);
    offsets.push(offset);
    const items = table.slice(offset, offset + limit).map((item_id) => ({ item_id }));
    return Response.json({ code: 0, message: 'success', data: { items }, meta: { trace_id: 't' } });
  });
  return { offsets };
}

async function walk(): Promise<{ ids: string[]; drifted: number; requests: number }> {
  const ids: string[] = [];
  let last = { drifted: 0, requests: 0 };
  for await (const { records, drifted, requests } of walkRecords(client, query)) {
    for (const { item_id } of records) ids.push(item_id);
    last = { drifted, requests };
  }
  return { ids, ...last };
}

const rows = (count: number): string[] => Array.from({ length: count }, (_, index) => `r${index}`);

afterEach(() => void vi.unstubAllGlobals());

test.each([0, 1, 99, 100, 101, 199, 200, 1000])('%i records come once each, in order', async (count) => {
  serve(rows(count));
  const { ids, drifted, requests } = await walk();
  expect(ids).toEqual(rows(count));
  expect(drifted).toBe(0);
  expect(requests).toBe(walkRequests(count));
});

test('records removed in front are noticed, and none of the others is left out', async () => {
  const table = rows(500);
  serve(table, (request) => request === 2 && void table.splice(0, 150));
  const { ids, drifted } = await walk();
  expect(new Set(ids)).toEqual(new Set(rows(500)));
  expect(ids).toHaveLength(500);
  expect(drifted).toBeGreaterThan(0);
});

test('whatever is added or removed meanwhile, every record that stays comes exactly once', async () => {
  const change = fc.record({
    at: fc.nat({ max: 11 }),
    place: fc.nat({ max: 700 }),
    remove: fc.nat({ max: 160 }),
    add: fc.nat({ max: 160 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 700 }), fc.array(change, { maxLength: 4 }), async (count, changes) => {
      const table = rows(count);
      const removed = new Set<string>();
      let made = 0;
      serve(table, (request) => {
        for (const { at, place, remove, add } of changes) {
          if (at !== request) continue;
          const fresh = Array.from({ length: add }, () => `n${made++}`);
          for (const id of table.splice(Math.min(place, table.length), remove, ...fresh)) removed.add(id);
        }
      });
      const { ids } = await walk();
      expect(new Set(ids).size).toBe(ids.length);
      const here = new Set(ids);
      expect(rows(count).filter((id) => !removed.has(id) && !here.has(id))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('a stopped walk asks for nothing more', async () => {
  const { offsets } = serve(rows(1000));
  const control = new AbortController();
  const steps = walkRecords(client, query, { signal: control.signal });
  await steps.next();
  control.abort();
  await expect(steps.next()).rejects.toThrow();
  expect(offsets).toEqual([0]);
});

test('an order that never holds still ends with an error', async () => {
  let made = 0;
  vi.stubGlobal('fetch', async () => {
    const items = Array.from({ length: 100 }, () => ({ item_id: `x${made++}` }));
    return Response.json({ code: 0, message: 'success', data: { items }, meta: { trace_id: 't' } });
  });
  await expect(walk()).rejects.toThrow(RangeError);
  expect(made).toBeLessThan(100_000);
});
