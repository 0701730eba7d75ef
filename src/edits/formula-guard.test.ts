import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardText, unguardText } from './formula-guard';

const dangerous = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

describe('the guard against formulas', () => {
  test.each(dangerous)('a text that begins with %j cannot run any more', (sign) => {
    expect(guardText(`${sign}cmd|' /C calc'!A0`)).toBe(`'${sign}cmd|' /C calc'!A0`);
  });

  test.each(['-12.5', '+3', '-1e-7', '-.5', '1e21', "O'Neill", "'quoted'", '', "'"])('%j stays as it is', (text) => {
    expect(guardText(text)).toBe(text);
    expect(unguardText(text)).toBe(text);
  });

  test('a number with anything after it is no number', () => {
    expect(guardText('-1+cmd()')).toBe("'-1+cmd()");
  });

  test('every text comes back as it was, and none begins as a formula in between', () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom(...dangerous, "'", '1', '.', 'e', 'x'), fc.string({ maxLength: 2 })), {
        maxLength: 6,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (given) => {
        const guarded = guardText(given);
        expect(unguardText(guarded)).toBe(given);
        expect(/^[=@\t\r\n＝＋－＠]/.test(guarded)).toBe(false);
        if (/^[+-]/.test(guarded)) expect(Number.isNaN(Number(guarded))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
