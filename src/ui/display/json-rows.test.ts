import { expect, test } from 'vitest';
import { allOpen, childrenAtOnce, jsonRows, siblingsOpen, type TreeStep, treeStep, untouched } from './json-rows';

const value = { id: 2n ** 60n, tags: ['a', 'b'], place: { city: 'Oslo', at: { lat: 1, lon: 2 } }, none: null };
const lines = (rows: ReturnType<typeof jsonRows>) => rows.map(({ path }) => path);

test('a tree is open to the requested depth, and every line knows its path', () => {
  const rows = jsonRows(value, 2, untouched);
  expect(lines(rows)).toEqual([
    '',
    '/id',
    '/tags',
    '/tags/0',
    '/tags/1',
    '/place',
    '/place/city',
    '/place/at',
    '/none',
  ]);
  expect(rows[5]).toMatchObject({ level: 2, kind: 'object', size: 2, open: true, place: 3, siblings: 4 });
  expect(rows[1]).toMatchObject({ kind: 'leaf', value: 2n ** 60n, name: 'id' });
  expect(lines(jsonRows(value, 0, untouched))).toEqual(['']);
});

test('names with slashes and tildes have distinct paths', () => {
  const rows = jsonRows({ 'a/b': 1, a: { b: 2 }, 'a~1b': 3, '~': 4 }, 9, untouched);
  expect(new Set(lines(rows)).size).toBe(rows.length);
});

test('a scalar alone is one line', () => {
  expect(jsonRows('x', 2, untouched)).toMatchObject([{ kind: 'leaf', value: 'x', level: 1 }]);
});

test('of many children the first are shown, with a line to show more', () => {
  const many = Array.from({ length: 250 }, (_, index) => index);
  const rows = jsonRows(many, 1, untouched);
  expect(rows).toHaveLength(1 + childrenAtOnce + 1);
  expect(rows.at(-1)).toMatchObject({ kind: 'more', size: 150, place: 101, siblings: 101 });
  expect(treeStep(rows, rows.length - 1, 'Enter')).toEqual({ kind: 'show-more', path: '' });
  const next = jsonRows(many, 1, { ...untouched, shown: new Map([['', 250]]) });
  expect(next).toHaveLength(251);
  expect(next.at(-1)?.kind).toBe('leaf');
});

test('the keys of a tree', () => {
  const rows = jsonRows(value, 2, untouched);
  const to = (step: TreeStep | null) => (step?.kind === 'go' ? rows[step.to]?.path : step);
  const from = (path: string, key: string) =>
    to(
      treeStep(
        rows,
        rows.findIndex((row) => row.path === path),
        key,
      ),
    );
  expect(from('', 'ArrowDown')).toBe('/id');
  expect(from('/id', 'ArrowUp')).toBe('');
  expect(from('', 'ArrowUp')).toBeNull();
  expect(from('/none', 'Home')).toBe('');
  expect(from('', 'End')).toBe('/none');
  expect(from('/tags', 'ArrowRight')).toBe('/tags/0');
  expect(from('/place/at', 'ArrowRight')).toEqual({ kind: 'turn', path: '/place/at', open: true });
  expect(from('/tags', 'ArrowLeft')).toEqual({ kind: 'turn', path: '/tags', open: false });
  expect(from('/tags/1', 'ArrowLeft')).toBe('/tags');
  expect(from('/place/at', ' ')).toEqual({ kind: 'turn', path: '/place/at', open: true });
  expect(from('/id', 'Enter')).toBeNull();
  expect(from('', 'p')).toBe('/place');
  expect(from('/place', 'c')).toBe('/place/city');
  expect(from('/place/city', 'i')).toBe('/id');
  expect(from('', 'x')).toBeNull();
});

test('an asterisk opens every sibling branch', () => {
  const shut = { turned: new Map([['/tags', false]]), shown: new Map() };
  const rows = jsonRows(value, 1, shut);
  const state = siblingsOpen(rows, 1, shut);
  expect(lines(jsonRows(value, 1, state))).toContain('/tags/1');
  expect(lines(jsonRows(value, 1, state))).toContain('/place/at');
  expect(lines(jsonRows(value, 1, state))).not.toContain('/place/at/lat');
});

test('everything is opened level by level, up to a number of lines', () => {
  expect(lines(jsonRows(value, 0, allOpen(value, 1000)))).toContain('/place/at/lon');
  const rows = jsonRows(value, 0, allOpen(value, 6));
  expect(lines(rows)).toEqual(['', '/id', '/tags', '/place', '/none']);
  const wide = Array.from({ length: 5000 }, () => ({ a: 1 }));
  expect(jsonRows(wide, 0, allOpen(wide, 2000)).length).toBeLessThanOrEqual(2002);
});
