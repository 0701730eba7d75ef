import { expect, test } from 'vitest';
import type { Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { JobField } from '../../storage/job-rows';
import type { ChangedCell } from '../table/changes';
import { cellJudge } from './cell-judge';

const field: JobField = {
  field_id: '22',
  name: 'Cylinders',
  kind: 'option',
  options: [
    { id: '2', name: '4', color: null },
    { id: '4', name: '6', color: null },
  ],
};

test('a text is an option’s name or its ID, by its column: record values are compared with only one of the two', () => {
  const judge = cellJudge([field], { update_type: 'update', update_by_fields: [] });
  const stateOf = (cell: Partial<ChangedCell>, held: Json = [{ id: '4', name: '6' }]) => {
    const live = { item_id: '1', title: '', fields: { '22': held } } as unknown as DwRecord;
    const cells = [{ field_id: '22', before: undefined, after: null, ...cell }];
    const record = { row: '2', line: 2, item_id: '1', title: null, unseen: true as const, cells };
    return judge(record, { match: 'id', live })[0]?.state;
  };
  expect(stateOf({ text: '4', after: ['2'] })).toBe('will-update');
  expect(stateOf({ text: '4', after: ['4'] })).toBe('no-change');
  expect(stateOf({ text: '6', after: ['4'] })).toBe('no-change');
  expect(stateOf({ text: '4', unfit: true })).toBe('unfit');
  // An option that came without its name is not called by its id.
  for (const held of [[{ id: '2' }], ['2'], { id: '2', name: '4' }])
    expect(stateOf({ text: '2', unfit: true }, held)).toBe('unfit');
  // Names: the record holds one that its field does not have any more.
  expect(stateOf({ text: 'Gone', unfit: true }, [{ id: '9', name: 'Gone' }])).toBe('no-change');
  // IDs: a name that looks like one does not tell what the record has.
  expect(stateOf({ text: '6', after: ['6'], ids: true })).toBe('will-update');
  expect(stateOf({ text: '6', after: ['6'], ids: true, unfit: true })).toBe('unfit');
  expect(stateOf({ text: '4', after: ['4'], ids: true })).toBe('no-change');
  // One that its field does not have any more, with and without its id.
  expect(stateOf({ text: '9', after: ['9'], ids: true, unfit: true }, [{ id: '9', name: 'x' }])).toBe('no-change');
  expect(stateOf({ text: 'Gone', after: ['Gone'], ids: true, unfit: true }, [{ name: 'Gone' }])).toBe('no-change');
});
