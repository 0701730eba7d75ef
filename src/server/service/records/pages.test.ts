/** A page found by an index is the page that is found by reading the table. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/json';
import type { Order } from '../../../contract/records';
import type { Database } from '../../database/database';
import { createCache } from '../catalogue/cache';
import { anyTable, ids, type TableWithFields } from '../catalogue/catalogue';
import { makeTable, withService } from '../test-service';
import { buildIndex } from './field-index';
import { filterSql } from './filter-sql';
import type { IndexKeeper } from './index-keeper';
import { type PageRequest, pageOf } from './pages';
import { orderNumber, Params } from './sql';

const number = 740;
const table = ids.table(number);
const types = ['text', 'number', 'date', 'switch', 'location', 'datetime'];
const fields = types.map((_, index) => ids.field(number, index + 1));
const [text = '', amount = '', day = '', flag = '', place = '', time = ''] = fields;
const systemFields = ['title', 'created_on', 'updated_on', 'created_by', 'updated_by'];

/** Possible values of a record, also those outside the contract's types. */
const odd: Json[] = [
  null,
  '',
  [],
  {},
  0,
  1,
  -1.5,
  12,
  2024,
  true,
  false,
  '12',
  '1',
  '1.50',
  'true',
  '[]',
  '{}',
  'a',
  'A',
  'é',
  '😀',
  '2024',
  '2024-03-01',
];
const texts: Json[] = [
  'a',
  'ab',
  'b',
  'B',
  '長',
  '長い',
  'x'.repeat(200),
  `${'x'.repeat(200)}y`,
  'a',
  'a',
  ...odd,
  [{ id: '1', name: 'a' }],
  { name: 'b' },
];
const numbers: Json[] = [0, 1, 1.5, -1, 12, 12, 100, 2n ** 53n + 1n, 0.1, ...odd];
const days: Json[] = ['2024-01-01', '2024-02-29', '2024-03-01', '2024-03-01', '2025-01-01', '1999-12-31', ...odd];
const times: Json[] = ['2024-03-01 00:00:00', '2024-03-01 23:59:59', '2024-03-02 12:00:00', ...days];
const flags: Json[] = [true, false, true, ...odd];
const places: Json[] = [{ name: 'a' }, { address: 'a' }, { title: 'a', poi: 'x' }, { name: 'b', address: 'a' }, ...odd];

const pick = (values: readonly Json[], row: number) =>
  values[(row * 7 + Math.floor(row / values.length)) % values.length] ?? null;
const rows = Array.from({ length: 400 }, (_, row): JsonObject => {
  const one = { [text]: texts, [amount]: numbers, [day]: days, [flag]: flags, [place]: places, [time]: times };
  return Object.fromEntries(
    Object.entries(one).flatMap(([field, values], index): [string, Json][] =>
      (row + index) % 9 === 0 ? [] : [[field, pick(values, row * (index + 1))]],
    ),
  );
});

let database: Database;
let known: TableWithFields;
withService('none', 60_000, async (opened) => {
  ({ database } = opened);
  await makeTable(database, {
    number,
    name: 'Paged',
    fields: types,
    rows,
  });
  const found = await anyTable(database, (await createCache<never, TableWithFields>(database).current()).tables, table);
  if (found === null) throw new Error('no table');
  known = found;
  for (const field of [...fields, ...systemFields]) await buildIndex(database, table, field, () => false);
});

const scalar = fc.constantFrom<Json>(
  'a',
  'ab',
  '12',
  '1.50',
  'true',
  '',
  '[]',
  '{}',
  '長',
  'x'.repeat(200),
  '2024',
  '1e3',
);
const aNumber = fc.constantFrom<Json>(-1, 0, 1, 1.5, 12, '12', 99);
const aDay = fc.constantFrom<Json>(
  '2024-03-01',
  '2024-01-01',
  '2024-03-01 12:00:00',
  '2024-02-29',
  'today',
  'last_week',
);
const queries: Record<string, fc.Arbitrary<JsonObject>> = {
  [text]: fc.oneof(
    ...['eq', 'ne', 'in', 'nin'].map((operator) =>
      fc.array(scalar, { minLength: 1, maxLength: 3 }).map((one) => ({ [operator]: one })),
    ),
  ),
  [amount]: fc.oneof(
    ...['eq', 'ne', 'gt', 'gte', 'lt', 'lte'].map((operator) => aNumber.map((one) => ({ [operator]: one }))),
  ),
  [day]: fc.oneof(
    ...['eq', 'ne', 'gt', 'gte', 'lt', 'lte'].map((operator) => aDay.map((one) => ({ [operator]: one }))),
  ),
  [flag]: fc.oneof(...['eq', 'ne'].map((operator) => fc.boolean().map((one) => ({ [operator]: one })))),
  [place]: fc.oneof(scalar.map((one) => ({ eq: one }))),
  created_by: fc.constantFrom<JsonObject>({ eq: '1' }, { in: ['1', 'myself'] }, { nin: ['1'] }, { eq: [] }),
};
queries[time] = queries[day] as fc.Arbitrary<JsonObject>;
queries.created_on = queries[day] as fc.Arbitrary<JsonObject>;
queries.title = queries[text] as fc.Arbitrary<JsonObject>;

const condition = fc.constantFrom(...Object.keys(queries)).chain((field): fc.Arbitrary<JsonObject> => {
  const one = queries[field] as fc.Arbitrary<JsonObject>;
  const empty = field.endsWith('_on') ? one : fc.boolean().map((em) => ({ em }));
  const both = fc.tuple(one, one).map(([a, b]) => ({ ...a, ...b }));
  const either = fc.array(one, { minLength: 1, maxLength: 3 }).map((choices) => ({ or: choices }));
  return fc.oneof(one, one, both, either, empty).map((query) => ({ field, query }) as JsonObject);
});
const filter = fc.letrec<{ entry: JsonObject; group: JsonObject }>((tie) => ({
  entry: fc.oneof({ maxDepth: 2 }, condition, tie('group')),
  group: fc.oneof(
    fc.record({ and: fc.array(tie('entry'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('entry'), { minLength: 1, maxLength: 2 }) }),
  ) as fc.Arbitrary<JsonObject>,
})).group;
const order = fc.option(
  fc.record({ field_id: fc.constantFrom('item_id', ...fields, ...systemFields), type: fc.constantFrom('asc', 'desc') }),
) as fc.Arbitrary<Order | null>;

/** A keeper with some indexes. */
const keeperOf = (ready: readonly string[]): IndexKeeper => ({
  known: async () => ({ large: true, records: rows.length, ready: new Set(ready.map(orderNumber)) }),
  asked: () => {},
  want: () => false,
  tidy: async () => 0,
  idle: async () => {},
  end: async () => {},
});

async function found(
  indexes: IndexKeeper | null,
  asked: Pick<PageRequest, 'order' | 'limit' | 'offset'>,
  given: JsonObject,
  bounds?: { found: number; tried: number },
) {
  const params = new Params();
  const context = {
    fields: known.fields,
    params,
    now: Date.parse('2024-03-01T12:00:00Z'),
    userId: '1',
    ignores: false,
  };
  const page = { tableId: table, params, condition: filterSql(given, context), ...asked };
  const { text: sql, params: values } = await pageOf(database, indexes, page, bounds);
  const records = await database.query<{ item_id: string }>(`select item_id from (${sql}) page order by place`, values);
  return records.map(({ item_id }) => item_id);
}

describe('a page', () => {
  it('found by an index equals one found by reading the table, whatever the query', async () => {
    let some = 0;
    await fc.assert(
      fc.asyncProperty(
        filter,
        order,
        fc.subarray([...fields, ...systemFields], { minLength: 4 }),
        fc.constantFrom(0, 3, 40),
        fc.constantFrom({ found: 1000, tried: 1000 }, { found: 5, tried: 60 }, { found: 0, tried: 20 }),
        async (given, sorted, ready, offset, bounds) => {
          const asked = { order: sorted, limit: 10, offset };
          const read = await found(null, asked, given);
          expect(await found(keeperOf(ready), asked, given, bounds)).toEqual(read);
          if (read.length > 0) some += 1;
        },
      ),
      { numRuns: 500 },
    );
    expect(some).toBeGreaterThan(150);
  });
});
