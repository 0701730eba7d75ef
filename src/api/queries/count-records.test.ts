import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testClient } from '../wire/test-client';
import { countRecords } from './count-records';

const client = testClient();
const query = { table_id: '21', filter: null, order: null };

let size = 0;
let ignoresOffset = false;
beforeEach(() => {
  ignoresOffset = false;
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { offset } = JSON.parse(String(init.body));
    const items = offset < size ? [{ item_id: ignoresOffset ? '1' : String(offset) }] : [];
    return Response.json({ code: 0, message: 'success', data: { items }, meta: { trace_id: 't' } });
  });
});
afterEach(() => void vi.unstubAllGlobals());

test.each([0, 1, 2, 99, 100, 101, 199, 200, 201, 3201, 1_000_003])('counts %i records exactly', async (count) => {
  size = count;
  const result = await countRecords(client, query);
  expect(result).toMatchObject({ atLeast: count, exact: true });
  // Where a busy machine is slow to answer up to four leave together, each telling less.
  expect(result.requests).toBeLessThanOrEqual(4 * (Math.ceil(Math.log2(count + 100)) + 2));
});

test.each([0, 100, 200])('continues from %i known records', async (start) => {
  size = 200;
  expect(await countRecords(client, query, { start })).toMatchObject({ atLeast: 200, exact: true });
});

test('progress never exceeds the count', async () => {
  size = 12_345;
  const said: number[] = [];
  await countRecords(client, query, { onProgress: ({ atLeast }) => said.push(atLeast) });
  expect(Math.max(...said)).toBe(size);
  expect(said).toEqual([...said].sort((a, b) => a - b));
});

test('counting ends where there is always one more record', async () => {
  size = Number.POSITIVE_INFINITY;
  await expect(countRecords(client, query)).rejects.toThrow(RangeError);
});

test.each([0, 40, 100])(
  'a service that ignores the offset is detected by the second probe (from %i)',
  async (start) => {
    size = Number.POSITIVE_INFINITY;
    ignoresOffset = true;
    const said: number[] = [];
    const counting = countRecords(client, query, { start, onProgress: ({ atLeast }) => said.push(atLeast) });
    await expect(counting).rejects.toMatchObject({ fault: 'samePage' });
    expect(said.length).toBeLessThanOrEqual(2);
  },
);

test('where responses are slow several probes run together, with the same count', async () => {
  size = 12_345;
  const slowMs = 20;
  const answer = globalThis.fetch;
  let now = 0;
  let most = 0;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setTimeout(resolve, slowMs));
    now -= 1;
    return answer(...request);
  });
  expect(await countRecords(client, query)).toMatchObject({ atLeast: size, exact: true });
  expect(most).toBe(4);
});
