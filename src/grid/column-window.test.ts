import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LaidColumn } from './column-layout';
import { columnWindow } from './column-window';
import type { GridColumn } from './columns-of';

const pinnedWidth = 200;

function laidOut(widths: readonly number[]): LaidColumn[] {
  let left = pinnedWidth;
  return widths.map((width, index) => {
    const laid = { column: { id: String(index) } as GridColumn, index, left, width, pinned: null, gaveWay: false };
    left += width;
    return laid;
  });
}

test('of two hundred columns those that are seen, and two on either side', () => {
  const columns = laidOut(Array.from({ length: 200 }, () => 100));
  expect(columnWindow(columns, 0, 1200, pinnedWidth, 2)).toEqual({ first: 0, end: 12 });
  expect(columnWindow(columns, 5000, 1200, pinnedWidth, 2)).toEqual({ first: 48, end: 62 });
  expect(columnWindow(columns, 19_000, 1200, pinnedWidth, 2)).toEqual({ first: 188, end: 200 });
  expect(columnWindow([], 0, 1200, pinnedWidth, 2)).toEqual({ first: 0, end: 0 });
});

test('every column that is seen is drawn, whatever the widths', () => {
  const widths = fc.array(fc.integer({ min: 60, max: 1200 }), { maxLength: 60 });
  fc.assert(
    fc.property(widths, fc.nat(40_000), fc.nat(2000), (each, scrollLeft, width) => {
      const columns = laidOut(each);
      const { first, end } = columnWindow(columns, scrollLeft, width, pinnedWidth, 0);
      for (const { index, left, width: own } of columns) {
        const seen = left < scrollLeft + width && left + own > scrollLeft + pinnedWidth;
        if (seen) expect(index >= first && index < end).toBe(true);
      }
    }),
  );
});
