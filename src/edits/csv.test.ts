import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvCell, guardCsv, guardText, unguardCsv } from './csv-writer';

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
const dangerous = [...signs, '\t', '\r', '\n'];
/** Space, no-break space, byte order mark, zero-width space, word joiner, ideographic space, a mark of direction, a control character. */
const unseen = [' ', '\u00a0', '\ufeff', '\u200b', '\u2060', '\u3000', '\u200e', '\u0001'];

describe('the guard against formulas', () => {
  test.each(dangerous)('a text that begins with %j is guarded', (sign) => {
    expect(guardText(`${sign}cmd|' /C calc'!A0`)).toBe(`'${sign}cmd|' /C calc'!A0`);
  });

  test.each(unseen)('a text whose sign follows %j is guarded, once or several times', (before) => {
    for (const sign of signs) {
      const text = `${before}${sign}cmd()`;
      expect(guardText(text)).toBe(`'${text}`);
      expect(guardText(` ${before}${text}`)).toBe(`' ${before}${text}`);
    }
  });

  test.each(unseen)('%j before anything else is unchanged', (before) => {
    for (const text of [before, `${before}text = more`, `${before}1+1`, `${before}'=1`])
      expect(guardText(text)).toBe(text);
  });

  test.each(['-12.5', '+3', '-1e-7', '-.5', '1e21', "O'Neill", "'quoted'", '', "'"])('%j stays as it is', (text) => {
    expect(guardText(text)).toBe(text);
    expect(unguardCsv(text)).toBe(text);
  });

  test('an apostrophe that others have set is part of its text', () => {
    for (const text of ["'-tje'", "'@' means at", "'=1+1"]) expect(unguardCsv(text)).toBe(text);
  });

  test('a number with anything after it is no number', () => {
    expect(guardText('-1+cmd()')).toBe("'-1+cmd()");
  });

  test('every text survives the round trip, and none begins like a formula in between', () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom(...dangerous, ...unseen, "'", '1', '.', 'e', 'x'), fc.string({ maxLength: 2 })), {
        maxLength: 6,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (given) => {
        const guarded = guardText(given);
        expect(/^[=@\t\r\n＝＋－＠]|^[\s\u200b\ufeff]+[=+\-@＝＋－＠]/.test(guarded)).toBe(false);
        expect(unguardCsv(guardCsv(given))).toBe(given);
        if (guardCsv(given) !== given) expect(guardCsv(given)).toBe(`'\u2060${given}`);
        else expect(guarded).toBe(given);
        if (/^[+-]/.test(guarded)) expect(Number.isNaN(Number(guarded))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

test('a written cell has no formula, and numbers stay numbers', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '1', '.', 'a', '"', ',') }),
      (text) => {
        const cell = csvCell(text);
        const bare = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(/^[=+\-@\t\r]/.test(bare) && !Number.isFinite(Number(bare))).toBe(false);
        expect(bare === text || bare === `'\u2060${text}`).toBe(true);
      },
    ),
  );
  expect(csvCell('-12.5')).toBe('-12.5');
});
