import { expect, test } from 'vitest';
import { createJudge, type LiveRows } from '../../../jobs/check/dry-run';
import type { ChangedCell, ChangedRecord } from '../../../jobs/plan/changes';
import { unfitCells } from './unfit-cells';

const fields = (['code', 'price', 'size'] as const).map((field_id) => ({
  field_id,
  name: field_id,
  kind: field_id === 'price' ? ('number' as const) : ('text' as const),
  options: [],
}));
const cell = (field_id: string, text: string, unfit = false): ChangedCell => ({
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

test('a cell that reads as its record does already is not what keeps the row out', () => {
  const cells = [cell('price', 'on request', true), cell('size', 'many', true)];
  expect(blamed('1', cells, ['code'])).toEqual({ reason: 'does-not-fit', fields: ['size'] });
});

test('of a row without a key the cells of the key are told, no others', () => {
  const price = cell('price', 'n/a', true);
  expect(blamed(null, [price, cell('size', 'many', true)], ['price'])).toEqual({
    reason: 'key-empty',
    fields: ['price'],
  });
  expect(blamed(null, [price, cell('size', 'L')], ['code'])).toEqual({ reason: 'key-missing', fields: [] });
});
