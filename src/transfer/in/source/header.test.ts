import { expect, test } from 'vitest';
import { ImportSession } from '../worker/import-session';
import { findHeader } from './header';

/** Rows of a text with a line for each, blank ones left out. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .flatMap((row, at) => (row === '' ? [] : [{ cells: row.split(','), line: at + 1, nextLine: at + 2 }]));

test.each<[what: string, text: string, line: number, other: number | null]>([
  ['a header above its rows', 'Name,File\na,a.csv', 1, null],
  ['a header alone', 'Name,File', 1, null],
  ['one column', 'Name\na\nb', 1, null],
  ['a title over two columns, apart', 'Monthly report\n\nName,File\na,a.csv\nb,b.csv', 3, null],
  ['a title over two columns, apart, without rows', 'Monthly report\n\nName,File', 3, null],
  ['a title over three columns', 'Report\nName,File,Size\na,a.csv,1', 2, null],
  ['a title of several lines', 'Report\nby Ann\n2026-02-03\nName,File\na,a.csv\nb,b.csv', 4, 1],
  ['a title that is padded', 'Report,,\nName,File,Size\na,a.csv,1', 2, null],
  ['a title or a short header', 'Report\nName,File\na,a.csv', 2, 1],
  ['a title over a column of numbers', 'Report\nName,Size\na,1', 2, null],
  ['a line of groups', 'Data sets,,Facts,\nName,File,Description,Size\na,a.csv,d,1', 2, null],
  ['a line of groups over texts', 'Data sets,,Facts,\nName,File,Description,Kind\na,a.csv,d,e', 2, 1],
  ['a full line of groups', 'Data sets,Facts,More\nName,Description,Size\na,d,1\nb,,2', 1, 2],
  ['names for people and for programs', 'Name,Size (bytes)\nname,size\na,1', 1, 2],
  ['rows of texts', 'Name,File\na,a.csv\nb,b.csv', 1, null],
  ['years as names', 'Country,2024,2025\nFrance,1,2', 1, null],
  ['a header with fewer cells than rows', 'Name,File,Size\na,a.csv,1,checked\nb,b.csv,2,ok', 1, null],
  ['a header over rows that are nearly blank', 'A,B,C,D,E,F\n1,,,,,\n,2,,,,\n,,,4,,', 1, null],
  ['a title over rows that are nearly blank', 'Report\nA,B,C,D,E,F\na,,,,,\n,b,,,,\n,,c,,,', 2, 1],
  ['a row with too many cells', 'Name,File\na,a.csv\nb,b,b,b,b,b,b.csv\nc,c.csv', 1, null],
  ['a list of texts with commas', 'Text\nhello\none, two\nbye\nsee you', 1, null],
])('the header of %s', (_what, text, line, other) => {
  const rows = rowsOf(text);
  const found = findHeader(rows);
  expect([rows[found.at]?.line, found.other === null ? null : rows[found.other]?.line]).toEqual([line, other]);
});

test('lines of which each may be the header are shown, whichever is chosen', async () => {
  const file = new Blob(['Report\nName,File\na,a.csv\n']);
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  const likelyHeaders = [
    { line: 1, cells: ['Report'] },
    { line: 2, cells: ['Name', 'File'] },
  ];
  const open = (headerLine?: number) => new ImportSession().open({ file, choice: { headerLine } }, options);
  expect(await open()).toMatchObject({ headerLine: 2, rows: 1, likelyHeaders });
  expect(await open(1)).toMatchObject({ headerLine: 1, rows: 2, likelyHeaders });
});
