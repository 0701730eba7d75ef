import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clampSelection,
  followColumns,
  isSingle,
  move,
  rectangleOf,
  selectAll,
  selectCell,
  selectColumns,
  selectRows,
  sizeOf,
  type Target,
} from './selection';

const bounds = { rows: 250, columns: 8, page: 20 };
const targets: Target[] = [
  'up',
  'down',
  'left',
  'right',
  'top',
  'bottom',
  'row-start',
  'row-end',
  'first',
  'last',
  'page-up',
  'page-down',
];

describe('selection', () => {
  test.each<[Target, number, number]>([
    ['up', 99, 3],
    ['down', 101, 3],
    ['left', 100, 2],
    ['right', 100, 4],
    ['top', 0, 3],
    ['bottom', 249, 3],
    ['row-start', 100, 0],
    ['row-end', 100, 7],
    ['first', 0, 0],
    ['last', 249, 7],
    ['page-up', 80, 3],
    ['page-down', 120, 3],
  ])('%s moves the cell', (target, row, column) => {
    expect(move(selectCell(100, 3), target, bounds, false)).toEqual(selectCell(row, column));
  });

  test('Shift extends the selection and keeps the active cell', () => {
    const extended = move(move(selectCell(5, 5), 'down', bounds, true), 'left', bounds, true);
    expect(extended).toEqual({ active: { row: 5, column: 5 }, head: { row: 6, column: 4 } });
    expect(rectangleOf(extended)).toEqual({ top: 5, bottom: 6, left: 4, right: 5 });
    expect(sizeOf(extended)).toBe(4);
    expect(isSingle(extended)).toBe(false);
    expect(move(extended, 'up', bounds, false)).toEqual(selectCell(4, 5));
  });

  test('no sequence of moves leaves the bounds', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...targets), fc.boolean()));
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 9 }), (way, rows, columns) => {
        let selection = selectCell(0, 0);
        for (const [target, extend] of way) selection = move(selection, target, { rows, columns, page: 7 }, extend);
        const { top, bottom, left, right } = rectangleOf(selection);
        expect(top >= 0 && left >= 0 && bottom < Math.max(1, rows) && right < columns).toBe(true);
      }),
    );
  });

  test('whole rows, columns and everything', () => {
    expect(rectangleOf(selectRows(4, 2, 8))).toEqual({ top: 2, bottom: 4, left: 0, right: 7 });
    expect(rectangleOf(selectColumns(1, 2, 250))).toEqual({ top: 0, bottom: 249, left: 1, right: 2 });
    expect(sizeOf(selectAll(selectCell(7, 3), bounds))).toBe(2000);
  });

  test('selecting everything leaves the active cell where it is, until a key moves on from it', () => {
    const all = selectAll(selectCell(7, 3), bounds);
    expect(all.active).toEqual({ row: 7, column: 3 });
    expect(rectangleOf(all)).toEqual({ top: 0, bottom: 249, left: 0, right: 7 });
    expect(clampSelection(all, { rows: 5, columns: 2 })).toEqual(selectAll(selectCell(4, 1), { rows: 5, columns: 2 }));
    expect(followColumns(all, [...'abcdefgh'], [...'dabce'])).toEqual({
      active: { row: 7, column: 0 },
      head: { row: 249, column: 4 },
      tail: { row: 0, column: 0 },
    });
    expect(move(all, 'down', bounds, false)).toEqual(selectCell(8, 3));
    expect(isSingle(selectAll(selectCell(0, 0), { rows: 1, columns: 1 }))).toBe(true);
  });

  test('moves inside when the table shrinks', () => {
    expect(clampSelection(selectRows(240, 249, 8), { rows: 10, columns: 3 })).toEqual({
      active: { row: 9, column: 0 },
      head: { row: 9, column: 2 },
    });
  });
});

test('a selection follows its columns when they move or others are hidden; whole rows stay whole', () => {
  const at = (from: number, to: number) => ({ active: { row: 3, column: from }, head: { row: 5, column: to } });
  const before = ['a', 'b', 'c', 'd'];
  expect(followColumns(at(1, 1), before, ['b', 'a', 'c', 'd'])).toEqual(at(0, 0));
  expect(followColumns(at(2, 3), before, ['a', 'c', 'd'])).toEqual(at(1, 2));
  expect(followColumns(at(1, 1), before, ['a', 'c', 'd'])).toEqual(at(1, 1));
  expect(followColumns(at(0, 3), before, ['d', 'a', 'c'])).toEqual(at(0, 2));
  expect(followColumns(at(3, 0), before, ['d', 'a', 'c'])).toEqual(at(2, 0));
  const same = at(1, 2);
  expect(followColumns(same, before, [...before, 'e'])).toBe(same);
});
