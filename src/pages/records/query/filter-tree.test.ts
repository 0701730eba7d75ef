import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conditionsOf, entriesOf, type Filter, joinOf, readFilter } from '../../../contract/filter';
import type { Json } from '../../../contract/json';
import { addToFilter } from '../add-to-filter';
import { appendAt, entryAt, type FilterPath, joinAt, removeAt, replaceAt, settled } from './filter-tree';
import { filtersOf } from './test-filters';

const filters = filtersOf(1);

/** The way to every entry below the root. */
function pathsOf(entry: Json, path: FilterPath = []): FilterPath[] {
  const children = joinOf(entry) === null ? [] : entriesOf(entry as Filter);
  return children.flatMap((child, index) => [[...path, index], ...pathsOf(child, [...path, index])]);
}

const extra = { field: 'z', query: { eq: 0 } };

describe('changes of a filter', () => {
  test('replacing an entry by itself changes nothing, at any depth', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        for (const path of pathsOf(filter)) {
          expect(replaceAt(filter, path, entryAt(filter, path) as Json)).toEqual(filter);
        }
      }),
    );
  });

  test('what was added can be taken away again, and nothing else was touched', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const groups = [[], ...pathsOf(filter)].filter((path) => joinOf(entryAt(filter, path) as Json) !== null);
        for (const path of groups) {
          const longer = appendAt(filter, path, extra);
          const at = entriesOf(entryAt(filter, path) as Filter).length;
          expect(entryAt(longer, [...path, at])).toEqual(extra);
          expect(conditionsOf(longer)).toHaveLength(conditionsOf(filter).length + 1);
          expect(removeAt(longer, [...path, at])).toEqual(filter);
        }
      }),
    );
  });

  test('joining by the other word and back gives the same filter, unknown keys kept', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const join = joinOf(filter) as 'and' | 'or';
        const other = joinAt(filter, [], join === 'and' ? 'or' : 'and');
        expect(joinOf(other)).not.toBe(join);
        expect(joinAt(other, [], join)).toEqual(filter);
      }),
    );
  });

  test('whatever is removed, what is left is a filter', () => {
    fc.assert(
      fc.property(filters, fc.nat(), (filter, pick) => {
        const paths = pathsOf(filter);
        const left = removeAt(filter, paths[pick % paths.length] as FilterPath);
        expect(readFilter(left).ok).toBe(true);
      }),
    );
  });

  test('a group that loses its last entry goes, the root stays until it is settled', () => {
    const filter: Filter = { and: [{ or: [extra] }] };
    expect(removeAt(filter, [0, 0])).toEqual({ and: [] });
    expect(settled({ and: [] })).toBeNull();
    expect(settled({ and: [{ or: [{ and: [] }] }] })).toBeNull();
    expect(settled({ and: [extra, { or: [] }] })).toEqual({ and: [extra] });
    expect(settled({ and: [], note: 1 })).toEqual({ and: [], note: 1 });
  });

  test('narrowing asks the new condition beside all that was asked', () => {
    expect(addToFilter(null, extra)).toEqual({ and: [extra] });
    expect(addToFilter({ and: [extra] }, extra)).toEqual({ and: [extra, extra] });
    expect(addToFilter({ or: [extra] }, extra)).toEqual({ and: [{ or: [extra] }, extra] });
    expect(addToFilter(null, { or: [extra, extra] })).toEqual({ or: [extra, extra] });
    expect(addToFilter({ and: [extra] }, { or: [extra] })).toEqual({ and: [extra, { or: [extra] }] });
    expect(addToFilter({ and: [extra] }, { and: [extra, extra] })).toEqual({ and: [extra, extra, extra] });
    expect(addToFilter({ and: [extra] }, { and: [extra], note: 1 })).toEqual({
      and: [extra, { and: [extra], note: 1 }],
    });
  });
});
