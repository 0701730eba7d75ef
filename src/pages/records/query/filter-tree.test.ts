import fc from 'fast-check';
import { createTranslator } from 'use-intl';
import { describe, expect, test } from 'vitest';
import { conditionsOf, entriesOf, type Filter, joinOf, readFilter } from '../../../contract/filter';
import { formatJson, type Json } from '../../../contract/json';
import { en } from '../../../texts/en';
import { addToFilter } from './add-to-filter';
import { filterLine, wholeFilter } from './filter-text';
import {
  appendEntry,
  conditionOn,
  duplicateEntry,
  eitherOf,
  entryAt,
  type FilterPath,
  joinAt,
  moveEntry,
  removeEntry,
  replaceAt,
  settled,
  ungroupEntry,
  withCondition,
  wrapEntry,
} from './filter-tree';
import { column } from './test-column';

const condition = fc
  .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('eq', 'gte', 'near'), fc.integer())
  .map(([field, operator, operand]) => ({ field, query: { [operator]: operand } }));

/** Filters of any shape, with unknown keys. @param minLength of each group */
function filtersOf(minLength: number): fc.Arbitrary<Filter> {
  return fc.letrec<{ group: Filter }>((tie) => ({
    group: fc
      .tuple(
        fc.dictionary(fc.constantFrom('note', 'mode'), fc.integer(), { maxKeys: 1, noNullPrototype: true }),
        fc.constantFrom('and', 'or'),
        fc.array(fc.oneof({ maxDepth: 3 }, condition, tie('group')), { minLength, maxLength: 3 }),
      )
      .map(([rest, join, entries]) => ({ ...rest, [join]: entries }) as Filter),
  })).group;
}

/** The filter without the entry at a path. */
function without(filter: Filter, path: FilterPath): Filter {
  const removed = removeEntry(filter, path);
  if (removed === null) throw new Error('nothing to remove');
  return removed.filter;
}

/** The way to every entry below the root. */
function pathsOf(entry: Json, path: FilterPath = []): FilterPath[] {
  const children = joinOf(entry) === null ? [] : entriesOf(entry as Filter);
  return children.flatMap((child, index) => [[...path, index], ...pathsOf(child, [...path, index])]);
}

const extra = { field: 'z', query: { eq: 0 } };

describe('changes of a filter', () => {
  const filters = filtersOf(1);

  test('replacing an entry with itself changes nothing, at any depth', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        for (const path of pathsOf(filter)) {
          expect(replaceAt(filter, path, entryAt(filter, path) as Json)).toEqual(filter);
        }
      }),
    );
  });

  test('an added entry can be removed again, and nothing else changes', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const groups = [[], ...pathsOf(filter)].filter((path) => joinOf(entryAt(filter, path) as Json) !== null);
        for (const path of groups) {
          const longer = appendEntry(filter, path, extra).filter;
          const at = entriesOf(entryAt(filter, path) as Filter).length;
          expect(entryAt(longer, [...path, at])).toEqual(extra);
          expect(conditionsOf(longer)).toHaveLength(conditionsOf(filter).length + 1);
          expect(without(longer, [...path, at])).toEqual(filter);
        }
      }),
    );
  });

  test('switching and/or and back gives the same filter, with unknown keys', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const join = joinOf(filter) as 'and' | 'or';
        const other = joinAt(filter, [], join === 'and' ? 'or' : 'and');
        expect(joinOf(other)).not.toBe(join);
        expect(joinAt(other, [], join)).toEqual(filter);
      }),
    );
  });

  test('whatever is removed, the rest is a filter', () => {
    fc.assert(
      fc.property(filters, fc.nat(), (filter, pick) => {
        const paths = pathsOf(filter);
        const left = without(filter, paths[pick % paths.length] as FilterPath);
        expect(readFilter(left).ok).toBe(true);
      }),
    );
  });

  test('empty groups are removed when the filter is applied, and so is an empty root', () => {
    expect(settled(without({ and: [{ or: [extra] }, extra] }, [0, 0]))).toEqual({ and: [extra] });
    expect(settled(without({ and: [{ or: [extra] }] }, [0, 0]))).toBeNull();
    expect(settled({ and: [] })).toBeNull();
    expect(settled({ and: [{ or: [{ and: [] }] }] })).toBeNull();
    expect(settled({ and: [extra, { or: [] }] })).toEqual({ and: [extra] });
    expect(settled({ and: [], note: 1 })).toEqual({ and: [], note: 1 });
  });

  test('narrowing adds the new condition to all others', () => {
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

const sorted = (filter: Filter) =>
  conditionsOf(filter)
    .map((each) => formatJson(each))
    .sort();

describe('what the builder does with an entry', () => {
  const filters = filtersOf(0);

  test('a move keeps every condition and the entry, and moving back undoes it', () => {
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

  test('moving reaches every place from the first to the last', () => {
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

  test('a duplicate can be removed again', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        for (const path of pathsOf(filter)) {
          const twice = duplicateEntry(filter, path);
          expect(twice && entryAt(twice.filter, twice.path)).toEqual(entryAt(filter, path));
          expect(twice && removeEntry(twice.filter, twice.path)?.filter).toEqual(filter);
        }
      }),
    );
  });

  test('whatever is done, the result is a filter', () => {
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
            () => removeEntry(now, path),
          ][action]?.();
          now = done?.filter ?? now;
        }
        expect(readFilter(now).ok).toBe(true);
        const left = settled(now);
        expect(left === null || readFilter(left).ok).toBe(true);
      }),
    );
  });

  test('a group with unknown keys is not dissolved, as they would be lost', () => {
    const filter: Filter = { and: [{ or: [{ field: 'a', query: { eq: 1 } }], note: 1 }] };
    expect(ungroupEntry(filter, [0])).toBeNull();
    expect(wrapEntry(filter, [])).toBeNull();
    expect(removeEntry(filter, [])).toBeNull();
  });
});

test('alternatives become a group beside existing conditions; a single one becomes a condition', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((field) => ({ field, query: { eq: 1 } })) as [never, never, never];
  expect(addToFilter({ and: [a] }, eitherOf([b, c]))).toEqual({ and: [a, { or: [b, c] }] });
  expect(addToFilter({ and: [a] }, eitherOf([b]))).toEqual({ and: [a, b] });
});

test('the one condition on a field beside the groups is found, and replaced in its place', () => {
  const [a, b] = [
    { field: 'a', query: { eq: 1 } },
    { field: 'b', query: { gt: 2 } },
  ];
  const group = { or: [{ field: 'c', query: { eq: 3 } }] };
  const filter: Filter = { and: [a, group, b], note: 1 };
  expect(conditionOn(filter, 'b')).toBe(b);
  expect(conditionOn(filter, 'c')).toBeUndefined();
  expect(conditionOn({ or: [a, a] }, 'a')).toBeUndefined();
  expect(conditionOn(null, 'a')).toBeUndefined();
  const next = { field: 'b', query: { lt: 5 } };
  expect(withCondition(filter, b, next)).toEqual({ and: [a, group, next], note: 1 });
  expect(withCondition({ or: [a, b] }, b, next)).toEqual({ or: [a, next] });
});

test('a filter on one line is cut and says how many values it leaves out; as a whole it names each', () => {
  const t = createTranslator({ locale: 'en', messages: en, namespace: 'query' });
  const many = { field: 'a', query: { in: ['1', '2', '3', '4', '5'] } };
  expect(filterLine({ and: [many] }, [], t)).toBe('a any of 1, 2, 3 +2');
  const long = { or: Array.from({ length: 9 }, () => many) };
  expect(filterLine(long, [], t)).toMatch(/^.{90}…$/);
  expect(filterLine(long, [], t, wholeFilter)).toMatch(/ or a any of 1, 2, 3, 4, 5$/);
  const text = 'x'.repeat(200);
  expect(filterLine({ field: 'a', query: { eq: text } }, [], t, wholeFilter)).toContain(text);
  const names = [column('a', 'text')];
  expect(filterLine({ field: 'a', query: { eq: ['Ohio', 'Iowa'] } }, names, t)).toMatch(/any of Ohio, Iowa$/);
  expect(filterLine({ field: 'a', query: { eq: ['Ohio'] } }, names, t)).toMatch(/= Ohio$/);
});
