import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatJson } from '../../contract/json';
import { type OperationName, operations } from '../../contract/operations';
import { callOf, fieldsOf, readField, withoutSecrets } from './operation-form';

describe('the form of an operation', () => {
  test('lists the fields of its path, then those of its body', () => {
    expect(fieldsOf('getRecord').map(({ name, place }) => [name, place])).toEqual([['item_id', 'path']]);
    expect(fieldsOf('listTables')[1]).toMatchObject({ name: 'type', choices: ['sync', 'app', 'ext', 'agg'] });
  });

  test('becomes the request in the contract', () => {
    const texts = { table_id: '9007199254740993', filter: '{"and":[]}', order: '', limit: '10', offset: '' };
    const read = callOf('listRecords', texts);
    expect(read.ok && read.call).toMatchObject({
      method: 'POST',
      path: '/openapi/v1/dw_item/list',
      credential: 'header',
    });
    expect(read.ok && formatJson(read.call.body)).toBe('{"table_id":9007199254740993,"filter":{"and":[]},"limit":10}');
  });

  test('an ID is a string or an integer, as in the contract', () => {
    const items = '[{"item_id":"1","fields":{"a":18446744073709551615}}]';
    const read = callOf('updateRecords', { table_id: '21', update_type: 'update', items });
    expect(read.ok && formatJson(read.call.body)).toBe(`{"table_id":"21","update_type":"update","items":${items}}`);
  });

  test('parts of a path are encoded', () => {
    const read = callOf('getTableConfig', { table_id: '../a b' });
    expect(read.ok && read.call.path).toBe('/openapi/v1/dw_table/..%2Fa%20b');
    expect(read.ok && read.call.body).toEqual({});
  });

  test('a GET has no body', () => {
    const read = callOf('listWorkspaces', {});
    expect(read.ok && 'body' in read.call).toBe(false);
  });

  test('names every field that cannot be sent', () => {
    const texts = { table_id: 'x', filter: '{', order: '[]', limit: '1.5' };
    expect(callOf('listRecords', texts)).toEqual({
      ok: false,
      problems: { table_id: 'integer', filter: 'json', order: 'object', limit: 'integer' },
    });
    expect(callOf('getFiles', { file_ids: '["1"]' })).toMatchObject({ problems: { file_ids: 'integers' } });
    expect(callOf('listTables', { space_id: ' ' })).toMatchObject({
      problems: { space_id: 'required', type: 'required' },
    });
  });

  test('an integer of any size is sent exactly', () => {
    const field = { name: 'n', type: 'integer', required: true } as const;
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (value) => {
        const read = readField(field, ` ${value} `);
        expect(read.ok && formatJson(read.value)).toBe(String(value));
      }),
    );
  });

  test('knows the secrets of every operation, so that none is recorded or stored', () => {
    const texts = { access_token: 't', api_key: 'k', app_id: 'a', app_secret: 's' };
    const kept = (name: OperationName) => Object.keys(withoutSecrets(name, texts));
    expect(kept('getAccessToken')).not.toContain('app_secret');
    expect(kept('getProviderKey')).toEqual(['app_id', 'app_secret']);
    for (const name of Object.keys(operations) as OperationName[]) {
      const read = callOf(name, {
        ...texts,
        space_id: '1',
        type: 'ext',
        table_id: '1',
        item_id: '1',
        update_type: 'update',
        items: '[]',
        file_ids: '[]',
        item_ids: '[]',
      });
      const secret = fieldsOf(name)
        .filter((field) => field.secret)
        .map((field) => field.name);
      expect(read.ok && read.call.secrets).toEqual(secret);
    }
  });
});
