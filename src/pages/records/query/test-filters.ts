import fc from 'fast-check';
import type { Filter } from '../../../contract/filter';

const condition = fc
  .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('eq', 'gte', 'near'), fc.integer())
  .map(([field, operator, operand]) => ({ field, query: { [operator]: operand } }));

/** Filters of any shape, with keys that nobody knows. @param minLength of each group */
export function filtersOf(minLength: number): fc.Arbitrary<Filter> {
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
