import { expect, test } from 'vitest';
import type { OutcomeCounts } from '../../storage/outcomes';
import { outcomes } from '../../storage/outcomes';
import { en } from '../../texts/en';
import { noCounts } from '../table/job-state';
import { whyNotSent } from '../table/row-reasons';
import { leftOutRows, storyOf } from './job-story';

const job = (
  counts: Partial<OutcomeCounts>,
  about: { open?: 0 | 1; order?: 'run' | 'pause' | 'stop'; asked_until?: number } = {},
) => ({
  open: 0 as 0 | 1,
  order: 'run' as 'run' | 'pause' | 'stop',
  hold: null,
  ...about,
  counts: { ...noCounts(), ...counts },
});

test('every row is in the story once, whatever its outcome', () => {
  const counts = Object.fromEntries(outcomes.map((outcome, index) => [outcome, index + 1]));
  const calls = [
    { state: 'unanswered' as const, counts: { unknown: 1 } },
    { state: 'left-out' as const, counts: {}, whys: { left: counts.skipped ?? 0 } },
  ];
  const told = storyOf(job(counts, { open: 1 }), calls, 0);
  expect(told).toHaveLength(outcomes.length + 1);
  expect(told.reduce((sum, { count }) => sum + count, 0)).toBe((outcomes.length * (outcomes.length + 1)) / 2);
});

test('an unknown row is being verified while its batch is watched, and stays unknown after', () => {
  const unknown = job({ unknown: 5 }, { open: 1 });
  const call = (state: 'unanswered' | 'decided', rows: number) => ({ state, counts: { unknown: rows } });
  const calls = [call('decided', 2), call('unanswered', 3), { state: 'unanswered' as const, counts: {} }];
  expect(storyOf(unknown, calls, 0).map(({ key, count }) => [key, count])).toEqual([
    ['unknown', 2],
    ['looking', 3],
  ]);
  expect(storyOf(unknown, [call('unanswered', 5)], 0).map(({ key }) => key)).toEqual(['looking']);
  expect(storyOf(unknown, [call('decided', 5)], 0).map(({ key }) => key)).toEqual(['unknown']);
});

test('rows skipped by the check are listed with their reasons; “refused” means by the platform', () => {
  const calls = [
    { state: 'decided' as const, counts: { refused: 2 } },
    { state: 'left-out' as const, counts: { invalid: 4 }, whys: { line: 1, several: 3 } },
    { state: 'left-out' as const, counts: { invalid: 2 }, whys: { line: 2 } },
  ];
  expect(storyOf(job({ refused: 2, invalid: 6 }), calls, 0).map(({ key, count, whys }) => [key, count, whys])).toEqual([
    ['refused', 2, []],
    [
      'invalid',
      6,
      [
        ['line', 3],
        ['several', 3],
      ],
    ],
  ]);
});

test('rows skipped by choice are not told as invalid, also of a job that counted them so', () => {
  const whys = { line: 1, near: 2, left: 3, create: 4 };
  const calls = [{ state: 'left-out' as const, counts: {}, whys }];
  const told = (counts: Partial<OutcomeCounts>) => storyOf(job(counts), calls, 0).map(({ key, count }) => [key, count]);
  const expected = [
    ['invalid', 1],
    ['left', 2],
    ['skipped', 7],
  ];
  expect(told({ invalid: 3, skipped: 7 })).toEqual(expected);
  expect(told({ invalid: 10, skipped: undefined })).toEqual(expected);
  expect(leftOutRows(job({ invalid: 3, skipped: 7 }), calls)).toBe(2);
});

test('unsent rows are waiting, paused, or never sent', () => {
  const left = (about: Parameters<typeof job>[1]) => storyOf(job({ 'not-sent': 1 }, about), [], 1000)[0]?.key;
  expect(left({ open: 1 })).toBe('waiting');
  expect(left({ open: 1, order: 'pause' })).toBe('paused');
  expect(left({ order: 'stop' })).toBe('stopped');
  // While a stop is being confirmed.
  expect(left({ open: 1, asked_until: 1001 })).toBe('paused');
  expect(left({ open: 1, asked_until: 1000 })).toBe('waiting');
});

test('a key that does not fit its field is not called empty: both are one reason', () => {
  expect([whyNotSent('key-empty'), whyNotSent('key-missing')]).toEqual(['key', 'key']);
  expect(en.jobs.notSent.key).toContain('without a valid key');
});

test('what a delete did is told as such', () => {
  const deletes = { ...job({ verified: 3, refused: 1, unknown: 2, differs: 0 }), update_type: 'delete' as const };
  expect(storyOf(deletes, [], 0).map(({ key, count }) => [key, count])).toEqual([
    ['deleted', 3],
    ['undeleted', 1],
    ['still_there', 2],
  ]);
});
