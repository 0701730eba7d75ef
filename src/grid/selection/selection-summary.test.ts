import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DwRecord } from '../../contract/records';
import { noDrafts } from '../../edits/drafts';
import { columnsOf } from '../columns/columns-of';
import { nextPage, readRows } from '../rows/read-rows';
import { numberText, summarise } from './selection-summary';

const record = (row: number): DwRecord => ({
  item_id: String(row),
  title: null,
  created_on: null,
  created_by: null,
  updated_on: null,
  updated_by: null,
  fields: { n: 9007199254740993n },
});
/** A table of which whole pages have been read. */
const table = (rows: number, pages: ReadonlySet<number>) => (row: number) =>
  row < rows && pages.has(Math.floor(row / 100)) ? record(row) : undefined;
const columns = columnsOf([record(0)], null).slice(0, 2);

describe('rows that were read', () => {
  test('are those of the pages that were read, whatever range is asked', () => {
    fc.assert(
      fc.property(fc.nat(900), fc.nat(900), fc.nat(950), fc.array(fc.nat(9)), (top, bottom, rows, indexes) => {
        const recordAt = table(rows, new Set(indexes));
        const all = Array.from({ length: Math.max(0, bottom - top + 1) }, (_, index) => top + index);
        expect([...readRows(top, bottom, recordAt)].map(({ row }) => row)).toEqual(all.filter((row) => recordAt(row)));
      }),
    );
  });

  test('ten million rows cost a look at each page', () => {
    let looks = 0;
    const recordAt = (row: number) => {
      looks += 1;
      return row < 100 ? record(row) : undefined;
    };
    expect([...readRows(0, 9_999_999, recordAt)]).toHaveLength(100);
    expect(looks).toBe(100 + 99_999);
    expect(nextPage(99)).toBe(100);
    expect(nextPage(100)).toBe(200);
  });
});

describe('a selection', () => {
  const source = { columns, recordAt: table(300, new Set([0, 2])), drafts: noDrafts.drafts, known: 300 };

  test('tells rows that were read from those that only are known, and sums exactly', () => {
    const all = { active: { row: 0, column: 0 }, head: { row: 399, column: 1 } };
    expect(summarise(all, source)).toMatchObject({
      rows: 300,
      rowsRead: 200,
      cells: 600,
      unread: 200,
      filled: 400,
      numbers: { count: 200, sum: String(9007199254740993n * 200n), mean: '9007199254740993' },
    });
  });

  test('is told with thousands apart and a true minus sign, and every digit', () => {
    const texts = ['0', '-1', '999', '-1000', '1801439850948198600', '1234567.0001234', '-0.5', '1.5e+21', '-1e-7'];
    expect(texts.map(numberText)).toEqual([
      ...['0', '−1', '999', '−1,000', '1,801,439,850,948,198,600', '1,234,567.0001234', '−0.5', '1.5e+21', '−1e−7'],
    ]);
  });

  test('past what is known there is nothing', () => {
    const past = { active: { row: 320, column: 0 }, head: { row: 330, column: 0 } };
    expect(summarise(past, source)).toMatchObject({ rows: 0, rowsRead: 0, cells: 0, numbers: null });
  });
});
