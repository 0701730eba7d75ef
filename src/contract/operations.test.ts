import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatReturnFields } from './calls';
import { DecodeError } from './envelope';
import { formatJson, parseJson } from './json';
import { operationDocs } from './operation-docs';
import { type OperationName, operations, pathOf } from './operations';
import { decodeRecordPage } from './records';

const rows = Object.entries(operations);
const docs = Object.entries(operationDocs);
const line = (name: OperationName) => `${operations[name].method} ${operations[name].path}`;
const longId = fc.constantFrom(
  ...['9007199254740991', '9007199254740992', '9007199254740993', '9223372036854775807', '2100000000000114'],
);

describe('table of operations', () => {
  test('the eight of 4.2–4.9 and three optional ones', () => {
    expect(
      docs.filter(([, doc]) => !doc.optional).map(([name, doc]) => `${doc.section} ${line(name as OperationName)}`),
    ).toEqual([
      '4.2 GET /openapi/v1/space/list',
      '4.3 POST /openapi/v1/dw_table/list',
      '4.4 POST /openapi/v1/dw_item/list',
      '4.5 PUT /openapi/v1/dw_item',
      '4.6 POST /openapi/v1/files',
      '4.7 POST /openapi/v1/isv/access_token',
      '4.8 POST /openapi/v1/isv/api_key',
      '4.9 POST /openapi/v1/isv/info',
    ]);
    expect(docs.filter(([, doc]) => doc.optional).map(([name]) => line(name as OperationName))).toEqual([
      'POST /openapi/v1/dw_table/{table_id}',
      'POST /openapi/v1/dw_item/{item_id}',
      'DELETE /openapi/v1/dw_item',
    ]);
  });

  test('no address ends with "/", whatever the id', () => {
    for (const [, row] of rows) expect(row.path.endsWith('/')).toBe(false);
    expect(pathOf('getRecord', { item_id: 'a/b?c' })).toBe('/openapi/v1/dw_item/a%2Fb%3Fc');
  });

  test('provider operations carry no header, business operations do', () => {
    for (const [, row] of rows) expect(row.credential).toBe(row.path.includes('/isv/') ? 'body' : 'header');
  });

  test('only the batch update and the batch delete write', () => {
    expect(rows.filter(([, row]) => row.write).map(([name]) => name)).toEqual([
      'updateRecords',
      'deleteRecords',
    ] satisfies OperationName[]);
  });
});

describe('ids on the wire', () => {
  test('table_id is a string in lists, updates and deletes and an integer in the query, exact at any size', () => {
    fc.assert(
      fc.property(longId, (id) => {
        expect(formatJson(operations.listRecords.encode({ table_id: id }))).toBe(`{"table_id":${id}}`);
        const update = { table_id: id, update_type: 'update' as const, items: [{ item_id: id, fields: {} }] };
        expect(formatJson(operations.updateRecords.encode(update))).toBe(
          `{"table_id":"${id}","update_type":"update","items":[{"item_id":"${id}","fields":{}}]}`,
        );
        expect(formatJson(operations.deleteRecords.encode({ table_id: id, item_ids: [id] }))).toBe(
          `{"table_id":"${id}","item_ids":["${id}"]}`,
        );
        expect(formatJson(operations.getFiles.encode({ file_ids: [id] }))).toBe(`{"file_ids":[${id}]}`);
        const files = parseJson(`{"success":[{"file_id":${id},"ref_id":${id}}],"fail":[${id}]}`);
        const answer = operations.getFiles.decode(files);
        expect([answer.success[0]?.file_id, answer.success[0]?.ref_id, answer.fail[0]]).toEqual([id, id, id]);
      }),
    );
  });

  test('an id that is no whole number is refused before it is sent', () => {
    expect(() => operations.listRecords.encode({ table_id: '21e5' })).toThrow(RangeError);
    expect(() => operations.getFiles.encode({ file_ids: ['12', 'x'] })).toThrow(RangeError);
  });

  test('every item has item_id and fields; only upsert has a key', () => {
    const items = [{ item_id: null, fields: { a: 1 } }];
    const common = { table_id: '1', items, update_by_fields: ['a'] };
    expect(operations.updateRecords.encode({ ...common, update_type: 'upsert' })).toEqual({
      ...common,
      update_type: 'upsert',
    });
    expect(operations.updateRecords.encode({ ...common, update_type: 'update' })).toEqual({
      table_id: '1',
      update_type: 'update',
      items: [{ item_id: null, fields: { a: 1 } }],
    });
  });
});

describe('records', () => {
  const page = (fields: unknown) => decodeRecordPage({ items: [{ item_id: '1', fields }] }).items[0];

  test('fields as array of single-key objects and as object decode the same', () => {
    expect(page([{ a: 1 }, { b: null }])).toEqual(page({ a: 1, b: null }));
  });

  test('repeated keys are reported, not merged silently', () => {
    expect(page([{ a: 1 }, { b: 2 }, { a: 3 }, { a: 4 }])).toMatchObject({
      fields: { a: 1, b: 2 },
      repeated: { a: [1, 3, 4] },
    });
    expect(page([{ a: 1 }, { b: 2 }])).not.toHaveProperty('repeated');
  });

  test('a field called __proto__ stays a field', () => {
    expect(Object.keys(page(parseJson('[{"__proto__":1},{"a":2}]'))?.fields ?? {})).toEqual(['__proto__', 'a']);
  });

  test('long integers in values are exact', () => {
    const read = decodeRecordPage(parseJson('{"items":[{"item_id":"1","fields":{"n":-9223372036854775807}}]}'));
    expect(read.items[0]?.fields.n).toBe(-9223372036854775807n);
  });

  test('total, filtered and has_more are used when present, and null otherwise', () => {
    expect(decodeRecordPage({ items: [], total: 3, filtered: 2, has_more: false })).toEqual({
      items: [],
      total: 3,
      filtered: 2,
      has_more: false,
    });
    expect(decodeRecordPage({ items: [], total: -1, has_more: 1 })).toMatchObject({ total: null, has_more: null });
  });

  test.each([
    [null, 'items'],
    [{ items: {} }, 'items'],
    [{ items: [null] }, 'items.0'],
    [{ items: [{ fields: {} }] }, 'items.0.item_id'],
    [{ items: [{ item_id: '1', fields: 'x' }] }, 'items.0.fields'],
    [{ items: [{ item_id: '1', fields: [1] }] }, 'items.0.fields.0'],
  ])('%j is refused with its place', (data, path) => {
    try {
      decodeRecordPage(data);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(DecodeError);
      expect((error as DecodeError).path).toBe(path);
    }
  });

  test('a creator may be missing or empty', () => {
    const read = decodeRecordPage({ items: [{ item_id: '1', created_by: {}, updated_by: { user_id: 7 } }] }).items[0];
    expect(read?.created_by).toBeNull();
    expect(read?.updated_by).toEqual({ user_id: '7', name: null, avatar: null });
  });
});

describe('return fields (4.1)', () => {
  test('names, all, a related single resource, a related collection', () => {
    expect(formatReturnFields({ own: ['name'] })).toBe('["name"]');
    expect(
      formatReturnFields({
        own: ['*'],
        single: { space: ['*'] },
        collection: { fields: ['2200000000000001', '2200'] },
      }),
    ).toBe('["*",{"space":["*"]},{"fields":[["2200000000000001","2200"]]}]');
  });

  test('the header is ASCII', () => {
    expect(formatReturnFields({ own: ['名称'] })).toBe('["\\u540d\\u79f0"]');
  });
});
