import { expect, test } from 'vitest';
import { matchEntries, type PaletteGroup } from './use-palette-groups';

const entry = (label: string, hint?: string) => ({ key: label, label, hint, icon: () => null as never, run: () => {} });
const groups: PaletteGroup[] = [
  { title: 'Pages', entries: [entry('Jobs'), entry('Files')] },
  { title: 'Tables', entries: [entry('old_files', 'ext · 2101'), entry('files_2026', 'sync · 2102')] },
];
const found = (query: string) => matchEntries(groups, query).map((g) => [g.title, ...g.entries.map((e) => e.label)]);

test('lists everything while nothing is typed', () => {
  expect(found('')).toEqual([
    ['Pages', 'Jobs', 'Files'],
    ['Tables', 'old_files', 'files_2026'],
  ]);
});

test('hides groups without a match, and lists prefixes first', () => {
  expect(found('FILES')).toEqual([
    ['Pages', 'Files'],
    ['Tables', 'files_2026', 'old_files'],
  ]);
});

test('matches each word in any order, also in the hint', () => {
  expect(found('2101 files')).toEqual([['Tables', 'old_files']]);
});

test('matches the title of a group where no entry does', () => {
  expect(found('tables')).toEqual([['Tables', 'old_files', 'files_2026']]);
  expect(found('pages jobs')).toEqual([['Pages', 'Jobs']]);
});

test('lists nothing where nothing matches', () => {
  expect(found('zebra')).toEqual([]);
});

test('cuts a long group', () => {
  const many = [{ title: 'Tables', entries: Array.from({ length: 99 }, (_, n) => entry(`t${n}`)) }];
  expect(matchEntries(many, 't')[0]?.entries).toHaveLength(30);
});
