import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extentOf, pastEnd, type ReadPage, rowsToScroll } from './extent';

const size = 100;
const page = (index: number, rows: number, more: Partial<ReadPage> = {}): ReadPage => ({
  index,
  rows,
  hasMore: null,
  total: null,
  ...more,
});

/** The pages of a table with this many rows, as the service returns them. */
function read(rows: number, indexes: number[]): ReadPage[] {
  return indexes.map((index) => page(index, Math.max(0, Math.min(size, rows - index * size))));
}

describe('what is known of the number of rows', () => {
  test.each([0, 1, 99, 101, 250])('%i rows: a short page shows the end', (rows) => {
    const pages = read(
      rows,
      Array.from({ length: Math.floor(rows / size) + 1 }, (_, index) => index),
    );
    expect(extentOf(pages, null, size)).toMatchObject({ exactly: rows, source: 'short-page' });
  });

  test.each([100, 200])('%i rows: an empty page after a full one shows the end, a full one alone does not', (rows) => {
    const full = Array.from({ length: rows / size }, (_, index) => index);
    expect(extentOf(read(rows, full), null, size)).toMatchObject({ exactly: null, atLeast: rows });
    expect(extentOf(read(rows, [...full, rows / size]), null, size)).toMatchObject({ exactly: rows });
  });

  test('an empty page past a gap shows no count', () => {
    const pages = read(250, [0, 7]);
    expect(extentOf(pages, null, size)).toEqual({ atLeast: 100, exactly: null, source: null, countedAt: null });
    expect(pastEnd(pages, size)).toBe(700);
  });

  test('a reported or counted total is used until a row past it is seen', () => {
    expect(extentOf([page(0, 100, { total: 3201 })], null, size)).toMatchObject({ exactly: 3201, source: 'service' });
    expect(extentOf([page(0, 100, { hasMore: false })], null, size)).toMatchObject({ exactly: 100 });
    expect(extentOf([page(0, 100)], { rows: 3201, whole: true, at: 5 }, size)).toMatchObject({
      exactly: 3201,
      countedAt: 5,
    });
    expect(extentOf([page(40, 100)], { rows: 3201, whole: true, at: 5 }, size)).toMatchObject({
      exactly: null,
      atLeast: 4100,
    });
    expect(extentOf([page(0, 100), page(20, 0)], { rows: 3201, whole: true, at: 5 }, size)).toMatchObject({
      exactly: null,
    });
  });

  test('rows found by a stopped count exist until an empty page shows otherwise', () => {
    const counted = { rows: 403, whole: false, at: 5 };
    const atLeast = (pages: Parameters<typeof extentOf>[0]) => extentOf(pages, counted, size);
    expect(atLeast([page(0, 100)])).toEqual({ atLeast: 403, exactly: null, source: null, countedAt: null });
    expect(atLeast([page(0, 100), page(6, 100)])).toMatchObject({ exactly: null, atLeast: 700 });
    expect(atLeast([page(0, 100), page(2, 0)])).toMatchObject({ exactly: null, atLeast: 100 });
    expect(atLeast([page(0, 100), page(4, 20)])).toMatchObject({ exactly: 420, source: 'short-page' });
  });

  test('never exceeds the real number, whatever was loaded', () => {
    const sizes = fc.integer({ min: 0, max: 2000 });
    fc.assert(
      fc.property(sizes, fc.uniqueArray(fc.integer({ min: 0, max: 25 })), (rows, indexes) => {
        const extent = extentOf(read(rows, indexes), null, size);
        expect(extent.atLeast).toBeLessThanOrEqual(rows);
        if (extent.exactly !== null) expect(extent.exactly).toBe(rows);
      }),
    );
  });

  test('the scroll reaches one page past known rows, and not past a known end', () => {
    const open = extentOf([page(0, 100)], null, size);
    expect(rowsToScroll(open, Number.POSITIVE_INFINITY, size)).toBe(200);
    expect(rowsToScroll(open, 100, size)).toBe(100);
    expect(rowsToScroll(extentOf(read(42, [0]), null, size), 100, size)).toBe(42);
  });
});
