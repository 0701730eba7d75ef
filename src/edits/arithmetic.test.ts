import { describe, expect, test } from 'vitest';
import { calculate, shiftDate } from './arithmetic';

const long = { digits: 12345678901234567891n, scale: 20n };

describe('numbers', () => {
  test.each([
    ['add', 0.1, 0.2, null, '0.3'],
    ['add', 9007199254740993n, 1, null, '9007199254740994'],
    ['add', -5, 2.5, null, '-2.5'],
    ['multiply', 19.99, 1.07, null, '21.3893'],
    ['multiply', 19.99, 1.07, 2, '21.39'],
    ['multiply', -0.5, 0.5, 1, '-0.3'],
    ['multiply', 1e21, 3, null, '3000000000000000000000'],
    ['multiply', 1 / 3, 0.1, null, '0.03333333333333333'],
    ['multiply', 123456789012345678n, 10, null, '1234567890123456780'],
    ['add', 0.25, -0.25, null, '0'],
    ['multiply', 2.5, 4, null, '10'],
    ['add', long, 1, null, '1.12345678901234567891'],
    ['multiply', long, 10n, null, '1.2345678901234567891'],
    ['multiply', long, 3, 2, '0.37'],
    ['add', long, { ...long, digits: -long.digits }, null, '0'],
  ] as const)('%s of %s and %s (%s decimals) is %s', (does, a, b, decimals, result) => {
    expect(calculate(does, a, b, decimals)).toBe(result);
  });
});

describe('days', () => {
  test.each([
    ['2026-11-25', 10, 'days', '2026-12-05'],
    ['2026-01-31', 1, 'months', '2026-02-28'],
    ['2024-02-29', 1, 'years', '2025-02-28'],
    ['2026-03-01', -1, 'days', '2026-02-28'],
    ['2026-11-25 08:30:00', 2, 'weeks', '2026-12-09 08:30:00'],
    ['0099-12-31', 1, 'days', '0100-01-01'],
    ['9999-12-31', 1, 'days', null],
    ['tomorrow', 1, 'days', null],
    ['2026-11-25T08:30:00Z', 1, 'days', null],
  ] as const)('%s and %s %s: %s', (text, amount, unit, result) => {
    expect(shiftDate(text, amount, unit)).toBe(result);
  });
});
