import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conditionsOf, filterBounds, joinOf, readFilter } from './filter';
import { formatJson, type JsonObject, parseJson } from './json';

const condition = fc.record({
  field: fc.string(),
  query: fc.dictionary(fc.constantFrom('eq', 'gte', 'in', 'like'), fc.jsonValue()),
});
const filter = fc.letrec<{ entry: JsonObject; group: JsonObject }>((tie) => ({
  entry: fc.oneof({ maxDepth: 4 }, condition as fc.Arbitrary<JsonObject>, tie('group')),
  group: fc.oneof(
    fc.record({ and: fc.array(tie('entry'), { maxLength: 4 }) }),
    fc.record({ or: fc.array(tie('entry'), { maxLength: 4 }), comment: fc.string() }),
  ) as fc.Arbitrary<JsonObject>,
})).group;

describe('filter (4.4.1)', () => {
  test('any filter is read without losing a key, and survives a round trip', () => {
    fc.assert(
      fc.property(filter, (json) => {
        const text = formatJson(json);
        const read = readFilter(parseJson(text));
        expect(read.ok && formatJson(read.filter)).toBe(text);
      }),
    );
  });

  test.each([
    [[], ''],
    ['x', ''],
    [{ field: 'a', query: {} }, ''],
    [{ and: {} }, ''],
    [{ and: [1] }, 'and.0'],
    [{ and: [{ or: [{ field: 'a' }] }] }, 'and.0.or.0.query'],
    [{ or: [{ fild: 'a', query: {} }] }, 'or.0'],
  ])('%j is refused with its place', (json, path) => {
    expect(readFilter(json)).toMatchObject({ ok: false, path });
  });

  test('depth and size are bounded', () => {
    let deep: JsonObject = { and: [] };
    for (let depth = 0; depth <= filterBounds.depth; depth += 1) deep = { and: [deep] };
    expect(readFilter(deep).ok).toBe(false);
    const many = Array.from({ length: filterBounds.conditions + 1 }, () => ({ field: 'a', query: { eq: 1 } }));
    expect(readFilter({ and: many }).ok).toBe(false);
    expect(readFilter({ and: many.slice(1) }).ok).toBe(true);
  });

  test('conditions are found at any depth', () => {
    const read = parseJson('{"and":[{"field":"a","query":{}},{"or":[{"field":"b","query":{}}]}]}') as JsonObject;
    expect(conditionsOf(read).map(({ field }) => field)).toEqual(['a', 'b']);
    expect(joinOf(read)).toBe('and');
  });
});
