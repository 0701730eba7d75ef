import { describe, expect, test } from 'vitest';
import { entriesOf, type Filter, isCondition, joinOf } from '../../../contract/filter';
import { type Json, type JsonObject, parseJson } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';

import { judgeRecord, type Verdict } from './evaluate-filter';
import { stateOf, stateOfCondition } from './filter-trust';
import { changesNothing, findingsOf, ignoredBy, refusedEntry } from './judge-filter';
import { column } from './test-column';

function record(fields: JsonObject, item_id = '1'): DwRecord {
  return { item_id, title: null, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
}

const long = parseJson;
const flagship = [{ id: '91', name: 'Flagship' }];

describe('whether a row satisfies a condition', () => {
  const cases: [Json | undefined, JsonObject, Verdict][] = [
    ['BR', { eq: 'BR' }, true],
    ['BR', { eq: 'CN' }, false],
    ['BR', { eq: ['CN', 'BR'] }, true],
    ['br', { eq: 'BR' }, null],
    ['BR', { ne: 'BR' }, false],
    ['Brazil', { in: ['raz'] }, null],
    ['Brazil', { in: ['CN', 'JP'] }, false],
    ['Brazil', { nin: ['CN'] }, true],
    [long('0.12345678901234567891'), { eq: long('0.12345678901234567891') }, true],
    [long('0.12345678901234567891'), { eq: 0.12345678901234568 }, false],
    [long('0.12345678901234567891'), { gt: 0.12345678901234568 }, false],
    [long('12345678901234.5678'), { in: [1, long('12345678901234.56780')] }, true],
    [1, { lt: long('1.00000000000000000001') }, true],
    [5, { gte: 5 }, true],
    [5, { gt: 5 }, false],
    [5, { lt: 9007199254740993n }, true],
    [5, { gte: 3, lt: 5 }, false],
    [5, { or: [{ eq: 1 }, { eq: 5 }] }, true],
    ['5', { gte: 3 }, null],
    [null, { gte: 3 }, null],
    [undefined, { em: true }, true],
    [[], { em: false }, false],
    [flagship, { eq: ['91'] }, true],
    [flagship, { in: ['92'] }, false],
    [flagship, { in: ['92', '91'] }, true],
    [flagship, { eq: ['92', '91'] }, null],
    [flagship, { nin: ['92', '91'] }, false],
    [flagship, { nin: ['92'] }, true],
    [[{ name: 'Flagship' }], { in: ['92'] }, null],
    [[{ user_id: '7', name: 'Ana' }], { eq: 'myself' }, null],
    ['2026-11-19 18:40:00', { gte: '2026-11-01' }, true],
    ['2026-11-19 18:40:00', { gte: '2026-12-01' }, false],
    ['2026-11-19 18:40:00', { lte: '2026-11-19' }, null],
    ['2026-11-19', { eq: 'today' }, null],
    ['BR', { near: 3 }, null],
    ['BR', { near: 3, eq: 'CN' }, false],
  ];
  test.each(cases.map(([value, query, verdict], index) => ({ index, value, query, verdict })))(
    '$index',
    ({ value, query, verdict }) => {
      expect(judgeRecord(record(value === undefined ? {} : { x: value }), { field: 'x', query })).toBe(verdict);
    },
  );

  test('groups: certain conditions decide, others leave it open', () => {
    const row = record({ a: 1, b: 'x' });
    const ask = (filter: Filter) => judgeRecord(row, filter);
    expect(
      ask({
        or: [
          { field: 'a', query: { eq: 1 } },
          { field: 'b', query: { near: 1 } },
        ],
      }),
    ).toBe(true);
    expect(
      ask({
        and: [
          { field: 'a', query: { eq: 2 } },
          { field: 'b', query: { near: 1 } },
        ],
      }),
    ).toBe(false);
    expect(
      ask({
        and: [
          { field: 'a', query: { eq: 1 } },
          { field: 'b', query: { near: 1 } },
        ],
      }),
    ).toBeNull();
    expect(ask({ and: [] })).toBe(true);
  });
});

describe('whether a response can be trusted', () => {
  const columns = [column('n', 'number'), column('name', 'text')];
  const table = [1, 5, 9, 12].map((n) => record({ n, name: `row ${n}` }, String(n)));
  const over3: Filter = { and: [{ field: 'n', query: { gt: 3 } }] };

  /** A service that answers from the table, and pays no heed to some operators. */
  function service(ignores: readonly string[] = []) {
    const strip = (entry: Json): Json => {
      if (isCondition(entry)) {
        const heeded = Object.entries(entry.query).filter(([operator]) => !ignores.includes(operator));
        return { ...entry, query: Object.fromEntries(heeded) };
      }
      const group = entry as Filter;
      return { [joinOf(group) as string]: entriesOf(group).map(strip) };
    };
    return (filter: Filter | null) =>
      filter === null ? table : table.filter((row) => judgeRecord(row, strip(filter) as Filter) !== false);
  }
  const ask = (filter: Filter, ignores: readonly string[] = []) => {
    const answer = service(ignores);
    return {
      ignored: ignoredBy(filter, answer(filter)),
      found: findingsOf(filter, answer(filter), columns, answer),
    };
  };

  test('an ignored operator is detected by rows that clearly do not match', () => {
    const { ignored, found } = ask(over3, ['gt']);
    expect(ignored).toEqual([
      { path: [0], entry: entriesOf(over3)[0], operator: 'gt', operand: 3, misses: 1, rows: 4 },
    ]);
    expect(found).toEqual({ 'number/gt': 'ignored' });
  });

  test('a supported operator is verified by a row that only it excludes', () => {
    expect(ask(over3)).toEqual({ ignored: [], found: { 'number/gt': 'verified' } });
  });

  test('of several operators on one field the ignored one is named', () => {
    const between: Filter = { and: [{ field: 'n', query: { gt: 3, lt: 10 } }] };
    const { ignored, found } = ask(between, ['lt']);
    expect(ignored.map(({ operator, misses }) => [operator, misses])).toEqual([['lt', 1]]);
    expect(found).toEqual({ 'number/gt': 'verified', 'number/lt': 'ignored' });
  });

  test('rows excluded by another condition too verify nothing', () => {
    const twice: Filter = { and: [over3, { field: 'n', query: { gte: 5 } }] };
    expect(ask(twice).found).toEqual({});
    expect(findingsOf(over3, service()(over3), columns, () => null)).toEqual({});
  });

  test('conditions reach through and-groups and groups of one entry', () => {
    const deep: Filter = { or: [{ and: [{ or: [{ field: 'n', query: { gt: 3 } }] }] }] };
    expect(ask(deep, ['gt']).ignored).toMatchObject([{ operator: 'gt', misses: 1 }]);
  });

  test('an or-group is judged as a whole: rows do not show which operator is ignored', () => {
    const group: Filter = {
      or: [
        { field: 'n', query: { gt: 10 } },
        { field: 'n', query: { lt: 2 } },
      ],
    };
    const { ignored, found } = ask({ and: [group] }, ['gt']);
    expect(ignored).toEqual([{ path: [0], entry: group, operator: null, operand: null, misses: 2, rows: 4 }]);
    expect(found).toEqual({});
    expect(ask({ and: [group] }).ignored).toEqual([]);
  });

  test('alternatives on one field are an operator like any other', () => {
    const either: Filter = { and: [{ field: 'n', query: { or: [{ eq: 1 }, { eq: 9 }] } }] };
    expect(ask(either, ['or']).found).toEqual({ 'number/or': 'ignored' });
    expect(ask(either).found).toEqual({ 'number/or': 'verified' });
  });

  test('what cannot be compared is never called ignored, but unchanged rows are reported', () => {
    const near: Filter = { and: [{ field: 'n', query: { near: 3 } }] };
    expect(ask(near)).toEqual({ ignored: [], found: {} });
    expect(changesNothing(near, table, table)).toBe(true);
    expect(changesNothing(near, table.slice(1), table)).toBe(false);
    expect(changesNothing(near, table, null)).toBe(false);
    // All rows plainly match: it is no wonder that they are the same.
    expect(changesNothing({ and: [{ field: 'n', query: { gte: 1 } }] }, table, table)).toBe(false);
  });
});

describe('what is known of an operator', () => {
  const columns = [column('n', 'number'), column('name', 'text')];

  test('two operators are documented; others are undocumented until rows verify them, for each field type', () => {
    const found = { 'number/lt': 'verified', 'number/gte': 'ignored' } as const;
    expect(stateOf({}, 'number', 'gte')).toBe('contract');
    expect(stateOf(found, 'number', 'gte')).toBe('ignored');
    expect(stateOf(found, 'number', 'lt')).toBe('verified');
    expect(stateOf(found, 'text', 'lt')).toBe('undocumented');
    expect(stateOf({}, 'text', 'constructor')).toBe('undocumented');
  });

  test('a condition is trusted as far as its least trusted operator', () => {
    const found = { 'number/lt': 'verified', 'number/ne': 'ignored' } as const;
    const state = (query: JsonObject, field = 'n') => stateOfCondition(found, { field, query }, columns);
    expect(state({ gte: 1 })).toBe('contract');
    expect(state({ gte: 1, lt: 5 })).toBe('verified');
    expect(state({ gte: 1, lt: 5, gt: 0 })).toBe('undocumented');
    expect(state({ gt: 1, ne: 5 })).toBe('ignored');
    expect(state({ lt: 5 }, 'name')).toBe('undocumented');
    expect(state({ or: [{ eq: 1 }, { ne: 2 }] })).toBe('ignored');
  });
});

describe('which condition a refusal is about', () => {
  const first = { field: '2201', query: { gte: 1 } };
  const second = { field: '2202', query: { near: 3 } };
  const third = { field: '2202', query: { em: 'yes' } };
  const filter: Filter = { and: [first, { or: [second, third] }] };

  test.each<[string, JsonObject | null]>([
    ['parameter filter.and.1.or.0.query.near is not known', second],
    ['filter.and[1].or[1] is invalid', third],
    ['unknown operator "near"', second],
    ['field 2201 cannot be compared', first],
    ['field 2202 does not take "em"', third],
    ['field 2202 is invalid', null],
    ['filter.and.7 is invalid', null],
    ['something is wrong in the filter', null],
    ['parameter limit is too large', null],
  ])('%s', (message, entry) => {
    expect(refusedEntry(filter, message)).toBe(entry);
  });

  test('the only condition, when the message mentions the filter', () => {
    expect(refusedEntry({ and: [second] }, 'the filter is invalid')).toBe(second);
    expect(refusedEntry({ and: [second] }, 'too many requests')).toBeNull();
    expect(refusedEntry({ and: [second] }, 'the database query took too long')).toBeNull();
  });
});
