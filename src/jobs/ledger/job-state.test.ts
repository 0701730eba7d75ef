import { expect, test } from 'vitest';
import { noCounts, waitsForAnswer } from './job-state';

test('only a job that would send continues after the question before stopping it', () => {
  const job = { counts: { ...noCounts(), 'not-sent': 3 }, order: 'run' as const, asked_until: 2000 };
  expect(waitsForAnswer(job, 1000)).toBe(true);
  expect(waitsForAnswer(job, 3000)).toBe(false);
  expect(waitsForAnswer({ ...job, order: 'pause' }, 1000)).toBe(false);
  expect(waitsForAnswer({ ...job, counts: noCounts() }, 1000)).toBe(false);
});
