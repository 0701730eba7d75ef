import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ColumnChoice, noChoice } from './column-choice';
import { type ColumnLayout, layColumns } from './column-layout';
import { givenWay, withRoom } from './column-room';
import { columnsOf, type GridColumn } from './columns-of';

const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
const columns = columnsOf([{ item_id: '1', fields: Object.fromEntries(names.map((id) => [id, id])) } as never], null);
const lay = (pinned: ColumnChoice['pinned'], widthOf: (column: GridColumn) => number = () => 150) =>
  layColumns(columns, { ...noChoice, pinned }, widthOf);
const ids = (columnsOfLayout: ColumnLayout['laid']) => columnsOfLayout.map(({ column }) => column.id);

describe('pinned columns in a window', () => {
  test('stay as they are while there is room, and where all columns fit anyway', () => {
    const layout = lay({ f3: 'left', f7: 'right' });
    expect(withRoom(layout, 1200)).toBe(layout);
    const few = layColumns(columns.slice(0, 3), { ...noChoice, pinned: { f0: 'left', f1: 'right' } }, () => 150);
    expect(withRoom(few, few.totalWidth)).toBe(few);
  });

  test('that leave no room for the others scroll with them, at their place; the outermost stay, those on the left first', () => {
    const layout = lay({ f0: 'left', f1: 'left', f2: 'left', f10: 'right', f11: 'right' });
    // 52 for the numbers, 4 × 150 on the left, 2 × 150 on the right: a third of 1,200 must be left between.
    const narrow = withRoom(layout, 1200);
    expect(ids(narrow.left)).toEqual(['item_id', 'f0', 'f1', 'f2']);
    expect(ids(narrow.right)).toEqual([]);
    expect(ids(narrow.center.slice(-2))).toEqual(['f10', 'f11']);
    const between = withRoom(layout, 1350);
    expect(ids(between.right)).toEqual(['f11']);
    expect(ids(givenWay(between))).toEqual(['f10']);
    expect(ids(between.laid)).toEqual(ids(layout.laid));
  });

  test('one that is wider than the window scrolls, that of the record too', () => {
    const wide = withRoom(
      lay({ f0: 'left' }, ({ id }) => (id === 'f0' ? 1100 : 150)),
      1000,
    );
    expect(ids(wide.left)).toEqual(['item_id']);
    expect(wide.center[0]?.left).toBe(wide.pinnedWidth);
    const record = withRoom(
      lay({}, ({ id }) => (id === 'item_id' ? 900 : 150)),
      1000,
    );
    expect(ids(record.left)).toEqual([]);
    expect(ids(record.laid)[0]).toBe('item_id');
  });

  test('whatever is pinned, and how wide it is: a usable middle is left, the order stays, and what fits is not let go', () => {
    const side = fc.constantFrom('left' as const, 'right' as const, null);
    const pins = fc.dictionary(fc.constantFrom(...names), side);
    const widths = fc.array(fc.integer({ min: 60, max: 1200 }), {
      minLength: columns.length,
      maxLength: columns.length,
    });
    fc.assert(
      fc.property(pins, widths, fc.integer({ min: 320, max: 2600 }), (pinned, each, width) => {
        const layout = lay(pinned, (column) => each[columns.indexOf(column)] ?? 100);
        const roomy = withRoom(layout, width);
        expect(ids(roomy.laid)).toEqual(ids(layout.laid));
        expect(roomy.totalWidth).toBe(layout.totalWidth);
        const middle = width - roomy.pinnedWidth - roomy.rightWidth;
        if (layout.totalWidth > width) expect(middle).toBeGreaterThanOrEqual(Math.max(200, width / 3) - 0.001);
        const next = roomy.center.find(({ gaveWay }) => gaveWay);
        if (next && roomy.left.length < layout.left.length) {
          expect(middle - next.width).toBeLessThan(Math.max(200, width / 3));
        }
        expect(withRoom(roomy, width)).toBe(roomy);
      }),
    );
  });
});
