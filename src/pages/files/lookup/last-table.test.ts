import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordPageOptions, recordThereOptions } from '../../../api/queries/records';
import { tableConfigOptions, tablesOptions } from '../../../api/queries/tables';
import type { Client } from '../../../api/wire/client';
import { testClient } from '../../../api/wire/test-client';
import type { DwRecord } from '../../../contract/records';
import { forgetConnection, openConnection } from '../../../credentials/connection';
import { fileIdsIn, filesOfLastTable, keepFilesAtEnd } from './last-table';

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

describe('the files of the last table', () => {
  const { environment } = testClient();
  let client: Client;
  const query = { table_id: '1', filter: null, order: null };

  /** A cache with the rows of a table of the workspace 9. */
  function cacheWith(fields: DwRecord['fields']): QueryClient {
    const cache = new QueryClient();
    const table = { table_id: '1', name: 'Notes' };
    cache.setQueryData(tablesOptions(client, '9', 'ext').queryKey, { data: [table] } as never);
    cache.setQueryData(tableConfigOptions(client, '1').queryKey, { data: config } as never);
    cache.setQueryData(recordPageOptions(client, query, 0).queryKey, {
      data: { items: [record('1', fields)] },
    } as never);
    return cache;
  }

  beforeEach(async () => {
    vi.stubGlobal('window', new EventTarget());
    ({ client } = await openConnection(environment, 'key', 'customer'));
  });
  afterEach(async () => {
    await forgetConnection(environment.name);
    vi.unstubAllGlobals();
  });

  test('are found although the cache has unloaded pages, in its workspace alone', () => {
    const cache = cacheWith({ f: [61], n: 7 });
    cache.setQueryData(recordThereOptions(client, query, 200).queryKey, true);
    expect(filesOfLastTable(cache, client, '9')).toEqual({ name: 'Notes', ids: ['61'] });
    cache.setQueryData(tablesOptions(client, '8', 'ext').queryKey, { data: [] } as never);
    expect(filesOfLastTable(cache, client, '8')).toBeNull();
  });

  test('are kept over a reload, until another table is seen or the key ends', async () => {
    const stop = keepFilesAtEnd(cacheWith({ f: [61], n: 7 }), client);
    window.dispatchEvent(new Event('pagehide'));
    stop();
    const reloaded = new QueryClient();
    expect(filesOfLastTable(reloaded, client, '9')).toEqual({ name: 'Notes', ids: ['61'] });
    expect(filesOfLastTable(reloaded, client, '8')).toBeNull();
    expect(filesOfLastTable(reloaded, testClient({ identity: 'other' }), '9')).toBeNull();
    expect(filesOfLastTable(cacheWith({ n: 8 }), client, '9')).toBeNull();
    const stopAgain = keepFilesAtEnd(reloaded, client);
    window.dispatchEvent(new Event('pagehide'));
    expect(filesOfLastTable(reloaded, client, '9')).not.toBeNull();
    await forgetConnection(environment.name);
    stopAgain();
    expect(filesOfLastTable(reloaded, client, '9')).toBeNull();
  });
});
