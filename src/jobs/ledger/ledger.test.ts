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
import { prepareJob, testJob } from '../test-job';
import { sumOf, withRows } from './job-state';
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

test('deferred saves are written soon, also during another write, and the last version counts', async () => {
  const db = await kept();
  const ledger = createLedger(db, 1);
  const [first, second] = await ledger.batches('j', 'waiting', 0, 2);
  if (!first || !second) throw new Error('no calls');
  const as = (outcome: Outcome, { batch }: typeof first) =>
    withRows(
      batch,
      batch.rows.map(() => ({ outcome, reason: null })),
    );
  for (let round = 0; round < 30; round += 1) {
    const soon = ledger.save([as('accepted', first)], 'soon');
    const now = round % 3 === 0 ? ledger.save([as('sending', second)]) : null;
    // Some come while a transaction is under way, and some when none is.
    if (round % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([soon, now, ledger.save([as('verified', first)], 'soon')]);
    expect((await ledger.job('j'))?.counts).toMatchObject({ verified: 100 });
  }
  await db.delete();
});

test('a deferred save joins the next urgent one without delaying it', async () => {
  const db = await kept();
  const ledger = createLedger(db, 60_000);
  const [first, second] = (await ledger.batches('j', 'waiting', 0, 2)).map(({ batch }) => batch);
  if (!first || !second) throw new Error('no calls');
  const begun = vi.spyOn(db.backendDB(), 'transaction');
  const leaves = ledger.save([{ ...first, state: 'sending' }]);
  await Promise.resolve();
  const answered = ledger.save([{ ...first, state: 'accepted' }], 'soon');
  await leaves;
  await Promise.all([ledger.save([{ ...second, state: 'sending' }]), answered]);
  expect(begun).toHaveBeenCalledTimes(2);
  await db.delete();
});

test('that a batch may have been sent is stored before it is; what can be found again may wait', async () => {
  const db = await kept();
  const ledger = createLedger(db, 0);
  const [first] = await ledger.batches('j', 'waiting', 0, 1);
  if (!first) throw new Error('no call');
  const asked = vi.spyOn(db.backendDB(), 'transaction');
  const sending = { ...first.batch, state: 'sending' as const };
  await ledger.save([sending]);
  await ledger.save([{ ...sending, state: 'accepted' as const }]);
  expect(asked.mock.calls.map(([, mode, options]) => [mode, options])).toEqual([
    ['readwrite', { durability: 'strict' }],
    ['readwrite', { durability: 'relaxed' }],
  ]);
  await db.delete();
});

test('a batch counts its verified rows that created their record, whenever it was written', async () => {
  const db = await kept();
  const ledger = createLedger(db, 0);
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

test('batches being sent are marked in their job’s row until each has its own row', async () => {
  const db = await kept();
  const ledger = createLedger(db, 0);
  const [first, second] = await ledger.batches('j', 'waiting', 0, 2);
  if (!first || !second) throw new Error('no calls');
  const row = { outcome: 'sending' as const, reason: null };
  const sent = [first, second].map(({ batch }) => ({
    ...withRows(
      batch,
      batch.rows.map(() => row),
    ),
    state: 'sending' as const,
    attempts: 1,
    sent_at: 7,
  }));
  const reader = createJobReader('j', db);
  const states = async () => (await reader())?.calls.map(({ state, counts }) => [state, Object.keys(counts)[0]]);
  const numbers = async (state: 'waiting' | 'sending') =>
    (await ledger.batches('j', state, 0, 2)).map(({ batch }) => batch.number);
  expect(await states()).toEqual(Array.from({ length: 3 }, () => ['waiting', 'not-sent']));

  await ledger.save(sent);
  expect([await numbers('waiting'), await numbers('sending')]).toEqual([[3], [1, 2]]);
  expect((await ledger.batches('j', 'sending', 1, 2))[0]?.batch).toMatchObject({ number: 2, attempts: 1, sent_at: 7 });
  expect(await states()).toEqual([
    ['sending', 'sending'],
    ['sending', 'sending'],
    ['waiting', 'not-sent'],
  ]);
  expect((await linesOfCall('j', 1, db)).every(({ result }) => result.outcome === 'sending')).toBe(true);
  // A cached call's lines are read again.
  expect((await reader())?.calls[0]?.changed).not.toBe(first.batch.changed);

  // The first has its answer, and the second came back from the way to the wire.
  const [one] = sent;
  if (!one) throw new Error('no call');
  await ledger.save([
    {
      ...withRows(
        one,
        first.batch.rows.map(() => ({ ...row, outcome: 'accepted' })),
      ),
      state: 'accepted',
    },
  ]);
  await ledger.save([second.batch]);
  expect([await numbers('waiting'), await numbers('sending')]).toEqual([[2, 3], []]);
  expect((await states())?.map(([state]) => state)).toEqual(['accepted', 'waiting', 'waiting']);
  expect((await ledger.job('j'))?.counts).toMatchObject({ accepted: 100, sending: 0, 'not-sent': 150 });
  await db.delete();
});

test('rows taken out of a batch become a part that is never sent, with correct counts', async () => {
  const db = await kept();
  const ledger = createLedger(db, 0);
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
