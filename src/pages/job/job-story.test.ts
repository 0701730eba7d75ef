import { expect, test } from 'vitest';
import { noCounts } from '../../jobs/counts';
import { type OutcomeCounts, outcomes } from '../../storage/job-rows';
import { storyOf } from './job-story';

const job = (counts: Partial<OutcomeCounts>, about: { open?: 0 | 1; order?: 'run' | 'pause' | 'stop' } = {}) => ({
  open: 0 as 0 | 1,
  order: 'run' as 'run' | 'pause' | 'stop',
  hold: null,
  ...about,
  counts: { ...noCounts(), ...counts },
});

test('every row is told of once, whatever its outcome', () => {
  const counts = Object.fromEntries(outcomes.map((outcome, index) => [outcome, index + 1]));
  const told = storyOf(job(counts, { open: 1 }));
  expect(told).toHaveLength(outcomes.length);
  expect(told.reduce((sum, { count }) => sum + count, 0)).toBe((outcomes.length * (outcomes.length + 1)) / 2);
});

test('what is not known is looked for while the job is open, and unclear when it has ended', () => {
  expect(storyOf(job({ unknown: 3 }, { open: 1 })).map(({ key }) => key)).toEqual(['looking']);
  expect(storyOf(job({ unknown: 3 })).map(({ key }) => key)).toEqual(['unknown']);
});

test('rows that were not sent wait, are held up, or will never be sent', () => {
  const left = (about: Parameters<typeof job>[1]) => storyOf(job({ 'not-sent': 1 }, about))[0]?.key;
  expect([left({ open: 1 }), left({ open: 1, order: 'pause' }), left({ order: 'stop' })]).toEqual([
    'waiting',
    'paused',
    'stopped',
  ]);
});
