import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTsv, parseTsv } from './csv';

const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', ',', '漢', '=') });
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });

test('written cells are read back unchanged', () => {
  fc.assert(
    fc.property(rows, (cells) => {
      expect(parseTsv(formatTsv(cells))).toEqual(cells);
    }),
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
  ['quotes inside', '"say ""hi""\tnow"\r\n', [['say "hi"\tnow']]],
  ['a quote that never closes', '"abc\tb', [['"abc', 'b']]],
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
  ['nothing', '', []],
])('%s', (_name, text, expected) => expect(parseTsv(text)).toEqual(expected));
