import { expect, test } from 'vitest';
import { ConsoleDatabase } from '../../storage/database';
import { wipe } from '../../storage/storage-usage';
import { createLedger } from '../ledger/ledger';
import { recordOf } from '../runner/test-simulation';
import { testJob } from '../test-job';
import { prepareDelete } from './delete-job';

async function* pages() {
  for (let page = 0; page < 3; page += 1)
    yield Array.from({ length: 70 }, (_, row) => recordOf(`${page * 70 + row}`, { f: 'a' }));
}

async function stored(db: ConsoleDatabase): Promise<number[]> {
  return Promise.all([db.jobs, db.batches, db.payloads, db.checks].map((table) => table.count()));
}

test('records that are kept become a job, or are dropped with all that names them', async () => {
  const db = new ConsoleDatabase('delete-job');
  const kept = { db, ledger: createLedger(db) };
  const dropped = await prepareDelete(pages(), testJob, { kept });
  expect([dropped.rows, ...(await stored(db))]).toEqual([210, 0, 3, 3, 1]);
  await dropped.drop();
  expect(await stored(db)).toEqual([0, 0, 0, 0]);
  const made = await prepareDelete(pages(), testJob, { kept });
  const id = await made.start();
  expect(await kept.ledger.job(id)).toMatchObject({ kind: 'delete', update_type: 'delete', total: 210, calls: 3 });
  expect(await stored(db)).toEqual([1, 3, 3, 0]);
  await db.delete();
});

test('forgetting a key deletes what was kept, and nothing is deleted on the platform then', async () => {
  const db = new ConsoleDatabase('delete-forgotten');
  const prepared = await prepareDelete(pages(), testJob, { kept: { db, ledger: createLedger(db) } });
  await wipe(testJob.environment, testJob.identity, db);
  expect(await stored(db)).toEqual([0, 0, 0, 0]);
  await expect(prepared.start()).rejects.toThrow();
  expect(await stored(db)).toEqual([0, 0, 0, 0]);
  await db.delete();
});

test('a reading that fails or is stopped keeps nothing', async () => {
  const db = new ConsoleDatabase('delete-failed');
  const kept = { db, ledger: createLedger(db) };
  async function* failing() {
    yield* pages();
    throw new Error('no answer');
  }
  await expect(prepareDelete(failing(), testJob, { kept })).rejects.toThrow('no answer');
  const work = new AbortController();
  const stop = prepareDelete(pages(), testJob, { kept, signal: work.signal, onProgress: () => work.abort() });
  await expect(stop).rejects.toThrow();
  expect(await stored(db)).toEqual([0, 0, 0, 0]);
  await db.delete();
});
