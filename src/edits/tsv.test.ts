import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTsv } from './csv-writer';
import { parseTsv } from './tsv';

test('written cells are read back unchanged, with tabs, lines and quotes in them', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', ',', '漢', '=') });
  // As text alone, a quote at the beginning of one cell and at the end of another one are those of a quoted cell: the table beside it tells them apart.
  const plain = cell.filter((text) => !text.startsWith('"') || /[\t\n]/.test(text));
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((columns) =>
      fc.array(fc.array(plain, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }),
    );
  fc.assert(
    fc.property(rows, (cells) => {
      expect(parseTsv(formatTsv(cells))).toEqual(cells);
    }),
    { numRuns: 1000 },
  );
});

test.each<[string, string, string[][]]>([
  [
    'a rectangle from Excel',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'no line end at the end, as Sheets writes it',
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a cell of two lines', '"one\ntwo"\tb\r\n', [['one\ntwo', 'b']]],
  ['cells of two lines in the middle', 'x\t"one\ntwo"\ty\r\n', [['x', 'one\ntwo', 'y']]],
  ['one cell of two lines with a tab', '"one\ntwo\t""three"""', [['one\ntwo\t"three"']]],
  ['one cell of two lines', '"one\ntwo"', [['one\ntwo']]],
  ['a cell of two lines where the system ends all lines alike', '"one\r\ntwo"\tb\r\n', [['one\r\ntwo', 'b']]],
  ['quotes inside a quoted cell', '"say ""hi""\tnow"\r\n', [['say "hi"\tnow']]],
  [
    'a quote that never closes',
    '"abc\tb\nnext\tc',
    [
      ['"abc', 'b'],
      ['next', 'c'],
    ],
  ],
  ['two cells that begin with a quote', '"Big\t"Small\r\n', [['"Big', '"Small']]],
  ['two quotes at the beginning', '""x\ty\r\n', [['""x', 'y']]],
  ['a text in quotes', '"Big"\t""\t"""Doc."""\r\n', [['"Big"', '""', '"""Doc."""']]],
  [
    'a quote that an inch two rows below would close',
    '"Big\t1\r\nsmall\t2\r\n12"\t3\r\n',
    [
      ['"Big', '1'],
      ['small', '2'],
      ['12"', '3'],
    ],
  ],
  [
    'quotes around the first and the last text of a row, which is as long as the others',
    '"Big\tOslo"\r\nsmall\tBergen\r\n',
    [
      ['"Big', 'Oslo"'],
      ['small', 'Bergen'],
    ],
  ],
  [
    'quotes around a cell with a tab, with which its row is as long as the others',
    '"Big\tOslo"\tx\r\nsmall\ty\r\n',
    [
      ['Big\tOslo', 'x'],
      ['small', 'y'],
    ],
  ],
  [
    'quotes around a cell with a tab where no row is as long as another',
    '"Big\tOslo"\r\na\tb\tc\r\n',
    [['Big\tOslo'], ['a', 'b', 'c']],
  ],
  ['one row alone with such quotes, which nothing decides', '"Big\tOslo"\r\n', [['Big\tOslo']]],
  ['inches', '12" pipe\tb', [['12" pipe', 'b']]],
  [
    'empty cells',
    '\t\r\n\t',
    [
      ['', ''],
      ['', ''],
    ],
  ],
  ['an empty line between', 'a\n\nb\n', [['a'], [''], ['b']]],
  ['old line ends', 'a\rb\r', [['a'], ['b']]],
  ['nothing', '', []],
])('%s', (_name, text, expected) => expect(parseTsv(text)).toEqual(expected));
