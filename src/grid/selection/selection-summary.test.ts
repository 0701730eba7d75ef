import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, parseJson } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { noDrafts } from '../../edits/drafts';
import { columnsOf } from '../columns/columns-of';
import { nextPage, readRows } from '../rows/read-rows';
import { numberText, roundedText, summarise } from './selection-summary';

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

describe('loaded rows', () => {
  test('are those of loaded pages, whatever the range', () => {
    fc.assert(
      fc.property(fc.nat(900), fc.nat(900), fc.nat(950), fc.array(fc.nat(9)), (top, bottom, rows, indexes) => {
        const recordAt = table(rows, new Set(indexes));
        const all = Array.from({ length: Math.max(0, bottom - top + 1) }, (_, index) => top + index);
        expect([...readRows(top, bottom, recordAt)].map(({ row }) => row)).toEqual(all.filter((row) => recordAt(row)));
      }),
    );
  });

  test('ten million rows cost one look per page', () => {
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

  test('adds up fractions past the digits of a double exactly', () => {
    const values = [parseJson('12345678901234.5678'), 0.1, parseJson('0.12345678901234567891'), 5];
    const recordAt = (row: number) =>
      row < values.length ? { ...record(row), fields: { n: values[row] as Json } } : undefined;
    const all = { active: { row: 0, column: 0 }, head: { row: 3, column: 1 } };
    expect(summarise(all, { ...source, recordAt, known: 4 }).totals).toMatchObject([
      { count: 4, sum: '12345678901239.79125678901234567891', min: '0.1', max: '12345678901234.5678' },
    ]);
  });

  test('distinguishes loaded rows from known ones, and sums exactly', () => {
    const all = { active: { row: 0, column: 0 }, head: { row: 399, column: 1 } };
    expect(summarise(all, source)).toMatchObject({
      rows: 300,
      rowsRead: 200,
      cells: 600,
      unread: 200,
      filled: 400,
      totals: [{ count: 200, sum: String(9007199254740993n * 200n), mean: '9007199254740993' }],
    });
  });

  test('is formatted with thousands separators, a true minus sign, and every digit', () => {
    const texts = ['0', '-1', '999', '-1000', '1801439850948198600', '1234567.0001234', '-0.5', '1.5e+21', '-1e-7'];
    expect(texts.map(numberText)).toEqual([
      ...['0', '−1', '999', '−1,000', '1,801,439,850,948,198,600', '1,234,567.0001234', '−0.5', '1.5e+21', '−1e−7'],
    ]);
  });

  test('of several columns sums each separately', () => {
    const two = (row: number) => (row < 3 ? { ...record(row), fields: { n: row, m: row + 0.1 } } : undefined);
    const both = {
      columns: columnsOf([two(0) as DwRecord], null).slice(0, 3),
      recordAt: two,
      drafts: noDrafts.drafts,
      known: 3,
    };
    const selection = { active: { row: 0, column: 1 }, head: { row: 2, column: 2 } };
    const { totals } = summarise(selection, both);
    expect(totals.map(({ column, sum }) => [column.id, sum])).toEqual([
      ['n', '3'],
      ['m', '3.3'],
    ]);
  });

  test('is rounded for display, whole numbers never', () => {
    const texts = ['18.5678901234', '-0.0123456', '12.5', '9007199254740993', '1234567.891'];
    expect(texts.map(roundedText)).toEqual(['18.57', '−0.012', '12.5', '9,007,199,254,740,993', '1,234,567.89']);
  });

  test('past the known rows is empty', () => {
    const past = { active: { row: 320, column: 0 }, head: { row: 330, column: 0 } };
    expect(summarise(past, source)).toMatchObject({ rows: 0, rowsRead: 0, cells: 0, totals: [] });
  });
});

describe('the sum of a column', () => {
  const sumOf = (values: readonly (Json | undefined)[]) => {
    const rows = values.map((n, row) => ({ ...record(row), fields: (n === undefined ? {} : { n }) as JsonObject }));
    const [, column] = columnsOf([record(0)], null);
    const source = { columns: column ? [column] : [], recordAt: (row: number) => rows[row], drafts: noDrafts.drafts };
    const all = { active: { row: 0, column: 0 }, head: { row: 99, column: 0 } };
    const { totals, ...about } = summarise(all, { ...source, known: rows.length + 2 });
    return { ...about, totals: totals.map(({ column: _, ...numbers }) => numbers) };
  };

  test('integers are exact at any size', () => {
    expect(sumOf([9007199254740993n, 1, null, 'x', undefined])).toMatchObject({
      cells: 7,
      filled: 3,
      unread: 2,
      totals: [{ count: 2, sum: '9007199254740994', mean: '4503599627370497', min: '1', max: '9007199254740993' }],
    });
  });

  test('binary noise is not shown', () => {
    expect(sumOf([0.1, 0.2]).totals).toEqual([{ count: 2, sum: '0.3', mean: '0.15', min: '0.1', max: '0.2' }]);
  });

  test('without numbers there is no sum', () => {
    expect(sumOf(['a']).totals).toEqual([]);
  });
});
