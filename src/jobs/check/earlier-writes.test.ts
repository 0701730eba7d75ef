import { afterEach, expect, test } from 'vitest';
import { createLedger } from '../ledger/ledger';
import { prepareDelete } from '../make/delete-job';
import { listing, readingOfList } from '../read/test-listing';
import { recordOf } from '../runner/test-simulation';
import { endWorlds, ids, type World, world } from '../runner/test-world';
import type { ChangedRecord } from '../table/changes';
import { testJob } from '../test-job';
import { checkRows } from './check-rows';
import { dryRun, type RowFinding, updateById } from './dry-run';
import { openWriteOf, openWritesOf, openWritesOfCheck, openWritesOfParts } from './earlier-writes';

afterEach(endWorlds);

const owner = { environment: 'lab', identity: 'i1' };
const openIn = async (here: World, table = '21') => [...(await openWritesOf(owner, table, here.db)).keys()].sort();
const longLater = 600_000;

test('records with an unknown write are known within their table, key and environment', async () => {
  const here = world(['never-applies'], 3, false);
  const id = await here.add(ids(2), () => ({ f: 'new' }));
  await here.run();
  expect((await here.job(id)).counts.unknown).toBe(2);
  expect(await openIn(here)).toEqual(['1000', '1001']);
  expect((await openWritesOf(owner, '21', here.db)).get('1000')).toMatchObject({ job_id: id, outcome: 'unknown' });
  expect(await openIn(here, '22')).toEqual([]);
  expect((await openWritesOf({ ...owner, identity: 'i2' }, '21', here.db)).size).toBe(0);
});

test('accepted or sending writes count too, verified ones do not', async () => {
  const here = world(['applies-late'], 3, false);
  const id = await here.add(ids(2), () => ({ f: 'new' }));
  await here.run([], async () => (await here.job(id)).counts.accepted === 2);
  expect(await openIn(here)).toEqual(['1000', '1001']);
  await here.run();
  expect((await here.job(id)).counts.verified).toBe(2);
  expect(await openIn(here)).toEqual([]);

  const sending = world(['applies'], 3, false);
  const other = await sending.add(ids(1), () => ({ f: 'new' }));
  const whileSent: string[][] = [];
  await sending.run([], async () => {
    if ((await sending.job(other)).counts.sending === 1) whileSent.push(await openIn(sending));
    return (await sending.job(other)).open === 0;
  });
  expect(whileSent[0]).toEqual(['1000']);
});

test('a later decided write clears it, an earlier one does not', async () => {
  const here = world(['applies', 'never-applies', 'applies'], 3, false);
  await here.add(ids(2), () => ({ f: 'first' }));
  await here.run();
  for (const id of ids(2)) here.platform.records.set(id, { f: 'old' });
  await here.add(ids(2), () => ({ f: 'second' }));
  await here.run();
  expect(await openIn(here)).toEqual(['1000', '1001']);
  await here.elapse(longLater);
  await here.add(['1001'], () => ({ f: 'third' }));
  await here.run();
  expect(await openIn(here)).toEqual(['1000']);
});

test('a possibly created record is known by its key, and no other key of the same text', async () => {
  const here = world(['never-applies'], 1, false);
  await here.upsert(['new1', 'k1000'], () => ({ f: 'new' }));
  await here.run();
  const writes = await openWritesOf(owner, '21', here.db);
  const finding = (by: string, key: string): RowFinding => {
    const cells = [by, 'f'].map((field_id) => ({ field_id, before: undefined, after: field_id === 'f' ? 'x' : key }));
    const change: ChangedRecord = { row: 'r', line: null, item_id: null, title: null, cells };
    const keys = new Map([[`"${key}"`, key === 'k1000' ? [recordOf('1000', { k: key })] : []]]);
    const live = { records: new Map(), missing: new Set<string>(), keys, read_at: 0 };
    const fields = ['f', 'k', 'code'].map((id) => ({ field_id: id, name: id, kind: 'text' as const, options: [] }));
    const mode = { update_type: 'upsert' as const, update_by_fields: [by] };
    const [found] = dryRun([change], live, { fields, mode });
    if (!found) throw new Error('nothing found');
    return found;
  };
  const open = (by: string, key: string) => openWriteOf(writes, finding(by, key), { update_by_fields: [by] });
  expect(open('k', 'new1')).toMatchObject({ outcome: 'unknown' });
  expect(open('k', 'k1000')).toMatchObject({ outcome: 'unknown' });
  expect(open('k', 'new2')).toBeUndefined();
  expect(open('code', 'new1')).toBeUndefined();
});

test('records that are kept to be deleted are counted, whatever else their table waits for', async () => {
  const here = world(['never-applies'], 4, false);
  await here.add(ids(3), () => ({ f: 'new' }));
  await here.run();
  async function* pages() {
    yield ['1001', '1003'].map((id) => recordOf(id, { f: 'old' }));
    yield ['1002'].map((id) => recordOf(id, { f: 'old' }));
  }
  const kept = { db: here.db, ledger: createLedger(here.db) };
  const prepared = await prepareDelete(pages(), { ...testJob, ...owner, table_id: '21' }, { kept });
  expect(await openWritesOfParts(prepared.id, owner, '21', here.db)).toBe(2);
  expect(await openWritesOfParts(prepared.id, owner, '22', here.db)).toBe(0);
});

test('the check counts rows that would write such a record, and no row that writes nothing', async () => {
  const here = world(['never-applies'], 4, false);
  await here.add(ids(3), () => ({ f: 'new' }));
  await here.run();
  const { list } = listing(({ filter }) => {
    const records = [...here.platform.records].filter(([id]) => JSON.stringify(filter).includes(id));
    return records.map(([id, held]) => recordOf(id, held));
  });
  const reading = readingOfList(list, { now: here.clock.now });
  const row = (item_id: string, after: string): ChangedRecord => {
    const cells = [{ field_id: 'f', before: undefined, after }];
    return { row: item_id, line: 1, item_id, title: null, unseen: true, cells };
  };
  // Two of the earlier job, one of them with another value now; one that holds its value; one that no job wrote.
  const rows = [row('1000', 'new'), row('1001', 'other'), row('1002', 'old'), row('1003', 'new')];
  const fields = [{ field_id: 'f', name: 'F', kind: 'text' as const, options: [] }];
  const about = { ...owner, ...updateById, table_id: '21', fields };
  const { signal } = new AbortController();
  const check = await checkRows(rows, about, { reading, signal, rows: rows.length, db: here.db });
  expect(check.counts.states).toMatchObject({ 'will-update': 3, 'no-change': 1 });
  expect(await openWritesOfCheck(check, here.db)).toBe(2);
});

test('open writes are told however many there are', async () => {
  const here = world([], 1, false);
  const id = await here.add(ids(1), () => ({ f: 'new' }));
  // More than a call can have arguments.
  const rows = 130_000;
  const [{ batch, payload }] = (await here.rows(id)) as [Awaited<ReturnType<World['rows']>>[number]];
  const unknown = { outcome: 'unknown' as const, reason: 'no-answer' as const, at: 1 };
  await here.db.batches.put({
    ...{ ...batch, state: 'decided', sent_at: 1, counts: { unknown: rows } },
    rows: Array.from({ length: rows }, () => unknown),
  });
  await here.db.payloads.put({
    ...payload,
    items: Array.from({ length: rows }, (_, index) => ({ item_id: String(index), fields: {} })),
  });
  await here.db.jobs.update(id, { counts: { ...(await here.job(id)).counts, unknown: rows } });
  expect((await openWritesOf(owner, '21', here.db)).size).toBe(rows);
});
