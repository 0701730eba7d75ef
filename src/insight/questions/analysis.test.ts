import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Analysis, analysisTabs, emptyAnalysis, formatAnalysis, parseAnalysis } from './analysis';
import { chartKinds } from './charts';
import { changeKinds } from './compare';
import { leniencies } from './duplicates';
import { plainTests } from './selection';

const word = fc.string({
  unit: fc.constantFrom('a', 'Z', '.', '*', '~', 't', 'd', ' ', '%', '"', '东', '&', '=', '1'),
});
const limit = fc.integer({ min: 1, max: 10_000 });
const filled = fc.string({ minLength: 1, unit: fc.constantFrom('1', '.', '-', ' ') });
const condition = fc.oneof(
  fc.record({ column: word, is: fc.constantFrom(...plainTests) }),
  fc.record({
    column: word,
    is: fc.constantFrom('value' as const, 'similar' as const, 'contains' as const),
    value: word,
  }),
  fc.record({
    column: word,
    is: fc.constantFrom('range' as const, 'outside' as const),
    from: fc.option(filled),
    to: fc.option(filled),
  }),
);
const index = fc.nat(9);
const group = fc.record({
  groups: fc.array(
    fc.record({
      column: word,
      by: fc.oneof(fc.constantFrom('value' as const, 'year' as const, 'hour' as const), fc.constant({ width: '0.25' })),
    }),
  ),
  measures: fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('rows' as const), column: fc.constant(null) }),
      fc.record({ kind: fc.constantFrom('sum' as const, 'distinct' as const), column: word }),
    ),
  ),
  filters: fc.array(fc.record({ kind: fc.constant('contains' as const), group: index, text: word })),
  sort: fc.option(fc.record({ by: fc.oneof(fc.constant('key' as const), index), isDescending: fc.boolean() })),
  limit,
  isPivot: fc.boolean(),
});
const some = <Word extends string>(words: readonly Word[]) => fc.subarray([...words]);
const analysis: fc.Arbitrary<Analysis> = fc.record({
  tab: fc.constantFrom(...analysisTabs),
  within: fc.array(condition, { maxLength: 3 }),
  group: fc.option(group),
  chart: fc.option(fc.constantFrom(...chartKinds)),
  column: fc.option(word),
  duplicates: fc.option(fc.record({ columns: fc.array(word), ignoring: some(leniencies), limit })),
  compare: fc.option(
    fc.record({
      other: word,
      areBlanksSame: fc.boolean(),
      limit,
      show: fc.option(fc.constantFrom(...changeKinds)),
      without: fc.array(word),
      keys: fc.array(fc.record({ before: word, after: word })),
    }),
  ),
  find: fc.option(fc.record({ text: word, columns: fc.array(word), limit })),
  sql: fc.option(word),
});

test('an analysis is read back as it was written', () => {
  fc.assert(
    fc.property(analysis, (value) => {
      expect(parseAnalysis(formatAnalysis(value))).toEqual(value);
    }),
  );
});

test('the empty analysis is the empty text, and a small one is short', () => {
  expect(formatAnalysis(emptyAnalysis)).toBe('');
  const groups = [{ column: 'genre', by: 'value' as const }];
  const group = {
    groups,
    measures: [{ kind: 'rows' as const, column: null }],
    filters: [],
    sort: null,
    limit: 100,
    isPivot: false,
  };
  expect(formatAnalysis({ ...emptyAnalysis, group })).toBe('group.100*by.genre.value*m.rows');
});

test('whatever an address holds is read without an error', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(analysisTabs).toContain(parseAnalysis(text).tab);
    }),
  );
  const broken = parseAnalysis(
    'tab.none*group.x*by.a.century*by.b.year*m.cube.a*m.sum*sort.z*in.a.sideways*in*chart.pie',
  );
  expect(broken).toEqual({
    ...emptyAnalysis,
    group: { groups: [{ column: 'b', by: 'year' }], measures: [], filters: [], sort: null, limit: 100, isPivot: false },
  });
});
