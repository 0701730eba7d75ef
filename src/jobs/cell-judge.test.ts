import { expect, test } from 'vitest';
import type { DwRecord } from '../contract/records';
import type { JobField } from '../storage/job-rows';
import { cellJudge } from './cell-judge';
import type { ChangedCell } from './changes';

const field: JobField = {
  field_id: '22',
  name: 'Cylinders',
  kind: 'option',
  options: [
    { id: '2', name: '4', color: null },
    { id: '4', name: '6', color: null },
  ],
};
const live = {
  item_id: '1',
  title: '',
  fields: { '22': [{ id: '4', name: '6' }] },
} as unknown as DwRecord;

test('a text that is the name of one option and the id of the one that a record holds is judged by what it becomes', () => {
  const judge = cellJudge([field], { update_type: 'update', update_by_fields: [] });
  const stateOf = (cell: Partial<ChangedCell>) => {
    const cells = [{ field_id: '22', before: undefined, after: null, ...cell }];
    const record = { row: '2', line: 2, item_id: '1', title: null, unseen: true as const, cells };
    return judge(record, { match: 'id', live })[0]?.state;
  };
  expect(stateOf({ text: '4', after: ['2'] })).toBe('will-update');
  expect(stateOf({ text: '4', after: ['4'] })).toBe('no-change');
  expect(stateOf({ text: '6', after: ['4'] })).toBe('no-change');
  expect(stateOf({ text: '4', unfit: true })).toBe('unfit');
  // Ids of a column of ids, of which the field does not have one any more.
  expect(stateOf({ text: '4', after: ['4'], unfit: true })).toBe('no-change');
});
