import { expect, test } from 'vitest';
import type { DwTable } from '../../contract/tables';
import { findTables, inOrderOfUse, withUse } from './find-tables';

const table = (table_id: string, name: string, alias = ''): DwTable => ({
  table_id,
  name,
  alias,
  type: 'ext',
  space_id: '40',
  created_on: null,
});
const tables = [table('2101', 'cities_master', '城市'), table('2102', 'price_list'), table('2103', 'City targets')];
const ids = (list: readonly DwTable[]) => list.map(({ table_id }) => table_id);

test('tables are found by part of name, alias or ID, in any case', () => {
  expect(ids(findTables(tables, 'CIT'))).toEqual(['2101', '2103']);
  expect(ids(findTables(tables, '城市'))).toEqual(['2101']);
  expect(ids(findTables(tables, '02'))).toEqual(['2102']);
});

test('every word must match', () => {
  expect(ids(findTables(tables, 'targets city'))).toEqual(['2103']);
  expect(findTables(tables, 'city price')).toEqual([]);
});

test('a blank query finds all', () => {
  expect(ids(findTables(tables, '  '))).toEqual(['2101', '2102', '2103']);
});

test('last used tables come first, others as listed', () => {
  expect(ids(inOrderOfUse(tables, { 2103: 5, 2102: 9, 9999: 11 }))).toEqual(['2102', '2103', '2101']);
  expect(ids(inOrderOfUse(tables, {}))).toEqual(['2101', '2102', '2103']);
});

test('the remembered list is bounded, and keeps the latest', () => {
  let used = {};
  for (let n = 1; n <= 100; n += 1) used = withUse(used, String(n), n);
  expect(Object.keys(used)).toHaveLength(60);
  expect(used).toHaveProperty('100');
  expect(used).not.toHaveProperty('40');
});
