import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json';
import type { Order } from '../../contract/records';
import { ids } from './catalogue/catalogue';
import { buildIndex, isIndexed } from './records/field-index';
import { pageBySort, pageByWalk } from './records/pages';
import { Params } from './records/sql';
import { makeTable, type OpenService, withService } from './test-service';

const records = 12_000;
const table = ids.table(500);
const [label, amount, when, flag] = [1, 2, 3, 4].map((position) => ids.field(500, position)) as [
  string,
  string,
  string,
  string,
];

/** A table large enough for the order index, with every kind of nothing in it and a number and a text in one column. */
function valuesOf(row: number): JsonObject {
  const fields: JsonObject = {
    [label]: `${String.fromCodePoint(65 + (row % 26))}${(row * 7919) % 1000} ${row % 11 === 0 ? 'É😀' : 'z'}`,
  };
  if (row % 7 !== 0) fields[amount] = row % 5 === 0 ? null : ((row * 104_729) % 10_000) - 5000 + (row % 4) / 4;
  if (row % 3 === 0) fields[when] = row % 9 === 0 ? '' : `20${String(10 + (row % 15))}-0${1 + (row % 9)}-11`;
  if (row % 1000 === 1) fields[amount] = 2n ** 53n + BigInt(row);
  fields[flag] = row % 2 === 0;
  return fields;
}

describe('a large table', () => {
  let opened: OpenService;
  withService('none', 60_000, async (open) => {
    opened = open;
    await makeTable(open.database, {
      number: 500,
      name: 'Large',
      fields: ['text', 'number', 'date', 'switch'],
      rows: Array.from({ length: records }, (_, row) => valuesOf(row)),
    });
  });

  const firstOf = async (order: Order) => (await opened.list({ table_id: table, order: { ...order } }))[0];

  /** Pages by the order index equal one sort of the whole table. */
  const expectSorted = async (order: Order, offsets: readonly number[]): Promise<void> => {
    const of = { tableId: table, condition: null, order };
    const sorted = await pageBySort(
      opened.database,
      { ...of, limit: 2 * records, offset: 0, params: new Params() },
      order,
    );
    expect(sorted.length).toBeGreaterThanOrEqual(records);
    for (const offset of offsets) {
      for (const end of ['first', 'last'] as const) {
        const walked = await pageByWalk(
          opened.database,
          { ...of, limit: 100, offset, params: new Params() },
          order,
          end,
        );
        expect(walked).toEqual(sorted.slice(offset, offset + 100));
      }
    }
  };

  it('pages along the order index exactly like a sort, in both directions and past the values', async () => {
    for (const field_id of [label, amount, when, flag, 'updated_on']) {
      await buildIndex(opened.database, table, field_id, () => false);
      for (const type of ['asc', 'desc'] as const) {
        await expectSorted({ field_id, type }, [0, 50, 3950, 7900, 8180, 8230, 8250, 11_950, 12_000, 20_000]);
      }
    }
  });

  it('keeps the order index with every write', async () => {
    const items = [
      { item_id: ids.item(500, 1), fields: { [amount]: 99_999, [label]: '~last' } },
      { item_id: ids.item(500, 3), fields: { [amount]: null, [label]: null } },
      { item_id: null, fields: { [label]: '!first', [amount]: -99_999.5 } },
    ];
    await opened.update({ table_id: table, update_type: 'upsert', items });
    expect((await firstOf({ field_id: amount, type: 'asc' }))?.fields[label]).toBe('!first');
    expect((await firstOf({ field_id: label, type: 'asc' }))?.fields[amount]).toBe(-99_999.5);
    const latest = await opened.list({ table_id: table, order: { field_id: 'updated_on', type: 'desc' }, limit: 3 });
    expect(latest.map(({ updated_on }) => updated_on)).not.toContain('2025-01-01 00:00:00');
    for (const field_id of [label, amount, 'updated_on']) {
      await expectSorted({ field_id, type: 'desc' }, [0, 8200, 11_950]);
    }
  });

  it('looks up upsert keys in the order index, numbers and texts alike', async () => {
    const row = 5433;
    const { [label]: text = null, [amount]: number = null } = valuesOf(row);
    const items = [{ item_id: null, fields: { [label]: text, [amount]: number, [flag]: true } }];
    for (const update_by_fields of [
      [label, amount],
      [amount, label],
    ]) {
      const event = await opened.update({ table_id: table, update_type: 'upsert', update_by_fields, items });
      expect(event).toMatchObject({ success: [{ item_id: ids.item(500, row + 1), action: 'updated' }], fail: [] });
    }
  });

  it('builds the index behind the first ordered page of a large table', async () => {
    expect(await isIndexed(opened.database, table, 'title')).toBe(false);
    const first = await firstOf({ field_id: 'title', type: 'asc' });
    expect(first?.title).toBe('!first');
    await expect.poll(() => isIndexed(opened.database, table, 'title'), { timeout: 10_000 }).toBe(true);
    expect(await firstOf({ field_id: 'title', type: 'asc' })).toEqual(first);
  });
});
