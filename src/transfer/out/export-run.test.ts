import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { testClient } from '../../api/wire/test-client';
import { isJsonObject, parseJson } from '../../contract/json';
import type { Order } from '../../contract/records';
import { type ExportPlan, exportFileName } from './export-plan';
import { type ExportRun, startExport } from './export-run';
import { blobSink, type Sink } from './sinks';
import { columnsOf, recordOf } from './test-records';

const client = testClient({ apiKey: () => 'k-e-y' });

function plan(change: Partial<ExportPlan> = {}): ExportPlan {
  return {
    client,
    query: { table_id: '21', filter: null, order: null },
    tableName: 'Cars',
    rows: { scope: 'matching', count: null },
    columns: columnsOf({ name: 'text' }),
    format: 'jsonl',
    headers: ['item_id', 'NAME'],
    references: 'names',
    target: 'spreadsheets',
    mark: false,
    byRecordId: false,
    ...change,
  };
}

interface Served {
  orders: (Order | null)[];
  fault: { code: number; message: string } | null;
}

/** Answers pages of a table that `before` may change before each of them. */
function serve(table: string[], before: (request: number, served: Served) => void = () => {}): Served {
  const served: Served = { orders: [], fault: null };
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { offset, limit, order = null } = JSON.parse(String(init.body));
    for (let turn = (served.orders.length * 7) % 4; turn > 0; turn -= 1) await new Promise(setImmediate);
    init.signal?.throwIfAborted();
    before(served.orders.length, served);
    served.orders.push(order);
    const items = table.slice(offset, offset + limit).map((item_id) => ({ item_id, fields: { NAME: `n ${item_id}` } }));
    const answer = served.fault ? { ...served.fault, data: {} } : { code: 0, message: 'success', data: { items } };
    return Response.json({ ...answer, meta: { trace_id: `t${served.orders.length}` } });
  });
  return served;
}

/** Waits until it neither runs nor begins. */
function still(run: ExportRun): Promise<void> {
  return new Promise((resolve) => {
    const look = () => run.state().phase === 'running' || resolve();
    run.subscribe(look);
    look();
  });
}

async function idsOf(run: ExportRun): Promise<string[]> {
  const lines = ((await run.state().file?.text()) ?? '').split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const record = parseJson(line);
    return isJsonObject(record) ? String(record.item_id) : '';
  });
}

const rows = (count: number): string[] => Array.from({ length: count }, (_, index) => `r${index}`);
const start = (change: Partial<ExportPlan> = {}, sink: Sink = blobSink('text/plain')) =>
  startExport(plan(change), 'cars.jsonl', sink);

afterEach(() => void vi.unstubAllGlobals());

describe('an export of all matching rows', () => {
  test('has every row once, by record ID if unsorted, with a manifest', async () => {
    const { orders } = serve(rows(1234));
    const run = start();
    await still(run);
    expect(run.state()).toMatchObject({ phase: 'done', complete: true, rows: 1234, drifted: 0, repeated: 0 });
    expect(await idsOf(run)).toEqual(rows(1234));
    expect(orders.every((order) => order?.field_id === 'item_id')).toBe(true);
    const manifest = JSON.parse(run.manifest());
    expect(manifest).toMatchObject({ table_id: '21', rows: 1234, complete: true, file: 'cars.jsonl' });
    expect(manifest.trace_ids.length).toBe(13);
    expect(run.manifest()).not.toContain('k-e-y');
  });

  test('keeps the query’s sort', async () => {
    const order: Order = { field_id: 'NAME', type: 'desc' };
    const { orders } = serve(rows(10));
    await still(start({ query: { table_id: '21', filter: null, order } }));
    expect(orders).toEqual([order]);
  });

  test('of a service that cannot sort by record ID keeps its order', async () => {
    const served = serve(rows(150), (_request, now) => {
      now.fault = now.orders.length === 0 ? { code: 20001, message: 'no such field' } : null;
    });
    const run = start();
    await still(run);
    expect(run.state()).toMatchObject({ phase: 'done', rows: 150, order: null });
    expect(served.orders.slice(1).every((order) => order === null)).toBe(true);
    expect(JSON.parse(run.manifest()).order).toBeNull();
  });

  test('during inserts and deletes has each remaining record exactly once', async () => {
    const change = fc.record({
      at: fc.nat({ max: 11 }),
      place: fc.nat({ max: 900 }),
      remove: fc.nat({ max: 160 }),
      add: fc.nat({ max: 160 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 900 }), fc.array(change, { maxLength: 4 }), async (count, changes) => {
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
        const run = start();
        await still(run);
        const ids = await idsOf(run);
        const here = new Set(ids);
        expect(here.size).toBe(ids.length);
        expect(rows(count).filter((id) => !removed.has(id) && !here.has(id))).toEqual([]);
        expect(run.state().rows).toBe(ids.length);
      }),
      { numRuns: 60 },
    );
  });

  test('that is paused continues, with nothing duplicated or missing', async () => {
    serve(rows(2000));
    const run = start();
    const unsubscribe = run.subscribe(() => run.state().rows > 500 && run.pause());
    await still(run);
    unsubscribe();
    expect(run.state()).toMatchObject({ phase: 'paused', error: null, complete: false, file: null });
    run.goOn();
    await still(run);
    expect(await idsOf(run)).toEqual(rows(2000));
    expect(run.state()).toMatchObject({ phase: 'done', complete: true });
  });

  test('that is paused can be kept, and its manifest says that it is incomplete', async () => {
    serve(rows(2000));
    const run = start({ format: 'json' });
    const unsubscribe = run.subscribe(() => run.state().rows > 500 && run.pause());
    await still(run);
    unsubscribe();
    await run.keep();
    const kept = parseJson((await run.state().file?.text()) ?? '');
    expect(kept).toHaveLength(run.state().rows);
    expect(JSON.parse(run.manifest())).toMatchObject({ complete: false, rows: run.state().rows });
  });

  test('reports an error and continues from there', async () => {
    serve(rows(1500), (request, now) => {
      now.fault = request >= 6 && request < 10 ? { code: 100, message: 'authentication failed' } : null;
    });
    const run = start();
    await still(run);
    expect(run.state()).toMatchObject({ phase: 'paused', error: { code: 100 } });
    expect(run.state().rows).toBeGreaterThan(100);
    while (run.state().phase === 'paused') {
      run.goOn();
      await still(run);
    }
    expect(await idsOf(run)).toEqual(rows(1500));
  });

  test('that is discarded leaves nothing', async () => {
    serve(rows(2000));
    const sink = blobSink('text/plain');
    const discard = vi.spyOn(sink, 'discard');
    const run = start({}, sink);
    run.pause();
    await still(run);
    await run.discard();
    expect(run.state()).toMatchObject({ phase: 'discarded', file: null });
    expect(discard).toHaveBeenCalledOnce();
  });

  test('on a full disk fails with the reason, and does not continue', async () => {
    serve(rows(500));
    const sink: Sink = { ...blobSink('text/plain'), write: async () => Promise.reject(new Error('disk full')) };
    const run = start({}, sink);
    await still(run);
    expect(run.state()).toMatchObject({ phase: 'broken', error: new Error('disk full'), file: null });
    run.goOn();
    expect(run.state().phase).toBe('broken');
  });
});

test('loaded rows are written without requests', async () => {
  const { orders } = serve([]);
  const records = rows(250).map((id) => recordOf(id));
  const run = start({ rows: { scope: 'loaded', records } });
  await still(run);
  expect(await idsOf(run)).toEqual(rows(250));
  expect(orders).toEqual([]);
});

test.each([
  ['Cars', 'Cars-2026-11-21-090503.csv'],
  ['../a/b: c', 'a-b-c-2026-11-21-090503.csv'],
  ['表格', '表格-2026-11-21-090503.csv'],
  ['///', '21-2026-11-21-090503.csv'],
])('%s is called %s', (name, file) => {
  expect(exportFileName(name, '21', 'csv', new Date(2026, 10, 21, 9, 5, 3))).toBe(file);
});
