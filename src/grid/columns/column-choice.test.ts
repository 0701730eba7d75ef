import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ColumnChoice, noChoice, readColumnChoice } from './column-choice';

describe('a kept choice', () => {
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

  test('what an older console kept becomes the state of the table', () => {
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

  test('what nobody can read is left out', () => {
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
