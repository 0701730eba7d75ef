import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnTable } from '../test-columns';
import { record } from '../test-table';
import { type ColumnChoice, readColumnChoice } from './column-choice';
import {
  type ColumnLayout,
  drawsAlike,
  givenWay,
  layColumns,
  numberWidthFor,
  rowNumberWidth,
  withoutDefaultPin,
  withRoom,
} from './column-layout';
import { maximumWidth, minimumWidth } from './column-width';
import { columnsOf } from './columns-of';

const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
const columns = columnsOf([record('1', Object.fromEntries(names.map((id) => [id, id])))], null);
const few = columns.slice(0, 5);
const sizes = (width: number) => Object.fromEntries(columns.map(({ id }) => [id, width]));
const lay = (of: typeof columns, choice: Partial<ColumnChoice>, numberWidth = rowNumberWidth) =>
  layColumns(columnTable(of, choice).table, numberWidth);
const pinned = (start: string[], end: string[]): ColumnChoice['columnPinning'] => ({
  start: ['item_id', ...start],
  end,
});
const ids = (laid: ColumnLayout['laid']) => laid.map(({ column }) => column.id);

describe('the layout of columns', () => {
  test('without a choice: in the order found, the record first', () => {
    const layout = lay(few, { columnSizing: sizes(100) });
    expect(layout.laid.map(({ column, index, left, pinned }) => [column.id, index, left, pinned])).toEqual([
      ['item_id', 0, 52, 'start'],
      ['f0', 1, 152, null],
      ['f1', 2, 252, null],
      ['f2', 3, 352, null],
      ['f3', 4, 452, null],
    ]);
    expect(layout).toMatchObject({ startWidth: 152, endWidth: 0, totalWidth: 552 });
  });

  test('pinned columns stay at their edge; positions at the end are relative to their own box', () => {
    const layout = lay(few, { columnSizing: sizes(100), columnPinning: pinned(['f2'], ['f0', 'f3']) });
    expect(layout.laid.map(({ column, left, pinned }) => [column.id, left, pinned])).toEqual([
      ['item_id', 52, 'start'],
      ['f2', 152, 'start'],
      ['f1', 252, null],
      ['f0', 0, 'end'],
      ['f3', 100, 'end'],
    ]);
    expect(layout).toMatchObject({ startWidth: 252, endWidth: 200, totalWidth: 552 });
  });

  test('rows are drawn alike under columns of other values, and not under other columns, types or widths', () => {
    const layout = lay(few, { columnSizing: sizes(100) });
    const learned = few.map((column) => ({ ...column, confidence: 0.5, profile: null, distribution: null }));
    expect(drawsAlike(layout, lay(learned, { columnSizing: sizes(100) }))).toBe(true);
    const retyped = few.map((column) => ({ ...column, kind: 'number' as const }));
    for (const other of [
      lay(retyped, { columnSizing: sizes(100) }),
      lay(few, { columnSizing: { ...sizes(100), f1: 101 } }),
      lay(few, { columnSizing: sizes(100), columnVisibility: { f3: false } }),
      lay(few, { columnSizing: sizes(100), columnOrder: ['item_id', 'f1', 'f0', 'f2', 'f3'] }),
      lay(few, { columnSizing: sizes(100), columnPinning: pinned(['f0'], []) }),
      lay(few, { columnSizing: sizes(100) }, numberWidthFor(10_000_000)),
    ])
      expect(drawsAlike(layout, other)).toBe(false);
  });

  test('row numbers of any length fit, and columns start beside them', () => {
    expect([1, 99_999, 100_000, 10_000_000].map(numberWidthFor)).toEqual([52, 62, 70, 90]);
    const layout = lay(few, { columnSizing: sizes(100) }, numberWidthFor(10_000_000));
    expect(layout).toMatchObject({ numberWidth: 90, startWidth: 190, totalWidth: 590 });
    expect(layout.start[0]?.left).toBe(90);
  });

  test('widths are whole and bounded', () => {
    const { laid } = lay(few, { columnSizing: { f0: 5, f1: 99_999, f2: 130.4 } });
    expect(laid.slice(1, 4).map(({ width }) => width)).toEqual([minimumWidth, maximumWidth, 130]);
  });

  test('a dragged width is shown, and saved on release', () => {
    const { table, choice } = columnTable(few, { columnSizing: sizes(100) });
    table.setColumnResizing((now) => ({ ...now, isResizingColumn: 'f0', startSize: 100, deltaOffset: 40 }));
    expect(layColumns(table).laid[1]?.width).toBe(140);
    expect(choice.columnSizing).toEqual(sizes(100));
  });

  test('whatever is chosen, each visible column appears once, without gaps', () => {
    const id = fc.constantFrom('item_id', 'f0', 'f1', 'f2', 'f3', 'gone');
    const choices = fc.record({
      columnVisibility: fc.dictionary(id, fc.boolean()),
      columnSizing: fc.dictionary(id, fc.double()),
      columnOrder: fc.array(id),
      columnPinning: fc.record({ start: fc.array(id), end: fc.array(id) }),
    });
    fc.assert(
      fc.property(choices, (some) => {
        const choice = readColumnChoice(some);
        const { laid, start, center, end, startWidth, endWidth, totalWidth } = lay(few, choice);
        expect(new Set(ids(laid)).size).toBe(laid.length);
        expect(ids(laid)[0]).toBe('item_id');
        const hidden = few.filter((column) => choice.columnVisibility[column.id] === false);
        expect(laid).toHaveLength(few.length - hidden.length);
        expect(laid.map(({ index }) => index)).toEqual(laid.map((_, place) => place));
        let edge = rowNumberWidth;
        for (const each of [...start, ...center]) {
          expect(each.left).toBe(edge);
          edge += each.width;
        }
        expect(edge + endWidth).toBe(totalWidth);
        expect(start.at(-1)?.left).toBe(startWidth - (start.at(-1)?.width ?? 0));
        expect(end.reduce((sum, { width }) => sum + width, 0)).toBe(endWidth);
      }),
      { numRuns: 50 },
    );
  });
});

describe('pinned columns in a window', () => {
  const at150 = { columnSizing: sizes(150) };

  test('stay pinned while there is room, or where all columns fit', () => {
    const layout = lay(columns, { ...at150, columnPinning: pinned(['f3'], ['f7']) });
    expect(withRoom(layout, 1200)).toBe(layout);
    const small = lay(columns.slice(0, 3), { ...at150, columnPinning: pinned(['f0'], ['f1']) });
    expect(withRoom(small, small.totalWidth)).toBe(small);
  });

  test('that leave no room scroll with the others; the outermost stay pinned longest', () => {
    const layout = lay(columns, { ...at150, columnPinning: pinned(['f0', 'f1', 'f2'], ['f10', 'f11']) });
    // 52 for the numbers, 4 × 150 at the start, 2 × 150 at the end: a third of 1,200 must be left between.
    const narrow = withRoom(layout, 1200);
    expect(ids(narrow.start)).toEqual(['item_id', 'f0', 'f1', 'f2']);
    expect(ids(narrow.end)).toEqual([]);
    expect(ids(narrow.center.slice(-2))).toEqual(['f10', 'f11']);
    const between = withRoom(layout, 1350);
    expect(ids(between.end)).toEqual(['f11']);
    expect(ids(givenWay(between))).toEqual(['f10']);
    expect(ids(between.laid)).toEqual(ids(layout.laid));
  });

  test('in a narrow window only what was pinned is pinned, and the order stays', () => {
    const layout = lay(few, { columnSizing: sizes(100) });
    const narrow = withoutDefaultPin(layout);
    expect(ids(narrow.start)).toEqual([]);
    expect(ids(narrow.laid)).toEqual(ids(layout.laid));
    expect(narrow).toMatchObject({ startWidth: rowNumberWidth, totalWidth: layout.totalWidth });
    expect(givenWay(narrow)).toEqual([]);
    const chosen = lay(few, { columnPinning: pinned(['f2'], []) });
    expect(withoutDefaultPin(chosen)).toBe(chosen);
  });

  test('a column wider than the window scrolls, the record column too', () => {
    const wide = withRoom(lay(columns, { columnSizing: { f0: 1100 }, columnPinning: pinned(['f0'], []) }), 1000);
    expect(ids(wide.start)).toEqual(['item_id']);
    expect(wide.center[0]?.left).toBe(wide.startWidth);
    const alone = withRoom(lay(columns, { columnSizing: { item_id: 900 } }), 1000);
    expect(ids(alone.start)).toEqual([]);
    expect(ids(alone.laid)[0]).toBe('item_id');
  });

  test('whatever is pinned: a usable middle is left, the order stays, and what fits stays pinned', () => {
    const start = fc.subarray(names.slice(0, 6));
    const end = fc.subarray(names.slice(6));
    const widths = fc.dictionary(fc.constantFrom('item_id', ...names), fc.integer({ min: 60, max: 1200 }));
    fc.assert(
      fc.property(start, end, widths, fc.integer({ min: 320, max: 2600 }), (atStart, atEnd, each, width) => {
        const layout = lay(columns, {
          columnSizing: { ...sizes(150), ...each },
          columnPinning: pinned(atStart, atEnd),
        });
        const roomy = withRoom(layout, width);
        expect(ids(roomy.laid)).toEqual(ids(layout.laid));
        expect(roomy.totalWidth).toBe(layout.totalWidth);
        const middle = width - roomy.startWidth - roomy.endWidth;
        if (layout.totalWidth > width) expect(middle).toBeGreaterThanOrEqual(Math.max(200, width / 3) - 0.001);
        const next = roomy.center.find(({ gaveWay }) => gaveWay);
        if (next && roomy.start.length < layout.start.length) {
          expect(middle - next.width).toBeLessThan(Math.max(200, width / 3));
        }
        expect(withRoom(roomy, width)).toBe(roomy);
      }),
      { numRuns: 50 },
    );
  });
});
