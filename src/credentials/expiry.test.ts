import { expect, test } from 'vitest';
import { jobKeyNotice, lifeOf } from './expiry';

const minute = 60_000;
const token = { receivedAt: 0, expireSeconds: 7200 };

test('two hours: fresh until 30 minutes remain, renewable, then expired (5.3)', () => {
  const at = (minutes: number) => lifeOf(token, minutes * minute);
  expect([0, 89, 90].map((minutes) => at(minutes).state)).toEqual(['fresh', 'fresh', 'fresh']);
  expect(lifeOf(token, 90 * minute + 1).state).toBe('renewable');
  expect(at(119).state).toBe('renewable');
  expect([120, 500].map((minutes) => at(minutes).state)).toEqual(['expired', 'expired']);
});

test('a credential returned again was issued earlier', () => {
  const life = lifeOf({ receivedAt: 60 * minute, expireSeconds: 3600 }, 60 * minute);
  expect(life).toMatchObject({ issuedAt: 0, renewableAt: 90 * minute, expiresAt: 120 * minute });
});

const job = (calls: number) => ({ calls, requestsPerSecond: 10 });

test('a key without expiry, or expiring after the job, is not mentioned', () => {
  expect(jobKeyNotice({ expiresAt: null, renews: false }, job(1e6), 0)).toBeNull();
  expect(jobKeyNotice({ expiresAt: 60 * minute, renews: false }, job(1000), 0)).toBeNull();
});

test('a job that will outlive its key is announced with both times', () => {
  const notice = jobKeyNotice({ expiresAt: 10 * minute, renews: false }, job(3000), 0);
  expect(notice).toEqual({ kind: 'outlived', expiresAt: 10 * minute, endsAt: 17 * minute });
});

test('an automatically renewed key outlives every job; an expired one carries none', () => {
  expect(jobKeyNotice({ expiresAt: 10 * minute, renews: true }, job(3000), 0)).toBeNull();
  expect(jobKeyNotice({ expiresAt: 10 * minute, renews: true }, job(1), 10 * minute)).toMatchObject({ kind: 'ended' });
});
