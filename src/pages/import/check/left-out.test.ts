import { expect, test } from 'vitest';
import type { CellFinding } from '../../../jobs/check/cell-judge';
import type { RowFinding, RowState } from '../../../jobs/check/dry-run';
import type { RowReason } from '../../../storage/job-rows';
import { en } from '../../../texts/en';
import { addLeftOut, stepThatMends, type Why, whys } from './left-out';

const row = (state: RowState, reason: RowReason | null = null, more: Partial<RowFinding> = {}): RowFinding => ({
  record: { row: '2', line: 2, item_id: null, title: null, cells: [] },
  state,
  reason,
  match: null,
  key: null,
  cells: [],
  live: null,
  read_at: 1,
  ...more,
});
const cell: CellFinding = {
  field_id: 'code',
  before: undefined,
  after: null,
  now: undefined,
  unfit: true,
  state: 'unfit',
};
const broken = { ...row('invalid').record, broken: 'long-row' as const };

test('rows that are not sent are counted by what mends them; all of them are', () => {
  const counts = new Map<Why, number>();
  const rows = [
    row('will-update'),
    row('will-create'),
    row('no-change'),
    row('invalid', 'long-row', { record: broken }),
    row('invalid', 'does-not-fit', { cells: [cell] }),
    row('invalid', 'key-missing'),
    row('invalid', 'key-empty', { cells: [cell] }),
    row('invalid', 'gone'),
    row('invalid', 'no-fields'),
    row('refused', 'several-match'),
    row('double', 'same-key-twice'),
    row('near'),
    row('near', null, { chosen: 'out' }),
    row('refused', 'several-match', { chosen: 'out' }),
    row('asks'),
    row('unread'),
    row('conflict'),
  ];
  addLeftOut(counts, rows, ['code']);
  expect(Object.fromEntries(counts)).toEqual({
    same: 1,
    line: 1,
    // A key that is there and does not fit is a text that does not fit.
    misfit: 2,
    no_key: 1,
    gone: 1,
    nothing: 1,
    several: 1,
    double: 1,
    near: 1,
    // Of these the person said so.
    left: 2,
    kind: 1,
    unread: 1,
    conflict: 1,
  });
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(rows.length - 2);
});

test('each has its words, and all but rows without a change a step that mends it', () => {
  for (const why of whys) {
    expect(en.import.send.why[why]).toMatch(/row|line/);
    expect(stepThatMends[why] === null).toBe(why === 'same');
  }
});
