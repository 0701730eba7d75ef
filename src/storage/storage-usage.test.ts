import { afterEach, describe, expect, test, vi } from 'vitest';
import { dryRun } from '../jobs/check/dry-run';
import { createJob } from '../jobs/make/create-job';
import { planCalls } from '../jobs/plan/plan';
import { recordOf } from '../jobs/runner/test-simulation';
import { prepareJob, testJob } from '../jobs/test-job';
import { ConsoleDatabase } from './database';
import { askToPersist, usage, wipe, wipeEndedJobs } from './storage-usage';

afterEach(() => {
  vi.unstubAllGlobals();
});

function planOf(id: string) {
  const cells = [{ field_id: 'f', before: 'old', after: 'new' }];
  const live = { records: new Map([[id, recordOf(id, { f: 'old' })]]), missing: new Set<string>(), read_at: 0 };
  return planCalls(
    dryRun([{ row: id, line: null, item_id: id, title: null, cells }], live, { fields: testJob.fields }),
  );
}

/** A browser that has promised, promises when it is asked, refuses, or fails. */
function browser(says: 'has-promised' | 'promises' | 'refuses' | 'fails') {
  const persist = vi.fn(async () => {
    if (says === 'fails') throw new TypeError('no storage for this page');
    return says === 'promises';
  });
  const persisted = vi.fn(async () => says === 'has-promised');
  const estimate = async () => ({ usage: 1234, quota: 5678 });
  vi.stubGlobal('navigator', { storage: { persist, persisted, estimate } });
  return persist;
}

describe('the browser is asked to keep its data', () => {
  test.each([
    ['has-promised', true, 0],
    ['promises', true, 1],
    ['refuses', false, 1],
    ['fails', false, 1],
  ] as const)('one that %s', async (says, answer, asked) => {
    const persist = browser(says);
    expect(await askToPersist()).toBe(answer);
    expect(persist).toHaveBeenCalledTimes(asked);
  });

  test('in a browser without that feature', async () => {
    vi.stubGlobal('navigator', {});
    expect(await askToPersist()).toBe(false);
    expect((await usage(new ConsoleDatabase('no-promise'))).persisted).toBe(false);
  });

  test('whenever a job is created', async () => {
    const persist = browser('promises');
    await createJob(planOf('1'), testJob);
    await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(1));
  });
});

describe('stored data', () => {
  let names = 0;
  async function filled() {
    names += 1;
    const db = new ConsoleDatabase(`keeping-${names}`);
    for (const identity of ['i1', 'i2']) {
      const owner = { environment: 'lab', identity };
      for (const [id, open] of [
        [`ended-${identity}`, 0],
        [`runs-${identity}`, 1],
      ] as const) {
        const { job, batches, payloads } = await prepareJob(planOf('1'), { ...testJob, identity }, id, 1);
        await db.jobs.add({ ...job, open });
        await db.batches.bulkAdd(batches);
        await db.payloads.bulkAdd(payloads);
      }
      const draft = { ...owner, table_id: '21', item_id: '1', field_id: 'f' };
      await db.drafts.add(draft as never);
      await db.draftSteps.add({ ...owner, table_id: '21', sequence: 1 } as never);
      await db.checks.add({ ...owner, id: `check-${identity}`, job_id: null } as never);
      await db.checkPieces.add({ check_id: `check-${identity}`, number: 1 } as never);
    }
    return db;
  }
  /** Whose rows each store holds, by what names them. */
  async function left(db: ConsoleDatabase) {
    const keys = await Promise.all(
      db.tables.map(async (table) => [table.name, (await table.toCollection().primaryKeys()).map(String)] as const),
    );
    return Object.fromEntries(keys.filter(([, own]) => own.length > 0));
  }

  test('is counted, with the bytes the browser reports', async () => {
    browser('has-promised');
    expect(await usage(await filled())).toEqual({
      bytes: 1234,
      quota: 5678,
      persisted: true,
      drafts: 2,
      jobs: 4,
      batches: 4,
      tableSettings: 0,
    });
  });

  test('of a key is deleted with it, and nothing of another one', async () => {
    const db = await filled();
    await wipe('lab', 'i1', db);
    expect(await left(db)).toEqual({
      drafts: ['lab,i2,21,1,f'],
      draftSteps: ['lab,i2,21,1'],
      jobs: ['ended-i2', 'runs-i2'],
      batches: ['ended-i2,1', 'runs-i2,1'],
      payloads: ['ended-i2,1', 'runs-i2,1'],
      checks: ['check-i2'],
      checkPieces: ['check-i2,1'],
    });
  });

  test('of finished jobs is deleted; a running job keeps its rows', async () => {
    const db = await filled();
    expect(await wipeEndedJobs({ environment: 'lab', identity: 'i1' }, db)).toBe(1);
    const { jobs, batches, payloads } = await left(db);
    expect(jobs).toEqual(['ended-i2', 'runs-i1', 'runs-i2']);
    expect(batches).toEqual(payloads);
    expect(batches).toEqual(['ended-i2,1', 'runs-i1,1', 'runs-i2,1']);
  });
});
