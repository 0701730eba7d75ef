import { expect, test } from 'vitest';
import type { CellFinding } from '../../../jobs/check/cell-judge';
import { createJudge, type LiveRows, type RowFinding, type RowState } from '../../../jobs/check/dry-run';
import type { ChangedCell, ChangedRecord } from '../../../jobs/plan/changes';
import type { RowReason } from '../../../storage/job-rows';
import { en } from '../../../texts/en';
import { addToCounts, callsOf, noCounts, type SkipReason, stepThatFixes, unfitCells } from './check-counts';

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

test('unsent rows are counted by what fixes them, each once', () => {
  const counts = noCounts();
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
    row('duplicate', 'same-key-twice'),
    row('near'),
    row('near', null, { chosen: 'out' }),
    row('refused', 'several-match', { chosen: 'out' }),
    row('asks'),
    row('unread'),
    row('conflict'),
  ];
  addToCounts(counts, rows, ['code']);
  expect(Object.fromEntries(counts.skipped)).toEqual({
    same: 1,
    line: 1,
    // A key that is there and does not fit is a text that does not fit.
    misfit: 2,
    no_key: 1,
    gone: 1,
    nothing: 1,
    several: 1,
    duplicate: 1,
    near: 1,
    // For these a choice was made.
    left: 2,
    kind: 1,
    unread: 1,
    conflict: 1,
  });
  expect([...counts.skipped.values()].reduce((sum, count) => sum + count, 0)).toBe(rows.length - 2);
});

test('rows that are taken away leave nothing of what they added', () => {
  const counts = noCounts();
  const cleared: CellFinding = { ...cell, unfit: undefined, state: 'will-update', now: 'x', text: '' };
  const misfits = [{ field_id: 'code', text: 'many', does: 'keep' as const }];
  const rows = [
    row('will-create', null, { match: 'key' }),
    row('will-update', null, { match: 'id', cells: [cleared], keptByBlank: ['size'] }),
    row('will-update', null, { match: 'id', record: { ...row('will-update').record, misfits } }),
    row('near', null, { candidates: [{} as never], chosen: 'out' }),
    row('invalid', 'key-empty', { cells: [cell] }),
  ];
  addToCounts(counts, rows, ['code']);
  expect(counts).not.toEqual(noCounts());
  addToCounts(counts, rows, ['code'], -1);
  expect(counts).toEqual(noCounts());
});

test('each reason has a text, and all but “no change” a step to fix it', () => {
  for (const why of Object.keys(stepThatFixes) as SkipReason[]) {
    expect(en.import.send.why[why]).toMatch(/row|line/);
    expect(stepThatFixes[why] === null).toBe(why === 'same');
  }
});

const found = (state: RowFinding['state'], match: RowFinding['match'], count: number): RowFinding[] =>
  Array.from({ length: count }, () => row(state, null, { match }));

test('rows located by ID and by key go in separate batches', () => {
  const counts = noCounts();
  expect(callsOf(counts.sent, true)).toBe(0);
  addToCounts(counts, [...found('will-update', 'id', 38), ...found('duplicate', 'id', 1)], []);
  addToCounts(counts, found('will-create', 'key', 3), []);
  expect(callsOf(counts.sent, true)).toBe(2);
  expect(callsOf(counts.sent, false)).toBe(1);
  addToCounts(counts, [...found('will-update', 'key', 100), ...found('no-change', 'key', 500)], []);
  // A hundred by key are one more than one query reads back.
  expect(callsOf(counts.sent, true)).toBe(3);
  expect(callsOf(counts.sent, false)).toBe(3);
});

const fields = (['code', 'price', 'size'] as const).map((field_id) => ({
  field_id,
  name: field_id,
  kind: field_id === 'price' ? ('number' as const) : ('text' as const),
  options: [],
}));
const changedCell = (field_id: string, text: string, unfit = false): ChangedCell => ({
  field_id,
  before: undefined,
  after: unfit ? null : text,
  text,
  unfit: unfit || undefined,
});
const live: LiveRows = {
  records: new Map([['1', { item_id: '1', fields: { price: 'on request', size: 'L' } } as never]]),
  missing: new Set(),
  read_at: 1,
};
const blamed = (item_id: string | null, cells: ChangedCell[], keyFields: string[]) => {
  const mode = { update_type: 'upsert', update_by_fields: keyFields } as const;
  const record = { row: '2', line: 2, item_id, cells, unseen: true } as ChangedRecord;
  const finding = createJudge({ fields, mode }).judge(record, live);
  return { reason: finding.reason, fields: unfitCells(finding, keyFields).map(({ field_id }) => field_id) };
};

test('a cell equal to its record is not why a row is skipped', () => {
  const cells = [changedCell('price', 'on request', true), changedCell('size', 'many', true)];
  expect(blamed('1', cells, ['code'])).toEqual({ reason: 'does-not-fit', fields: ['size'] });
});

test('a row without a key reports the cells of its key only', () => {
  const price = changedCell('price', 'n/a', true);
  expect(blamed(null, [price, changedCell('size', 'many', true)], ['price'])).toEqual({
    reason: 'key-empty',
    fields: ['price'],
  });
  expect(blamed(null, [price, changedCell('size', 'L')], ['code'])).toEqual({ reason: 'key-missing', fields: [] });
});
