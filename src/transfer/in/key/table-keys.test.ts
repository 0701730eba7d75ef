import { expect, test } from 'vitest';
import { recordOf } from '../../out/test-records';
import { nameOfKey, similarRowsCounter, tableKeyCounter } from './table-keys';

test('doubles in a table are counted for each key, joint ones by all of their fields, over any number of pages', () => {
  const counter = tableKeyCounter([['item_id'], ['a'], ['b', 'a']], (id) => ({
    field_id: id,
    name: id,
    kind: 'text',
    options: [],
  }));
  counter.add([recordOf('1', { a: 'x', b: '1' }), recordOf('2', { a: 'x', b: '2' }), recordOf('3', { a: '', b: '2' })]);
  counter.add([recordOf('4', { a: 'x', b: '2' }), recordOf('5', { b: '2' }), recordOf('6', { a: 'X', b: '2' })]);
  const doubles = counter.doubles();
  expect(doubles.get(nameOfKey(['a']))).toBe(3);
  expect(doubles.get(nameOfKey(['a', 'b']))).toBe(2);
  // Empty keys match nothing (4.5 rule 5), and nobody shares a record id.
  expect(doubles.has(nameOfKey(['item_id']))).toBe(false);
});

test('rows of a file that find no record and nearly equal one are counted, with the text of both; those with a record id are looked for by it', () => {
  const counter = tableKeyCounter([['name'], ['name', 'year']], (id) => ({
    field_id: id,
    name: id,
    kind: id === 'year' ? 'number' : 'text',
    options: [],
  }));
  counter.add([recordOf('1', { name: 'Citroen DS', year: 70 }), recordOf('2', { name: 'Ford Pinto', year: 71 })]);
  const columns = ['item_id', 'name', 'year'].map((field_id, column) => ({
    column,
    field_id,
    kind: field_id === 'year' ? ('number' as const) : ('text' as const),
    config: null,
    blank: 'keep' as const,
  }));
  const found = counter.keys().map((key) => {
    const file = similarRowsCounter(key, columns);
    file?.add({
      rows: [
        ['', 'citroën  ds', '70'],
        ['', 'Ford Pinto', '71.0'],
        ['9', 'ford pinto', '71'],
        ['', 'ford pinto', '72'],
        ['', '', '72'],
        ['', 'Trabant', '72'],
        ['', 'ford pinto', '71'],
      ],
      lines: null,
      firstLine: 2,
      broken: new Map([[6, 'long-row']]),
      problems: [],
    });
    return file?.result();
  });
  expect(
    found.map((each) => [
      each?.rows,
      each?.examples.map(({ text, line, near }) => [line, text, counter.textOf(each.fields, near)]),
    ]),
  ).toEqual([
    [
      2,
      [
        [2, 'citroën  ds', 'Citroen DS'],
        [5, 'ford pinto', 'Ford Pinto'],
      ],
    ],
    [1, [[2, 'citroën  ds · 70', 'Citroen DS · 70']]],
  ]);
});
