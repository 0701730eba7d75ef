import { expect, test } from 'vitest';
import { recordOf } from '../../out/test-records';
import { nameOfKey, tableKeyCounter } from './table-keys';

test('duplicates in a table are counted per key, joint keys by all fields, over any number of pages', () => {
  const counter = tableKeyCounter([['item_id'], ['a'], ['b', 'a']], (id) => ({
    field_id: id,
    name: id,
    kind: 'text',
    options: [],
  }));
  counter.add([recordOf('1', { a: 'x', b: '1' }), recordOf('2', { a: 'x', b: '2' }), recordOf('3', { a: '', b: '2' })]);
  counter.add([recordOf('4', { a: 'x', b: '2' }), recordOf('5', { b: '2' }), recordOf('6', { a: 'X', b: '2' })]);
  const duplicates = counter.duplicates();
  expect(duplicates.get(nameOfKey(['a']))).toBe(3);
  expect(duplicates.get(nameOfKey(['a', 'b']))).toBe(2);
  // Empty keys match nothing (4.5 rule 5), and record IDs are unique.
  expect(duplicates.has(nameOfKey(['item_id']))).toBe(false);
});
