import { describe, expect, test } from 'vitest';
import { ApiError, type ApiErrorDetails } from '../../contract/errors';
import { entriesOf, type Filter, joinOf } from '../../contract/filter';
import type { Id } from '../../contract/ids';
import { recordOf } from '../runner/test-simulation';
import { createRowReader } from './read-rows';
import { listing } from './test-listing';

const never = new AbortController().signal;

type Form = 'eq list' | 'eq one' | 'eq' | 'in' | 'or';

/** What a platform knows of filters by record ID, and what it does with everything else. */
interface Dialect {
  knows?: Form[];
  /** `ignored`, as the live one seems to do, or the error it answers with. */
  otherwise?: 'ignored' | ApiErrorDetails;
  /** IDs that one filter may hold; more are `otherwise`. */
  most?: number;
  /** Of more IDs only so many are looked for, from the first or from the last. */
  finds?: number;
  detail?: boolean;
  records?: number;
}

const answers = (kind: ApiErrorDetails['kind'], code?: number, status = 200): ApiErrorDetails => ({
  kind,
  operation: 'listRecords',
  message: 'unknown operator',
  code,
  status,
});

/** The form of a filter by IDs, and the IDs. */
function formOf(filter: Filter): [Form, Id[]] {
  if (joinOf(filter) === 'or') return ['or', entriesOf(filter).flatMap((entry) => formOf({ and: [entry] })[1])];
  const { query } = entriesOf(filter)[0] as { query: { eq?: Id | Id[]; in?: Id[] } };
  if (query.in) return ['in', query.in];
  if (Array.isArray(query.eq)) return [query.eq.length > 1 ? 'eq list' : 'eq one', query.eq];
  return ['eq', [query.eq ?? '']];
}

/** A table of the ids 1–500. */
function platform({ knows = [], otherwise = 'ignored', most = 1000, finds, detail, records = 500 }: Dialect) {
  const ids = Array.from({ length: records }, (_, index) => String(index + 1));
  let details = 0;
  const { list, asked } = listing(({ filter }) => {
    const [form, wanted] = filter ? formOf(filter) : [null, ids];
    const isKnown = form === null || (knows.includes(form) && wanted.length <= most);
    if (!isKnown && otherwise !== 'ignored') throw new ApiError(otherwise);
    const looked =
      form === null || finds === undefined ? wanted : finds < 0 ? wanted.slice(finds) : wanted.slice(0, finds);
    const found = isKnown ? ids.filter((id) => looked.includes(id)) : ids;
    return found.map((id) => recordOf(id, {}));
  });
  const getDetail = async (id: string) => {
    details += 1;
    if (!detail) throw new ApiError({ kind: 'system', operation: 'getRecord', message: 'unknown path', code: 404 });
    if (!ids.includes(id))
      throw new ApiError({ kind: 'business', operation: 'getRecord', message: 'gone', code: 3500002 });
    return recordOf(id, {});
  };
  const read = createRowReader(list, getDetail);
  return {
    async read(wanted: string[]) {
      const before = asked.length + details;
      const { records, missing, unreadable } = await read('21', wanted, never);
      return {
        records: [...records.keys()].sort(),
        missing: [...missing].sort(),
        unreadable: [...unreadable].sort(),
        requests: asked.length + details - before,
      };
    },
  };
}

const refusals: [string, Dialect['otherwise']][] = [
  ['ignored', 'ignored'],
  ['refused by a rule', answers('business', 3500999)],
  ['refused as a parameter', answers('system', 502)],
  ['refused as a system exception', answers('system', 1001)],
  ['refused with HTTP 400 and no envelope', answers('malformed', undefined, 400)],
  ['refused with HTTP 500 and an envelope', answers('system', 500, 500)],
];
/** A system exception may pass. At the contract's own filter it is the answer, and no other filter is tried. */
const isException = (otherwise: Dialect['otherwise']): boolean =>
  typeof otherwise === 'object' && otherwise.kind === 'system' && otherwise.code !== 502;
const known: [string, Dialect][] = [
  ['the contract’s own form', { knows: ['eq list', 'eq one'] }],
  ['"in"', { knows: ['in'] }],
  ['"or"', { knows: ['or'] }],
  ['one ID in a list', { knows: ['eq one'] }],
  ['one ID', { knows: ['eq'] }],
  ['lists of at most 30', { knows: ['eq list', 'eq one', 'in'], most: 30 }],
  ['lists of at most 3', { knows: ['in', 'eq one'], most: 3 }],
  ['lists of which the first is looked for', { knows: ['eq list', 'eq one'], finds: 1 }],
  ['lists of which the last is looked for', { knows: ['eq list', 'eq one'], finds: -1 }],
  ['lists of which the first 50 are looked for', { knows: ['eq list', 'eq one'], finds: 50 }],
  ['nothing but single records', { detail: true }],
];
const hundred = Array.from({ length: 100 }, (_, index) => String(1000 - index * 10));

describe('reading rows by id', () => {
  test.each([
    ['contract’s own form', 1, { knows: ['eq list'] }],
    ['only "in"', 2, { knows: ['in'], otherwise: answers('business', 3500999) }],
    ['only "or"', 3, { knows: ['or'], otherwise: answers('system', 502) }],
  ] as const)('reads a hundred at once by the %s, and keeps to it', async (_name, first, dialect) => {
    const wanted = Array.from({ length: 100 }, (_, index) => String(index + 1));
    const table = platform(dialect as unknown as Dialect);
    expect(await table.read(wanted)).toMatchObject({ requests: first, missing: [], unreadable: [] });
    expect(await table.read(wanted)).toMatchObject({ requests: 1, missing: [], unreadable: [] });
  });

  test.each(
    known.flatMap(([name, dialect]) =>
      refusals.map(([how, otherwise]) => [name, how, { ...dialect, otherwise }] as const),
    ),
  )('a platform that knows %s, the rest being %s', async (_name, _how, dialect) => {
    const table = platform(dialect);
    const { knows = [], most = 1000, otherwise } = dialect;
    const takesContract = knows.includes('eq list') && most >= hundred.length;
    if (!takesContract && isException(otherwise)) return expect(table.read(hundred)).rejects.toThrow(ApiError);
    for (let time = 0; time < 2; time += 1) {
      const read = await table.read(hundred);
      expect(read.records).toHaveLength(50);
      expect(read.missing).toHaveLength(50);
      expect(read.unreadable).toEqual([]);
    }
    // Nothing is found, and that is no sign that the filter works.
    expect(await table.read(['900', '901'])).toMatchObject({ missing: ['900', '901'] });
    expect(await platform(dialect).read(['901'])).toMatchObject({ records: [], missing: ['901'], unreadable: [] });
    expect(await platform({ ...dialect, records: 1 }).read(['1', '2'])).toMatchObject({
      records: ['1'],
      missing: ['2'],
    });
  });

  test.each(refusals)(
    'without any way, filters being %s, no record is reported as missing',
    async (_how, otherwise) => {
      const reading = platform({ otherwise }).read(['7', '900']);
      if (isException(otherwise)) await expect(reading).rejects.toThrow('unknown operator');
      else expect(await reading).toMatchObject({ records: [], missing: [], unreadable: ['7', '900'] });
    },
  );

  test('pieces that are read at once find out together', async () => {
    const table = platform({ knows: ['or'], otherwise: answers('business', 3500999) });
    const reads = await Promise.all(['1', '2', '3', '4'].map((id) => table.read([id])));
    expect(reads.map(({ records }) => records)).toEqual([['1'], ['2'], ['3'], ['4']]);
    expect(await table.read(['5'])).toMatchObject({ requests: 1 });
  });

  test('what is no ID spoils nothing where a platform refuses it', async () => {
    const { list } = listing(({ filter }) => {
      const [, wanted] = filter ? formOf(filter) : [null, ['1', '2']];
      if (wanted.some((id) => !/^\d{1,19}$/.test(id))) throw new ApiError(answers('system', 502));
      return wanted.filter((id) => ['1', '2'].includes(id)).map((id) => recordOf(id, {}));
    });
    const read = createRowReader(list, () => Promise.reject(new ApiError(answers('system', 404))));
    for (const odd of ['A-17', '1e5', '99999999999999999999999']) {
      const { records, missing, unreadable } = await read('21', [odd, '2', '9'], never);
      expect([[...records.keys()], [...missing], [...unreadable]]).toEqual([['2'], ['9'], [odd]]);
    }
  });

  test('a failure of the moment is reported, and the way stays', async () => {
    let failing = false;
    const { list, asked } = listing(({ filter }) => {
      if (failing) throw new ApiError(answers('system', 500));
      return formOf(filter ?? {})[1].map((id) => recordOf(id, {}));
    });
    const read = createRowReader(list, () => Promise.reject(new Error('not asked')));
    await read('21', ['1', '2'], never);
    failing = true;
    await expect(read('21', ['3'], never)).rejects.toThrow(ApiError);
    failing = false;
    asked.length = 0;
    await read('21', ['3', '4'], never);
    expect(asked).toHaveLength(1);
  });

  test('does not trust an "in" that finds only part of the records', async () => {
    const { list } = listing(({ filter }) => {
      const query = (filter?.and as { query: { in?: string[]; eq?: string[] } }[] | undefined)?.[0]?.query;
      const found = query?.in?.slice(0, 1) ?? query?.eq ?? ['1', '2', '3'];
      return found.map((id) => recordOf(id, {}));
    });
    const read = createRowReader(list, () => Promise.reject(new Error('not asked')));
    const { records, missing } = await read('21', ['1', '2', '3'], never);
    expect([...records.keys()].sort()).toEqual(['1', '2', '3']);
    expect(missing.size).toBe(0);
  });
});
