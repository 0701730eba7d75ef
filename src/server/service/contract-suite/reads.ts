import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../contract/filter';
import type { Json, JsonObject } from '../../../contract/json';
import type { Order } from '../../../contract/records';
import { fieldId, foreign, type Target, tableId } from './target';

const cars = (position: number) => fieldId(2, position);
const [name, gallons, cylinders, , horsepower, , , year, origin] = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(cars) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** What the service's own, known data prove about 4.1–4.4. */
export function describeReads(target: Target): void {
  describe.skipIf(foreign)('reads (needs the known data of this service)', () => {
    const list = async (filter?: Filter | null, order?: Order, table = 2) => {
      const items = [];
      for (let offset = 0; ; offset += 100) {
        const page = await target.ask('listRecords', { table_id: tableId(table), filter, order, limit: 100, offset });
        items.push(...page.items);
        if (page.items.length < 100) return items;
      }
    };
    const where = async (field: string, query: JsonObject, table = 2) =>
      (await list({ and: [{ field, query }] }, undefined, table)).length;
    const code = async (body: JsonObject) =>
      (await target.raw('POST', '/openapi/v1/dw_item/list', { table_id: tableId(2), ...body })).envelope;

    it('gives `fields` in the form of the contract: an array of single-key objects (2.4)', async () => {
      const data = await target.data('POST', '/openapi/v1/dw_item/list', { table_id: 2100000000000002, limit: 1 });
      const item = (data.items as JsonObject[])[0] as JsonObject;
      expect(Object.keys(item)).toEqual([
        'item_id',
        'title',
        'created_on',
        'created_by',
        'updated_on',
        'updated_by',
        'fields',
      ]);
      expect((item.fields as Json[]).every((entry) => Object.keys(entry as object).length === 1)).toBe(true);
      expect(item.created_by).toMatchObject({ user_id: '1700000000000003', name: 'Data import' });
    });

    it('keeps 64-bit integers in values exact', async () => {
      const { text } = await target.send('listRecords', { table_id: tableId(6), limit: 1 });
      const written = new RegExp(`"${fieldId(6, 4)}":(\\d+)`).exec(text)?.[1] ?? '';
      expect(BigInt(written)).toBeGreaterThan(2n ** 53n);
      const { items } = await target.ask('listRecords', { table_id: tableId(6), limit: 1 });
      expect(items[0]?.fields[fieldId(6, 4)]).toBe(BigInt(written));
    });

    it('orders numbers by value, texts by code point, and records with nothing last both ways (4.4)', async () => {
      for (const type of ['asc', 'desc'] as const) {
        const sign = type === 'asc' ? 1 : -1;
        const numbers = (await list(null, { field_id: horsepower, type })).map((record) => record.fields[horsepower]);
        const firstEmpty = numbers.findIndex((value) => value === null || value === undefined);
        const filled = numbers.slice(0, firstEmpty) as number[];
        expect(firstEmpty).toBeGreaterThan(0);
        expect(filled).toEqual([...filled].sort((a, b) => sign * (a - b)));
        expect(numbers.slice(firstEmpty).every((value) => value === null || value === undefined)).toBe(true);
        const names = (await list(null, { field_id: name, type })).map((record) => record.fields[name] as string);
        expect(names).toEqual([...names].sort((a, b) => sign * (a < b ? -1 : a > b ? 1 : 0)));
      }
    });

    it('orders by every system field, stable over pages', async () => {
      for (const field_id of ['title', 'created_on', 'created_by', 'updated_on', 'updated_by', 'item_id']) {
        const records = await list(null, { field_id, type: 'asc' });
        expect(new Set(records.map(({ item_id }) => item_id)).size).toBe(300);
      }
    });

    it('filters numbers: eq ne gt gte lt lte em, several at once as AND', async () => {
      const all = (await list()).map((record) => record.fields[gallons] as number | null);
      const count = (test: (value: number) => boolean) => all.filter((value) => value !== null && test(value)).length;
      expect(await where(gallons, { gte: 20 })).toBe(count((value) => value >= 20));
      expect(await where(gallons, { gt: 20 })).toBe(count((value) => value > 20));
      expect(await where(gallons, { lt: 15 })).toBe(count((value) => value < 15));
      expect(await where(gallons, { lte: 15 })).toBe(count((value) => value <= 15));
      expect(await where(gallons, { eq: 15 })).toBe(count((value) => value === 15));
      expect(await where(gallons, { ne: 15 })).toBe(300 - count((value) => value === 15));
      expect(await where(gallons, { gte: 15, lt: 20 })).toBe(count((value) => value >= 15 && value < 20));
      expect(await where(gallons, { em: true })).toBe(all.filter((value) => value === null).length);
      expect(await where(gallons, { em: false })).toBe(all.filter((value) => value !== null).length);
    });

    it('takes `or` with operator objects for one field, and groups to any depth', async () => {
      const all = await list();
      const number = (record: (typeof all)[number]) => (record.fields[gallons] as number | null) ?? 17;
      expect(await where(gallons, { or: [{ lt: 12 }, { gte: 30, lt: 32 }] })).toBe(
        all.filter((record) => number(record) < 12 || (number(record) >= 30 && number(record) < 32)).length,
      );
      const filter: Filter = {
        or: [
          { field: origin, query: { eq: ['3'] } },
          {
            and: [{ field: origin, query: { eq: ['2'] } }, { or: [{ and: [{ field: gallons, query: { gte: 30 } }] }] }],
          },
        ],
      };
      const idOf = (record: (typeof all)[number]) => (record.fields[origin] as { id: string }[])[0]?.id;
      expect((await list(filter)).length).toBe(
        all.filter((record) => idOf(record) === '3' || (idOf(record) === '2' && number(record) >= 30)).length,
      );
    });

    it('filters texts: eq and ne the whole text, in and nin any of several parts of it', async () => {
      const names = (await list()).map((record) => record.fields[name] as string);
      expect(await where(name, { eq: 'ford pinto' })).toBe(names.filter((text) => text === 'ford pinto').length);
      expect(await where(name, { ne: 'ford pinto' })).toBe(names.filter((text) => text !== 'ford pinto').length);
      const part = (text: string) => text.includes('ford') || text.includes('dodge');
      expect(await where(name, { in: ['ford', 'dodge'] })).toBe(names.filter(part).length);
      expect(await where(name, { nin: ['ford', 'dodge'] })).toBe(names.filter((text) => !part(text)).length);
      // A text is a text: nothing in it is a pattern or a piece of SQL.
      for (const text of ['%', "' or 1=1 --", '_ord', '\\']) expect(await where(name, { in: [text] })).toBe(0);
      expect(await where('title', { eq: 'ford pinto' })).toBe(names.filter((text) => text === 'ford pinto').length);
    });

    it('filters options by ids: eq exactly these, in any of them', async () => {
      const ids = (await list()).map((record) => (record.fields[cylinders] as { id: string }[])[0]?.id);
      expect(await where(cylinders, { eq: ['5'] })).toBe(ids.filter((id) => id === '5').length);
      expect(await where(cylinders, { ne: ['5'] })).toBe(ids.filter((id) => id !== '5').length);
      expect(await where(cylinders, { in: ['5', '4'] })).toBe(ids.filter((id) => id === '5' || id === '4').length);
      expect(await where(cylinders, { nin: ['5', '4'] })).toBe(ids.filter((id) => id !== '5' && id !== '4').length);
      expect(await where(cylinders, { eq: ['5', '4'] })).toBe(0);
    });

    it('filters dates, also by words, and system times', async () => {
      const years = (await list()).map((record) => record.fields[year] as string);
      expect(await where(year, { gte: '1972-01-01', lt: '1974-01-01' })).toBe(
        years.filter((text) => text >= '1972' && text < '1974').length,
      );
      expect(await where('created_on', { eq: '2025-01-20' })).toBe(300);
      expect(await where('created_on', { gt: '2025-01-20' })).toBe(0);
      for (const word of ['today', 'yesterday', 'this_week', 'last_week'])
        expect(await where(year, { eq: word })).toBe(0);
      expect(await where(year, { lt: 'last_week' })).toBe(300);
    });

    it('filters relations and users by ids, `myself` included', async () => {
      const strikes = await list(undefined, undefined, 4);
      const state =
        strikes.map((record) => record.fields[fieldId(4, 4)] as { item_id: string } | undefined).find(Boolean)
          ?.item_id ?? '';
      const count = strikes.filter(
        (record) => (record.fields[fieldId(4, 4)] as { item_id?: string } | undefined)?.item_id === state,
      ).length;
      expect(await where(fieldId(4, 4), { eq: [state] }, 4)).toBe(count);
      expect(await where(fieldId(4, 4), { in: [state, '1'] }, 4)).toBe(count);
      expect(await where(fieldId(5, 10), { in: ['1700000000000004'] }, 5)).toBeGreaterThan(0);
      expect(await where(fieldId(5, 10), { eq: 'myself' }, 5)).toBe(0);
      expect(await where('created_by', { eq: '1700000000000003' })).toBe(300);
      expect(await where('created_by', { ne: ['1700000000000003'] })).toBe(0);
    });

    it('knows empty: missing key, null, empty text and empty list', async () => {
      const empty = (value: Json | undefined) =>
        value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
      const movies = await list(undefined, undefined, 3);
      for (const field of [fieldId(3, 5), fieldId(3, 3), fieldId(3, 9)]) {
        const count = movies.filter((record) => empty(record.fields[field])).length;
        expect(count).toBeGreaterThan(0);
        expect(await where(field, { em: true }, 3)).toBe(count);
      }
      expect(await where(fieldId(7, 5), { em: false }, 7)).toBe(12);
    });

    it('takes `eq` with an array of strings, the only form of the contract, for every kind of field (4.4.1)', async () => {
      const all = await list();
      const count = (test: (record: (typeof all)[number]) => boolean) => all.filter(test).length;
      const yearOf = (record: (typeof all)[number]) => record.fields[year] as string;
      expect(await where(gallons, { eq: ['15', '18.0'] })).toBe(
        count(({ fields }) => fields[gallons] === 15 || fields[gallons] === 18),
      );
      expect(await where(gallons, { ne: ['15', '18'] })).toBe(300 - (await where(gallons, { eq: [15, 18] })));
      expect(await where(year, { eq: ['1970-01-01', '1971-01-01'] })).toBe(
        count((record) => ['1970-01-01', '1971-01-01'].includes(yearOf(record))),
      );
      expect(await where(year, { ne: ['1970-01-01', 'today'] })).toBe(
        count((record) => yearOf(record) !== '1970-01-01'),
      );
      expect(await where('created_on', { eq: ['2025-01-20'] })).toBe(300);
      expect(await where('created_on', { eq: ['2025-01-19', 'today'] })).toBe(0);
      expect(await where('updated_on', { eq: [all[0]?.updated_on ?? ''] })).toBeGreaterThan(0);
      expect(await where('title', { eq: ['ford pinto', 'none'] })).toBe(count(({ title }) => title === 'ford pinto'));
      expect(await where('created_by', { eq: ['1700000000000003'] })).toBe(300);
      expect(await where('item_id', { eq: ['2300020000000001', '2300020000000002'] })).toBe(2);
      const countries = await list(undefined, undefined, 7);
      const [place, map] = [fieldId(7, 4), fieldId(7, 5)];
      const some = countries.find(({ fields }) => fields[place] && (fields[map] as Json[] | undefined)?.length);
      if (!some) throw new Error('no country has a place and a map');
      const { name: placeName } = some.fields[place] as { name: string };
      expect((await list({ and: [{ field: place, query: { eq: [placeName] } }] }, undefined, 7))[0]).toEqual(some);
      const mapIds = (some.fields[map] as Json[]).map(String);
      expect(await list({ and: [{ field: map, query: { eq: mapIds } }] }, undefined, 7)).toEqual([some]);
      const flag = cars(10);
      const items = [{ item_id: all[299]?.item_id ?? '', fields: { [flag]: true } }];
      await target.update({ table_id: tableId(2), update_type: 'update', items });
      expect([await where(flag, { eq: ['true'] }), await where(flag, { ne: ['1'] })]).toEqual([1, 299]);
    });

    it('refuses, by its place, what a filter or an order holds and is not understood: no other records come', async () => {
      const one = { field: name, query: { eq: 'ford pinto' } };
      const wrong: [JsonObject, string][] = [
        [{ filter: { and: [{ field: name, query: { like: 'ford' } }] } }, 'filter.and.0.query.like'],
        [{ filter: { and: [{ field: name, query: { gte: 'f' } }] } }, 'filter.and.0.query.gte'],
        [{ filter: { and: [{ field: gallons, query: { gte: 20, near: 3 } }] } }, 'filter.and.0.query.near'],
        [{ filter: { and: [{ field: name, query: { or: [{ like: 'x' }] } }] } }, 'filter.and.0.query.or.0.like'],
        [{ filter: { and: [{ field: name, query: { or: { eq: 'x' } } }] } }, 'filter.and.0.query.or'],
        [{ filter: { and: [one], or: [one] } }, 'filter.or'],
        [{ filter: { or: [{ and: [one], field: name }] } }, 'filter.or.0.field'],
        [{ filter: { and: [{ ...one, not: true }] } }, 'filter.and.0.not'],
        [{ filter: { and: [one], limit: 3 } }, 'filter.limit'],
        [{ order_by: [{ field: name, sort: 'desc' }] }, 'order_by'],
        [{ filter: { and: [one] }, search: { fields: [name], keywords: ['ford'] } }, 'search'],
      ];
      for (const [body, parameter] of wrong) {
        const answer = await code(body);
        expect([parameter, answer.code, answer.data]).toEqual([parameter, 502, {}]);
        expect(answer.message).toContain(`parameter ${parameter} `);
      }
      expect(await code({ last_item_id: '', with_field_config: 1, anything: { else: 1 } })).toMatchObject({ code: 0 });
      expect(await code({ order_by: [], search: [] })).toMatchObject({ code: 0 });
    });

    it('names what is wrong: code 502 (field notes)', async () => {
      const wrong: [JsonObject, string][] = [
        [{ limit: 0 }, 'limit'],
        [{ limit: 101 }, 'limit'],
        [{ limit: 'ten' }, 'limit'],
        [{ offset: -1 }, 'offset'],
        [{ offset: 1.5 }, 'offset'],
        [{ order: { type: 'asc' } }, 'order.field_id'],
        [{ order: { field_id: 'nothing', type: 'asc' } }, 'order.field_id'],
        [{ order: { field_id: name, type: 'up' } }, 'order.type'],
        [{ filter: { and: [{ field: '2200000000099999', query: { eq: 1 } }] } }, 'filter.and.0.field'],
        [{ filter: { and: [{ field: gallons, query: { gte: 'many' } }] } }, 'filter.and.0.query.gte'],
        [{ filter: { and: [{ field: year, query: { gte: '2025-02-30' } }] } }, 'filter.and.0.query.gte'],
        [{ filter: { field: name } }, 'filter'],
        [{ filter: [{ field: name }] }, 'filter'],
        [{ limit: '101' }, 'limit'],
        [{ table_id: 'cars' }, 'table_id'],
        [{ table_id: null }, 'table_id'],
      ];
      for (const [body, parameter] of wrong) {
        const answer = await code(body);
        expect(answer).toMatchObject({ code: 502 });
        expect(answer.message).toContain(`parameter ${parameter} `);
      }
    });

    it('refuses a filter that is nested too deep or holds too much, unread', async () => {
      let deep: JsonObject = { field: name, query: { eq: 'x' } };
      for (let depth = 0; depth < 40; depth += 1) deep = { and: [deep] };
      expect(await code({ filter: deep })).toMatchObject({ code: 502 });
      const many = { or: Array.from({ length: 1001 }, () => ({ field: name, query: { eq: 'x' } })) };
      expect(await code({ filter: many })).toMatchObject({ code: 502 });
    });

    it('combines the return-fields forms: names, `*`, a single resource, a collection (4.1)', async () => {
      const tables = async (returned: string) =>
        (
          (
            await target.data(
              'POST',
              '/openapi/v1/dw_table/list',
              { space_id: target.demo.workspaceId, type: 'ext' },
              { returned },
            )
          ).tables as JsonObject[]
        )[1] as JsonObject;
      expect(await tables('["name"]')).toEqual({ name: 'Cars' });
      expect(await tables('["name",{"space":["name"]}]')).toEqual({ name: 'Cars', space: { name: 'Open Data' } });
      const whole = await tables('["*",{"space":["*"]},{"fields":[["field_id","name"]]}]');
      expect(Object.keys(whole)).toEqual([
        'table_id',
        'name',
        'type',
        'alias',
        'space_id',
        'created_on',
        'space',
        'fields',
      ]);
      expect((whole.fields as Json[])[0]).toEqual({ field_id: name, name: 'Name' });
      expect(Object.keys(whole.space as object)).toEqual(['space_id', 'name', 'created_on', 'cover_image']);
      for (const [wrong, named] of [
        ['["name"', 'JSON'],
        ['["name","nothing"]', '"nothing"'],
        ['["name",{"space":["name","nobody"]}]', '"nobody"'],
        ['[{"fields":[["name","nowhere"]]}]', '"nowhere"'],
      ] as const) {
        const body = { space_id: target.demo.workspaceId, type: 'ext' } as const;
        const { envelope } = await target.send('listTables', body, { returned: wrong });
        expect([wrong, envelope.code]).toEqual([wrong, 502]);
        expect(envelope.message).toContain(named);
      }
    });

    it('returns of a record the fields that are asked for, and everything else of it (4.1)', async () => {
      const table_id = 2100000000000002;
      const page = async (returned?: string) =>
        (await target.data('POST', '/openapi/v1/dw_item/list', { table_id, limit: 3 }, { returned }))
          .items as JsonObject[];
      const fieldsOf = (item: JsonObject) => (item.fields as JsonObject[]).flatMap((field) => Object.keys(field));
      const whole = await page();
      const some = await page(`["*",{"fields":[["${name}"]]}]`);
      expect(fieldsOf(whole[0] as JsonObject).length).toBeGreaterThan(1);
      expect(some.map(fieldsOf)).toEqual(some.map(() => [name]));
      const rest = ({ fields: _, ...others }: JsonObject) => others;
      expect(some.map(rest)).toEqual(whole.map(rest));
      const none = { returned: '[{"fields":[["2200000000029999"]]}]' };
      for (const answer of [
        target.send('listRecords', { table_id: String(table_id) }, none),
        target.send('getRecord', { item_id: '2300020000000001' }, none),
      ])
        expect((await answer).envelope).toMatchObject({ code: 502, message: expect.stringContaining('29999') });
    });

    it('limits a key to its workspaces: tables and records elsewhere do not exist for it (5.1)', async () => {
      const key = target.demo.narrowApiKey;
      expect((await target.ask('listWorkspaces', undefined, { key })).map(({ space_id }) => space_id)).toEqual([
        target.demo.narrowWorkspaceId,
      ]);
      const gone = { code: 3500002 };
      expect(
        (await target.send('listTables', { space_id: target.demo.workspaceId, type: 'ext' }, { key })).envelope,
      ).toMatchObject(gone);
      expect((await target.send('listRecords', { table_id: tableId(2) }, { key })).envelope).toMatchObject(gone);
      expect((await target.send('getTableConfig', { table_id: tableId(2) }, { key })).envelope).toMatchObject(gone);
      expect((await target.send('getRecord', { item_id: '2300020000000001' }, { key })).envelope).toMatchObject(gone);
      expect((await target.send('getFiles', { file_ids: ['6100000000000101'] }, { key })).envelope.data).toEqual({
        success: [],
        fail: [6100000000000101],
      });
    });

    it('answers bodies that are no JSON object, unknown paths and methods with an envelope', async () => {
      const path = '/openapi/v1/dw_item/list';
      for (const body of ['{', '[1]', '"x"', '{"table_id":2100000000000002,"filter":"\\u0000"}', '{"limit":1e999}']) {
        expect(await target.raw('POST', path, body)).toMatchObject({ status: 200, envelope: { code: 502 } });
      }
      // Clients throw at 4xx before they read the code (field notes).
      expect(await target.raw('POST', path, {}, { key: null })).toMatchObject({ status: 200, envelope: { code: 100 } });
      expect((await target.raw('POST', path, '')).envelope.message).toContain('table_id');
      expect((await target.raw('POST', '/openapi/v1/nothing', {})).status).toBe(404);
      expect((await target.raw('POST', `${path}/`, {})).status).toBe(404);
      expect((await target.raw('DELETE', path)).status).toBe(405);
      expect((await target.raw('POST', path, `{"x":"${'a'.repeat(9_000_000)}"}`)).status).toBe(413);
    });
  });
}
