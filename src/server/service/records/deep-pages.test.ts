/** A page read from the nearer end of its table equals that of a plain sort, after any writes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/json';
import { limits } from '../../../contract/limits';
import type { Order, UpdateItem } from '../../../contract/records';
import { ids } from '../catalogue/catalogue';
import { makeTable, type OpenService, update, withService } from '../test-service';
import { buildIndex } from './field-index';
import { type PageRequest, pageBySort, pageOf } from './pages';
import { orderNumber, Params } from './sql';

const number = 741;
const table = ids.table(number);
const [label, amount] = [1, 2].map((position) => ids.field(number, position)) as [string, string];
const first = 2400;

let opened: OpenService;
withService('none', 60_000, async (service) => {
  opened = service;
  await makeTable(opened.database, {
    number,
    name: 'Deep',
    fields: ['text', 'number'],
    rows: Array.from(
      { length: first },
      (_, row): JsonObject => ({ [label]: `row ${row % 700}`, ...(row % 3 === 0 ? {} : { [amount]: row % 50 }) }),
    ),
  });
  for (const field of [amount, 'title']) await buildIndex(opened.database, table, field, () => false);
});

/** From the end where `records` is none, from the start where it is infinite: the count that the statement reads is the table's. */
async function pageFrom(records: number, asked: Pick<PageRequest, 'order' | 'limit' | 'offset'>) {
  const known = { large: true, records, ready: new Set([amount, 'title'].map(orderNumber)) };
  const keeper = {
    known: async () => known,
    asked: () => {},
    want: () => false,
    tidy: async () => 0 as const,
    idle: async () => {},
    end: async () => {},
  };
  const { text, params } = await pageOf(opened.database, keeper, {
    tableId: table,
    condition: null,
    params: new Params(),
    ...asked,
  });
  const rows = await opened.database.query<{ item_id: string }>(
    `select item_id from (${text}) page order by place`,
    params,
  );
  return rows.map(({ item_id }) => item_id);
}

/** Records of a table: as its turn counts them, there, and in the index of its titles. */
async function counted(of: string) {
  const [row] = await opened.database.query<Record<'kept' | 'there' | 'indexed', string>>(
    `select (select records from update_turn where table_id = ${of}) as kept,
       (select count(*) from dw_record where table_id = ${of}) as there,
       (select count(*) from dw_order where table_id = ${of} and field = ${orderNumber('title')}) as indexed`,
  );
  return row;
}

const value = fc.constantFrom<Json>(null, 0, 7, 49, 1000, -1);
const item = fc.tuple(fc.option(fc.integer({ min: 1, max: first })), value).map(([row, one]): UpdateItem => {
  const fields = { [label]: one === null ? null : `row ${String(one)}`, [amount]: one };
  return { item_id: row === null ? null : ids.item(number, row), fields };
});
/** Rows that are deleted, wherever they are, some of them twice or gone before. */
const rows = fc.oneof(
  fc.array(fc.integer({ min: 1, max: first + 30 }), { maxLength: 12 }),
  fc
    .integer({ min: 1, max: first })
    .map((from) => Array.from({ length: limits.itemsPerDelete }, (_, row) => from + row)),
);
const order = fc.constantFrom<Order | null>(
  null,
  ...['item_id', amount, 'title'].flatMap((field_id): Order[] => [
    { field_id, type: 'asc' },
    { field_id, type: 'desc' },
  ]),
);

describe('a page', () => {
  it('is the same from either end of its table, with writes and deletes in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { minLength: 1, maxLength: 12 }),
        rows,
        fc.array(fc.tuple(order, fc.integer({ min: 1, max: 120 }), fc.integer({ min: 0, max: first + 400 })), {
          minLength: 8,
          maxLength: 8,
        }),
        async (items, deleted, pages) => {
          await opened.update({ table_id: table, update_type: 'upsert', items });
          if (deleted.length > 0) {
            const before = await counted(table);
            const item_ids = deleted.map((row) => ids.item(number, row));
            const { success } = await opened.delete({ table_id: table, item_ids });
            expect(Number((await counted(table))?.kept)).toBe(Number(before?.kept) - success.length);
          }
          const count = await counted(table);
          expect([count?.kept, count?.indexed]).toEqual([count?.there, count?.there]);
          for (const [sorted, limit, offset] of pages) {
            const asked = { order: sorted, limit, offset };
            const plain = await pageBySort(
              opened.database,
              { tableId: table, condition: null, params: new Params(), ...asked },
              sorted ?? { field_id: 'item_id', type: 'asc' },
            );
            for (const records of [0, Number.POSITIVE_INFINITY])
              expect([records, asked, await pageFrom(records, asked)]).toEqual([records, asked, plain]);
          }
        },
      ),
      { numRuns: 20 },
    );
  }, 120_000);

  it('stays correct when records are deleted (a drill)', async () => {
    const { database, service } = opened;
    const drill = ids.table(117);
    await makeTable(database, { number: 117, name: 'Deleting', rows: Array.from({ length: 4 }, () => ({})) });
    await buildIndex(database, drill, 'title', () => false);
    const items = [1, 2, 3, 4].map((row) => ({ item_id: ids.item(117, row), fields: {} }));
    await update(service, { table_id: drill, update_type: 'update', items });
    await expect.poll(() => counted(drill), { timeout: 10_000 }).toEqual({ kept: '2', there: '2', indexed: '2' });
  });
});
