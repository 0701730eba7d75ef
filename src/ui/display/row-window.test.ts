import fc from 'fast-check';
import { createElement, useRef } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { partsOf } from './row-parts';
import { jumpPx, rowScale, type ScrollPlace, scrolled, scrollTopAt, settled, strayed, topAt } from './row-window';
import { useRowList } from './use-row-list';

const limit = 8_000_000;
const rowHeight = 33;
const view = 800;
const scaleOf = (rows: number) => rowScale(rows, rowHeight, view, limit);
const most = (rows: number): number => rows * rowHeight - view;
const rowCounts = fc.oneof(fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: 1_000_001, max: 2 ** 40 }));

/** A browser: it holds the scroll within its height, and the grid brings it back where it has strayed. */
function wheel(rows: number, from: ScrollPlace, way: number, rests: boolean): ScrollPlace {
  const scale = scaleOf(rows);
  const place = scrolled(scale, from, Math.max(0, Math.min(from.scrollTop + way, scale.laid - view)));
  const astray = strayed(scale, place);
  return astray === 'now' || (rests && astray === 'yes') ? settled(scale, place.top) : place;
}

describe('a table that fits', () => {
  test('scrolls natively, to the pixel', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 240_000 }), fc.nat(limit), fc.nat(limit), (rows, before, to) => {
        const scale = scaleOf(rows);
        const end = Math.min(to, most(rows));
        expect(scale.laid).toBe(rows * rowHeight);
        expect(scrolled(scale, { scrollTop: before, top: before }, end)).toEqual({ scrollTop: end, top: end });
        expect(strayed(scale, { scrollTop: end, top: end })).toBe('no');
      }),
    );
  });

  test('without rows, or shorter than its window, stays at its start', () => {
    for (const rows of [0, 1, 20]) expect(settled(scaleOf(rows), 500)).toEqual({ scrollTop: 0, top: 0 });
  });
});

describe('a table of any length', () => {
  test('every row is found again: row → scroll → row', () => {
    fc.assert(
      fc.property(rowCounts, fc.double({ min: 0, max: 1, noNaN: true }), (rows, share) => {
        const top = Math.max(0, Math.round(share * most(rows)));
        const scale = scaleOf(rows);
        const back = topAt(scale, scrollTopAt(scale, top));
        expect(Math.abs(back - top)).toBeLessThan(rowHeight / 2);
      }),
    );
  });

  test('keeps the order within the laid-out height', () => {
    fc.assert(
      fc.property(rowCounts, fc.nat(limit), fc.nat(limit), (rows, one, other) => {
        const scale = scaleOf(rows);
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(topAt(scale, low)).toBeLessThanOrEqual(topAt(scale, high));
        expect(scrollTopAt(scale, topAt(scale, high))).toBeLessThanOrEqual(Math.max(0, scale.laid - view));
      }),
    );
  });

  test('the thumb at its ends shows the first and the last row', () => {
    for (const rows of [1_000_001, 10_000_000, 10 ** 12]) {
      const scale = scaleOf(rows);
      const middle = settled(scale, most(rows) / 2);
      expect(scrolled(scale, middle, 0).top).toBe(0);
      expect(scrolled(scale, middle, limit - view).top).toBe(most(rows));
    }
  });

  test('a share of the thumb’s way is that share of the rows, within one in a thousand', () => {
    const rows = 10_000_000;
    const scale = scaleOf(rows);
    for (const share of [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99]) {
      const row = topAt(scale, (limit - view) * share) / rowHeight;
      expect(Math.abs(row / rows - share)).toBeLessThan(0.001);
    }
  });

  test('the wheel scrolls by its own pixels everywhere, and never skips', () => {
    const ways = fc.array(fc.tuple(fc.integer({ min: -jumpPx, max: jumpPx }), fc.boolean()), { maxLength: 200 });
    fc.assert(
      fc.property(rowCounts, fc.double({ min: 0, max: 1, noNaN: true }), ways, (rows, share, turns) => {
        let place = settled(scaleOf(rows), Math.round(share * most(rows)));
        for (const [way, rests] of turns) {
          const next = wheel(rows, place, way, rests);
          expect(next.top).toBe(Math.max(0, Math.min(place.top + way, most(rows))));
          place = next;
        }
      }),
    );
  });

  test.each([1, -1])('the wheel alone reaches both ends without pausing (%i)', (direction) => {
    const rows = 10_000_000;
    const end = direction === 1 ? most(rows) : 0;
    let place = settled(scaleOf(rows), end - direction * 3_000_000);
    for (let turn = 0; turn < 3_000_000 / jumpPx; turn += 1) place = wheel(rows, place, direction * jumpPx, false);
    expect(place.top).toBe(end);
  });
});

type Drawn = ReturnType<typeof useRowList>;

function List({ rows, onDraw }: { rows: number; onDraw(list: Drawn): void }) {
  onDraw(useRowList({ scroller: useRef(null), rows, rowHeight, headerHeight: 29, kept: rows - 1 }));
  return null;
}

describe('a list', () => {
  const list = (rows: number): Drawn => {
    const drawn: Drawn[] = [];
    renderToStaticMarkup(createElement(List, { rows, onDraw: (list) => drawn.push(list) }));
    return drawn[0] as Drawn;
  };

  test('of ten million rows draws a few, within what a browser lays out', () => {
    const { items, height } = list(10_000_000);
    expect(items.length).toBeLessThan(20);
    expect(items.at(-1)?.index).toBe(9_999_999);
    expect(Math.max(height, ...items.map(({ top }) => top))).toBeLessThanOrEqual(16_000_000);
    expect(list(3).items).toEqual([0, 1, 2].map((index) => ({ index, top: index * rowHeight })));
  });

  test('with measured heights is laid out in parts that hold every row once', () => {
    expect(partsOf(0)).toEqual([{ from: 0, count: 0 }]);
    expect(partsOf(50_000)).toEqual([{ from: 0, count: 50_000 }]);
    expect(partsOf(50_001).at(-1)).toEqual({ from: 50_000, count: 1 });
    const parts = partsOf(1_000_000);
    expect(Math.max(...parts.map(({ count }) => count))).toBe(50_000);
    expect(parts.every(({ from }, index) => from === index * 50_000)).toBe(true);
    expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(1_000_000);
  });
});
