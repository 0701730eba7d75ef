import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { testClient } from '../../api/wire/test-client';
import type { SnapshotInfo } from '../../storage/snapshot-files';
import { createEngineClient } from '../engine/engine-client';
import { testEngine } from '../engine/test-engine';
import { memoryRoom, testWorker } from '../engine/test-worker';
import type { TableFacts } from './kept-table';
import { canUpdate, openSnapshot, type RunPlan, type SnapshotRun, startRun } from './snapshot-run';

const client = testClient();
beforeAll(async () => void (await testEngine()));
afterEach(() => void vi.unstubAllGlobals());

interface Row {
  item_id: string;
  updated_on: string;
  fields: { [id: string]: string };
}
const row = (index: number, updated_on = '2026-01-01 00:00:00'): Row => ({
  item_id: String(index),
  updated_on,
  fields: { F: `n ${index}` },
});

/** Answers pages of a table. @param before each of them; one that throws fails it */
function serve(table: Row[], before: (request: number) => unknown = () => 0) {
  const served = { filters: [] as unknown[] };
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { offset = 0, limit, order, filter } = JSON.parse(String(init.body));
    init.signal?.throwIfAborted();
    const code = Number(before(served.filters.length) ?? 0);
    served.filters.push(filter ?? null);
    const since: string = filter?.and?.at(-1)?.query.gte ?? '';
    const rows = table.filter(({ updated_on }) => updated_on >= since);
    if (order?.field_id === 'updated_on') rows.sort((a, b) => (a.updated_on < b.updated_on ? 1 : -1));
    const items = rows.slice(offset, offset + limit);
    const data = code === 0 ? { items } : {};
    return Response.json({ code, message: 'm', data, meta: { trace_id: 't' } });
  });
  return served;
}

const info: SnapshotInfo = {
  id: 'one',
  environment: 'lab',
  identity: 'me',
  table_id: '21',
  tableName: 'Cars',
  filter: null,
  begunAt: 0,
  loadedAt: 0,
  usedAt: 0,
  complete: false,
  rows: 0,
  bytes: 0,
};

function setUp(room = memoryRoom()) {
  const workers: ReturnType<typeof testWorker>[] = [];
  const engine = createEngineClient(() => {
    const worker = testWorker(async () => (await testEngine()).database, room);
    workers.push(worker);
    return worker as never;
  });
  const seen: { facts: TableFacts | null; info: SnapshotInfo } = { facts: null, info };
  const start = (change: Partial<RunPlan> = {}) =>
    startRun({
      client,
      engine,
      info: seen.info,
      columns: [{ id: 'F', label: 'Name', kind: 'text' }],
      expected: null,
      isUpdate: false,
      onFacts: (facts, next) => Object.assign(seen, { facts, info: next }),
      ...change,
    });
  const names = async () => {
    const { rows } = await engine.run(`SELECT "item_id", "F" FROM "s_one" ORDER BY 1`);
    return rows.map(([id, name]) => `${id} ${name}`);
  };
  return { engine, workers, room, seen, start, names };
}

function still(run: SnapshotRun): Promise<void> {
  return new Promise((resolve) => {
    const look = () => ['opening', 'running'].includes(run.state().phase) || resolve();
    run.subscribe(look);
    look();
  });
}

const table = (count: number) => Array.from({ length: count }, (_, index) => row(index));
const namesOf = (rows: Row[]) => rows.map(({ item_id, fields }) => `${item_id} ${fields.F}`);

describe('a load', () => {
  test('has every row once, and reads what was changed since', async () => {
    const rows = table(1234);
    const served = serve(rows);
    const { start, names, seen } = setUp();
    const run = start();
    await still(run);
    expect(run.state()).toMatchObject({ phase: 'done', rows: 1234, read: 1234, error: null, kept: 'file' });
    expect(await names()).toEqual(namesOf(rows));
    expect([seen.info.complete, canUpdate(seen.facts as TableFacts)]).toEqual([true, true]);

    Object.assign(rows[7] as Row, { updated_on: '2026-02-01 00:00:00', fields: { F: 'changed' } });
    rows.push(row(5000, '2026-02-02 00:00:00'));
    for (const each of rows.slice(20, 1200)) each.updated_on = '2025-01-01 00:00:00';
    const update = start({ isUpdate: true });
    await still(update);
    expect(update.state()).toMatchObject({ phase: 'done', rows: 1235, error: null });
    expect(await names()).toEqual(namesOf(rows));
    expect(served.filters.at(-1)).toEqual({ and: [{ field: 'updated_on', query: { gte: '2026-01-01 00:00:00' } }] });
  });

  test('goes on after a pause, a refused page with a renewed key, and the end of its worker', async () => {
    const rows = table(950);
    let [run, refused]: [SnapshotRun | null, boolean] = [null, false];
    serve(rows, (request) => {
      if (request === 4) run?.pause();
      if (request === 7 && !refused) {
        refused = true;
        return 10001;
      }
    });
    const { start, names, workers } = setUp();
    run = start();
    for (let turn = 0; turn < 5 && run.state().phase !== 'done'; turn += 1) {
      await still(run);
      if (turn === 1) workers.at(-1)?.kill();
      run.goOn(testClient({ apiKey: () => 'renewed' }));
    }
    await still(run);
    expect(run.state()).toMatchObject({ phase: 'done', rows: 950, error: null });
    expect(await names()).toEqual(namesOf(rows));
  });

  test('goes on in a page that was reloaded, where an entry was cut off', async () => {
    const rows = table(700);
    const first = setUp();
    let run: SnapshotRun | null = null;
    serve(rows, (request) => void (request === 5 && run?.pause()));
    run = first.start();
    await still(run);
    expect(run.state().phase).toBe('paused');
    const file = first.room.files.get('one');
    file?.truncate(file.getSize() - 10);
    serve(rows);
    const again = setUp(first.room);
    const next = again.start();
    await still(next);
    expect(next.state()).toMatchObject({ phase: 'done', rows: 700 });
    expect(await again.names()).toEqual(namesOf(rows));
  });

  test.each([
    ['no place for files', memoryRoom('memory'), 'memory'],
    ['a full disk', memoryRoom('file', 3000), 'full'],
  ] as const)('is held in memory with %s', async (_, room, kept) => {
    const rows = table(300);
    serve(rows);
    const { start, names } = setUp(room);
    const run = start();
    await still(run);
    expect(run.state()).toMatchObject({ phase: 'done', rows: 300, kept });
    expect(await names()).toEqual(namesOf(rows));
  });
});

test('a snapshot of no rows is a table all the same', async () => {
  serve([]);
  const { start, engine } = setUp();
  const run = start();
  await still(run);
  expect(run.state()).toMatchObject({ phase: 'done', rows: 0 });
  expect((await engine.run('SELECT "Name" FROM "Cars"')).rows).toEqual([]);
  expect((await openSnapshot(engine, info)).rows).toBe(0);
});

test('rows that are loaded anew have the name of the table once those before are closed', async () => {
  serve(table(3));
  const { start, engine } = setUp();
  await still(start());
  const anew = { ...info, id: 'two' };
  await still(start({ info: anew }));
  expect((await openSnapshot(engine, anew)).labelled).toBe('"Cars (2)"');
  await engine.ask('close', { id: 'one' });
  expect((await openSnapshot(engine, anew)).labelled).toBe('"Cars"');
  expect((await engine.run('SELECT "Name" FROM "Cars"')).rows).toHaveLength(3);
});
