import { expect, test } from 'vitest';
import { noDrafts, stage } from '../../../edits/drafts';
import { columnsOf } from '../../../grid/columns/columns-of';
import { record } from '../../../grid/test-table';
import { type FilePlace, fileBeside, filesOfCell } from './file-place';

const records = [
  record('1', { scans: [{ file_id: '11', name: 'a.png' }, 12, 'not an id'] }),
  record('2', { scans: [] }),
  record('3', { scans: ['31', '32', '31'] }),
];
const column = columnsOf(records, null).find(({ id }) => id === 'scans');
if (!column) throw new Error('no column');
const rows = {
  recordAt: (row: number) => records[row],
  rowOf: (id: string) => records.findIndex(({ item_id }) => item_id === id),
  drafts: noDrafts.drafts,
};
const at = (row: number, file: string) => ({ record: records[row], column, file }) as FilePlace;
const beside = (row: number, file: string, step: 1 | -1) => {
  const found = fileBeside(at(row, file), step, rows);
  return found && [found.place.record.item_id, found.place.file, found.row];
};

test('the files of a cell, each once, then those of the next cell of the column that has any', () => {
  expect([beside(0, '11', 1), beside(0, '12', 1), beside(2, '31', 1), beside(2, '32', 1)]).toEqual([
    ...[['1', '12', null], ['3', '31', 2], ['3', '32', null], null],
  ]);
  expect([beside(2, '32', -1), beside(2, '31', -1), beside(0, '12', -1), beside(0, '11', -1)]).toEqual([
    ...[['3', '31', null], ['1', '12', 0], ['1', '11', null], null],
  ]);
});

test('what was changed and not sent counts', () => {
  const edit = { record: records[1] ?? record('2', {}), field_id: 'scans', before: [], after: ['21'] };
  const changed = { ...rows, drafts: stage(noDrafts, [edit], 1).drafts };
  expect(filesOfCell(at(1, '21'), changed)).toEqual(['21']);
  expect(fileBeside(at(0, '12'), 1, changed)).toMatchObject({ place: { file: '21' }, row: 1 });
});

test('a record that is not among the loaded rows has only its own files beside it', () => {
  const apart = { ...rows, rowOf: () => null };
  expect(fileBeside(at(0, '11'), 1, apart)).toMatchObject({ place: { file: '12' } });
  expect(fileBeside(at(0, '12'), 1, apart)).toBeNull();
});
