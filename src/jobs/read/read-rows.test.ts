import { describe, expect, test } from 'vitest';
import { ApiError } from '../../contract/errors';
import { entriesOf, isCondition, joinOf } from '../../contract/filter';
import type { Json, JsonObject } from '../../contract/json';
import type { RecordListInput, RecordPage } from '../../contract/records';
import { recordOf } from '../runner/test-simulation';
import { createRowReader } from './read-rows';

const never = new AbortController().signal;

/** A table of the ids 1–500 on a platform that knows only some operators, and ignores the others as the live one seems to. */
function platform(known: { in?: boolean; or?: boolean; eq?: boolean; detail?: boolean }) {
  const ids = Array.from({ length: 500 }, (_, index) => String(index + 1));
  let requests = 0;
  const holds = (query: JsonObject, id: string): boolean => {
    if (known.in && Array.isArray(query.in)) return query.in.includes(id);
    if (known.eq && Array.isArray(query.eq)) return query.eq.includes(id);
    return true;
  };
  const list = async ({ filter, limit }: RecordListInput): Promise<RecordPage> => {
    requests += 1;
    const join = joinOf(filter ?? undefined);
    const entries = entriesOf(filter ?? {}) as Json[];
    const found = ids.filter((id) => {
      const each = entries.filter(isCondition).map(({ query }) => holds(query, id));
      if (join === 'or') return known.or ? each.some(Boolean) : true;
      return each.every(Boolean);
    });
    return { items: found.slice(0, limit).map((id) => recordOf(id, {})), total: null, filtered: null, has_more: null };
  };
  const detail = async (id: string) => {
    requests += 1;
    if (!known.detail)
      throw new ApiError({ kind: 'system', operation: 'getRecord', message: 'unknown path', code: 404 });
    if (!ids.includes(id))
      throw new ApiError({ kind: 'business', operation: 'getRecord', message: 'gone', code: 3500002 });
    return recordOf(id, {});
  };
  const read = createRowReader(list, detail);
  return {
    async read(wanted: string[]) {
      requests = 0;
      const { records, missing, unreadable } = await read('21', wanted, never);
      return {
        records: [...records.keys()].sort(),
        missing: [...missing].sort(),
        unreadable: [...unreadable].sort(),
        requests,
      };
    },
  };
}

describe('reading rows by id', () => {
  test('reads a hundred in one request where the operator works', async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => String(index + 1));
    expect(await platform({ in: true, eq: true }).read(hundred)).toMatchObject({
      requests: 1,
      missing: [],
      unreadable: [],
    });
  });

  test.each([
    ['every operator', { in: true, or: true, eq: true }],
    ['no "in"', { or: true, eq: true }],
    ['only the contract’s own', { eq: true }],
    ['no filter by id, but single records', { detail: true }],
  ])('a platform with %s: the same answer', async (_name, known) => {
    expect(await platform(known).read(['7', '900', '300'])).toMatchObject({
      records: ['300', '7'],
      missing: ['900'],
      unreadable: [],
    });
  });

  test('detects a platform without a way, and reports no record as missing', async () => {
    expect(await platform({}).read(['7', '900'])).toMatchObject({ records: [], missing: [], unreadable: ['7', '900'] });
  });

  test('remembers what works: the second reading needs no extra requests', async () => {
    const only = platform({ eq: true });
    await only.read(['1', '2']);
    expect((await only.read(['3', '4'])).requests).toBe(2);
  });

  test('believes that IDs do not exist only after asking for one alone', async () => {
    expect(await platform({ in: true, eq: true }).read(['900', '901'])).toMatchObject({
      missing: ['900', '901'],
      requests: 2,
    });
  });

  test('does not trust an "in" that finds only part of the records', async () => {
    const list = async ({ filter }: RecordListInput): Promise<RecordPage> => {
      const query = (filter?.and as { query: { in?: string[]; eq?: string[] } }[] | undefined)?.[0]?.query;
      const found = query?.in?.slice(0, 1) ?? query?.eq ?? ['1', '2', '3'];
      return { items: found.map((id) => recordOf(id, {})), total: null, filtered: null, has_more: null };
    };
    const read = createRowReader(list, () => Promise.reject(new Error('not asked')));
    const { records, missing } = await read('21', ['1', '2', '3'], never);
    expect([...records.keys()].sort()).toEqual(['1', '2', '3']);
    expect(missing.size).toBe(0);
  });
});
