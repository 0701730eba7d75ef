import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { driftOf, forgetIds, noDrift, noIds, noteIds } from './drift';

const size = 4;
const notOwn = () => false;

/** A page of a table, as an offset reads it. */
function pageOf(table: readonly string[], index: number): string[] {
  return table.slice(index * size, (index + 1) * size);
}

const table = fc.uniqueArray(fc.integer({ min: 1, max: 500 }).map(String), { maxLength: 24 });
const indexes = fc.array(fc.nat({ max: 6 }), { maxLength: 12 });

describe('drift', () => {
  test('an unchanged table shows none, whatever is loaded, reloaded and dropped', () => {
    fc.assert(
      fc.property(table, fc.array(fc.tuple(fc.nat({ max: 6 }), fc.boolean()), { maxLength: 20 }), (ids, steps) => {
        const read = noIds(size);
        for (const [index, forget] of steps) {
          if (forget) forgetIds(read, index);
          else noteIds(read, index, pageOf(ids, index));
        }
        expect(driftOf(read, notOwn)).toBe(noDrift);
      }),
    );
  });

  test('a record in two rows is reported on both while both are kept', () => {
    const step = fc.tuple(
      fc.nat({ max: 4 }),
      fc.option(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', ''), { maxLength: size })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const read = noIds(size);
        const pages = new Map<number, string[]>();
        for (const [index, ids] of steps) {
          if (ids) {
            noteIds(read, index, ids);
            pages.set(index, ids);
          } else {
            forgetIds(read, index);
            pages.delete(index);
          }
        }
        const rows = [...pages].flatMap(([index, ids]) => ids.map((id, place) => ({ id, row: index * size + place })));
        const repeated = rows.filter(({ id, row }) => id !== '' && rows.some((o) => o.id === id && o.row !== row));
        const { twice } = driftOf(read, notOwn);
        expect([...twice.keys()].sort((a, b) => a - b)).toEqual(repeated.map(({ row }) => row).sort((a, b) => a - b));
        for (const [row, other] of twice) {
          const idAt = (at: number) => rows.find((each) => each.row === at)?.id;
          expect(other).not.toBe(row);
          expect(idAt(other)).toBe(idAt(row));
        }
      }),
    );
  });

  test('a record added before a page is noticed at its edge', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 500 }).map(String), { minLength: size * 2, maxLength: 20 }),
        (ids) => {
          const read = noIds(size);
          noteIds(read, 0, pageOf(ids, 0));
          noteIds(read, 1, pageOf(['new', ...ids], 1));
          expect([...driftOf(read, notOwn).twice]).toEqual([
            [size, size - 1],
            [size - 1, size],
          ]);
        },
      ),
    );
  });

  test('a record is reported as gone only if no adjacent page can have it, until it is found', () => {
    fc.assert(
      fc.property(table, table, indexes, indexes, (before, after, first, second) => {
        const read = noIds(size);
        const everRead = new Set<string>();
        for (const index of first) {
          noteIds(read, index, pageOf(before, index));
          for (const id of pageOf(before, index)) everRead.add(id);
        }
        for (const index of second) noteIds(read, index, pageOf(after, index));
        const here = new Set([...read.pages.values()].flat());
        for (const [row, id] of driftOf(read, notOwn).vanished) {
          const index = Math.floor(row / size);
          expect(here.has(id)).toBe(false);
          expect(everRead.has(id)).toBe(true);
          expect(index === 0 || read.pages.has(index - 1)).toBe(true);
        }
      }),
    );
  });

  test('a removed record shows as gone, until the next page is reloaded', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const after = before.filter((id) => id !== 'b');
    const read = noIds(size);
    noteIds(read, 0, pageOf(before, 0));
    noteIds(read, 1, pageOf(before, 1));
    noteIds(read, 0, pageOf(after, 0));
    expect([...driftOf(read, notOwn).vanished]).toEqual([[1, 'b']]);
    expect([...driftOf(read, notOwn).twice.keys()].sort()).toEqual([3, 4]);
    noteIds(read, 1, pageOf(after, 1));
    expect(driftOf(read, notOwn).twice.size).toBe(0);
    expect([...driftOf(read, notOwn).vanished]).toEqual([[1, 'b']]);
  });

  test('a record that moved to an unloaded page is not gone', () => {
    const read = noIds(size);
    noteIds(read, 0, ['a', 'b', 'c', 'd']);
    noteIds(read, 0, ['new', 'a', 'b', 'c']);
    expect(driftOf(read, notOwn)).toBe(noDrift);
    noteIds(read, 1, ['e', 'f', 'g', 'h']);
    expect([...driftOf(read, notOwn).vanished]).toEqual([[3, 'd']]);
    noteIds(read, 1, ['d', 'e', 'f', 'g']);
    expect(driftOf(read, notOwn)).toBe(noDrift);
  });

  test('a record that was written here and left the query is none', () => {
    const read = noIds(size);
    noteIds(read, 0, ['a', 'b', 'c']);
    noteIds(read, 0, ['c']);
    expect([...driftOf(read, notOwn).vanished.values()]).toEqual(['a', 'b']);
    expect([...driftOf(read, (id) => id === 'a').vanished.values()]).toEqual(['b']);
  });
});
