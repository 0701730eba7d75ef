import { describe, expect, test } from 'vitest';
import { block, column } from '../test-columns';
import { keyCandidates } from './key-candidates';
import { byChance, counterOf, coverageOf, isSafe, ranked, verdictOf } from './key-quality';

describe('key quality', () => {
  const mapped = ['a', 'b', 'c'].map((field_id, place) => column('text', { field_id, column: place }));
  const rows = [
    ['x1', 'p', 'k'],
    ['X1', 'q', 'k'],
    ['x2', 'p', 'l'],
    ['x 2', 'q', 'l'],
    ['', 'r', 'k'],
    ['x1', 'r', 'l'],
  ];
  const judge = (fields: string[]) => {
    const counter = counterOf(fields, mapped);
    counter?.add(block(rows));
    counter?.addLines(block(rows));
    return counter?.result();
  };

  test('counts empty, duplicate and similar keys, with lines', () => {
    expect(judge(['a'])).toMatchObject({
      rows: 6,
      empty: 1,
      duplicates: 1,
      similar: 2,
      duplicateExamples: [{ text: 'x1', lines: [2, 7] }],
    });
    expect(judge(['a'])?.similarExamples.map(({ lines }) => lines)).toEqual([
      [2, 3, 7],
      [4, 5],
    ]);
  });

  test('of two keys that skip a few rows the name is suggested, not the number beside it', () => {
    const named = Array.from({ length: 200 }, (_row, index) => [
      index < 3 ? '' : `name ${index}`,
      index < 1 ? '' : `${index}`,
    ]);
    const columns = [column('text', { field_id: 'name' }), column('number', { field_id: 'weight', column: 1 })];
    const findings = [['weight'], ['name']].flatMap((fields) => {
      const counter = counterOf(fields, columns);
      counter?.add(block(named));
      return counter ? [counter.result()] : [];
    });
    expect(ranked(findings).map(({ fields }) => fields)).toEqual([['name'], ['weight']]);
  });

  test('a name is suggested before a year with an option, which is unique only by chance', () => {
    const columns = [
      column('text', { field_id: 'name' }),
      column('date', { field_id: 'year', column: 1 }),
      column('option', { field_id: 'cylinders', column: 2 }),
    ];
    const given = [
      ['duster', '1970-12-31', '6'],
      ['', '1970-01-01', '6'],
      ['hornet', '1970-01-01', '8'],
    ];
    const findings = [['year', 'cylinders'], ['cylinders'], ['name']].flatMap((fields) => {
      const counter = counterOf(fields, columns);
      counter?.add(block(given));
      return counter ? [counter.result()] : [];
    });
    expect(ranked(findings).map(({ fields }) => fields.join())).toEqual(['name', 'year,cylinders', 'cylinders']);
    expect(findings.map(byChance)).toEqual([true, true, false]);
  });

  test('rows with a record ID are matched by it first: a key is judged by the other rows only', () => {
    const columns = [column('text', { field_id: 'item_id' }), column('text', { field_id: 'name', column: 1 })];
    const given = [
      ['1', 'a'],
      ['2', 'a'],
      ['2', ''],
      ['', 'b'],
      ['', 'c'],
    ];
    expect(keyCandidates(columns, given)).toEqual([['item_id'], ['name']]);
    const [id, name] = [['item_id'], ['name']].map((fields) => {
      const counter = counterOf(fields, columns);
      counter?.add(block(given));
      return counter?.result();
    });
    expect(id).toMatchObject({ rows: 5, byId: 0, empty: 2, duplicates: 1 });
    expect(name).toMatchObject({ rows: 5, byId: 3, empty: 0, duplicates: 1 });
  });

  test('a key is safe only if judged in file and table; where every row has an ID it is not judged', () => {
    const columns = [column('text', { field_id: 'item_id' }), column('number', { field_id: 'power', column: 1 })];
    const found = (fields: string[], given: string[][]) => {
      const counter = counterOf(fields, columns);
      counter?.add(block(given));
      return counter?.result() as NonNullable<ReturnType<typeof judge>>;
    };
    const withIds = found(
      ['power'],
      [
        ['1', '5'],
        ['2', '5'],
      ],
    );
    expect([verdictOf(withIds, null), verdictOf(withIds, 0), verdictOf(withIds, 2)]).toEqual([
      'id-first',
      'id-first',
      'unsafe',
    ]);
    expect(byChance(withIds)).toBe(false);
    const some = found(
      ['power'],
      [
        ['1', '5'],
        ['', '5'],
      ],
    );
    expect([verdictOf(some, null), verdictOf(some, 0), byChance(some)]).toEqual(['safe-in-file', 'safe', true]);
    const repeated = found(
      ['power'],
      [
        ['', '5'],
        ['', '5'],
      ],
    );
    expect(verdictOf(repeated, 0)).toBe('unsafe');
    expect(verdictOf(found(['item_id'], [['1', '5']]), null)).toBe('safe');
    expect(verdictOf(found(['item_id'], [['', '5']]), null)).toBe('useless');
  });

  test('where no key is unique the best one is suggested, and lines with an empty key are listed', () => {
    const columns = [
      column('text', { field_id: 'name' }),
      column('date', { field_id: 'day', column: 1 }),
      column('number', { field_id: 'weight', column: 2 }),
      column('text', { field_id: 'origin', column: 3 }),
    ];
    // Names come thrice, a name and a day once; one row is there twice, one day is no day, one is blank.
    const cars = Array.from({ length: 60 }, (_row, index) => [
      `car ${index % 20}`,
      `${1970 + Math.floor(index / 20)}-01-01`,
      `${index * 7}`,
      index % 2 === 0 ? 'USA' : 'Japan',
    ]);
    cars.push(['car 3', '1970-01-01', '21', 'Japan'], ['car 4', 'spring', '5', 'USA'], ['car 5', '', '6', 'USA']);
    const keys = keyCandidates(columns, cars);
    expect(keys).toContainEqual(['name']);
    expect(keys).toContainEqual(['name', 'day']);
    expect(keys).not.toContainEqual(['origin']);
    const findings = keys.flatMap((fields) => {
      const counter = counterOf(fields, columns);
      counter?.add(block(cars));
      return counter ? [counter.result()] : [];
    });
    const [best] = ranked(findings);
    expect(best).toMatchObject({ fields: ['name', 'day'], empty: 2, unfit: 1, duplicates: 1, emptyLines: [63, 64] });
    expect(best && byChance(best)).toBe(false);
  });

  test('a number unique by chance is not suggested; a single row can be matched by name', () => {
    const columns = [column('number', { field_id: 'power' }), column('text', { field_id: 'name', column: 1 })];
    const given = [
      ['90', 'a'],
      ['75', 'b'],
      ['60', 'b'],
    ];
    const findings = [['power'], ['name']].flatMap((fields) => {
      const counter = counterOf(fields, columns);
      counter?.add(block(given));
      return counter ? [counter.result()] : [];
    });
    expect(ranked(findings).map((finding) => [finding.fields.join(), byChance(finding)])).toEqual([
      ['name', false],
      ['power', true],
    ]);
    expect(keyCandidates(columns, given)).toEqual([['name']]);
    expect(keyCandidates(columns.slice(0, 1), given)).toEqual([['power']]);
    expect(keyCandidates(columns, given.slice(0, 1))).toContainEqual(['name']);
  });

  test('for tables with record IDs a name key is suggested too, as new rows have no ID; never a latitude', () => {
    const columns = [
      column('text', { field_id: 'item_id' }),
      column('number', { field_id: 'latitude', column: 1 }),
      column('text', { field_id: 'name', column: 2 }),
    ];
    const cities = Array.from({ length: 41 }, (_row, index) => [
      index < 38 ? `${index < 37 ? index : 36}` : '',
      `${index}.5`,
      `city ${index}`,
    ]);
    expect(keyCandidates(columns, cities)).toEqual([['item_id'], ['name']]);
    const findings = [['item_id'], ['latitude'], ['name']].flatMap((fields) => {
      const counter = counterOf(fields, columns);
      counter?.add(block(cities));
      return counter ? [counter.result()] : [];
    });
    const [best, ...others] = ranked(findings);
    expect(best).toMatchObject({ fields: ['name'], byId: 38, empty: 0, duplicates: 1 });
    expect(best && verdictOf(best, null)).toBe('usable-but');
    expect(others.map(({ fields }) => fields[0])).toEqual(['item_id', 'latitude']);
    const many = Array.from({ length: 300 }, (_row, index) => ['', `${index}.25`, `city ${index % 290}`]);
    expect(keyCandidates(columns, many)).toContainEqual(['name']);
    expect(keyCandidates(columns, many)).not.toContainEqual(['latitude']);
  });

  test('covers all rows only if none is without it', () => {
    expect([coverageOf({ rows: 4, empty: 0 }), coverageOf({ rows: 4, empty: 1 })]).toEqual([1, 0.75]);
    expect(coverageOf({ rows: 9, empty: 2 })).toBe(0.778);
    expect(coverageOf({ rows: 9, empty: 3 })).toBe(0.667);
    expect(coverageOf({ rows: 100_000, empty: 1 })).toBe(0.999);
    expect(coverageOf({ rows: 100_000, empty: 99_999 })).toBe(0.001);
    expect(coverageOf({ rows: 7, empty: 7 })).toBe(0);
    expect(coverageOf({ rows: 0, empty: 0 })).toBe(0);
  });

  test('a joint key is judged as one; the smallest safe one comes first', () => {
    expect(keyCandidates(mapped, rows)).toContainEqual(['b', 'c']);
    const findings = [['a'], ['b'], ['b', 'c']].map((fields) => judge(fields) as NonNullable<ReturnType<typeof judge>>);
    expect(ranked(findings).map(({ fields }) => fields)[0]).toEqual(['b', 'c']);
    expect(isSafe(ranked(findings)[0] as (typeof findings)[0])).toBe(true);
  });
});
