import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DwRecord } from '../../contract/records';
import { columnTable } from '../test-columns';
import { noChoice } from './column-choice';
import {
  type ColumnTable,
  columnsInOrder,
  completeOrder,
  moveColumn,
  passedByStep,
  showColumns,
  stepColumn,
} from './column-table';
import { columnsOf, type GridColumn } from './columns-of';

const record = { item_id: '1', title: null, fields: { a: '12', b: 'x', c: 3, d: true } } as unknown as DwRecord;
const columns = columnsOf([record], null);
const seen = (table: ColumnTable) =>
  [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns(), ...table.getEndVisibleLeafColumns()]
    .map((column) => [column.id, column.getIsPinned()].filter(Boolean).join(' '))
    .filter((id) => !id.startsWith('updated'));
const changed = (change: (table: ColumnTable) => void, choice = {}) => columnTable(columns, choice, change);

describe('moving columns', () => {
  test('beside another one, before or after it', () => {
    expect(seen(changed((table) => moveColumn(table, 'd', 'a', 'before')).table)).toEqual([
      ...['item_id start', 'd', 'a', 'b', 'c'],
    ]);
    expect(seen(changed((table) => moveColumn(table, 'a', 'c', 'after')).table)).toEqual([
      ...['item_id start', 'b', 'c', 'a', 'd'],
    ]);
    expect(changed((table) => moveColumn(table, 'a', 'a', 'after')).choice).toEqual(noChoice);
    expect(changed((table) => moveColumn(table, 'a', 'gone', 'after')).choice).toEqual(noChoice);
  });

  test('next to a pinned column, it is pinned too; the record stays first', () => {
    const { table } = changed((first) => moveColumn(first, 'a', 'c', 'before'), {
      columnPinning: { start: ['item_id'], end: ['c'] },
    });
    expect(seen(table)).toEqual(['item_id start', 'b', 'd', 'a end', 'c end']);
    const first = changed((each) => moveColumn(each, 'c', 'item_id', 'before'));
    expect(seen(first.table)).toEqual(['item_id start', 'c start', 'a', 'b', 'd']);
    expect(seen(changed((each) => moveColumn(each, 'c', 'b', 'after'), first.choice).table)).toEqual([
      ...['item_id start', 'a', 'b', 'c', 'd'],
    ]);
    expect(changed((each) => moveColumn(each, 'item_id', 'b', 'after')).choice).toEqual(noChoice);
  });

  test('by one place among visible columns of the same edge', () => {
    const hidden = changed((table) => showColumns(table, ['b'], false));
    expect(passedByStep(hidden.table, 'c', -1)).toBe('a');
    const stepped = changed((table) => stepColumn(table, 'c', -1), hidden.choice);
    expect(seen(changed((table) => showColumns(table, ['b'], true), stepped.choice).table)).toEqual([
      ...['item_id start', 'c', 'a', 'b', 'd'],
    ]);
    expect(passedByStep(hidden.table, 'a', -1)).toBeNull();
    expect(changed((table) => stepColumn(table, 'a', -1), hidden.choice).choice).toEqual(hidden.choice);
    const pinned = changed((table) => table.getColumn('a')?.pin('start')).table;
    expect(passedByStep(pinned, 'a', -1)).toBeNull();
    expect(passedByStep(hidden.table, 'item_id', 1)).toBeNull();
  });

  test('wherever columns are moved and pinned, each appears once and the record first', () => {
    const id = fc.constantFrom('item_id', 'a', 'b', 'c', 'd', 'gone');
    const moves = fc.array(fc.tuple(id, id, fc.constantFrom('before' as const, 'after' as const)), { maxLength: 4 });
    const pins = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('start' as const, 'end' as const));
    fc.assert(
      fc.property(moves, pins, (each, pinned) => {
        let { choice, table } = changed((now) => {
          for (const [pin, side] of Object.entries(pinned)) now.getColumn(pin)?.pin(side);
        });
        for (const [from, to, side] of each) {
          ({ choice, table } = changed((now) => moveColumn(now, from, to, side), choice));
        }
        const ids = columnsInOrder(table).map((column) => column.id);
        expect(ids[0]).toBe('item_id');
        expect([...ids].sort()).toEqual(columns.map((column) => column.id).sort());
      }),
      { numRuns: 30 },
    );
  });
});

describe('the columns of a table', () => {
  const field = (id: string): GridColumn => ({ ...(columns[1] as GridColumn), id });
  const visible = (table: ColumnTable) => table.getVisibleLeafColumns().map((column) => column.id);

  test('in the order found; system columns are hidden until shown, the record never', () => {
    expect(visible(columnTable(columns).table)).toEqual(['item_id', 'a', 'b', 'c', 'd', 'updated_on']);
    const all = columns.map(({ id }) => id);
    expect(visible(changed((table) => showColumns(table, all, true)).table)).toEqual(all);
    expect(visible(changed((table) => showColumns(table, all, false)).table)).toEqual(['item_id']);
    expect(changed((table) => table.getColumn('item_id')?.toggleVisibility(false)).choice).toEqual(noChoice);
  });

  test('a field may have any ID', () => {
    const odd = [columns[0] as GridColumn, ...['constructor', '__proto__', 'toString'].map(field)];
    const { table, choice } = columnTable(odd, {}, (now) => {
      for (const { id } of odd.slice(1)) {
        now.setColumnSizing((sizes) => ({ ...sizes, [id]: 100 }));
        now.getColumn(id)?.toggleVisibility(true);
      }
    });
    expect(visible(table)).toEqual(odd.map(({ id }) => id));
    expect(table.getVisibleLeafColumns().map((column) => column.getSize())).toEqual([152, 100, 100, 100]);
    expect(Object.keys(choice.columnSizing)).toEqual(['constructor', '__proto__', 'toString']);
  });

  test('a field missing when the order was chosen follows the one it was found after', () => {
    const later = ['item_id', 'a', 'new', 'b', 'newer', 'c', 'd'].map(field);
    expect(completeOrder(later, ['item_id', 'd', 'b', 'a', 'c'])).toEqual([
      ...['item_id', 'd', 'b', 'newer', 'a', 'new', 'c'],
    ]);
    expect(completeOrder(later, [])).toEqual([]);
    const { table } = columnTable(columns, { columnOrder: ['gone', 'b'] });
    expect(seen(table)).toEqual(['item_id start', 'a', 'b', 'c', 'd']);
  });
});
