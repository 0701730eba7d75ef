import { expect, test } from 'vitest';
import { secondsLeft } from './use-check';

test('the time left of a check is estimated once enough requests were measured', () => {
  expect(secondsLeft({ requests: 20, planned: 120 }, 10_000)).toBe(50);
  expect(secondsLeft({ requests: 130, planned: 120 }, 10_000)).toBe(0);
  expect(secondsLeft({ requests: 20, planned: null }, 10_000)).toBeNull();
  expect(secondsLeft({ requests: 4, planned: 120 }, 10_000)).toBeNull();
  expect(secondsLeft({ requests: 20, planned: 120 }, 1999)).toBeNull();
});
