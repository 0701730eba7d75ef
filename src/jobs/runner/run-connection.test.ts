import { afterEach, expect, test, vi } from 'vitest';
import { testClient } from '../../api/wire/test-client';
import { database } from '../../storage/database';
import type { JobRow } from '../../storage/job-rows';
import { noCounts } from '../table/job-state';
import { testJobRow } from '../test-job';
import { needsKey, ownerOf, runJobsOf } from './run-connection';

const client = testClient();
const counts = { ...noCounts(), 'not-sent': 3 };
const held = { message: '', code: null, trace_id: null };

const put = (more: Partial<JobRow>) =>
  database.jobs.put(testJobRow({ id: 'waits', ...ownerOf(client), open: 1, counts, ...more }));

afterEach(async () => {
  vi.unstubAllGlobals();
  await database.jobs.delete('waits');
});

const pauses = () => ({ ...held, reason: 'too-many' as const, since: Date.now(), until: Date.now() + 60_000 });

test('a key is needed while a job pauses for a platform that is busy, and not by one that waits for a person', async () => {
  await put({ hold: pauses() });
  expect(await needsKey(client)).toBe(true);
  await put({ hold: { ...held, reason: 'failing', until: null } });
  expect(await needsKey(client)).toBe(false);
  await put({ order: 'pause' });
  expect(await needsKey(client)).toBe(false);
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
