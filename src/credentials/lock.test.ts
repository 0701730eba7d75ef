import { expect, test } from 'vitest';
import { isIdle, lockAfter, setLockAfter } from './lock';

const minute = 60_000;

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
