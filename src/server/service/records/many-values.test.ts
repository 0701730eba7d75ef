/** Conditions with more values than are compared one by one: they find the same, and no slower than a few times one value. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/json';
import { ids } from '../catalogue/catalogue';
import { makeTable, type OpenService, withService } from '../test-service';
import { anyText, number, option, tableOfWords, text, wordRows, wordTable } from '../test-words';
import { meets } from './test-filter';

let opened: OpenService;
const table = ids.table(701);
const [day, time, place, files, people] = [1, 2, 3, 4, 5].map((position) => ids.field(701, position)) as [
  string,
  string,
  string,
  string,
  string,
];
const dayOf = (row: number) => `2025-0${1 + (row % 9)}-1${row % 8}`;
const rows = Array.from(
  { length: 60 },
  (_, row): JsonObject => ({
    ...(row % 7 === 0 ? {} : { [day]: dayOf(row), [time]: `${dayOf(row)} 10:00:0${row % 9}` }),
    ...(row % 5 === 0
      ? {}
      : { [place]: row % 2 ? { item_id: String(row), title: '' } : [{ item_id: String(row), title: '' }] }),
    [files]: row % 3 ? [row, 900 + row] : [],
    [people]: Array.from({ length: row % 4 ? 1 : 12 }, (_, person) => ({ user_id: String(row + person), name: '' })),
  }),
);

withService('none', 60_000, async (open) => {
  opened = open;
  await makeTable(open.database, tableOfWords);
  await makeTable(open.database, {
    ...tableOfWords,
    number: 701,
    fields: ['date', 'datetime', 'relation', 'file', 'user'].map((type) => ({
      name: type,
      type,
      config: { table_id: table, is_multi: false },
    })),
    rows,
  });
});

async function found(table_id: string, filter: JsonObject): Promise<string[]> {
  const records = await opened.list({ table_id, filter });
  expect(opened.faults).toEqual([]);
  return records.map(({ item_id }) => item_id);
}

const many = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 9, maxLength: 40 });
const words = fc
  .tuple(fc.constantFrom('in', 'nin', 'eq', 'ne'), many(anyText))
  .map(([operator, texts]) => ({ [operator]: texts }));
const quarters = fc
  .tuple(fc.constantFrom('eq', 'ne'), many(fc.integer({ min: -24, max: 24 })))
  .map(([operator, values]) => ({ [operator]: values.map((value) => value / 4) }));
const condition = fc.oneof(
  fc.record({ field: fc.constantFrom(text, 'title', option), query: words }),
  fc.record({ field: fc.constant(number), query: quarters }),
) as fc.Arbitrary<JsonObject>;

describe('many values', () => {
  it('of texts, options and numbers find what each of them finds', async () => {
    let some = 0;
    await fc.assert(
      fc.asyncProperty(condition, async (asked) => {
        const wanted = wordRows.flatMap((fields, index) =>
          meets(fields, String(fields[text] ?? ''), asked) ? [ids.item(700, index + 1)] : [],
        );
        expect(await found(wordTable, { and: [asked] })).toEqual(wanted);
        if (wanted.length > 0 && wanted.length < wordRows.length) some += 1;
      }),
      { numRuns: 150 },
    );
    expect(some).toBeGreaterThan(30);
  });

  it('in a text that is long, and words of one, two and more characters', async () => {
    const long = ids.item(700, wordRows.findIndex((fields) => fields[text] === 'a'.repeat(5000)) + 1);
    const others = Array.from({ length: 30 }, (_, index) => `never ${index}`);
    for (const word of ['a', 'aa', 'aaaa', 'a'.repeat(5000)])
      expect(await found(wordTable, { and: [{ field: text, query: { in: [...others, word] } }] })).toContain(long);
    for (const word of ['a'.repeat(5001), 'ab'])
      expect(await found(wordTable, { and: [{ field: text, query: { in: [...others, word] } }] })).not.toContain(long);
    const all = wordRows.flatMap((fields, index) => (text in fields ? [ids.item(700, index + 1)] : []));
    expect(await found(wordTable, { and: [{ field: text, query: { in: [...others, ''] } }] })).toEqual(all);
  });

  it.each<[string, string, Json[]]>([
    ['dates', day, rows.map((_, row) => dayOf(2 * row))],
    [
      'dates of other lengths, and words',
      time,
      [...rows.map((_, row) => `${dayOf(3 * row)} 10:00:0${row % 9}`), '2025-03-12', 'today'],
    ],
    ['related records', place, rows.map((_, row) => String(3 * row))],
    ['people', people, Array.from({ length: 12 }, (_, person) => String(8 + person))],
    ['record IDs', 'item_id', rows.map((_, row) => ids.item(701, 2 * row))],
    ['authors', 'created_by', rows.map((_, row) => String(row))],
  ])('of %s find what two conditions with half of them find', async (_, field, values) => {
    const few = Array.from({ length: Math.ceil(values.length / 6) }, (_, part) => values.slice(6 * part, 6 * part + 6));
    const exact = field === day || field === time;
    for (const [any, none] of exact ? [['eq', 'ne']] : ([['in', 'nin']] as const)) {
      const [operator, opposite] = [String(any), String(none)];
      const one = await found(table, { and: [{ field, query: { [operator]: values } }] });
      expect(one).toEqual(await found(table, { or: few.map((part) => ({ field, query: { [operator]: part } })) }));
      expect(one.length).toBeGreaterThan(0);
      expect(await found(table, { and: [{ field, query: { [opposite]: values } }] })).toHaveLength(60 - one.length);
    }
  });

  it('of a list are exactly those of the record', async () => {
    const values = Array.from({ length: 12 }, (_, person) => String(8 + person));
    const eq = (list: string[]) => found(table, { and: [{ field: people, query: { eq: list } }] });
    expect(await eq(values)).toEqual([ids.item(701, 9)]);
    expect(await eq([...values.slice(1), '99'])).toEqual([]);
    expect(await eq(values.slice(1))).toEqual([]);
    expect(await found(table, { and: [{ field: people, query: { ne: values } }] })).toHaveLength(59);
  });
});
