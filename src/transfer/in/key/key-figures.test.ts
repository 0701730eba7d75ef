import { describe, expect, test } from 'vitest';
import type { JobField } from '../../../storage/job-rows';
import { recordOf } from '../../out/test-records';
import { block, column } from '../test-columns';
import { counterOf, coverageOf } from './key-quality';
import { tableKeyCounter } from './table-keys';

/** The same numbers in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 48_271) % 0x7fffffff;
    return state % sides;
  };
}

const spellings: ((name: string) => string)[] = [
  (name) => name,
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replace(' ', '  '),
  (name) => ` ${name}`,
  (name) => `${name}\u00a0`,
  (name) => name.replace('o', 'ó'),
  (name) => `00${name}`,
];
const oddities = ['', '', '   ', '\t', '\u3000', '007', '7', '07', '0', '00', '１２', '12', '1e5', 'TRUE', 'true'];
const years = ['1970', '1970.0', ' 1982', '1982', '1,982', '', 'many'];

/** Counted the simple way: each row compared with all others, letter by letter. */
const sameToAPerson = (text: string): string => {
  const letters = [...text.normalize('NFKC').normalize('NFD')].filter(
    (letter) => !/\s/.test(letter) && (letter < '\u0300' || letter > '\u036f'),
  );
  const small = letters.join('').normalize('NFC').toLowerCase();
  const digits = [...small];
  while (digits.length > 1 && digits[0] === '0') digits.shift();
  return digits.join('');
};
type Pair = readonly [name: string, year: number] | null;
const inWords = (pair: Pair): string => JSON.stringify(pair);
const nearly = (pair: Pair): string => JSON.stringify(pair && [sameToAPerson(pair[0]), pair[1]]);

describe('key figures equal a naive count', () => {
  const roll = dice(20_261_123);
  const names = Array.from({ length: 60 }, (_name, index) => `ford model ${index}`);
  const one = <T>(all: readonly T[]): T => all[roll(all.length)] as T;
  const rows = Array.from({ length: 500 }, () => [
    roll(4) === 0 ? one(oddities) : one(spellings)(one(names)),
    one(years),
  ]);
  const table = Array.from({ length: 120 }, () => [one([...names, '', '  ', null]), one([1970, 1982, null])] as const);
  const mapped = [column('text', { field_id: 'name' }), column('number', { field_id: 'year', column: 1 })];

  const pairOf = (name: string | null, year: number | null, byYear: boolean): Pair =>
    name === null || name.trim() === '' || (byYear && year === null) ? null : [name, byYear ? (year ?? 0) : 0];
  const yearOf = (text: string): number | null => {
    const digits = text.replace(',', '').trim();
    return digits === '' || digits === 'many' ? null : Number(digits);
  };

  test.each([
    ['a text', ['name'], false],
    ['a text and a number', ['name', 'year'], true],
  ] as const)('%s', (_name, fields, byYear) => {
    const counter = counterOf(fields, mapped);
    counter?.add(block(rows));
    const found = counter?.result();

    const pairs = rows.map(([name = '', year = '']) => pairOf(name, yearOf(year), byYear));
    const given = pairs.filter((pair) => pair !== null);
    const without = pairs.length - given.length;
    // A duplicate has a row before it with the same key; a similar one has one that looks the same, and none with the same key.
    const hasEarlier = (index: number, same: (pair: Pair) => string): boolean =>
      given.slice(0, index).some((other) => same(other) === same(given[index] ?? null));
    const duplicates = given.filter((_pair, index) => hasEarlier(index, inWords)).length;
    const near = given.filter((_pair, index) => !hasEarlier(index, inWords) && hasEarlier(index, nearly)).length;
    expect(found).toMatchObject({ rows: 500, empty: without, duplicates, similar: near });
    expect(coverageOf(found ?? { rows: 0, empty: 0 })).toBe(Math.floor((given.length / 500) * 1000) / 1000);
    // None of them is there by nothing.
    expect(Math.min(without, duplicates, near)).toBeGreaterThan(10);

    const records = table.map(([name, year], index) => recordOf(`${index}`, { name, year }));
    const field = (id: string): JobField => ({
      field_id: id,
      name: id,
      kind: id === 'year' ? 'number' : 'text',
      options: [],
    });
    const inTable = tableKeyCounter([fields], field);
    inTable.add(records);
    const held = table.map(([name, year]) => pairOf(name, year, byYear)).filter((pair) => pair !== null);
    const shared = held.filter((pair) => held.filter((other) => inWords(other) === inWords(pair)).length > 1).length;
    expect([...inTable.duplicates().values()]).toEqual([shared]);
    expect(shared).toBeGreaterThan(10);
  });
});
