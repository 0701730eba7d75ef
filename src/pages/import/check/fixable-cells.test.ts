import { describe, expect, test } from 'vitest';
import type { CellFinding } from '../../../jobs/check/cell-judge';
import type { RowFinding } from '../../../jobs/check/dry-run';
import type { ChangedRecord } from '../../../jobs/table/changes';
import { fileCellsOf, firstWrong } from './fixable-cells';

const mapped = ['item_id', 'name', 'size'].map((field_id, column) => ({
  column,
  field_id,
  kind: 'text' as const,
  config: null,
  blank: 'keep' as const,
}));
const cell = (field_id: string, text: string, state: CellFinding['state'] = 'will-update'): CellFinding => ({
  field_id,
  before: undefined,
  after: text,
  text,
  now: undefined,
  state,
  ...(state === 'unfit' ? { unfit: true as const } : {}),
});
const cellsOf = (finding: Partial<RowFinding>, record: Partial<ChangedRecord> = {}) =>
  fileCellsOf(
    {
      record: { row: '2', line: 2, item_id: null, title: null, cells: [], ...record },
      state: 'invalid',
      reason: null,
      match: null,
      key: null,
      cells: [],
      live: null,
      read_at: null,
      ...finding,
    },
    mapped,
    ['name'],
  ).map(({ field_id, text, was, wrong }) => [field_id, text, was, wrong]);

describe('the cells of a row that can be fixed', () => {
  test('are those with a value; the one that cannot be read is wrong', () => {
    const cells = [cell('name', 'One', 'only-matches'), cell('size', 'abc', 'unfit')];
    expect(cellsOf({ reason: 'does-not-fit', cells })).toEqual([
      ['name', 'One', undefined, false],
      ['size', 'abc', undefined, true],
    ]);
  });

  test('are also those that say nothing and are why it is not sent: its key, its record id', () => {
    expect(cellsOf({ reason: 'key-missing', cells: [cell('size', '1')] })).toEqual([
      ['name', '', undefined, true],
      ['size', '1', undefined, false],
    ]);
    // With its key in place the other cell would keep it out: both are to be fixed.
    expect(cellsOf({ reason: 'key-missing', cells: [cell('size', 'abc', 'unfit')] })).toEqual([
      ['name', '', undefined, true],
      ['size', 'abc', undefined, true],
    ]);
    expect(cellsOf({ state: 'id-unknown', unknownId: true, reason: 'gone' }, { item_id: '99' })).toEqual([
      ['item_id', '99', undefined, true],
    ]);
  });

  test('are also blanks over a value, texts that count as blank, and whatever was fixed, with what the file has', () => {
    const record = {
      misfits: [{ field_id: 'size', text: 'many', does: 'keep' as const }],
      fixed: [
        { field_id: 'size', was: 'lots' },
        { field_id: 'item_id', was: '' },
      ],
      item_id: '7',
    };
    expect(cellsOf({ state: 'will-update', keptByBlank: ['name'] }, record)).toEqual([
      ['item_id', '7', '', false],
      ['name', '', undefined, false],
      ['size', 'many', 'lots', true],
    ]);
  });

  test('are none of a line whose cells cannot be told apart, and the first wrong one is opened', () => {
    expect(cellsOf({ reason: 'long-row', cells: [cell('size', '1')] }, { broken: 'long-row' })).toEqual([]);
    const cells = [1, 2, 3].map((nth) => ({
      field_id: `${nth}`,
      text: '',
      cell: null,
      was: undefined,
      wrong: nth > 1,
    }));
    expect(firstWrong(cells)?.field_id).toBe('2');
  });
});
