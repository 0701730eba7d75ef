import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DwRecord } from '../../contract/records';
import { barsMax, dayEdges, numberEdges } from './bar-edges';
import { distributionOf } from './distribution';
import { profilesOf } from './profile';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
const dates = (edges: readonly number[]) => edges.map((edge) => new Date(edge * 86_400_000).toISOString().slice(0, 10));

describe('the edges of bars of numbers', () => {
  test.each([
    [[9, 46.6], [5, 10, 15, 20, 25, 30, 35, 40, 45, 50], false],
    [[0.05, 0.35], [0.05, 0.075, 0.1, 0.125, 0.15, 0.175, 0.2, 0.225, 0.25, 0.275, 0.3, 0.325, 0.35], false],
    [[0, 0.3], [0, 0.025, 0.05, 0.075, 0.1, 0.125, 0.15, 0.175, 0.2, 0.225, 0.25, 0.275, 0.3], false],
    [[0.1, 1.1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1], false],
    [[-1.5, 1.5], [-1.5, -1.25, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 1.25, 1.5], false],
    [[46, 230], [40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240], true],
    // Each whole number is a bar.
    [[3, 8], [3, 4, 5, 6, 7, 8, 9], true],
    // Not 2.5: between whole numbers, edges are whole.
    [[0, 30], [0, 5, 10, 15, 20, 25, 30], true],
    [[1e21, 9e21], [1e21, 2e21, 3e21, 4e21, 5e21, 6e21, 7e21, 8e21, 9e21], false],
  ] as const)('from %j are at %j', ([low, high], edges, whole) => {
    expect(numberEdges(low, high, whole)).toEqual(edges);
  });

  test('hold every value, are few, and are written with few digits', () => {
    const value = fc.oneof(
      fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
      fc.integer({ min: -1000, max: 1000 }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
    );
    fc.assert(
      fc.property(value, value, (a, b) => {
        fc.pre(Math.abs(a - b) > 1e-3);
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const edges = numberEdges(low, high, Number.isInteger(a) && Number.isInteger(b));
        expect(edges.length).toBeLessThanOrEqual(barsMax + 1);
        expect(edges[0]).toBeLessThanOrEqual(low);
        expect(edges.at(-1)).toBeGreaterThanOrEqual(high);
        const step = high - low;
        for (const edge of edges) {
          const digits = String(edge).replace(/^-?[0.]*|\.|0*$/g, '');
          const most = 3 + Math.max(0, Math.ceil(Math.log10(Math.max(1, Math.abs(edge) / step))) + 1);
          expect(digits.length).toBeLessThanOrEqual(Math.max(3, most));
        }
      }),
    );
  });

  test('are not between values so near to each other that no number is between them', () => {
    const profile = profilesOf([2 ** 60, 2 ** 60 + 256].map((a) => record({ a }))).get('a');
    expect(profile && distributionOf(profile, 'number')).toBeNull();
    const least = profilesOf([0, Number.MIN_VALUE].map((a) => record({ a }))).get('a');
    expect(least && distributionOf(least, 'number')).toBeNull();
  });
});

describe('the edges of bars of dates', () => {
  test.each([
    ['2026-01-30', '2026-02-02', ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02', '2026-02-03']],
    // Weeks begin on Monday.
    [
      '2026-11-20',
      '2026-12-24',
      ['2026-11-16', '2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28'],
    ],
    [
      '2025-11-20',
      '2026-08-31',
      [
        '2025-11-01',
        '2025-12-01',
        '2026-01-01',
        '2026-02-01',
        '2026-03-01',
        '2026-04-01',
        '2026-05-01',
        '2026-06-01',
        '2026-07-01',
        '2026-08-01',
        '2026-09-01',
      ],
    ],
    [
      '1970-01-01',
      '1975-01-01',
      [
        '1970-01-01',
        '1970-07-01',
        '1971-01-01',
        '1971-07-01',
        '1972-01-01',
        '1972-07-01',
        '1973-01-01',
        '1973-07-01',
        '1974-01-01',
        '1974-07-01',
        '1975-01-01',
        '1975-07-01',
      ],
    ],
  ])('from %s to %s are days, weeks, or the first of months', (low, high, edges) => {
    expect(dates(dayEdges(day(low), day(high)))).toEqual(edges);
  });

  test('are dates that four digits can write', () => {
    const profile = profilesOf(['0001-01-01', '9999-12-31'].map((a) => record({ a }))).get('a');
    const ranges = profile && distributionOf(profile, 'date')?.ranges;
    expect(ranges?.[0]).toEqual({ from: '0001-01-01', to: '1000-01-01', holdsEnd: false });
    expect(ranges?.at(-1)).toEqual({ from: '9000-01-01', to: '9999-12-31', holdsEnd: true });
  });
});

test('every value is in the bar whose range it is in', () => {
  const cents = fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(cents, (all) => {
      const values = all.map((each) => each / 100);
      const profile = profilesOf(values.map((a) => record({ a }))).get('a');
      const chart = profile && distributionOf(profile, 'number');
      const counts = chart?.ranges?.map(
        ({ from, to, holdsEnd }) =>
          values.filter((value) => value >= Number(from) && (holdsEnd ? value <= Number(to) : value < Number(to)))
            .length,
      );
      const most = Math.max(...(counts ?? []));
      expect(chart?.bars ?? []).toEqual((counts ?? []).map((count) => count / most));
    }),
  );
});

function record(fields: DwRecord['fields']): DwRecord {
  return { item_id: '1', title: null, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
}
