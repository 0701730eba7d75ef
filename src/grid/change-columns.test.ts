import { describe, expect, test } from 'vitest';
import type { Json } from '../contract/json';
import type { DwRecord } from '../contract/records';
import {
  isDescribed,
  moveColumn,
  passedByStep,
  pinColumn,
  renameColumn,
  retypeColumn,
  showColumns,
  stepColumn,
} from './change-columns';
import { coerceCell } from './coerce-cell';
import { type ColumnChoice, noChoice } from './column-choice';
import { layColumns } from './column-layout';
import { columnsAsChosen } from './columns-as-chosen';
import { columnsOf, type GridColumn } from './columns-of';

function record(fields: Record<string, Json>): DwRecord {
  return { item_id: '1', title: null, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
}

const columns = columnsOf([record({ a: '12', b: 'x', c: 3, d: true })], null);
const seen = (choice: ColumnChoice) =>
  layColumns(columns, choice)
    .laid.map(({ column: { id }, pinned }) => (pinned ? `${id} ${pinned}` : id))
    .filter((id) => !id.startsWith('updated'));

describe('moving columns', () => {
  test('beside another one, before or after it', () => {
    expect(seen(moveColumn(columns, noChoice, 'd', 'a', 'before'))).toEqual(['item_id left', 'd', 'a', 'b', 'c']);
    expect(seen(moveColumn(columns, noChoice, 'a', 'c', 'after'))).toEqual(['item_id left', 'b', 'c', 'a', 'd']);
    expect(moveColumn(columns, noChoice, 'a', 'a', 'after')).toBe(noChoice);
    expect(moveColumn(columns, noChoice, 'a', 'gone', 'after')).toBe(noChoice);
  });

  test('to where another one stays, it stays there too; the record stays first', () => {
    const right = moveColumn(columns, pinColumn(noChoice, 'c', 'right'), 'a', 'c', 'before');
    expect(seen(right)).toEqual(['item_id left', 'b', 'd', 'a right', 'c right']);
    const first = moveColumn(columns, noChoice, 'c', 'item_id', 'before');
    expect(seen(first)).toEqual(['item_id left', 'c left', 'a', 'b', 'd']);
    expect(seen(moveColumn(columns, first, 'c', 'b', 'after'))).toEqual(['item_id left', 'a', 'b', 'c', 'd']);
    expect(moveColumn(columns, noChoice, 'item_id', 'b', 'after')).toBe(noChoice);
  });

  test('by one place among those that show and stay at the same edge', () => {
    const hidden = showColumns(noChoice, ['b'], false);
    expect(passedByStep(columns, hidden, 'c', -1)).toBe('a');
    expect(seen(showColumns(stepColumn(columns, hidden, 'c', -1), ['b'], true))).toEqual([
      ...['item_id left', 'c', 'a', 'b', 'd'],
    ]);
    expect(passedByStep(columns, hidden, 'a', -1)).toBeNull();
    expect(stepColumn(columns, hidden, 'a', -1)).toBe(hidden);
    expect(passedByStep(columns, pinColumn(noChoice, 'a', 'left'), 'a', -1)).toBeNull();
    expect(passedByStep(columns, noChoice, 'item_id', 1)).toBeNull();
  });
});

describe('a name and a kind by hand', () => {
  const described = retypeColumn(renameColumn(noChoice, 'a', ' Amount '), 'a', 'number');

  test('stand for what was found, and go when they are taken back', () => {
    const amount = columnsAsChosen(columns, described)[1];
    expect(amount).toMatchObject({ id: 'a', name: 'Amount', kind: 'number', source: 'hand', confidence: 0 });
    expect(columnsAsChosen(columns, described)[2]).toBe(columns[2]);
    expect(isDescribed('a', described)).toBe(true);
    const back = retypeColumn(renameColumn(described, 'a', '  '), 'a', null);
    expect(back).toEqual(noChoice);
    expect(columnsAsChosen(columns, back)).toBe(columns);
  });

  test('system fields can be named, their kind is not up to anybody', () => {
    const choice = retypeColumn(renameColumn(noChoice, 'updated_on', 'Changed'), 'updated_on', 'text');
    expect(columnsAsChosen(columns, choice).find(({ id }) => id === 'updated_on')).toMatchObject({
      name: 'Changed',
      kind: 'date',
      source: 'system',
    });
  });

  test('what is typed becomes a value of that kind, also where another was read', () => {
    const typed = (kind: GridColumn['kind'], id: string, text: string, before: Json) => {
      const column = columnsAsChosen(columns, retypeColumn(noChoice, id, kind)).find((each) => each.id === id);
      return column && coerceCell(text, column, before);
    };
    expect(typed('number', 'a', '13', '12')).toEqual({ ok: true, value: 13 });
    expect(typed('number', 'a', 'x', '12')).toEqual({ ok: false, reason: 'not-a-number' });
    expect(typed('text', 'c', '4', 3)).toEqual({ ok: true, value: '4' });
    // Its own text gives back what was read.
    expect(typed('number', 'a', '12', '12')).toEqual({ ok: true, value: '12' });
    expect(typed('switch', 'b', 'yes', 'x')).toEqual({ ok: true, value: true });
    expect(typed('date', 'c', '2026-11-30', 3)).toEqual({ ok: true, value: '2026-11-30' });
  });
});
