import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { recordPageOptions, recordThereOptions } from '../../../api/queries/records';
import { tableConfigOptions } from '../../../api/queries/tables';
import { testClient } from '../../../api/wire/test-client';
import type { DwRecord } from '../../../contract/records';
import { fileIdsIn, filesOfLastTable } from './last-table';

const record = (item_id: string, fields: DwRecord['fields']): DwRecord => ({
  item_id,
  title: null,
  created_on: null,
  created_by: null,
  updated_on: null,
  updated_by: null,
  fields,
});
const config = {
  table_id: '1',
  name: 'Notes',
  fields: [
    { field_id: 'f', name: 'Pictures', field_type: 'image', required: false, config: {} },
    { field_id: 'n', name: 'Size', field_type: 'number', required: false, config: {} },
  ],
};

test('only IDs of file fields, each once, as many as one request takes', () => {
  const some = [record('1', { f: [61, 62], n: 7 }), record('2', { f: [{ file_id: 62, name: 'map.png' }], n: 8 })];
  expect(fileIdsIn(some, config as never)).toEqual(['61', '62']);
  expect(fileIdsIn([record('1', { n: 7 })], config as never)).toEqual([]);
  const many = Array.from({ length: 150 }, (_, row) => record(`${row}`, { f: [row + 1000] }));
  expect(fileIdsIn(many, config as never)).toHaveLength(100);
});

test('the files of the last table are found although the cache has unloaded pages', () => {
  const client = testClient();
  const cache = new QueryClient();
  const query = { table_id: '1', filter: null, order: null };
  const items = [record('1', { f: [61], n: 7 })];
  cache.setQueryData(tableConfigOptions(client, '1').queryKey, { data: config } as never);
  cache.setQueryData(recordPageOptions(client, query, 0).queryKey, { data: { items } } as never);
  cache.setQueryData(recordThereOptions(client, query, 200).queryKey, true);
  expect(filesOfLastTable(cache, client)).toEqual({ name: '1', ids: ['61'] });
});
