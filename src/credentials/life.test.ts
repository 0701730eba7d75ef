import { expect, test } from 'vitest';
import { lifeOf } from './life';

const minute = 60_000;
const token = { receivedAt: 0, expireSeconds: 7200 };

test('two hours: fresh until 30 minutes remain, renewable, then expired (5.3)', () => {
  const at = (minutes: number) => lifeOf(token, minutes * minute);
  expect([0, 89, 90].map((minutes) => at(minutes).state)).toEqual(['fresh', 'fresh', 'fresh']);
  expect(lifeOf(token, 90 * minute + 1).state).toBe('renewable');
  expect(at(119).state).toBe('renewable');
  expect([120, 500].map((minutes) => at(minutes).state)).toEqual(['expired', 'expired']);
  expect(at(120).remainingMs).toBe(0);
});

test('a credential that was handed out again was issued earlier', () => {
  const life = lifeOf({ receivedAt: 60 * minute, expireSeconds: 3600 }, 60 * minute);
  expect(life).toMatchObject({ issuedAt: 0, renewableAt: 90 * minute, expiresAt: 120 * minute });
});
