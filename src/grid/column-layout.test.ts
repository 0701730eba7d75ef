import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ColumnChoice, noChoice, orderedColumns, readColumnChoice } from './column-choice';
import { layColumns, numberWidthFor, rowNumberWidth } from './column-layout';
import { maximumWidth, minimumWidth } from './column-width';
import { columnsOf, type GridColumn } from './columns-of';

function field(id: string): GridColumn {
  return {
    id,
    name: null,
    kind: 'text',
    source: 'values',
    confidence: 1,
    config: null,
    profile: null,
    distribution: null,
  };
}

const record = columnsOf([], null)[0] as GridColumn;
const columns = [record, ...['a', 'b', 'c', 'd'].map(field)];
const ids = (choice: Partial<ColumnChoice>, of = columns) =>
  layColumns(of, { ...noChoice, ...choice }).laid.map(({ column }) => column.id);

describe('the layout of columns', () => {
  test('without a choice: as they were found, the record on the left, one beside the other', () => {
    const layout = layColumns(columns, noChoice, () => 100);
    expect(layout.laid.map(({ column, index, left, pinned }) => [column.id, index, left, pinned])).toEqual([
      ['item_id', 0, 52, 'left'],
      ['a', 1, 152, null],
      ['b', 2, 252, null],
      ['c', 3, 352, null],
      ['d', 4, 452, null],
    ]);
    expect(layout).toMatchObject({ pinnedWidth: 152, rightWidth: 0, totalWidth: 552 });
  });

  test('pinned columns stand at their edge; those on the right are counted from their own box', () => {
    const layout = layColumns(columns, { ...noChoice, pinned: { c: 'left', a: 'right', d: 'right' } }, () => 100);
    expect(layout.laid.map(({ column, left, pinned }) => [column.id, left, pinned])).toEqual([
      ['item_id', 52, 'left'],
      ['c', 152, 'left'],
      ['b', 252, null],
      ['a', 0, 'right'],
      ['d', 100, 'right'],
    ]);
    expect(layout).toMatchObject({ pinnedWidth: 252, rightWidth: 200, totalWidth: 552 });
  });

  test('row numbers of any length have the room that they need, and the columns stand beside them', () => {
    expect([1, 99_999, 100_000, 10_000_000].map(numberWidthFor)).toEqual([52, 62, 70, 90]);
    const layout = layColumns(columns, noChoice, () => 100, numberWidthFor(10_000_000));
    expect(layout).toMatchObject({ numberWidth: 90, pinnedWidth: 190, totalWidth: 590 });
    expect(layout.left[0]?.left).toBe(90);
  });

  test('order, visibility and widths are those chosen; the record is always there, and first', () => {
    expect(ids({ order: ['d', 'b', 'item_id', 'a', 'c'] })).toEqual(['item_id', 'd', 'b', 'a', 'c']);
    expect(ids({ shown: { a: false, item_id: false } })).toEqual(['item_id', 'b', 'c', 'd']);
    const { laid } = layColumns(columns, { ...noChoice, widths: { a: 5, b: 99_999, c: 130.4 } });
    expect(laid.slice(1, 4).map(({ width }) => width)).toEqual([minimumWidth, maximumWidth, 130]);
  });

  test('a field may have any id', () => {
    const odd = [record, field('constructor'), field('__proto__'), field('toString')];
    const { laid } = layColumns(odd, noChoice, () => 100);
    expect(laid.map(({ column, width }) => [column.id, width]).slice(1)).toEqual([
      ...[
        ['constructor', 100],
        ['__proto__', 100],
        ['toString', 100],
      ],
    ]);
  });

  test('a field that was not there when the order was chosen follows the one it was found after', () => {
    const later = [record, field('a'), field('new'), field('b'), field('newer'), field('c'), field('d')];
    expect(ids({ order: ['item_id', 'd', 'b', 'a', 'c'] }, later)).toEqual([
      ...['item_id', 'd', 'b', 'newer', 'a', 'new', 'c'],
    ]);
    expect(ids({ order: ['gone', 'b'] })).toEqual(['item_id', 'a', 'b', 'c', 'd']);
  });

  test('whatever is chosen, each column that shows stands once, without a gap', () => {
    const id = fc.constantFrom('item_id', 'a', 'b', 'c', 'd', 'e');
    const choices = fc.record({
      shown: fc.dictionary(id, fc.boolean()),
      widths: fc.dictionary(id, fc.double()),
      order: fc.array(id),
      pinned: fc.dictionary(id, fc.constantFrom('left' as const, 'right' as const, null)),
    });
    fc.assert(
      fc.property(choices, (some) => {
        const choice = readColumnChoice(some);
        expect(orderedColumns(columns, choice)).toHaveLength(columns.length);
        const { laid, left, center, right, pinnedWidth, rightWidth, totalWidth } = layColumns(columns, choice);
        expect(new Set(laid.map(({ column }) => column.id)).size).toBe(laid.length);
        expect(laid.map(({ index }) => index)).toEqual(laid.map((_, place) => place));
        let edge = rowNumberWidth;
        for (const each of [...left, ...center]) {
          expect(each.left).toBe(edge);
          edge += each.width;
        }
        expect(edge + rightWidth).toBe(totalWidth);
        expect(left.at(-1)?.left).toBe(pinnedWidth - (left.at(-1)?.width ?? 0));
        expect(right.reduce((sum, { width }) => sum + width, 0)).toBe(rightWidth);
      }),
    );
  });
});

describe('a kept choice', () => {
  test('is read as it was written', () => {
    const choice: ColumnChoice = {
      shown: { a: false },
      widths: { a: 120 },
      order: ['b', 'a'],
      pinned: { a: 'right', b: null },
      names: { a: 'Amount' },
      kinds: { a: 'number' },
    };
    expect(readColumnChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
  });

  test('what an older console kept is whole, what nobody can read is left out', () => {
    expect(readColumnChoice({ shown: { a: true }, widths: { a: 80 } })).toEqual({
      ...noChoice,
      shown: { a: true },
      widths: { a: 80 },
    });
    const odd = {
      shown: 3,
      widths: { a: 'x' },
      order: ['a', 1, 'a'],
      pinned: { a: 'top' },
      names: { a: ' ' },
      kinds: { a: 'hologram' },
    };
    expect(readColumnChoice(odd)).toEqual({ ...noChoice, order: ['a'] });
    expect(readColumnChoice('x')).toBe(noChoice);
    expect(readColumnChoice(undefined)).toBe(noChoice);
    fc.assert(fc.property(fc.anything(), (anything) => Boolean(readColumnChoice(anything))));
  });
});
