import { expect, test } from 'vitest';
import type { Filter } from '../contract/filter';
import { keepFilter, keptFilter } from '../storage/long-filters';
import { formatRecordsAddress, readRecordsAddress } from './records-address';
import { formatRecordsSearch } from './records-search';

const asking = (count: number, first = 0): Filter => ({
  and: [{ field: '2201', query: { in: Array.from({ length: count }, (_each, index) => `value ${first + index}`) } }],
});

test('a long filter is stored under a name for the address; equal filters share it', () => {
  const long = asking(1000);
  const name = keepFilter(long);
  expect(formatRecordsSearch({ kept: name })).toBe(`kept=${name}`);
  expect(keptFilter(name)).toEqual(long);
  expect(keepFilter(long)).toBe(name);
  expect(keptFilter('f0000')).toBeNull();
});

test('the last twenty are kept', () => {
  const names = Array.from({ length: 25 }, (_each, index) => keepFilter(asking(1, index * 1000)));
  expect(new Set(names).size).toBe(25);
  expect(names.map((name) => keptFilter(name) !== null)).toEqual([...Array(5).fill(false), ...Array(20).fill(true)]);
});

test('an address past 8 KB holds the name, a shorter one the filter itself', () => {
  const long = asking(1000);
  const search = formatRecordsAddress({ filter: long });
  expect(search).toMatch(/^kept=f\w+$/);
  expect(readRecordsAddress(new URLSearchParams(search)).search.filter).toEqual(long);
  expect(formatRecordsAddress({ filter: asking(2), kept: 'fgone' })).toMatch(/^filter=/);
});

test('an unknown name is reported, and harmless', () => {
  const { search, problems } = readRecordsAddress(new URLSearchParams('kept=fnothere&record=1'));
  expect(search).toMatchObject({ filter: null, kept: 'fnothere', record: '1' });
  expect(problems).toEqual([{ parameter: 'kept', reason: 'not-here' }]);
});

test('without a filter no name is left', () => {
  expect(formatRecordsAddress({ filter: null, kept: null, order: null, record: null })).toBe('');
});
