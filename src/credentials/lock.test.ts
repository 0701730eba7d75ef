import { afterEach, expect, test, vi } from 'vitest';
import { testClient } from '../api/wire/test-client';
import { prepareJob, testJob } from '../jobs/test-job';
import { database } from '../storage/database';
import { connectionFor, openConnection } from './connection';
import { isIdle, keptFor, lockAfter, runIdleLock, setLockAfter } from './lock';

const minute = 60_000;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('keys are locked after the chosen idle time of all tabs, or never if so chosen', () => {
  expect([59, 60, 600].map((at) => isIdle(0, 60, at * minute))).toEqual([false, true, true]);
  expect(isIdle(30 * minute, 60, 60 * minute)).toBe(false);
  expect(isIdle(0, null, 1e12)).toBe(false);
});

test('the default is a working day', () => {
  expect(lockAfter()).toBe(480);
  for (const choice of [15, null, 60] as const) {
    setLockAfter(choice);
    expect(lockAfter()).toBe(choice);
  }
});

test('what waits for a key of an environment is counted without the key', async () => {
  const change = { table_id: '1', item_id: '2', title: null, updated_on: null, before: 1, after: 2 };
  await database.drafts.put({ ...change, environment: 'kept', identity: 'any', field_id: 'size' });
  const { job } = await prepareJob(
    { calls: [], leftOut: [], staysOut: [] },
    { ...testJob, environment: 'kept' },
    'a',
    1,
  );
  await database.jobs.put(job);
  expect(await keptFor('kept')).toEqual({ drafts: 1, jobs: 1 });
  expect(await keptFor('another')).toEqual({ drafts: 0, jobs: 0 });
});

test('a key that is needed is not locked before it is needed no more', async () => {
  const { environment } = testClient();
  await openConnection(environment, 'key', 'customer');
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  setLockAfter(15);
  let isNeeded = true;
  const limits = new Set<number>();
  const stop = runIdleLock(async (_client, limitMs) => {
    limits.add(limitMs);
    return isNeeded;
  });
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(connectionFor(environment.name)).not.toBeNull();
  // What keeps it may be unanswered for as long as keys are kept without input.
  expect([...limits]).toEqual([15 * minute]);
  isNeeded = false;
  await vi.advanceTimersByTimeAsync(minute);
  expect(connectionFor(environment.name)).toBeNull();
  stop();
});
