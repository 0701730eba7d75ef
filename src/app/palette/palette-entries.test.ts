import { expect, test } from 'vitest';
import { matchEntries, type PaletteGroup } from './palette-entries';

const entry = (label: string, hint?: string) => ({ key: label, label, hint, icon: () => null as never, run: () => {} });
const groups: PaletteGroup[] = [
  { title: 'Pages', entries: [entry('Jobs'), entry('Files')] },
  { title: 'Tables', entries: [entry('old_files', 'ext · 2101'), entry('files_2026', 'sync · 2102')] },
];
const found = (query: string) => matchEntries(groups, query).map((g) => [g.title, ...g.entries.map((e) => e.label)]);

test('everything while nothing is typed', () => {
  expect(found('')).toEqual([
    ['Pages', 'Jobs', 'Files'],
    ['Tables', 'old_files', 'files_2026'],
  ]);
});

test('groups without a match are left out, and what begins with the query comes first', () => {
  expect(found('FILES')).toEqual([
    ['Pages', 'Files'],
    ['Tables', 'files_2026', 'old_files'],
  ]);
});

test('each word counts, in any order, also in the hint', () => {
  expect(found('2101 files')).toEqual([['Tables', 'old_files']]);
});

test('nothing for nothing', () => {
  expect(found('zebra')).toEqual([]);
});

test('a long group is cut', () => {
  const many = [{ title: 'Tables', entries: Array.from({ length: 99 }, (_, n) => entry(`t${n}`)) }];
  expect(matchEntries(many, 't')[0]?.entries).toHaveLength(30);
});
