import { afterEach, expect, test } from 'vitest';
import { wipeEndedJobs } from '../../storage/storage-usage';
import { deleteUnreadable, textOfUnreadable, unreadableJob, unreadableJobs } from '../ledger/unreadable';
import { createJobReader } from '../ledger/use-jobs';
import { endWorlds, ids, outcomesOf, world } from './test-world';

const owner = { environment: 'lab', identity: 'i1' };

afterEach(endWorlds);

test.each<[string, Record<string, unknown>]>([
  ['with a count that is no number', { counts: { verified: Number.NaN } }],
  ['with a command of a newer version', { order: 'rehearse' }],
])('a job %s is not run, and does not keep others from it; it stays until it is deleted', async (_what, odd) => {
  const here = world([], 300);
  const id = await here.add(ids(100), () => ({ f: 'odd' }));
  const other = await here.add(ids(300).slice(100), () => ({ f: 'new' }));
  await here.db.jobs.update(id, odd as never);
  const stored = await here.db.jobs.get(id);
  await here.run([], async () => (await here.job(other)).open === 0);
  expect(outcomesOf(await here.job(other))).toEqual({ verified: 200 });
  expect([...here.platform.records.values()].filter(({ f }) => f === 'odd')).toEqual([]);

  await here.db.jobs.update(id, { open: 0 });
  expect(await wipeEndedJobs(owner, here.db)).toBe(1);
  expect(await here.db.jobs.get(id)).toEqual({ ...stored, open: 0 });
  expect(await unreadableJobs({ ...owner, identity: 'another' }, here.db)).toEqual([]);
  const [unreadable] = await unreadableJobs(owner, here.db);
  if (!unreadable) throw new Error('not listed');
  const file = JSON.parse(await textOfUnreadable(unreadable, here.db));
  expect([file.job.id, file.batches.length, file.payloads[0].items.length]).toEqual([id, 1, 100]);
  await deleteUnreadable(unreadable, here.db);
  expect([await here.db.jobs.count(), await here.db.batches.count(), await here.db.payloads.count()]).toEqual([
    0, 0, 0,
  ]);
});

test.each<[string, (db: ReturnType<typeof world>['db'], id: string) => Promise<unknown>]>([
  ['call', (db, id) => db.batches.update([id, 3], { rows: [{ outcome: 'rehearsed', reason: null }] } as never)],
  ['body', (db, id) => db.payloads.update([id, 3], { items: [{ item_id: 7, fields: null }] } as never)],
  ['missing body', (db, id) => db.payloads.delete([id, 3])],
  [
    'call of fewer rows than its body',
    (db, id) =>
      db.batches
        .where('[job_id+number]')
        .equals([id, 3])
        .modify((call) => {
          Object.assign(call, { rows: (call.rows as unknown[]).slice(1) });
        }),
  ],
])('a job with an odd %s sends nothing from where that is read, and others go on', async (_what, damage) => {
  const here = world([], 800);
  const id = await here.add(ids(500), () => ({ f: 'odd' }));
  const other = await here.add(ids(800).slice(500), () => ({ f: 'new' }));
  await damage(here.db, id);
  await here.run([], async () => (await here.job(other)).open === 0);
  expect(outcomesOf(await here.job(other))).toEqual({ verified: 300 });
  expect([...here.platform.records.values()].filter(({ f }) => f === 'odd')).toEqual([]);
  expect(await here.job(id)).toMatchObject({ open: 1, order: 'run' });
  const file = JSON.parse(await textOfUnreadable(unreadableJob(id, owner), here.db));
  expect(file.batches.length).toBe(5);
});

test.each<[string, (db: ReturnType<typeof world>['db'], id: string) => Promise<unknown>]>([
  ['an odd call', (db, id) => db.batches.update([id, 2], { reads: 'many' } as never)],
  ['a call whose place is odd', (db, id) => db.batches.update([id, 2], { changed: null } as never)],
  ['a call too few', (db, id) => db.batches.delete([id, 3])],
])('a job with %s cannot be read', async (_what, damage) => {
  const here = world([], 300);
  const id = await here.add(ids(300), () => ({ f: 'new' }));
  const read = createJobReader(id, here.db);
  expect((await read())?.calls.length).toBe(3);
  await damage(here.db, id);
  await expect(createJobReader(id, here.db)()).rejects.toThrow(/cannot be read|is missing/);
});
