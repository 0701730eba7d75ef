import { expect, test } from 'vitest';
import type { Filter } from '../../../contract/filter';
import { formatRecordsSearch } from '../../../url/records-search';
import { formatSearch, keepFilter, keptFilter, readSearch } from './use-records-search';

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
  const search = formatSearch({ filter: long, kept: null, order: null, record: null, field: null, columns: null });
  expect(search).toMatch(/^kept=f\w+$/);
  expect(readSearch(new URLSearchParams(search)).search.filter).toEqual(long);
  expect(
    formatSearch({ filter: asking(2), kept: 'fgone', order: null, record: null, field: null, columns: null }),
  ).toMatch(/^filter=/);
});

test('an unknown name is reported, and harmless', () => {
  const { search, problems } = readSearch(new URLSearchParams('kept=fnothere&record=1'));
  expect(search).toMatchObject({ filter: null, kept: 'fnothere', record: '1' });
  expect(problems).toEqual([{ parameter: 'kept', reason: 'not-here' }]);
});

test('without a filter no name is left', () => {
  expect(formatSearch({ filter: null, kept: null, order: null, record: null, field: null, columns: null })).toBe('');
});
