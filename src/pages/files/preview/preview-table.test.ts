import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRows } from './preview-table';

describe('rows of comma-separated values', () => {
  test('have quoted cells with separators, quotes and line ends in them', () => {
    expect(csvRows('name,note\r\n"Smith, A","says ""hi""\nand goes"\r\n').rows).toEqual([
      ['name', 'note'],
      ['Smith, A', 'says "hi"\nand goes'],
    ]);
  });
  test('are the same as they were written, whatever is in the cells', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '门', '"', ',', '\n', '\r', ' ', '') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 }), (rows) => {
        const text = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join('\r\n');
        // A mark before the text is none of it.
        expect(csvRows(`\uFEFF${text}`).rows).toEqual(rows);
      }),
    );
  });
  test('are told apart by what the first line has most of', () => {
    expect(csvRows('a;b,c;d\n1;2;3').rows).toEqual([
      ['a', 'b,c', 'd'],
      ['1', '2', '3'],
    ]);
    expect(csvRows('a\tb').rows).toEqual([['a', 'b']]);
  });
  test('leave out the last one where the text was cut', () => {
    expect(csvRows('a,b\n1,2\n3,', true).rows).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(csvRows('a,b\n1,2\n', true).rows).toHaveLength(2);
  });
  test('are cut at the line where a quote is never closed, as an import reads them', () => {
    expect(csvRows('a,"b\nc').rows).toEqual([['a', '"b'], ['c']]);
  });
  test('are bounded, and say so', () => {
    const long = csvRows('x\n'.repeat(20_001));
    expect([long.rows.length, long.moreRows]).toEqual([20_000, true]);
    const wide = csvRows(Array.from({ length: 300 }, (_, index) => String(index)).join(','));
    expect([wide.rows[0]?.length, wide.columns, wide.moreColumns]).toEqual([200, 200, true]);
    expect(csvRows('')).toEqual({ rows: [], columns: 0, moreRows: false, moreColumns: false });
  });
});
