import { Dexie, type TableSchema } from 'dexie';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ConsoleDatabase } from '../../storage/database';
import type { Outcome } from '../../storage/outcomes';
import { outcomes } from '../../storage/outcomes';
import { decodeBatch, readJob } from '../../storage/stored-jobs';
import { dryRun } from '../check/dry-run';
import { planCalls } from '../plan/plan';
import { linesOfCall } from '../results/job-lines';
import { recordOf } from '../runner/test-simulation';
import { sumOf, withRows } from '../table/job-state';
import { prepareJob, testJob } from '../test-job';
import { createLedger } from './ledger';
import { createJobReader } from './use-jobs';

let names = 0;

/** A job of three calls in a database of its own. */
async function kept() {
  names += 1;
  const db = new ConsoleDatabase(`ledger-${names}`);
  const ids = Array.from({ length: 250 }, (_, index) => String(index + 1));
  const changes = ids.map((item_id) => {
    const cells = [{ field_id: 'f', before: 'old', after: 'new' }];
    return { row: item_id, line: null, item_id, title: null, cells };
  });
  const records = new Map(ids.map((id) => [id, recordOf(id, { f: 'old' })]));
  const plan = planCalls(dryRun(changes, { records, missing: new Set(), read_at: 0 }, { fields: testJob.fields }));
  await createLedger(db).create(await prepareJob(plan, testJob, 'j', 1));
  return db;
}

const step = fc.record({
  tab: fc.integer({ min: 0, max: 1 }),
  call: fc.integer({ min: 1, max: 3 }),
  outcome: fc.constantFrom<Outcome>('sending', 'accepted', 'verified', 'unknown'),
});

test('counts are those of the batches, whichever tab wrote them last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const db = await kept();
      const tabs = [createLedger(db), createLedger(db)];
      const read = await tabs[0]?.batches('j', 'waiting', 0, 3);
      for (const { tab, call, outcome } of steps) {
        const batch = read?.[call - 1]?.batch;
        if (!batch) throw new Error('no call');
        const rows = batch.rows.map((_, index) => ({
          outcome: index % 2 === 0 ? outcome : ('refused' as const),
          reason: null,
        }));
        await tabs[tab]?.save([withRows(batch, rows)]);
      }
      const job = readJob(await db.jobs.get('j'));
      const calls = (await db.batches.toArray()).map(decodeBatch);
      for (const outcome of outcomes) {
        expect(job?.counts[outcome]).toBe(calls.reduce((all, { counts }) => all + (counts[outcome] ?? 0), 0));
      }
      expect(sumOf(job?.counts ?? {})).toBe(250);
      expect(new Set(calls.map(({ changed }) => changed)).size).toBe(calls.length);
      await db.delete();
    }),
    { numRuns: 40 },
  );
});

test('a batch of a deleted job does not return', async () => {
  const db = await kept();
  const ledger = createLedger(db);
  const [entry] = await ledger.batches('j', 'waiting', 0, 1);
  if (!entry) throw new Error('no call');
  await ledger.save([entry.batch]);
  await Promise.all([db.jobs.clear(), db.batches.clear()]);
  await ledger.save([entry.batch]);
  expect([await db.jobs.count(), await db.batches.count()]).toEqual([0, 0]);
  await db.delete();
});

test('that a batch may have been sent is on the disk before it is', async () => {
  const db = await kept();
  const ledger = createLedger(db);
  const [first] = await ledger.batches('j', 'waiting', 0, 1);
  if (!first) throw new Error('no call');
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await ledger.mark({ ...first.batch, state: 'sending' });
  const writing = begun.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writing.map(([, , options]) => options)).toEqual([{ durability: 'strict' }]);
  begun.mockRestore();
  expect((await ledger.batches('j', 'sending', 0, 9)).map(({ batch }) => batch.number)).toEqual([1]);
  await db.delete();
});

test('a batch counts its verified rows that created their record, whenever it was written', async () => {
  const db = await kept();
  const ledger = createLedger(db);
  const [first] = await ledger.batches('j', 'waiting', 0, 1);
  if (!first) throw new Error('no call');
  const rows = first.batch.rows.map((_row, index) => ({
    outcome: index === 0 ? ('differs' as const) : ('verified' as const),
    reason: null,
    ...(index < 2 && { created: true as const }),
  }));
  expect(rows.length).toBeGreaterThan(1);
  const reader = createJobReader('j', db);
  expect((await reader())?.calls[0]).toMatchObject({ size: rows.length, created: 0 });
  await ledger.save([withRows(first.batch, rows)]);
  expect((await reader())?.calls[0]).toMatchObject({ size: rows.length, created: 1 });
});

test('batches that were being sent when an earlier version ended are still so', async () => {
  const db = new ConsoleDatabase('ledger-before');
  const { db: before, ids } = await asVersionTwo('ledger-before');
  before.close();
  await db.open();
  const ledger = createLedger(db);
  const numbers = async (state: 'waiting' | 'sending') =>
    (await ledger.batches(ids, state, 0, 9)).map(({ batch: { number, attempts, counts } }) => [
      number,
      attempts,
      counts,
    ]);
  expect(await numbers('sending')).toEqual([[2, 1, { sending: 100 }]]);
  expect((await numbers('waiting')).map(([number]) => number)).toEqual([1, 3]);
  const reader = createJobReader(ids, db);
  expect((await reader())?.calls.map(({ state }) => state)).toEqual(['waiting', 'sending', 'waiting']);
  await db.delete();
});

/** A database of the version before this one: a job of three calls, of which the second was being sent. */
async function asVersionTwo(name: string) {
  const source = await kept();
  const before = new Dexie(name);
  before.version(2).stores(Object.fromEntries(source.tables.map(({ name, schema }) => [name, schemaText(schema)])));
  const [job] = await source.jobs.toArray();
  const leaving = [{ number: 2, attempts: 1, sent_at: 7, changed: 4 }];
  await before.table('jobs').add({ ...job, changes: 4, counts: { 'not-sent': 150, sending: 100 }, leaving });
  await before.table('batches').bulkAdd(await source.batches.toArray());
  await before.table('payloads').bulkAdd(await source.payloads.toArray());
  await source.delete();
  return { db: before, ids: 'j' };
}

function schemaText({ primKey, indexes }: TableSchema): string {
  return [primKey, ...indexes].map(({ src }) => src).join(', ');
}

test('rows taken out of a batch become a part that is never sent, with correct counts', async () => {
  const db = await kept();
  const ledger = createLedger(db);
  const [call] = await ledger.batches('j', 'waiting', 0, 1);
  if (!call) throw new Error('no call');
  const { batch, payload } = call;
  const stale = { outcome: 'invalid' as const, reason: 'changed-since-check' as const };
  const part = (from: number, to: number) => ({
    ...payload,
    items: payload.items.slice(from, to),
    found: payload.found.slice(from, to),
    lines: payload.lines.slice(from, to),
    before: payload.before.slice(from, to),
    titles: payload.titles.slice(from, to),
  });
  const rest = { batch: withRows(batch, batch.rows.slice(1)), payload: part(1, 100) };
  const left = { batch: { ...withRows(batch, [stale]), state: 'left-out' as const }, payload: part(0, 1) };
  await ledger.takeOut(rest, left);
  await ledger.save([
    withRows(
      { ...rest.batch, state: 'accepted' },
      rest.batch.rows.map(() => ({ outcome: 'accepted', reason: null })),
    ),
  ]);
  const view = await createJobReader('j', db)();
  expect(view?.job).toMatchObject({ calls: 3, counts: { accepted: 99, invalid: 1, 'not-sent': 150 } });
  expect(view?.calls.map(({ number, size, state }) => [number, size, state])).toEqual([
    [1, 99, 'accepted'],
    [2, 100, 'waiting'],
    [3, 50, 'waiting'],
    [4, 1, 'left-out'],
  ]);
  expect(view?.calls[3]?.whys).toEqual({ conflict: 1 });
  expect(await linesOfCall('j', 4, db)).toMatchObject([{ line: 1, item_id: '1', before: { f: 'old' }, result: stale }]);
  expect((await linesOfCall('j', 1, db)).map(({ item_id }) => item_id).slice(0, 2)).toEqual(['2', '3']);
  await db.delete();
});
