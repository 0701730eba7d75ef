import { expect, test } from 'vitest';
import { columnsOf } from '../../../grid/columns/columns-of';
import { config, record } from '../../../grid/test-table';
import { summaryOf } from './loaded-summary';

const records = [
  record('1', { name: 'Vila Flor', size: 12, segment: [{ id: '91', name: 'Flagship' }] }),
  record('2', { name: '', size: 9007199254740993n }),
  record('3', { name: null, segment: [] }),
];
const page = { index: 0, items: records, asked: null, last: true };
const column = (id: string) => columnsOf(records, config).find((each) => each.id === id) ?? expect.fail(id);

test('a figure is over each loaded record once, and exact', () => {
  const twice = { ...page, index: 1 };
  expect(summaryOf([page, twice], column('size'), 'sum')).toEqual({ value: '9007199254741005', rows: 3 });
  expect(summaryOf([page], column('name'), 'filled')).toEqual({ value: 1, rows: 3 });
  expect(summaryOf([page], column('name'), 'null')).toEqual({ value: 1, rows: 3 });
  expect(summaryOf([page], column('segment'), 'notSet')).toEqual({ value: 1, rows: 3 });
});

test('a page that was loaded without the field is not counted as not set', () => {
  const without = { ...page, index: 1, items: [record('4', {})], asked: new Set(['name']) };
  expect(summaryOf([page, without], column('size'), 'notSet')).toEqual({ value: 1, rows: 3 });
  expect(summaryOf([page, without], column('updated_on'), 'filled').rows).toBe(4);
});
