import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { columnKindKey, firstGapsOf } from '../columns/column-label';
import { distributionOf } from './distribution';
import { addPage, distinctMax, mostFrequent, newFacts, nextPages } from './field-facts';
import { profilesOf } from './profile';

function record(fields: JsonObject): DwRecord {
  return { item_id: '1', title: null, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
}

describe('what a column header shows', () => {
  const rows = (count: number, a: (row: number) => Json) =>
    Array.from({ length: count }, (_, row) => record({ a: a(row) }));

  test('the share of empty values is of the first page only', () => {
    const empty = (row: number) => (row < 23 ? null : row);
    const shares = [100, 250, 500].map((count) => {
      const profile = profilesOf(rows(count, empty)).get('a');
      return profile && [firstGapsOf(profile), profile.first.records];
    });
    expect(shares).toEqual([
      [0.23, 100],
      [0.23, 100],
      [0.23, 100],
    ]);
  });

  test('each bar knows its range, and together they cover all numbers', () => {
    const profile = profilesOf(rows(25, (row) => row)).get('a');
    const ranges = profile && distributionOf(profile, 'number')?.ranges;
    expect(ranges).toHaveLength(12);
    expect(ranges?.[0]).toEqual({ from: 0, to: 2, holdsEnd: false });
    expect(ranges?.at(-1)).toEqual({ from: 22, to: 24, holdsEnd: true });
  });
});

describe('the type of a field of options', () => {
  const typeOf = (values: Json[], isMulti?: boolean) =>
    columnKindKey({
      kind: 'option',
      config:
        isMulti === undefined
          ? null
          : { field_id: 'a', name: 'A', field_type: 'category', required: false, config: { is_multi: isMulti } },
      profile: profilesOf(values.map((a) => record({ a }))).get('a') ?? null,
    });
  const x = { id: '1', name: 'x' };
  const one: Json = [x];
  const two: Json = [x, { id: '2', name: 'y' }];

  test('is single or multi-select by config, else by values, else open', () => {
    expect(typeOf([one])).toBe('kind.single_select');
    expect(typeOf([one, two])).toBe('kind.multi_select');
    expect(typeOf([one], true)).toBe('kind.multi_select');
    expect(typeOf([one, two], false)).toBe('kind.single_select');
    expect([typeOf([]), typeOf([null])]).toEqual(['kind.option', 'kind.option']);
  });
});

describe('what loaded rows say about a field', () => {
  test('missing, null, empty and distinct values are counted over all pages, each page once', () => {
    const facts = newFacts();
    expect(addPage(facts, 0, [record({ a: 'x' }), record({ a: null }), record({ a: '' })], null)).toBe(true);
    expect(addPage(facts, 1, [record({ a: 'x', b: 1 }), record({ b: 1 }), record({ a: 'y' })], null)).toBe(true);
    expect(addPage(facts, 1, [record({ a: 'z' })], null)).toBe(false);
    expect(facts.rows).toBe(6);
    const a = facts.fields.get('a');
    expect(a?.profile).toMatchObject({ records: 6, missing: 1, nulls: 1, empties: 1 });
    expect(a && mostFrequent(a, 5)).toEqual([
      { key: '"x"', value: 'x', count: 2 },
      { key: '"y"', value: 'y', count: 1 },
    ]);
    expect(facts.fields.get('b')?.profile).toMatchObject({ records: 6, missing: 4, nulls: 0 });
    expect(nextPages(facts, 2)).toEqual([2, 3]);
  });

  test('a page requested with some fields only does not count the others as missing', () => {
    const facts = newFacts();
    addPage(facts, 0, [record({ a: 1 })], null);
    expect(addPage(facts, 1, [record({ b: 1 })], new Set(['b']))).toBe(false);
    expect(facts.fields.get('a')?.profile).toMatchObject({ records: 1, missing: 0 });
    expect(nextPages(facts, 1)).toEqual([1]);
  });

  test('values that differ in type, or late in a long text, are distinct', () => {
    const facts = newFacts();
    const long = 'x'.repeat(5000);
    addPage(
      facts,
      0,
      [1, '1', true, [1], `${long}a`, `${long}b`, 9007199254740993n].map((a) => record({ a })),
      null,
    );
    const a = facts.fields.get('a');
    expect(a?.distinct.size).toBe(7);
    expect(String(a && [...a.distinct.values()][4]?.value).length).toBeLessThan(400);
  });

  test('past a bound only “more” distinct values are known', () => {
    const facts = newFacts();
    const records = Array.from({ length: distinctMax + 5 }, (_, a) => record({ a }));
    addPage(facts, 0, records, null);
    expect(facts.fields.get('a')).toMatchObject({ distinctCut: true });
    expect(facts.fields.get('a')?.distinct.size).toBe(distinctMax);
  });

  test('the result is the same in whatever pages the rows come', () => {
    const value = fc.constantFrom<Json>(null, '', 'x', 'y', 3, true, [], [{ id: '1', name: 'n' }]);
    const rows = fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c'), value), { maxLength: 30 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 9 }), (fields, size) => {
        const records = fields.map((each) => record({ ...each }));
        const facts = newFacts();
        for (let at = 0; at * size < records.length; at += 1) {
          addPage(facts, at, records.slice(at * size, (at + 1) * size), null);
        }
        for (const [id, profile] of profilesOf(records)) {
          expect(facts.fields.get(id)?.profile).toMatchObject({
            records: profile.records,
            missing: profile.missing,
            nulls: profile.nulls,
            empties: profile.empties,
            kinds: profile.kinds,
          });
        }
      }),
    );
  });
});
