import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conditionsOf, entriesOf, type Filter, joinOf, readFilter } from '../../../contract/filter';
import { formatJson, type Json } from '../../../contract/json';
import { duplicateEntry, moveEntry, takeEntry, ungroupEntry, wrapEntry } from './filter-moves';
import { entryAt, type FilterPath, settled } from './filter-tree';
import { filtersOf } from './test-filters';

const filters = filtersOf(0);

function pathsOf(entry: Json, path: FilterPath = []): FilterPath[] {
  const children = joinOf(entry) === null ? [] : entriesOf(entry as Filter);
  return children.flatMap((child, index) => [[...path, index], ...pathsOf(child, [...path, index])]);
}

const sorted = (filter: Filter) =>
  conditionsOf(filter)
    .map((each) => formatJson(each))
    .sort();

describe('what the builder does with an entry', () => {
  test('a move keeps every condition, keeps the entry, and the move back undoes it', () => {
    fc.assert(
      fc.property(filters, fc.constantFrom(-1 as const, 1 as const), (filter, step) => {
        for (const path of pathsOf(filter)) {
          const moved = moveEntry(filter, path, step);
          if (moved === null) continue;
          expect(entryAt(moved.filter, moved.path)).toEqual(entryAt(filter, path));
          expect(sorted(moved.filter)).toEqual(sorted(filter));
          expect(moveEntry(moved.filter, moved.path, -step as 1 | -1)).toEqual({ filter, path });
        }
      }),
    );
  });

  test('every place is reached by moving on: from the first to the last', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const first = pathsOf(filter)[0];
        if (!first) return;
        let at = { filter, path: first as FilterPath };
        for (let steps = 0; steps < 200; steps += 1) {
          const next = moveEntry(at.filter, at.path, 1);
          if (next === null) break;
          at = next;
        }
        expect(at.path).toEqual([entriesOf(at.filter).length - 1]);
      }),
    );
  });

  test('wrapping and dissolving the group gives the same filter', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        for (const path of pathsOf(filter)) {
          const wrapped = wrapEntry(filter, path);
          expect(wrapped).not.toBeNull();
          if (wrapped === null) continue;
          expect(entryAt(wrapped.filter, wrapped.path)).toEqual(entryAt(filter, path));
          expect(ungroupEntry(wrapped.filter, path)?.filter).toEqual(filter);
        }
      }),
    );
  });

  test('what was duplicated can be taken away again', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        for (const path of pathsOf(filter)) {
          const twice = duplicateEntry(filter, path);
          expect(twice && entryAt(twice.filter, twice.path)).toEqual(entryAt(filter, path));
          expect(twice && takeEntry(twice.filter, twice.path)?.filter).toEqual(filter);
        }
      }),
    );
  });

  test('whatever is done, what is left is a filter', () => {
    fc.assert(
      fc.property(filters, fc.array(fc.tuple(fc.nat(), fc.nat(4)), { maxLength: 12 }), (filter, steps) => {
        let now = filter;
        for (const [pick, action] of steps) {
          const paths = pathsOf(now);
          const path = paths[pick % Math.max(1, paths.length)] ?? [];
          const done = [
            () => moveEntry(now, path, 1),
            () => moveEntry(now, path, -1),
            () => wrapEntry(now, path),
            () => ungroupEntry(now, path),
            () => takeEntry(now, path),
          ][action]?.();
          now = done?.filter ?? now;
        }
        expect(readFilter(now).ok).toBe(true);
        const left = settled(now);
        expect(left === null || readFilter(left).ok).toBe(true);
      }),
    );
  });

  test('a group with keys that we do not know is not dissolved: they would be lost', () => {
    const filter: Filter = { and: [{ or: [{ field: 'a', query: { eq: 1 } }], note: 1 }] };
    expect(ungroupEntry(filter, [0])).toBeNull();
    expect(wrapEntry(filter, [])).toBeNull();
    expect(takeEntry(filter, [])).toBeNull();
  });
});
