import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../contract/json';
import { operations } from '../../contract/operations';
import type { DwRecord, Order } from '../../contract/records';
import type { Database } from '../database/database';
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
  let database: Database;
  let call: OpenService['call'];
  let delivered: unknown[];
  withService('none', 60_000, async (opened) => {
    ({ database, call, delivered } = opened);
    await makeTable(database, {
      number: 500,
      name: 'Large',
      alias: '',
      spaceName: 'Large',
      fields: ['text', 'number', 'date', 'switch'].map((type) => ({ name: type, type })),
      rows: Array.from({ length: records }, (_, row) => valuesOf(row)),
      nextRow: records + 1,
    });
  });

  const list = async (order: Order, offset: number): Promise<DwRecord[]> => {
    const { path, encode, decode } = operations.listRecords;
    const { data } = await call('POST', path, encode({ table_id: table, order, offset, limit: 100 }) ?? null);
    return decode(data).items;
  };

  /** Pages by the order index equal one sort of the whole table. */
  const expectSorted = async (order: Order, offsets: readonly number[]): Promise<void> => {
    const of = { tableId: table, condition: null, order };
    const sorted = await pageBySort(database, { ...of, limit: 2 * records, offset: 0, params: new Params() }, order);
    expect(sorted.length).toBeGreaterThanOrEqual(records);
    for (const offset of offsets) {
      for (const end of ['first', 'last'] as const) {
        const walked = await pageByWalk(database, { ...of, limit: 100, offset, params: new Params() }, order, end);
        expect(walked).toEqual(sorted.slice(offset, offset + 100));
      }
    }
  };

  it('pages along the order index exactly like a sort, in both directions and past the values', async () => {
    for (const field_id of [label, amount, when, flag, 'updated_on']) {
      await buildIndex(database, table, field_id, () => false);
      for (const type of ['asc', 'desc'] as const) {
        await expectSorted({ field_id, type }, [0, 50, 3950, 7900, 8180, 8230, 8250, 11_950, 12_000, 20_000]);
      }
    }
  });

  it('keeps the order index with every write', async () => {
    const { path, encode } = operations.updateRecords;
    const items = [
      { item_id: ids.item(500, 1), fields: { [amount]: 99_999, [label]: '~last' } },
      { item_id: ids.item(500, 3), fields: { [amount]: null, [label]: null } },
      { item_id: null, fields: { [label]: '!first', [amount]: -99_999.5 } },
    ];
    expect((await call('PUT', path, encode({ table_id: table, update_type: 'upsert', items }) ?? null)).code).toBe(0);
    await expect.poll(() => delivered.length, { timeout: 10_000 }).toBe(1);
    expect((await list({ field_id: amount, type: 'asc' }, 0))[0]?.fields[label]).toBe('!first');
    expect((await list({ field_id: label, type: 'asc' }, 0))[0]?.fields[amount]).toBe(-99_999.5);
    expect(
      (await list({ field_id: 'updated_on', type: 'desc' }, 0)).slice(0, 3).map(({ updated_on }) => updated_on),
    ).not.toContain('2025-01-01 00:00:00');
    for (const field_id of [label, amount, 'updated_on']) {
      await expectSorted({ field_id, type: 'desc' }, [0, 8200, 11_950]);
    }
  });

  it('looks up upsert keys in the order index, numbers and texts alike', async () => {
    const before = delivered.length;
    const row = 5433;
    const { [label]: text, [amount]: number } = valuesOf(row);
    const { path, encode } = operations.updateRecords;
    const items = [{ item_id: null, fields: { [label]: text as Json, [amount]: number as Json, [flag]: true } }];
    for (const update_by_fields of [
      [label, amount],
      [amount, label],
    ]) {
      await call('PUT', path, encode({ table_id: table, update_type: 'upsert', update_by_fields, items }) ?? null);
    }
    await expect.poll(() => delivered.length, { timeout: 10_000 }).toBe(before + 2);
    for (const event of delivered.slice(before)) {
      expect(event).toMatchObject({ success: [{ item_id: ids.item(500, row + 1), action: 'updated' }], fail: [] });
    }
  });

  it('walks index entries only: a deep page reads no record before it', async () => {
    await database.query('vacuum (analyze) dw_record');
    await database.query('vacuum (analyze) dw_order');
    const explain = async (sql: string) => {
      const rows = await database.query<Record<string, string>>(`explain ${sql}`);
      return rows.map((line) => Object.values(line)[0]).join('\n');
    };
    const walk = await explain(
      `select item_id from dw_order where table_id = ${table} and field = ${amount} and filled = true order by num, txt, item_id limit 100 offset 8000`,
    );
    expect(walk).toContain('Index Only Scan using dw_order_walk');
    expect(walk).not.toContain('Sort');
    const plain = await explain(
      `select r.item_id from dw_record r where r.table_id = ${table} order by r.item_id limit 100 offset 11000`,
    );
    expect(plain).toContain('Index Only Scan using dw_record_pkey');
  });

  it('builds the index behind the first ordered page of a large table', async () => {
    expect(await isIndexed(database, table, 'title')).toBe(false);
    const [first] = await list({ field_id: 'title', type: 'asc' }, 0);
    expect(first?.title).toBe('!first');
    await expect.poll(() => isIndexed(database, table, 'title'), { timeout: 10_000 }).toBe(true);
    expect((await list({ field_id: 'title', type: 'asc' }, 0))[0]).toEqual(first);
  });
});
