import { expect, test } from 'vitest';
import { jobsInOrder } from './use-jobs';

test('running jobs come first, each group latest first', () => {
  const job = (open: 0 | 1, created_at: number) => ({ open, created_at });
  expect(jobsInOrder([job(0, 4), job(1, 2), job(0, 5), job(1, 3)])).toEqual([
    job(1, 3),
    job(1, 2),
    job(0, 5),
    job(0, 4),
  ]);
});
