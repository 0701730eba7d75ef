import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareNumbers, decimalOf, isDecimal, type Numeric, numberOf, numeral } from './decimal';

/** Digits of a number and the power of ten of the last one. */
const parts = fc.record({
  digits: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  power: fc.integer({ min: -60, max: 20 }),
});

/** One of the ways in which a number may be written. */
function writings({ digits, power }: { digits: bigint; power: number }): string[] {
  const size = String(digits < 0n ? -digits : digits);
  const padded = size.padStart(Math.max(0, -power) + 1, '0');
  const plain = power >= 0 ? size + '0'.repeat(power) : `${padded.slice(0, power)}.${padded.slice(power)}`;
  const sign = digits < 0n ? '-' : '';
  return [`${sign}${size}e${power}`, `${sign}${size}.000E${power}`, `${sign}${plain}`, `${sign}${size}00e${power - 2}`];
}

describe('a number as it is written', () => {
  test('is a double only where that is the same decimal number', () => {
    for (const text of [
      '0.1',
      '1.10',
      '1e22',
      '5e-324',
      '1.7976931348623157e308',
      '123456789012345.6',
      '-0.0',
      '0e9999',
    ]) {
      expect([text, numberOf(text)]).toEqual([text, Number(text)]);
    }
    for (const text of ['0.12345678901234567891', '12345678901234.5678', '0.1000000000000000055', '-2.5e-400']) {
      expect([text, isDecimal(numberOf(text))]).toEqual([text, true]);
    }
    expect(numberOf('1e400')).toBe(10n ** 400n);
    expect(numberOf('12345678901234567.00')).toBe(12345678901234567n);
    for (const text of ['1e1001', '1e-1001', `0.${'3'.repeat(1000)}`, '9'.repeat(1001)])
      expect(numberOf(text)).toBeNull();
  });

  test('keeps its value and its digits, and is one thing however it is written', () => {
    fc.assert(
      fc.property(parts, (number) => {
        const texts = writings(number);
        const all = texts.map((text) => numberOf(text) as Numeric);
        for (const one of all) {
          // Of two integers the longer form is a bigint, and equal.
          expect(compareNumbers(one, all[0] as Numeric)).toBe(0);
          if (isDecimal(one)) expect(one).toEqual(all[0]);
          expect(decimalOf(numeral(one))).toEqual(decimalOf(texts[0] as string));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('is in the order of its digits', () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const power = Math.min(a.power, b.power);
        const [left, right] = [a, b].map((each) => each.digits * 10n ** BigInt(each.power - power)) as [bigint, bigint];
        const found = compareNumbers(
          numberOf(writings(a)[0] as string) as Numeric,
          numberOf(writings(b)[0] as string) as Numeric,
        );
        expect(Math.sign(found)).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
      { numRuns: 1000 },
    );
    expect(compareNumbers(0.1, { digits: 10000000000000000001n, scale: 20n })).toBeLessThan(0);
    expect(compareNumbers(9007199254740993n, 9007199254740992)).toBeGreaterThan(0);
  });
});

test('storage and workers pass a decimal on as it is', () => {
  const value = numberOf('-0.12345678901234567891');
  expect(isDecimal(structuredClone(value))).toBe(true);
  expect(structuredClone(value)).toEqual(value);
});
