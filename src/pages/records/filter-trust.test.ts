import { describe, expect, test } from 'vitest';
import type { Filter } from '../../contract/filter';
import type { Json, JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { judgeCondition, judgeRecord, type Verdict } from './evaluate-filter';
import { ignoredConditions, provenOperators, unprovenOperators } from './filter-trust';

function record(fields: JsonObject): DwRecord {
  return { item_id: '1', title: null, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
}

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
      expect(judgeCondition(record(value === undefined ? {} : { x: value }), { field: 'x', query })).toBe(verdict);
    },
  );

  test('groups: what is plain decides, what is not leaves it open', () => {
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

describe('whether an answer can be trusted', () => {
  const rows = [record({ n: 1 }), record({ n: 5 }), record({ n: 9 })];
  const filter: Filter = { and: [{ field: 'n', query: { gt: 3 } }] };

  test('rows that plainly do not match show that the operator was ignored', () => {
    expect(ignoredConditions(filter, rows)).toEqual([{ field: 'n', operator: 'gt', operand: 3, misses: 1, rows: 3 }]);
    expect(ignoredConditions(filter, rows.slice(1))).toEqual([]);
    expect(ignoredConditions({ or: [{ field: 'n', query: { gt: 3 } }] }, rows)).toEqual([]);
    expect(ignoredConditions(null, rows)).toEqual([]);
  });

  test('operators beyond the two of the contract are unproven', () => {
    const all: Filter = {
      and: [
        { field: 'n', query: { gte: 1, lt: 5 } },
        {
          or: [
            { field: 'n', query: { or: [{ eq: 1 }] } },
            { field: 'n', query: { em: true } },
          ],
        },
      ],
    };
    expect([...unprovenOperators(all)]).toEqual(['lt', 'em']);
  });

  test('an operator is proven when all rows match and, without it, not all do', () => {
    expect(provenOperators(filter, rows.slice(1), rows)).toEqual(['gt']);
    expect(provenOperators(filter, rows.slice(1), rows.slice(1))).toEqual([]);
    expect(provenOperators(filter, rows, rows)).toEqual([]);
    expect(provenOperators(filter, [], rows)).toEqual([]);
  });
});
