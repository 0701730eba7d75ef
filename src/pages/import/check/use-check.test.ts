import { expect, test } from 'vitest';
import { secondsLeft } from './use-check';

test('how long a check still takes is told at the pace of its requests, once there were enough to measure it', () => {
  expect(secondsLeft({ requests: 20, planned: 120 }, 10_000)).toBe(50);
  expect(secondsLeft({ requests: 130, planned: 120 }, 10_000)).toBe(0);
  expect(secondsLeft({ requests: 20, planned: null }, 10_000)).toBeNull();
  expect(secondsLeft({ requests: 4, planned: 120 }, 10_000)).toBeNull();
  expect(secondsLeft({ requests: 20, planned: 120 }, 1999)).toBeNull();
});
