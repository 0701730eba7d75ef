import { expect, test } from 'vitest';
import { jobKeyNotice } from './job-key';

const minute = 60_000;
const job = (calls: number) => ({ calls, requestsPerSecond: 10 });

test('a key that has no end, or that ends after the job, is not spoken of', () => {
  expect(jobKeyNotice({ expiresAt: null, renews: false }, job(1e6), 0)).toBeNull();
  expect(jobKeyNotice({ expiresAt: 60 * minute, renews: false }, job(1000), 0)).toBeNull();
});

test('a job that will outlive its key is told beforehand, with both ends', () => {
  const notice = jobKeyNotice({ expiresAt: 10 * minute, renews: false }, job(3000), 0);
  expect(notice).toEqual({ kind: 'outlived', expiresAt: 10 * minute, endsAt: 17 * minute });
});

test('a key that is renewed by itself is outlived by no job; one that has ended already carries none', () => {
  expect(jobKeyNotice({ expiresAt: 10 * minute, renews: true }, job(3000), 0)).toBeNull();
  expect(jobKeyNotice({ expiresAt: 10 * minute, renews: true }, job(1), 10 * minute)).toMatchObject({ kind: 'ended' });
});
