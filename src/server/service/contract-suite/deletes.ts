import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/json';
import { limits } from '../../../contract/limits';
import { operations } from '../../../contract/operations';
import { fieldId, foreign, type Target, tableId } from './target';

const { method, path } = operations.deleteRecords;

/** The batch delete that 4.10 names, as public clients call it (field notes): what 4.5 says of a batch holds for it. */
export function describeDeletes(target: Target): void {
  describe.skipIf(foreign)('deletes (need the known data and the events of this service)', () => {
    const table_id = tableId(2);
    const car = (row: number) => `230002${String(row).padStart(10, '0')}`;
    const refused = async (body: JsonObject, key?: string) => (await target.raw(method, path, body, { key })).envelope;
    const thereOf = async (item_ids: string[], table = table_id) => {
      const filter = { and: [{ field: 'item_id', query: { in: item_ids } }] };
      const { items } = await target.ask('listRecords', { table_id: table, filter, limit: 100 });
      return items.map(({ item_id }) => item_id);
    };

    it('answers code 0 and an empty object, and tells the result by an event with the trace id of the call', async () => {
      const item_ids = [car(201), car(202)];
      const { status, envelope } = await target.send('deleteRecords', { table_id, item_ids });
      expect({ status, code: envelope.code, data: envelope.data }).toEqual({ status: 200, code: 0, data: {} });
      const { event, address } = await target.eventOf(envelope.traceId);
      expect(address).toBe(`customer:${target.demo.apiKey}`);
      expect(event).toEqual({
        event: 'dw_item.batch_delete',
        trace_id: envelope.traceId,
        table_id,
        space_id: target.demo.workspaceId,
        finished_on: expect.any(String),
        success: item_ids.map((item_id, index) => ({ index, item_id, action: 'deleted' })),
        fail: [],
      });
      expect(await thereOf([...item_ids, car(203)])).toEqual([car(203)]);
      const { code } = (await target.send('getRecord', { item_id: car(201) })).envelope;
      expect(code).toBe(3500002);
    });

    it('reports ids of no record, of another table, and those named twice, and deletes the others', async () => {
      const elsewhere = '2300060000000002';
      const { success, fail } = await target.delete({
        table_id,
        item_ids: ['2300020000999999', car(203), elsewhere, car(203), car(204)],
      });
      expect(success.map(({ index, item_id }) => [index, item_id])).toEqual([
        [1, car(203)],
        [4, car(204)],
      ]);
      expect(fail.map(({ index, item_id, code }) => [index, item_id, code])).toEqual([
        [0, '2300020000999999', 3500002],
        [2, elsewhere, 3500002],
        [3, car(203), 3500002],
      ]);
      expect(await thereOf([elsewhere], tableId(6))).toEqual([elsewhere]);
    });

    it(`takes ${limits.itemsPerDelete} ids and no more, and refuses malformed ones as a whole`, async () => {
      const item_ids = Array.from(
        { length: limits.itemsPerDelete },
        (_, row) => car(205) + String(row).padStart(2, '0'),
      );
      expect((await target.delete({ table_id, item_ids })).fail).toHaveLength(limits.itemsPerDelete);
      const wrong: [Json | undefined, string][] = [
        [[...item_ids, car(1)], 'item_ids has more'],
        [undefined, 'item_ids is missing'],
        [[], 'item_ids is empty'],
        [{ 0: car(1) }, 'item_ids is not an array'],
        [[car(1), 'abc'], 'item_ids[1] '],
        [[car(1), null], 'item_ids[1] '],
        [[car(1), [car(2)]], 'item_ids[1] '],
      ];
      for (const [ids, place] of wrong) {
        const { status, envelope } = await target.raw(
          method,
          path,
          ids === undefined ? { table_id } : { table_id, item_ids: ids },
        );
        expect([status, envelope.code]).toEqual([200, 502]);
        expect(envelope.message).toContain(place);
      }
      expect(await refused({ item_ids: [car(1)] })).toMatchObject({ code: 502 });
      expect(await thereOf([car(1)])).toEqual([car(1)]);
    });

    it('accepts integers, as PHP clients send them', async () => {
      const answer = await refused({ table_id: Number(table_id), item_ids: [Number(car(206))] });
      expect((await target.eventOf(answer.traceId)).event.success).toMatchObject([{ item_id: car(206) }]);
    });

    it('refuses tables of other types, workspaces without the quota, and other people’s', async () => {
      for (const [table, code, key] of [
        [8, 3500101],
        [13, 3500101],
        [16, 3500101],
        [20, 3500102],
        [2, 3500002, target.demo.narrowApiKey],
      ] as const)
        expect(await refused({ table_id: tableId(table), item_ids: [car(1)] }, key)).toMatchObject({ code });
    });

    it('is applied in its order among the other batches of its table', async () => {
      const note = fieldId(2, 12);
      const write = (text: string) =>
        target.raw('PUT', path, {
          table_id,
          update_type: 'update',
          items: [{ item_id: car(207), fields: { [note]: text } }],
        });
      const sent = [
        await write('before'),
        await target.send('deleteRecords', { table_id, item_ids: [car(207)] }),
        await write('after'),
      ];
      const events = await Promise.all(
        sent.map(async ({ envelope }) => (await target.eventOf(envelope.traceId)).event),
      );
      expect(events.map(({ success, fail }) => [success[0]?.action, fail[0]?.code])).toEqual([
        ['updated', undefined],
        ['deleted', undefined],
        [undefined, 3500002],
      ]);
    });

    it('gives no id of a deleted record to a new one', async () => {
      const create = async () =>
        (await target.update({ table_id, update_type: 'upsert', items: [{ item_id: null, fields: {} }] })).success[0]
          ?.item_id ?? '';
      const first = await create();
      await target.delete({ table_id, item_ids: [first] });
      expect(BigInt(await create())).toBeGreaterThan(BigInt(first));
    });
  });
}
