import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/json';
import { fieldId, foreign, type Target, tableId } from './target';

/** The public client shapes of the field notes work against the service. */
export function describePublicClients(target: Target): void {
  describe.skipIf(foreign)('shapes of public clients (field notes; needs the known data of this service)', () => {
    it('takes ids as integers and as strings', async () => {
      for (const table_id of [Number(tableId(2)), tableId(2)]) {
        expect((await target.data('POST', '/openapi/v1/dw_item/list', { table_id, limit: 1 })).items).toHaveLength(1);
      }
      for (const space_id of [target.demo.workspaceId, Number(target.demo.workspaceId)]) {
        expect(
          (await target.data('POST', '/openapi/v1/dw_table/list', { space_id, type: 'ext' })).tables,
        ).not.toHaveLength(0);
      }
      const files = await target.data('POST', '/openapi/v1/files', { file_ids: ['6100000000000101'] });
      expect(files.fail).toEqual([]);
      const event = await target.update({
        table_id: Number(tableId(2)),
        update_type: 'update',
        items: [{ item_id: 2300020000000001, fields: { [fieldId(2, 12)]: 'integer id' } }],
      });
      expect(event.success).toMatchObject([{ item_id: '2300020000000001' }]);
    });

    it('accepts `last_item_id` and `with_field_config`, which the request example carries (4.4)', async () => {
      const data = await target.data('POST', '/openapi/v1/dw_item/list', {
        table_id: 2100000000000002,
        filter: {
          and: [
            { field: fieldId(2, 2), query: { gte: 20 } },
            { field: fieldId(2, 9), query: { eq: ['1'] } },
          ],
        },
        order: { field_id: 'created_on', type: 'desc' },
        limit: 20,
        offset: 0,
        last_item_id: '',
        with_field_config: 1,
      });
      expect(data.items).toHaveLength(20);
    });

    it('takes numbers where PHP made them of ids that are keys, and `[]` where it means an object', async () => {
      const table_id = Number(tableId(2));
      const list = async (body: JsonObject) =>
        (await target.data('POST', '/openapi/v1/dw_item/list', { table_id, limit: 100, ...body })).items;
      const gallons = fieldId(2, 2);
      const asked = (field: Json): JsonObject => ({ filter: { and: [{ or: [{ field, query: { gte: 20 } }] }] } });
      const wanted = (await list(asked(gallons))) as Json[];
      expect(wanted.length).toBeGreaterThan(0);
      expect(await list(asked(Number(gallons)))).toEqual(wanted);
      const first = (await list({})) as Json[];
      const asking: JsonObject[] = [
        { filter: [] },
        { filter: { and: [] }, order: [] },
        { filter: { and: [{ field: Number(gallons), query: [] }] } },
        { filter: { and: [{ field: gallons, query: { or: [[]] } }] } },
      ];
      for (const body of asking) expect(await list(body)).toEqual(first);
      const ordered = (field_id: Json) => list({ order: { field_id, type: 'desc' }, limit: '5', offset: '10' });
      expect(await ordered(Number(gallons))).toEqual(await ordered(gallons));
      expect((await ordered(gallons)) as Json[]).toHaveLength(5);
      for (const path of [`/openapi/v1/dw_table/${tableId(2)}`, '/openapi/v1/dw_item/2300020000000001'])
        expect((await target.raw('POST', path, [])).envelope.code).toBe(0);
      const missing = await target.raw('POST', '/openapi/v1/dw_item/list', []);
      expect(missing).toMatchObject({ status: 200, envelope: { code: 502 } });
      expect(missing.envelope.message).toContain('table_id');
      const event = await target.update({
        table_id,
        update_type: 'upsert',
        update_by_fields: [Number(fieldId(2, 1))],
        items: [{ item_id: 2300020000000009, fields: { [fieldId(2, 1)]: 'by numbers', [gallons]: 9 } }],
      });
      expect(event.success).toMatchObject([{ item_id: '2300020000000009', action: 'updated' }]);
      const none = await target.update({
        table_id,
        update_type: 'update',
        update_by_fields: [],
        items: [{ item_id: 2300020000000009, fields: [] }],
      });
      expect(none.success).toMatchObject([{ item_id: '2300020000000009' }]);
    });

    it('takes return fields that PHP made numbers, and refuses unknown ones also where nothing is found', async () => {
      const cars = { table_id: Number(tableId(2)), limit: 1 };
      const returned = `{"0":"item_id","fields":[[${fieldId(2, 1)},${fieldId(2, 2)}]]}`;
      const { items } = await target.data('POST', '/openapi/v1/dw_item/list', cars, { returned });
      expect(Object.keys((items as JsonObject[])[0] ?? {})).toEqual(['item_id', 'fields']);
      expect((items as { fields: JsonObject[] }[])[0]?.fields.flatMap(Object.keys)).toEqual([
        fieldId(2, 1),
        fieldId(2, 2),
      ]);
      const nothing = { and: [{ field: fieldId(2, 2), query: { eq: 99999 } }] };
      const calls: [string, string, Json?][] = [
        ['GET', '/openapi/v1/space/list'],
        ['POST', '/openapi/v1/dw_table/list', { space_id: target.demo.narrowWorkspaceId, type: 'agg' }],
        ['POST', '/openapi/v1/dw_item/list', { ...cars, filter: nothing }],
        ['POST', '/openapi/v1/files', { file_ids: [5] }],
        ['POST', `/openapi/v1/dw_table/${tableId(2)}`, {}],
        ['POST', '/openapi/v1/dw_item/2300020000000001', {}],
      ];
      for (const [method, path, body] of calls) {
        const { envelope } = await target.raw(method, path, body, { returned: '["nonsense"]' });
        expect([path, envelope.code, envelope.message]).toEqual([path, 502, expect.stringContaining('"nonsense"')]);
      }
    });

    it('takes a provider id that is a number', async () => {
      const body = { app_id: 12345678, app_secret: 87654321 };
      const { envelope } = await target.raw('POST', '/openapi/v1/isv/access_token', body, { key: null });
      expect(envelope).toMatchObject({ code: 100, message: expect.stringContaining('do not belong together') });
    });

    it('takes return fields as PHP writes them: names and related resources in one object, and nothing chosen (4.1)', async () => {
      const tables = async (returned: string) => {
        const body = { space_id: target.demo.workspaceId, type: 'ext' };
        return (await target.data('POST', '/openapi/v1/dw_table/list', body, { returned })).tables;
      };
      expect(await tables('{"0":"name","space":["name"]}')).toEqual(await tables('["name",{"space":["name"]}]'));
      expect(await tables('[]')).toEqual(await tables('["*"]'));
    });

    it('takes the official batch-update example: `update_by_fields` beside mode `update` says nothing', async () => {
      const event = await target.update({
        table_id: tableId(2),
        update_type: 'update',
        update_by_fields: [fieldId(2, 1)],
        items: [{ item_id: '2300020000000008', fields: { [fieldId(2, 12)]: 'by the example' } }],
      });
      expect(event).toMatchObject({ success: [{ item_id: '2300020000000008', action: 'updated' }], fail: [] });
    });

    it('tells fields, kinds, options and relations by `POST /openapi/v1/dw_table/{id}` with an empty body', async () => {
      const table = (await target.data('POST', `/openapi/v1/dw_table/${tableId(4)}`, {})).table as JsonObject;
      expect(table).toMatchObject({ table_id: tableId(4), name: 'Bird strikes', type: 'ext' });
      const config = await target.ask('getTableConfig', { table_id: tableId(4) });
      expect(config.fields[0]).toMatchObject({
        field_id: fieldId(4, 1),
        name: 'Species',
        field_type: 'text',
        required: true,
      });
      expect(config.fields.find(({ name }) => name === 'Damage')?.config.options?.[0]).toMatchObject({
        id: '1',
        name: 'None',
        color: expect.stringMatching(/^#/),
      });
      expect(config.fields.find(({ name }) => name === 'State')?.config).toMatchObject({
        table_id: tableId(6),
        is_multi: false,
      });
    });

    it('gives one record by `POST /openapi/v1/dw_item/{id}` with an empty body', async () => {
      const record = await target.ask('getRecord', { item_id: '2300040000000001' });
      const { items } = await target.ask('listRecords', { table_id: tableId(4), limit: 1 });
      expect(record).toEqual(items[0]);
      for (const item_id of ['2300040000099999', '1', '2399990000000001']) {
        expect((await target.send('getRecord', { item_id })).envelope).toMatchObject({ code: 3500002 });
      }
    });
  });
}

/** Reads of data as they were loaded, with the ids and empty arrays that PHP makes (field notes). */
export function describePhpReads(target: Target): void {
  describe.skipIf(foreign)('reads of a PHP client (field notes; needs the known data of this service)', () => {
    it('answers forty reads as PHP writes them, and refuses what it does not understand by its place', async () => {
      const table_id = Number(tableId(2));
      const field = (number: number) => Number(fieldId(2, number));
      const where = (number: number | string, query: Json): JsonObject => ({
        filter: { and: [{ field: typeof number === 'string' ? number : field(number), query }] },
      });
      const created = ['2025-01-20 11:02:27'];
      /** How many come, of a page of 20; or a part of the message where it is refused. */
      const asked: [body: JsonObject, answer: number | string][] = [
        [where(1, { eq: ['chevrolet chevelle malibu', 'buick skylark 320'] }), 3],
        [where(2, { eq: [18, '15'] }), 20],
        [where(2, { gte: '20', lte: ['25'] }), 20],
        [where(2, { or: [{ lt: 12 }, { gt: 40 }] }), 8],
        [where(2, { or: [{ lt: 12 }, { gt: 40 }], ne: 9 }), 7],
        [where(8, { eq: ['1970-01-01', '1971-01-01'] }), 20],
        [where(9, { eq: [1] }), 20],
        [where(9, { in: [2, '3'] }), 20],
        [where(10, { eq: ['true'] }), 0],
        [where(10, { eq: [1] }), 0],
        [where(11, { eq: ['myself'] }), 0],
        [where(11, { in: [1700000000000001] }), 0],
        [where(12, { eq: ['no such remark'] }), 0],
        [where(12, { em: true }), 20],
        [where('title', { in: ['buick'] }), 13],
        [where('created_on', { eq: created }), 20],
        [where('created_on', { eq: ['2025-01-20', '2025-01-21'] }), 20],
        [where('created_on', { eq: '2025-01-19' }), 0],
        [where('updated_on', { lt: created }), 0],
        [where('created_by', { eq: [1700000000000003] }), 20],
        [where('item_id', { eq: 2300020000000001 }), 1],
        [where('item_id', { in: [2300020000000001, '2300020000000002'] }), 2],
        [where(1, { eq: [] }), 0],
        [where(9, { in: [] }), 0],
        [
          {
            filter: { or: [{ field: field(2), query: { eq: 9 } }, { and: [{ field: field(2), query: { gt: 44 } }] }] },
          },
          1,
        ],
        [{ filter: null, order: {}, order_by: [], search: [] }, 20],
        [{ order: { field_id: field(2), type: 'asc' }, limit: '7', offset: null }, 7],
        [{ last_item_id: 0, with_field_config: 1, anything: { else: [] } }, 20],
        [where(2, { like: 18 }), 'filter.and.0.query.like'],
        [where(1, { gte: 'a' }), 'filter.and.0.query.gte'],
        [where(2, { eq: 18, or: [{ near: 3 }] }), 'filter.and.0.query.or.0.near'],
        [{ filter: { and: [{ field: field(2), query: { eq: 18 }, not: true }] } }, 'filter.and.0.not'],
        [{ filter: { and: [], or: [{ field: field(2), query: { eq: 18 } }] } }, 'filter.or'],
        [{ filter: { field: field(2), query: { eq: 18 } } }, 'parameter filter'],
        [{ filter: [{ field: field(2), query: { eq: 18 } }] }, 'parameter filter'],
        [where('2299', { eq: 1 }), '"2299"'],
        [{ order_by: [{ field: field(2), sort: 'asc' }] }, 'order_by'],
        [{ search: { fields: [field(1)], keywords: 'buick' } }, 'search'],
        [{ order: { field_id: field(2), type: 'down' } }, 'order.type'],
        [{ limit: 0 }, 'limit'],
      ];
      expect(asked).toHaveLength(40);
      const said: typeof asked = [];
      for (const [body] of asked) {
        const { status, envelope } = await target.raw('POST', '/openapi/v1/dw_item/list', { table_id, ...body });
        expect(status).toBe(200);
        const { items } = envelope.data as { items?: Json[] };
        said.push([body, envelope.code === 0 ? (items?.length ?? -1) : envelope.message]);
      }
      const wanted = asked.map(([body, answer]) => [
        body,
        typeof answer === 'number' ? answer : expect.stringContaining(answer),
      ]);
      expect(said).toEqual(wanted);
    });
  });
}
