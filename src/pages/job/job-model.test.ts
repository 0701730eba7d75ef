import { describe, expect, test } from 'vitest';
import { reasonKeyOf } from '../../jobs/results/job-words';
import { noCounts } from '../../jobs/table/job-state';
import type { BatchState } from '../../storage/job-rows';
import { canBeVerifiedAgain, type OutcomeCounts } from '../../storage/outcomes';
import { mapCells, mapStateOf } from './batches/call-map';
import { outcomesWithPlace } from './outcome/job-outcome';
import { nextShare, rateOf, timeParts } from './outcome/job-progress';

const call = (number: number, state: BatchState, counts: Partial<OutcomeCounts> = {}) => ({
  number,
  state,
  counts,
  size: 100,
});

describe('the map of batches', () => {
  test.each([
    ['waiting', {}, 'waiting'],
    ['sending', { sending: 100 }, 'sending'],
    ['accepted', { accepted: 60, verified: 40 }, 'accepted'],
    ['unanswered', { unknown: 100 }, 'unknown'],
    ['decided', { verified: 100 }, 'good'],
    ['decided', { verified: 99, refused: 1 }, 'bad'],
    ['decided', { unknown: 1, differs: 1, verified: 98 }, 'bad'],
    ['left-out', { 'no-change': 3 }, 'quiet'],
  ] as const)('%s with %j shows %s', (state, counts, expected) => {
    expect(mapStateOf(call(1, state, counts))).toBe(expected);
  });

  test('a cell for several batches shows the worst state', () => {
    const calls = Array.from({ length: 10 }, (_, index) =>
      call(index + 1, 'decided', index === 4 ? { refused: 1, verified: 99 } : { verified: 100 }),
    );
    const cells = mapCells(calls, 4);
    expect(cells.map(({ first, last, state }) => [first, last, state])).toEqual([
      [1, 3, 'good'],
      [4, 6, 'bad'],
      [7, 9, 'good'],
      [10, 10, 'good'],
    ]);
    expect(cells.reduce((sum, { rows }) => sum + rows, 0)).toBe(1000);
  });
});

test('numbers of zero go when a job has ended, unless a button beside them would move', () => {
  const counts = { ...noCounts(), verified: 3 };
  const places = ['verified', 'accepted', 'sending', 'not-sent'];
  expect(outcomesWithPlace({ counts, open: 1 }, true, false)).toEqual(places);
  expect(outcomesWithPlace({ counts, open: 0 }, true, false)).toEqual(['verified']);
  expect(outcomesWithPlace({ counts: { ...counts, unknown: 1 }, open: 0 }, true, true)).toContain('sending');
  expect(outcomesWithPlace({ counts, open: 0 }, false, false)).toEqual(['verified']);
});

describe('the rate', () => {
  test('steps between a tenth and all of the limit, also from between two steps', () => {
    expect([1, 0.5, 0.25, 0.1, 0.4].map((share) => nextShare(share, 'slower'))).toEqual([0.5, 0.25, 0.1, null, 0.25]);
    expect([0.1, 0.25, 0.5, 1, 0.4].map((share) => nextShare(share, 'faster'))).toEqual([0.25, 0.5, 1, null, 0.5]);
  });

  const answered = (answered_at: number) => ({ state: 'decided' as const, sent_at: answered_at - 50, answered_at });

  test('is measured over the last ten seconds, and gives the time left', () => {
    const now = 100_000;
    const calls = [...Array.from({ length: 50 }, (_, index) => answered(now - index * 200)), answered(1000)];
    const waiting = Array.from({ length: 20 }, () => ({ state: 'waiting' as const, sent_at: null, answered_at: null }));
    expect(rateOf([...calls, ...waiting], now)).toMatchObject({ perSecond: 5, left: 4000 });
  });

  test('of a new job is measured over its time so far', () => {
    expect(rateOf([answered(99_000), answered(99_500)], 100_000).perSecond).toBeCloseTo(2 / 1.05);
  });

  test('is zero without responses, and no time is estimated', () => {
    expect(rateOf([{ state: 'waiting', sent_at: null, answered_at: null }], 5)).toMatchObject({
      perSecond: 0,
      left: null,
    });
  });
});

test.each([
  [420, 'seconds', { count: 0.4 }],
  [12_400, 'seconds', { count: 12 }],
  [59_600, 'minutes', { minutes: 1, seconds: 0 }],
  [3_725_000, 'hours', { hours: 1, minutes: 2 }],
] as const)('%d ms', (milliseconds, key, values) => {
  expect(timeParts(milliseconds)).toEqual({ key, values });
});

test('an unknown row shows whether it is still being verified', () => {
  const row = { outcome: 'unknown', reason: 'no-answer' } as const;
  expect(reasonKeyOf(row, 'run')).toBe('no_answer');
  expect(reasonKeyOf({ ...row, at: 5 }, 'run')).toBe('no_answer_over');
});

test('what only a look can change can be verified again: not what was read as sent, nor a refusal of the platform itself', () => {
  expect(canBeVerifiedAgain({ outcome: 'refused', proof: 'read-back' })).toBe(true);
  expect(canBeVerifiedAgain({ outcome: 'refused' })).toBe(false);
  expect(canBeVerifiedAgain({ outcome: 'unknown' })).toBe(true);
  expect(canBeVerifiedAgain({ outcome: 'verified', proof: 'read-back' })).toBe(false);
});
