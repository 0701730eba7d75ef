import { afterEach, expect, test, vi } from 'vitest';
import { testClient } from '../../api/wire/test-client';
import { database } from '../../storage/database';
import type { JobRow } from '../../storage/job-rows';
import { noCounts } from '../table/job-state';
import { testJobRow } from '../test-job';
import { needsKeyOf, ownerOf, runJobsOf } from './run-connection';

const client = testClient();
const counts = { ...noCounts(), 'not-sent': 3 };
const held = { message: '', code: null, trace_id: null };

const put = (more: Partial<JobRow>) =>
  database.jobs.put(testJobRow({ id: 'waits', ...ownerOf(client), open: 1, counts, ...more }));

afterEach(async () => {
  vi.unstubAllGlobals();
  await database.jobs.delete('waits');
});

const hour = 3_600_000;

const pauses = () => ({ ...held, reason: 'too-many' as const, since: Date.now(), until: Date.now() + 60_000 });

test('a key is needed while a job pauses for a platform that is busy, and not by one that waits for a person', async () => {
  await put({ hold: pauses() });
  expect(await needsKeyOf(client, hour)).toBe(true);
  await put({ hold: { ...held, reason: 'failing', until: null } });
  expect(await needsKeyOf(client, hour)).toBe(false);
  await put({ order: 'pause' });
  expect(await needsKeyOf(client, hour)).toBe(false);
});

test('a key is kept for a platform that cannot be reached only as long as it has answered within the idle time', async () => {
  const now = Date.now();
  const lost = {
    order: 'run' as const,
    hold: { ...held, reason: 'unreachable' as const, since: now, until: now + 60_000 },
  };
  const old = { ...lost, created_at: now - 9 * hour, started_at: now - 9 * hour };
  const proves = { ...old, hold: null, counts: { ...noCounts(), accepted: 3 } };
  for (const job of [old, proves]) {
    await put({ ...job, answered_at: now - 2 * hour });
    expect(await needsKeyOf(client, hour)).toBe(false);
    expect(await needsKeyOf(client, 8 * hour)).toBe(true);
    await put({ ...job, answered_at: now - hour / 2 });
    expect(await needsKeyOf(client, hour)).toBe(true);
    // Nothing was ever answered, and an answer of a clock that was set back says nothing.
    for (const answered_at of [undefined, now + 2 * hour]) {
      await put({ ...job, answered_at });
      expect(await needsKeyOf(client, hour)).toBe(false);
    }
  }
  await put({ ...lost, created_at: now, started_at: now });
  expect(await needsKeyOf(client, hour)).toBe(true);
});

test('leaving the page asks first while a job pauses for a platform that is busy', async () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', {});
  await put({ hold: pauses() });
  const stop = runJobsOf({ client } as Parameters<typeof runJobsOf>[0]);
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await vi.waitFor(() => expect(asks()).toBe(true));
  stop();
  expect(asks()).toBe(false);
});
