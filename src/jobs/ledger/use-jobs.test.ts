import { expect, test, vi } from 'vitest';
import { jobNews } from '../../storage/change-broadcast';
import { ConsoleDatabase, database } from '../../storage/database';
import type { JobRow } from '../../storage/job-rows';
import { testJobRow } from '../test-job';
import { followJob, jobsInOrder, lastKeys } from './use-jobs';

test('running jobs come first, each group latest first', () => {
  const job = (open: 0 | 1, created_at: number) => ({ open, created_at });
  expect(jobsInOrder([job(0, 4), job(1, 2), job(0, 5), job(1, 3)])).toEqual([
    job(1, 3),
    job(1, 2),
    job(0, 5),
    job(0, 4),
  ]);
});

test('the keys of a table’s last jobs, newest first: imports by record ID too, drafts only with a key', async () => {
  const db = new ConsoleDatabase('last-keys');
  const owner = { environment: 'lab', identity: 'i1' };
  const key = { update_type: 'upsert', update_by_fields: ['name'] } as const satisfies Partial<JobRow>;
  const job = (id: number, more: Partial<JobRow>): JobRow =>
    testJobRow({ ...key, id: String(id), created_at: id, kind: 'import', ...more });
  await db.jobs.bulkAdd([
    job(1, {}),
    job(2, { update_by_fields: ['year', 'name'] }),
    job(3, { update_type: 'update', update_by_fields: [] }),
    job(4, {}),
    job(5, { kind: 'edit', update_type: 'update', update_by_fields: [] }),
    job(6, { table_id: '22', update_by_fields: ['other'] }),
    job(7, { identity: 'i2', update_by_fields: ['other'] }),
    job(8, { update_by_fields: ['name', 'year'] }),
    job(9, { kind: 'edit', update_by_fields: ['code'] }),
  ]);
  expect(await lastKeys(owner, '21', db)).toEqual([['code'], ['year', 'name'], ['name'], ['item_id']]);
  expect(await lastKeys(owner, '23', db)).toEqual([]);
  await db.delete();
});

test('a job is followed whatever integers are in the filter that it was sent from', async () => {
  const filter = { and: [{ field: '2201', query: { eq: 9007199254740993n } }] };
  const job = testJobRow({ id: 'big', query: { filter, order: null } });
  await database.jobs.put(job);
  const seen: (string | undefined)[] = [];
  const stop = followJob('big', (view) => seen.push(view === 'unreadable' ? view : view?.job.order));
  await vi.waitFor(() => expect(seen).toEqual(['run']));
  await database.jobs.put({ ...job, order: 'pause' });
  jobNews.tell({ job_id: 'big', about: 'order' }, 'also-here');
  await vi.waitFor(() => expect(seen).toEqual(['run', 'pause']));
  stop();
  await database.jobs.delete('big');
});
