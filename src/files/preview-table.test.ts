import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRows } from './preview-table';

describe('rows of comma-separated values', () => {
  test('may have quoted cells with separators, quotes and line breaks', () => {
    expect(csvRows('name,note\r\n"Smith, A","says ""hi""\nand goes"\r\n').rows).toEqual([
      ['name', 'note'],
      ['Smith, A', 'says "hi"\nand goes'],
    ]);
  });
  test('are read as written, whatever the cells contain', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '门', '"', ',', '\n', '\r', ' ', '') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 }), (rows) => {
        const text = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join('\r\n');
        // A mark before the text is none of it.
        expect(csvRows(`\uFEFF${text}`).rows).toEqual(rows);
      }),
    );
  });
  test('are separated by the first line’s most frequent delimiter', () => {
    expect(csvRows('a;b,c;d\n1;2;3').rows).toEqual([
      ['a', 'b,c', 'd'],
      ['1', '2', '3'],
    ]);
    expect(csvRows('a\tb').rows).toEqual([['a', 'b']]);
  });
  test('omit the last one where the text was cut', () => {
    expect(csvRows('a,b\n1,2\n3,', true).rows).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(csvRows('a,b\n1,2\n', true).rows).toHaveLength(2);
  });
  test('are cut at an unclosed quote, as in an import', () => {
    expect(csvRows('a,"b\nc').rows).toEqual([['a', '"b'], ['c']]);
  });
  test('are bounded, with a note', () => {
    const long = csvRows('x\n'.repeat(20_001));
    expect([long.rows.length, long.moreRows]).toEqual([20_000, true]);
    const wide = csvRows(Array.from({ length: 300 }, (_, index) => String(index)).join(','));
    expect([wide.rows[0]?.length, wide.columns, wide.moreColumns]).toEqual([200, 200, true]);
    expect(csvRows('')).toEqual({ rows: [], columns: 0, moreRows: false, moreColumns: false });
  });
});
