import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { JobField } from '../../storage/job-rows';
import { recordOf } from '../runner/test-simulation';
import { type KeyedTable, keyMaker } from '../table/record-key';
import { createKeyReader } from './read-keys';
import { listing, meetsFilter } from './test-listing';

const never = new AbortController().signal;
const fields: JobField[] = [
  { field_id: 'code', name: 'Code', kind: 'text', options: [] },
  { field_id: 'year', name: 'Year', kind: 'number', options: [] },
];
const keyed = (...update_by_fields: string[]): KeyedTable => ({ table_id: '21', update_by_fields, fields });

/** What a platform makes of an operator: an answer for each record, or `ignored`, as the live one seems to do with what it does not know. */
interface Dialect {
  /** `eq` takes a list as any of it. */
  eqList?: boolean;
  /** `in` matches parts of texts (reported so). */
  in?: 'whole' | 'part';
  or?: boolean;
  eq?: boolean;
  /** Every record is in the answer twice, as where records move between pages. */
  twice?: true;
}

/** Codes c1 … c500, c7 twice, each with a year. */
function platform(dialect: Dialect) {
  const records = Array.from({ length: 500 }, (_, index) =>
    recordOf(String(index + 1), { code: `c${index + 1}`, year: index % 3 }),
  );
  records.push(recordOf('501', { code: 'c7', year: 0 }));
  const holds = (query: JsonObject, value: Json): boolean => {
    if ('in' in query) {
      if (!dialect.in) return true;
      const parts = query.in as Json[];
      return dialect.in === 'whole'
        ? parts.includes(value)
        : parts.some((part) => String(value).includes(String(part)));
    }
    if (Array.isArray(query.eq)) return dialect.eqList ? query.eq.includes(value) : true;
    return dialect.eq ? query.eq === value : true;
  };
  const { list, asked } = listing(({ filter }) => {
    const meets = ({ fields }: DwRecord) =>
      !filter || meetsFilter(filter, ({ field, query }) => holds(query, fields[field] ?? null), dialect.or === true);
    const found = records.filter(meets);
    return dialect.twice ? found.flatMap((record) => [record, { ...record }]) : found;
  });
  const read = createKeyReader(list);
  return async (table: KeyedTable, wanted: JsonObject[]) => {
    const before = asked.length;
    const maker = keyMaker(table, fields);
    const keys = wanted.map((values) => maker.ofValues(values)).flatMap((key) => ('text' in key ? [key] : []));
    const found = await read(table, keys, never);
    return {
      ids: keys.map(({ text }) => found.records.get(text)?.map(({ item_id }) => item_id) ?? null),
      unreadable: found.unreadable.size,
      requests: asked.length - before,
      counted: found.requests,
    };
  };
}

const wanted: JsonObject[] = [{ code: 'c7' }, { code: 'c400' }, { code: 'c900' }];
const dialects: [string, Dialect][] = [
  ['everything', { eqList: true, in: 'whole', or: true, eq: true }],
  ['"in" by parts of a text', { in: 'part', or: true, eq: true }],
  ['"or", and no list of values', { or: true, eq: true }],
  ['the contract’s "eq" alone', { eqList: true }],
  ['one value at a time', { eq: true }],
];

describe('reading records by key', () => {
  test.each(dialects)('a platform that supports %s: the same result', async (_name, dialect) => {
    const answer = await platform(dialect)(keyed('code'), wanted);
    expect(answer).toMatchObject({ ids: [['7', '501'], ['400'], []], unreadable: 0 });
    expect(answer.counted).toBe(answer.requests);
  });

  test.each(dialects)('a joint key on a platform that supports %s', async (_name, dialect) => {
    const answer = await platform(dialect)(keyed('code', 'year'), [
      { code: 'c7', year: 0 },
      { code: 'c8', year: 1 },
      { code: 'c8', year: 2 },
    ]);
    expect(answer).toMatchObject({ ids: [['7', '501'], ['8'], []], unreadable: 0 });
  });

  test.each(dialects)(
    'a record that is listed twice is one record, on a platform that supports %s',
    async (_name, dialect) => {
      const answer = await platform({ ...dialect, twice: true })(keyed('code'), wanted);
      expect(answer).toMatchObject({ ids: [['7', '501'], ['400'], []], unreadable: 0 });
    },
  );

  test('a platform without filters is detected, and no record is reported as missing', async () => {
    expect(await platform({})(keyed('code'), wanted)).toMatchObject({ ids: [null, null, null], unreadable: 3 });
  });

  test('a number as the key', async () => {
    expect((await platform({ or: true, eq: true })(keyed('year', 'code'), [{ year: 2, code: 'c3' }])).ids).toEqual([
      ['3'],
    ]);
  });

  test('99 keys take one request; none found costs two more, once', async () => {
    const ask = platform({ eqList: true });
    const many = (from: number) => Array.from({ length: 99 }, (_, index) => ({ code: `c${from + index}` }));
    expect((await ask(keyed('code'), many(100))).requests).toBe(1);
    expect((await ask(keyed('code'), many(1000))).requests).toBe(3);
    expect((await ask(keyed('code'), many(2000))).requests).toBe(1);
  });
});
