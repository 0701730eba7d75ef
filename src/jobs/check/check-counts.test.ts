import { expect, test } from 'vitest';
import type { CheckCounts, RowReason } from '../../storage/job-rows';
import type { ChangedCell, ChangedRecord } from '../table/changes';
import type { CellFinding } from './cell-judge';
import { callsOf, countFindings, noCounts, totalAfter, unfitCells } from './check-counts';
import { createJudge, type LiveRows, type RowFinding, type RowState } from './dry-run';

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
  const counts = countFindings(rows, ['code']);
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

test('what is counted piece by piece adds up to what is counted at once', () => {
  const cleared: CellFinding = { ...cell, unfit: undefined, state: 'will-update', now: 'x', text: '' };
  const misfits = [{ field_id: 'code', text: 'many', does: 'keep' as const }];
  const { record } = row('will-update');
  const rows = [
    row('will-create', null, { match: 'key', searched: 'whole' }),
    row('will-update', null, { match: 'id', cells: [cleared], keptByBlank: ['size', '__proto__'] }),
    row('will-update', null, { match: 'id', record: { ...record, misfits, fixed: [{ field_id: 'code', was: '' }] } }),
    row('near', null, { candidates: [{} as never], chosen: 'out' }),
    row('id-unknown', 'gone', { candidates: [{} as never], unknownId: true }),
    row('invalid', 'key-empty', { cells: [cell] }),
  ];
  const counts = countFindings(rows, ['code']);
  expect(counts).toMatchObject({
    rows: 6,
    states: { 'will-update': 2, 'will-create': 1, near: 1, 'id-unknown': 1, invalid: 1, refused: 0 },
    fixed: 1,
    searched: { whole: 1, spellings: 0, not: 1 },
    sent: { id: 2, key: 1 },
    creates: { id: 0, key: 1 },
    keptByBlank: new Map([
      ['size', 1],
      ['__proto__', 1],
    ]),
    unfit: { keep: { 'will-update': new Map([['code', 1]]), 'will-create': new Map() } },
    clears: { blanks: new Map([['code', 1]]), all: new Map([['code', 1]]) },
    candidates: 2,
    similar: { rows: 1, several: 0, creates: 0, records: 0, out: 1 },
    unknownIds: { rows: 1, out: 0 },
  });
  for (let at = 0; at <= rows.length; at += 1) {
    const [one, other] = [rows.slice(0, at), rows.slice(at)].map((piece) => countFindings(piece, ['code']));
    const first = totalAfter(noCounts(), undefined, one as CheckCounts);
    const both = totalAfter(first, undefined, other as CheckCounts);
    expect(both).toEqual(counts);
    // A piece that changes takes what it counted with it, and leaves no zero behind.
    expect(totalAfter(both, other, noCounts())).toEqual(one);
    const twice = totalAfter(both, other, one as CheckCounts);
    expect(totalAfter(twice, one, other as CheckCounts)).toEqual(counts);
    // What was shown before stays as it was.
    expect([both, first]).toEqual([counts, one]);
  }
});

const found = (state: RowFinding['state'], match: RowFinding['match'], count: number): RowFinding[] =>
  Array.from({ length: count }, () => row(state, null, { match }));

test('rows located by ID and by key go in separate batches', () => {
  const rows = [...found('will-update', 'id', 38), ...found('duplicate', 'id', 1), ...found('will-create', 'key', 3)];
  const calls = (findings: RowFinding[]) => [true, false].map((create) => callsOf(countFindings(findings, []), create));
  expect(calls([])).toEqual([0, 0]);
  expect(calls(rows)).toEqual([2, 1]);
  // A hundred by key are one more than one query reads back.
  expect(calls([...rows, ...found('will-update', 'key', 100), ...found('no-change', 'key', 500)])).toEqual([3, 3]);
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
