import { describe, expect, it } from 'vitest';
import { formatJson, type Json, type JsonObject, parseJson } from '../../../contract/json';
import { fieldId, foreign, type Target, tableId } from './target';

const cars = (position: number) => fieldId(2, position);
const name = cars(1);
const gallons = cars(2);
const origin = cars(9);
const keeper = cars(11);
const remarks = cars(12);

/** Each numbered rule of 4.5, and section 6. */
export function describeUpdates(target: Target): void {
  describe.skipIf(foreign)('updates (needs the known data and the events of this service)', () => {
    const refused = async (body: JsonObject, key?: string) =>
      (await target.raw('PUT', '/openapi/v1/dw_item', body, { key })).envelope;
    const update = (items: Json[], rest: JsonObject = {}) =>
      target.update({ table_id: tableId(2), update_type: 'update', items, ...rest });
    const upsert = (items: Json[], by: string[] = [], rest: JsonObject = {}) =>
      update(items, { update_type: 'upsert', ...(by.length > 0 ? { update_by_fields: by } : {}), ...rest });
    const record = async (itemId: string) =>
      (
        await target.ask('listRecords', {
          table_id: tableId(2),
          filter: { and: [{ field: 'item_id', query: { eq: itemId } }] },
        })
      ).items[0];
    const car = (row: number) => `230002${String(row).padStart(10, '0')}`;

    it('answers code 0 and an empty object, and tells the result by an event with the trace id of the call', async () => {
      const { status, envelope } = await target.raw('PUT', '/openapi/v1/dw_item', {
        table_id: tableId(2),
        update_type: 'update',
        items: [{ item_id: car(1), fields: { [gallons]: 99.5 } }],
      });
      expect({ status, code: envelope.code, data: envelope.data }).toEqual({ status: 200, code: 0, data: {} });
      const { event, address } = await target.eventOf(envelope.traceId);
      expect(address).toBe(`customer:${target.demo.apiKey}`);
      expect(event).toMatchObject({
        table_id: tableId(2),
        space_id: target.demo.workspaceId,
        success: [{ index: 0, item_id: car(1), action: 'updated' }],
        fail: [],
      });
      const after = await record(car(1));
      expect(after?.fields[gallons]).toBe(99.5);
      expect(after?.updated_on).toBe('2025-06-11 10:00:00');
      expect(after?.updated_by?.user_id).toBe('1700000000000001');
      expect(after?.created_on).toBe('2025-01-20 11:02:27');
    });

    it('keeps all digits of a number, compares by them and orders by them', async () => {
      const digits = [
        '0.12345678901234567891',
        '0.12345678901234567892',
        '12345678901234.5678',
        '-98765432109876543210.5',
      ];
      const [least, more, most, below] = digits.map((each) => parseJson(each)) as [Json, Json, Json, Json];
      const values = [least, more, most, below];
      await update(values.map((value, index) => ({ item_id: car(index + 20), fields: { [gallons]: value } })));
      for (const [index, written] of digits.entries()) {
        expect(formatJson((await record(car(index + 20)))?.fields[gallons])).toBe(written);
      }
      const found = async (query: JsonObject, type: 'asc' | 'desc' = 'asc') => {
        const filter = {
          and: [
            { field: gallons, query },
            { field: 'item_id', query: { in: [20, 21, 22, 23].map(car) } },
          ],
        };
        const order = { field_id: gallons, type };
        return (await target.ask('listRecords', { table_id: tableId(2), filter, order })).items.map(({ fields }) =>
          formatJson(fields[gallons]),
        );
      };
      const [a, b, c, d] = digits;
      expect(await found({ eq: least })).toEqual([a]);
      expect(await found({ ne: [least, more] as Json })).toEqual([d, c]);
      expect(await found({ gt: least })).toEqual([b, c]);
      expect(await found({ lte: more }, 'desc')).toEqual([b, a, d]);
      expect(await found({ gte: below })).toEqual([d, a, b, c]);
      expect(
        (await upsert([{ item_id: null, fields: { [gallons]: most, [remarks]: 'exact' } }], [gallons])).success,
      ).toMatchObject([{ item_id: car(22), action: 'updated' }]);
    });

    it('rule 1: takes 100 items and no more', async () => {
      const items = (count: number) =>
        Array.from({ length: count }, (_, index) => ({ item_id: car(index + 1), fields: { [remarks]: 'checked' } }));
      expect((await update(items(100))).success.length).toBe(100);
      const answer = await refused({ table_id: tableId(2), update_type: 'update', items: items(101) });
      expect(answer).toMatchObject({ code: 502 });
      expect(answer.message).toContain('items');
      for (const bad of [[], undefined, {}, 'x']) {
        expect(await refused({ table_id: tableId(2), update_type: 'update', items: bad as Json })).toMatchObject({
          code: 502,
        });
      }
    });

    it('rule 2: refuses tables of other types, and workspaces without the quota', async () => {
      const items = [{ item_id: null, fields: {} }];
      for (const [table, word] of [
        [8, 'sync'],
        [13, 'app'],
        [16, 'agg'],
      ] as const) {
        const answer = await refused({ table_id: tableId(table), update_type: 'upsert', items });
        expect(answer).toMatchObject({ code: 3500101 });
        expect(answer.message).toContain(word);
      }
      expect(await refused({ table_id: tableId(20), update_type: 'upsert', items })).toMatchObject({ code: 3500102 });
      expect(
        await refused({ table_id: tableId(2), update_type: 'upsert', items }, target.demo.narrowApiKey),
      ).toMatchObject({ code: 3500002 });
    });

    it('rule 3: update finds records by item_id alone, which must not be empty', async () => {
      for (const item_id of [null, '']) {
        const answer = await refused({
          table_id: tableId(2),
          update_type: 'update',
          update_by_fields: [name],
          items: [
            { item_id: car(1), fields: {} },
            { item_id, fields: { [name]: 'ford pinto' } },
          ],
        });
        expect(answer).toMatchObject({ code: 502 });
        expect(answer.message).toContain('items[1].item_id');
      }
      const event = await update([{ item_id: '2300020000999999', fields: { [gallons]: 1 } }]);
      expect(event.success).toEqual([]);
      expect(event.fail).toMatchObject([{ index: 0, item_id: '2300020000999999', code: 3500002 }]);
    });

    it('rule 4: upsert matches by item_id first, by update_by_fields when that is empty, and creates what it does not find', async () => {
      const both = await upsert([{ item_id: car(2), fields: { [name]: 'matched by its id' } }], [name]);
      expect(both.success).toMatchObject([{ item_id: car(2), action: 'updated' }]);
      const byKey = await upsert([{ item_id: null, fields: { [name]: 'matched by its id', [gallons]: 12 } }], [name]);
      expect(byKey.success).toMatchObject([{ item_id: car(2), action: 'updated' }]);
      expect((await record(car(2)))?.fields[gallons]).toBe(12);
      const fresh = await upsert(
        [{ item_id: '', fields: { [name]: 'one of a kind', [gallons]: 7, [origin]: ['2'] } }],
        [name],
      );
      expect(fresh.success).toMatchObject([{ index: 0, action: 'created' }]);
      const made = await record(fresh.success[0]?.item_id ?? '');
      expect(made).toMatchObject({
        title: 'one of a kind',
        fields: { [name]: 'one of a kind', [gallons]: 7, [origin]: [{ id: '2', name: 'Europe' }] },
      });
      expect(made?.created_by?.user_id).toBe('1700000000000001');
      const again = await upsert([{ item_id: null, fields: { [name]: 'one of a kind', [gallons]: 8 } }], [name]);
      expect(again.success).toMatchObject([{ item_id: made?.item_id, action: 'updated' }]);
      const unknown = await upsert([{ item_id: '2300020000888888', fields: { [name]: 'not found by its id' } }]);
      expect(unknown.success).toMatchObject([{ action: 'created' }]);
      expect(unknown.success[0]?.item_id).not.toBe('2300020000888888');
    });

    it('rule 4: an id that is no record goes on to update_by_fields, so that no key gets a second record', async () => {
      const unknown = (item_id: string, gallonsNow: number) => ({
        item_id,
        fields: { [name]: 'known by its key', [gallons]: gallonsNow },
      });
      const first = await upsert([unknown('2300020000888881', 1), unknown('2300020000888882', 2)], [name]);
      const made = first.success[0]?.item_id ?? '';
      expect(first.success).toEqual([
        { index: 0, item_id: made, action: 'created' },
        { index: 1, item_id: made, action: 'updated' },
      ]);
      const again = await upsert([unknown('2300020000888883', 3)], [name]);
      expect(again.success).toEqual([{ index: 0, item_id: made, action: 'updated' }]);
      const filter = { and: [{ field: name, query: { eq: ['known by its key'] } }] };
      const { items } = await target.ask('listRecords', { table_id: tableId(2), filter });
      expect(items.map(({ item_id, fields }) => [item_id, fields[gallons]])).toEqual([[made, 3]]);
      // What several records match is failure data here, too (rule 6).
      const several = await upsert([{ item_id: '2300020000888884', fields: { [name]: 'ford pinto' } }], [name]);
      expect(several).toMatchObject({ success: [], fail: [{ index: 0, code: 3500103 }] });
    });

    it('rule 4: creates with all given fields, and asks for no others', async () => {
      const event = await upsert([
        { item_id: null, fields: { [gallons]: 5 } },
        { item_id: '', fields: { [name]: null, [gallons]: 6 } },
        { item_id: null, fields: {} },
      ]);
      expect(event.fail).toEqual([]);
      expect(event.success.map(({ action }) => action)).toEqual(['created', 'created', 'created']);
      expect(await record(event.success[0]?.item_id ?? '')).toMatchObject({ title: '', fields: { [gallons]: 5 } });
    });

    it('rule 4: items of one call count one after the other', async () => {
      const event = await upsert(
        [
          { item_id: null, fields: { [name]: 'twice in one call', [gallons]: 1 } },
          { item_id: null, fields: { [name]: 'twice in one call', [gallons]: 2 } },
        ],
        [name],
      );
      expect(new Set(event.success.map(({ item_id }) => item_id)).size).toBe(1);
      expect(event.success.map(({ action }) => action)).toEqual(['created', 'updated']);
      expect((await record(event.success[0]?.item_id ?? ''))?.fields[gallons]).toBe(2);
    });

    it('rule 5: every item needs every field of update_by_fields, with a value; several form a joint key', async () => {
      for (const fields of [{ [name]: 'x' }, { [name]: 'x', [gallons]: null }, { [name]: '', [gallons]: 1 }]) {
        const answer = await refused({
          table_id: tableId(2),
          update_type: 'upsert',
          update_by_fields: [name, gallons],
          items: [{ item_id: null, fields }],
        });
        expect(answer).toMatchObject({ code: 502 });
        expect(answer.message).toMatch(/items\[0\]\.fields\.22/);
      }
      const first = await upsert([{ item_id: null, fields: { [name]: 'joint', [gallons]: 1 } }], [name, gallons]);
      const second = await upsert([{ item_id: null, fields: { [name]: 'joint', [gallons]: 2 } }], [name, gallons]);
      const third = await upsert(
        [{ item_id: null, fields: { [name]: 'joint', [gallons]: 2, [remarks]: 'found' } }],
        [name, gallons],
      );
      expect(first.success[0]?.item_id).not.toBe(second.success[0]?.item_id);
      expect(third.success).toMatchObject([{ item_id: second.success[0]?.item_id, action: 'updated' }]);
      expect(
        await refused({
          table_id: tableId(2),
          update_type: 'upsert',
          update_by_fields: ['2200000000029999'],
          items: [{ item_id: null, fields: {} }],
        }),
      ).toMatchObject({ code: 502 });
    });

    it('rule 6: an item that several records match is failure data; nothing of it is written', async () => {
      const before = (
        await target.ask('listRecords', {
          table_id: tableId(2),
          filter: { and: [{ field: name, query: { eq: 'ford pinto' } }] },
        })
      ).items;
      expect(before.length).toBeGreaterThan(1);
      const event = await upsert(
        [
          { item_id: null, fields: { [name]: 'ford pinto', [remarks]: 'several' } },
          { item_id: null, fields: { [name]: 'beside it', [remarks]: 'goes on' } },
        ],
        [name],
      );
      expect(event.fail).toMatchObject([{ index: 0, item_id: null, code: 3500103 }]);
      expect(event.success).toMatchObject([{ index: 1, action: 'created' }]);
      const after = (
        await target.ask('listRecords', {
          table_id: tableId(2),
          filter: { and: [{ field: name, query: { eq: 'ford pinto' } }] },
        })
      ).items;
      expect(after).toEqual(before);
    });

    it('rule 7: system fields match, and are never written', async () => {
      const event = await upsert(
        [{ item_id: null, fields: { item_id: car(3), [gallons]: 33, created_on: '1999-01-01 00:00:00' } }],
        ['item_id'],
      );
      expect(event.success).toMatchObject([{ item_id: car(3), action: 'updated' }]);
      expect(await record(car(3))).toMatchObject({
        item_id: car(3),
        created_on: '2025-01-20 11:02:27',
        fields: { [gallons]: 33 },
      });
      const none = await upsert(
        [{ item_id: null, fields: { item_id: '2300020000777777', [name]: 'made anew' } }],
        ['item_id'],
      );
      expect(none.success).toMatchObject([{ action: 'created' }]);
      expect(none.success[0]?.item_id).not.toBe('2300020000777777');
    });

    it('keeps ids as options, people and files, clears by null, and leaves what was not sent as it is', async () => {
      const before = await record(car(4));
      await update([{ item_id: car(4), fields: { [origin]: ['3'], [keeper]: ['1700000000000004'], [gallons]: null } }]);
      const after = await record(car(4));
      expect(after?.fields).toEqual({
        ...before?.fields,
        [origin]: [{ id: '3', name: 'Japan', color: expect.any(String) }],
        [keeper]: [{ user_id: '1700000000000004', name: 'Lena Brandt' }],
        [gallons]: null,
      });
      const big = 2n ** 63n - 1n;
      await target.update({
        table_id: tableId(6),
        update_type: 'update',
        items: [{ item_id: '2300060000000001', fields: { [fieldId(6, 4)]: big } }],
      });
      const { items } = await target.ask('listRecords', {
        table_id: tableId(6),
        filter: { and: [{ field: fieldId(6, 4), query: { eq: big } }] },
      });
      expect(items[0]?.fields[fieldId(6, 4)]).toBe(big);
    });

    it('reports values that a field cannot hold, item by item, each with the reason', async () => {
      const wrong: JsonObject[] = [
        { [gallons]: 'many' },
        { [origin]: ['99'] },
        { [keeper]: ['1'] },
        { [cars(8)]: '1999-02-30' },
        { [cars(10)]: 'yes' },
        { [name]: null },
        { '2200000000029999': 1 },
      ];
      const event = await update(wrong.map((fields) => ({ item_id: car(5), fields })));
      expect(event.success).toEqual([]);
      expect(event.fail.map(({ index }) => index)).toEqual(wrong.map((_, index) => index));
      for (const { reason } of event.fail) expect(reason).toMatch(/^field 22\d+ /);
    });

    it('refuses malformed items as a whole, naming the place', async () => {
      const wrong: [Json, string][] = [
        [{ fields: {} }, 'items[0].item_id'],
        [{ item_id: car(1) }, 'items[0].fields'],
        [{ item_id: car(1), fields: ['x'] }, 'items[0].fields'],
        [{ item_id: 'abc', fields: {} }, 'items[0].item_id'],
        ['x', 'items[0]'],
      ];
      for (const [item, place] of wrong) {
        const answer = await refused({ table_id: tableId(2), update_type: 'update', items: [item] });
        expect(answer).toMatchObject({ code: 502 });
        expect(answer.message).toContain(place);
      }
      expect(await refused({ table_id: tableId(2), update_type: 'replace', items: [] })).toMatchObject({ code: 502 });
    });

    it('delivers an event again until it is taken', async () => {
      target.refusals = 2;
      const { envelope } = await target.raw('PUT', '/openapi/v1/dw_item', {
        table_id: tableId(2),
        update_type: 'update',
        items: [{ item_id: car(6), fields: { [remarks]: 'told late' } }],
      });
      await expect.poll(() => target.refusals, { timeout: 10_000 }).toBe(1);
      target.now += 5000;
      await expect.poll(() => target.refusals, { timeout: 10_000 }).toBe(0);
      target.now += 5000;
      const { event } = await target.eventOf(envelope.traceId);
      expect(event.success).toMatchObject([{ item_id: car(6) }]);
    });
  });
}
