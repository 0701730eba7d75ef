import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Filter } from '../contract/filter';
import type { Json } from '../contract/json';
import type { Order } from '../contract/records';
import { formatRecordsSearch, parseRecordsSearch } from './records-search';

/** JSON as the console holds it: whole numbers past ±(2^53−1) are bigint; -0 has no JSON text of its own. */
const json: fc.Arbitrary<Json> = fc
  .letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((x) => !Object.is(x, -0) && Math.abs(x) < 2 ** 53),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n }),
      fc.string({ unit: 'grapheme' }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string({ minLength: 1 }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  .value.filter((value) => !JSON.stringify(value, (_k, v) => (typeof v === 'bigint' ? 1 : v)).includes('__proto__'));

const extras = fc.dictionary(fc.constantFrom('note', 'mode', 'x'), json, { maxKeys: 2, noNullPrototype: true });
const condition = fc
  .tuple(
    extras,
    fc.string(),
    fc.dictionary(fc.constantFrom('eq', 'gte', 'or', 'near'), json, { noNullPrototype: true }),
  )
  .map(([rest, field, query]) => ({ ...rest, field, query }));
const filter: fc.Arbitrary<Filter> = fc.letrec<{ group: Filter }>((tie) => ({
  group: fc
    .tuple(
      extras,
      fc.constantFrom('and', 'or'),
      fc.array(fc.oneof({ maxDepth: 4, withCrossShrink: true }, condition, tie('group')), { maxLength: 3 }),
    )
    .map(([rest, join, entries]) => ({ ...rest, [join]: entries }) as Filter),
})).group;
const order: fc.Arbitrary<Order> = fc.record({
  field_id: fc.string({ minLength: 1, unit: 'grapheme' }),
  type: fc.constantFrom('asc' as const, 'desc' as const),
});

describe('the address of the records page', () => {
  test('parse is the inverse of format, for any filter, order, record, field and columns', () => {
    fc.assert(
      fc.property(
        fc.record({
          question: fc.oneof(
            filter.map((filter) => ({ filter, kept: null })),
            fc.stringMatching(/^[0-9a-z]{4,20}$/).map((kept) => ({ filter: null, kept })),
            fc.constant({ filter: null, kept: null }),
          ),
          order: fc.option(order),
          // A field is one of a record.
          place: fc.oneof(
            fc.record({ record: fc.string({ minLength: 1 }), field: fc.option(fc.string({ minLength: 1 })) }),
            fc.constant({ record: null, field: null }),
          ),
          columns: fc.option(
            fc.array(
              fc.record(
                {
                  id: fc.string(),
                  width: fc.integer({ min: 40, max: 2000 }),
                  pin: fc.constantFrom('start' as const, 'end' as const),
                  name: fc.string({ minLength: 1, unit: 'grapheme' }).filter((name) => name.trim() !== ''),
                  kind: fc.constantFrom('text' as const, 'number' as const),
                },
                { requiredKeys: ['id'], noNullPrototype: true },
              ),
            ),
          ),
        }),
        ({ question, place, ...rest }) => {
          const search = { ...question, ...place, ...rest };
          expect(parseRecordsSearch(formatRecordsSearch(search))).toEqual({ search, problems: [] });
        },
      ),
      { numRuns: 300 },
    );
  });

  test('reports unreadable parameters, and reads the others', () => {
    const { search, problems } = parseRecordsSearch(
      'filter={"and":[{"field":1}]}&order={"field_id":"a","type":"up"}&columns=3&record=23',
    );
    expect(search).toEqual({ filter: null, kept: null, order: null, record: '23', field: null, columns: null });
    expect(problems).toEqual([
      { parameter: 'filter', reason: 'and.0: neither a group ("and", "or") nor a condition ("field")' },
      { parameter: 'order', reason: '"type" is neither "asc" nor "desc"' },
      { parameter: 'columns', reason: 'not an array of field ids' },
    ]);
  });

  test('never fails, whatever the parameters are', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (a, b, c) => {
        const source = new URLSearchParams({ filter: a, order: b, columns: c });
        const { search, problems } = parseRecordsSearch(source);
        const given = [a, b, c].filter((text) => text !== '').length;
        const read = [search.filter, search.order, search.columns].filter((value) => value !== null).length;
        expect(read + problems.length).toBe(given);
      }),
    );
  });

  test('an invalid name is reported; a filter beside a name takes precedence', () => {
    expect(parseRecordsSearch('kept=../x').problems).toMatchObject([{ parameter: 'kept' }]);
    expect(formatRecordsSearch({ filter: { and: [] }, kept: 'abcd' })).toBe('filter=%7B%22and%22%3A%5B%5D%7D');
  });

  test('defaults are omitted', () => {
    expect(formatRecordsSearch({ filter: null, order: null, record: null, field: null, columns: null })).toBe('');
  });
});
