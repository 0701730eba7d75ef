import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignSlots } from './slots';

const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, place) => first + place);

test('a row that comes takes the element of one that went, the others keep theirs', () => {
  const before = assignSlots(new Map(), range(0, 40));
  const after = assignSlots(before, range(3, 40));
  for (const row of range(3, 37)) expect(after.get(row)).toBe(before.get(row));
  expect(range(40, 3).map((row) => after.get(row))).toEqual([0, 1, 2]);
});

test('a row far away that stays keeps its element', () => {
  const before = assignSlots(new Map(), range(0, 40));
  const after = assignSlots(before, [...range(900_000, 39), 7]);
  expect(after.get(7)).toBe(before.get(7));
});

test('never two rows on one element, never more elements than rows, none changed without need', () => {
  const windows = fc.array(fc.tuple(fc.nat(200), fc.nat(60), fc.nat(200)), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(windows, (steps) => {
      let slots: ReadonlyMap<number, number> = new Map();
      for (const [first, count, active] of steps) {
        const rows = [...new Set([...range(first, count), active])];
        const next = assignSlots(slots, rows);
        expect([...next.values()].sort((a, b) => a - b)).toEqual(range(0, rows.length));
        for (const [row, slot] of slots) if (next.has(row) && slot < rows.length) expect(next.get(row)).toBe(slot);
        slots = next;
      }
    }),
  );
});

test('where elements stay anyway, none is changed though fewer are used', () => {
  const before = assignSlots(new Map(), range(0, 12));
  expect(assignSlots(before, [11, 3], 12)).toEqual(
    new Map([
      [11, 11],
      [3, 3],
    ]),
  );
});
