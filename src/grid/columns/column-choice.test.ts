import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../contract/json';
import { coerceCell } from '../edit/coerce-cell';
import { record } from '../test-table';
import {
  type ColumnChoice,
  columnsAsChosen,
  isDescribed,
  noChoice,
  readColumnChoice,
  renameColumn,
  retypeColumn,
} from './column-choice';
import { columnsOf, type GridColumn } from './columns-of';

describe('a stored column choice', () => {
  test('is read as it was written', () => {
    const choice: ColumnChoice = {
      columnVisibility: { ...noChoice.columnVisibility, a: false, created_on: true },
      columnSizing: { a: 120 },
      columnOrder: ['b', 'a'],
      columnPinning: { start: ['item_id', 'c'], end: ['a'] },
      names: { a: 'Amount' },
      kinds: { a: 'number' },
    };
    expect(readColumnChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
  });

  test('is read from what an older console stored', () => {
    expect(
      readColumnChoice({
        shown: { a: false, created_by: true, item_id: false },
        widths: { a: 120 },
        order: ['d', 'c', 'b', 'a'],
        pinned: { a: 'right', b: null, c: 'left', d: 'left', item_id: 'right' },
        names: { a: 'Amount' },
        kinds: { a: 'number' },
      }),
    ).toEqual({
      columnVisibility: { ...noChoice.columnVisibility, a: false, created_by: true },
      columnSizing: { a: 120 },
      columnOrder: ['d', 'c', 'b', 'a'],
      columnPinning: { start: ['item_id', 'd', 'c'], end: ['a'] },
      names: { a: 'Amount' },
      kinds: { a: 'number' },
    });
    expect(readColumnChoice({ shown: { a: true }, widths: { a: 80 } })).toEqual({
      ...noChoice,
      columnVisibility: { ...noChoice.columnVisibility, a: true },
      columnSizing: { a: 80 },
    });
  });

  test('ignores what cannot be read', () => {
    const odd = {
      columnVisibility: 3,
      columnSizing: { a: 'x' },
      columnOrder: ['a', 1, 'a'],
      columnPinning: { start: ['a', 'a', 2], end: ['a', 'item_id'], left: ['b'] },
      names: { a: ' ' },
      kinds: { a: 'hologram' },
    };
    expect(readColumnChoice(odd)).toEqual({
      ...noChoice,
      columnOrder: ['a'],
      columnPinning: { start: ['item_id', 'a'], end: [] },
    });
    expect(readColumnChoice({ shown: 3, widths: { a: 'x' }, order: 7, pinned: { a: 'top' } })).toEqual(noChoice);
    expect(readColumnChoice('x')).toBe(noChoice);
    expect(readColumnChoice(undefined)).toBe(noChoice);
    fc.assert(fc.property(fc.anything(), (anything) => Boolean(readColumnChoice(anything))));
  });
});

const columns = columnsOf([record('1', { a: '12', b: 'x', c: 3, d: true })], null);
const described = retypeColumn(renameColumn(noChoice, 'a', ' Amount '), 'a', 'number');

test('a manual name and type replace the detected ones until reset', () => {
  const amount = columnsAsChosen(columns, described)[1];
  expect(amount).toMatchObject({ id: 'a', name: 'Amount', kind: 'number', source: 'hand', confidence: 0 });
  expect(columnsAsChosen(columns, described)[2]).toBe(columns[2]);
  expect(isDescribed('a', described)).toBe(true);
  const back = retypeColumn(renameColumn(described, 'a', '  '), 'a', null);
  expect(back).toEqual(noChoice);
  expect(columnsAsChosen(columns, back)).toBe(columns);
});

test('system fields can be renamed, but not retyped', () => {
  const choice = retypeColumn(renameColumn(noChoice, 'updated_on', 'Changed'), 'updated_on', 'text');
  expect(columnsAsChosen(columns, choice).find(({ id }) => id === 'updated_on')).toMatchObject({
    name: 'Changed',
    kind: 'date',
    source: 'system',
  });
});

test('input becomes a value of the manual type, also where another was loaded', () => {
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
