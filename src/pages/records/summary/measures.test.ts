import { expect, test } from 'vitest';
import type { Json } from '../../../contract/json';
import { columnsOf } from '../../../grid/columns/columns-of';
import { config, record } from '../../../grid/test-table';
import { type Measure, measure, summaryOf } from './measures';

const numbers: (Json | undefined)[] = [10, 0.1, 0.2, 9007199254740993n, 'n/a', '', null, undefined];

test.each<[Measure, number | string]>([
  ['sum', '9007199254741003.3'],
  ['average', String(Number('9007199254741003.3') / 4)],
  ['median', '5.1'],
  ['min', '0.1'],
  ['max', '9007199254740993'],
  ['filled', 5],
  ['unfilled', 3],
  ['empty', 1],
  ['null', 1],
  ['notSet', 1],
  ['distinct', 5],
])('%s of numbers is exact, and a text among them is only counted', (by, figure) => {
  expect(measure(numbers, 'number', by)).toBe(figure);
});

test('nothing to measure is no figure', () => {
  for (const by of ['sum', 'average', 'median', 'min', 'max'] as const) expect(measure(['x'], 'number', by)).toBeNull();
  expect(measure([null, 'x'], 'switch', 'yes')).toBeNull();
  expect(measure([], 'date', 'min')).toBeNull();
});

test('switches have a share of yes, dates a first and a last, references are told apart by ID', () => {
  expect(measure([true, false, true, true, null], 'switch', 'yes')).toBe(0.75);
  expect(measure(['2026-03-14', '1999-12-31', ''], 'date', 'min')).toBe('1999-12-31');
  expect(measure(['2026-03-14', '1999-12-31', ''], 'date', 'max')).toBe('2026-03-14');
  const [ann, other] = [1, 2].map((id) => ({ id: String(id), name: 'Ann' }));
  expect(measure([[ann], [ann, other] as Json[], ['1']] as Json[], 'option', 'distinct')).toBe(2);
});

const records = [record('1', { size: 12 }), record('2', { size: 9007199254740993n }), record('3', {})];
const page = { index: 0, items: records, asked: null, last: true };
const column = (id: string) => columnsOf(records, config).find((each) => each.id === id) ?? expect.fail(id);

test('a figure is over each loaded record once', () => {
  expect(summaryOf([page, { ...page, index: 1 }], column('size'), 'sum')).toEqual({
    figure: '9007199254741005',
    rows: 3,
  });
});

test('a page that was loaded without the field is not counted as not set', () => {
  const without = { ...page, index: 1, items: [record('4', {})], asked: new Set(['name']) };
  expect(summaryOf([page, without], column('size'), 'notSet')).toEqual({ figure: 1, rows: 3 });
  expect(summaryOf([page, without], column('updated_on'), 'filled').rows).toBe(4);
});
