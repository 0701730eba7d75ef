import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAsciiJson, formatJson, isJsonObject, type Json, parseJson, sameJson } from './json';

const edges = [2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n].flatMap((edge) => [edge, -edge]);
const longInteger = fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));

/** Written as `parseJson` gives it back: the last digit is no zero, and there are more than a double keeps. */
const longFraction = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: fc.bigInt({ min: 1n, max: 10n ** 20n }),
    fraction: fc.bigInt({ min: 0n, max: 10n ** 30n }),
  })
  .map(({ sign, whole, fraction }) => `${sign}${whole}.${String(fraction).padStart(17, '0')}1`);

/** The inner form of an integer: a number where that is exact. */
const inner = (value: bigint): Json => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.string({ unit: 'binary' }),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value)),
    longInteger.map(inner),
    longFraction.map((text) => parseJson(text)),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value')),
  ),
})).value;

describe('JSON with exact integers', () => {
  test('integers around ±(2^53±1) and ±(2^63−1) survive both directions, in ids and in values', () => {
    fc.assert(
      fc.property(longInteger, (value) => {
        const text = `{"id":${value},"items":[{"fields":{"a":${value}}},[${value} ,\n${value}]]}`;
        const parsed = parseJson(text);
        expect(parsed).toEqual({
          id: inner(value),
          items: [{ fields: { a: inner(value) } }, [inner(value), inner(value)]],
        });
        expect(formatJson(parsed)).toBe(text.replace(' ,\n', ','));
      }),
      { numRuns: 500 },
    );
  });

  test('a long integer on its own is exact', () => {
    for (const edge of edges) expect(formatJson(parseJson(`${edge}`))).toBe(`${edge}`);
  });

  test('a fraction keeps the digits that a double would lose, wherever it is', () => {
    fc.assert(
      fc.property(longFraction, (fraction) => {
        const text = `{"a":${fraction},"b":[0.1,${fraction} ,\n${fraction}],"c":"${fraction}"}`;
        expect(formatJson(parseJson(text))).toBe(text.replace(' ,\n', ','));
        expect(formatJson(parseJson(fraction))).toBe(fraction);
        expect(formatJson(structuredClone(parseJson(text)))).toBe(text.replace(' ,\n', ','));
      }),
      { numRuns: 500 },
    );
    expect(parseJson('[12345678901234.5678, 0.1]')).toEqual([{ digits: 123456789012345678n, scale: 4n }, 0.1]);
    expect(formatJson({ a: parseJson('0.12345678901234567891') }, 2)).toBe('{\n  "a": 0.12345678901234567891\n}');
  });

  test('numbers are the same by their value', () => {
    const same = (a: string, b: string) => sameJson(parseJson(`{"a":[${a}]}`), parseJson(`{"a":[${b}]}`));
    expect(same('0.10', '1e-1')).toBe(true);
    expect(same('0.123456789012345678910', '12345678901234567891E-20')).toBe(true);
    expect(same('12345678901234567.00', '12345678901234567')).toBe(true);
    expect(same('1e23', `1${'0'.repeat(23)}`)).toBe(true);
    expect(same('-0', '0')).toBe(true);
    expect(same('0.12345678901234567891', '0.12345678901234567892')).toBe(false);
    expect(same('0.12345678901234567891', '0.12345678901234568')).toBe(false);
    expect(same('0.12345678901234567891', '"0.12345678901234567891"')).toBe(false);
  });

  test('no object of an answer is a number', () => {
    for (const text of [
      '{"digits":123456789012345678901,"scale":20}',
      '{"digits":123456789012345678901,"scale":12345678901234567890}',
      '{"digits":12345678901234567890,"scale":-12345678901234567890}',
    ]) {
      const value = parseJson(text);
      expect([isJsonObject(value), formatJson(value)]).toEqual([true, text]);
    }
    expect(isJsonObject(parseJson('0.12345678901234567891'))).toBe(false);
  });

  test('an absurdly long number is refused quickly', () => {
    for (const sign of ['', '-']) {
      expect(() => parseJson(`{"a":[${sign}${'9'.repeat(1001)}]}`)).toThrow(SyntaxError);
      expect(parseJson(`[${sign}${'9'.repeat(999)}]`)).toEqual([BigInt(`${sign}${'9'.repeat(999)}`)]);
    }
    const began = performance.now();
    expect(() => parseJson(`{"a":${'9'.repeat(7_000_000)}}`)).toThrow(SyntaxError);
    expect(performance.now() - began).toBeLessThan(1000);
  });

  test('any value survives a round trip', () => {
    fc.assert(
      fc.property(json, (value) => sameJson(parseJson(formatJson(value)), value)),
      { numRuns: 500 },
    );
  });

  test('digits inside a string are unchanged', () => {
    const text = '{"a":"1,2345678901234567890","b":12345678901234567890}';
    expect(formatJson(parseJson(text))).toBe(text);
  });

  test('the last of two equal keys wins, with and without a long integer in the text', () => {
    expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(parseJson('{"a":1,"a":2,"b":12345678901234567890}')).toEqual({ a: 2, b: 12345678901234567890n });
  });

  test('a field called __proto__ is a field like any other, with and without a long integer in the text', () => {
    for (const tail of ['1', '12345678901234567890']) {
      const parsed = parseJson(`{"__proto__":{"x":1},"n":${tail}}`) as object;
      expect(Object.keys(parsed)).toEqual(['__proto__', 'n']);
      expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    }
  });

  test('what is not JSON is refused, with and without a long integer in the text', () => {
    for (const text of ['', '{', '[1,]', '[12345678901234567890,]', 'NaN', '[NaN,12345678901234567890]']) {
      expect(() => parseJson(text), text).toThrow(SyntaxError);
    }
  });

  test('a long integer is no key, has no leading zero, and is exact wherever a value may be', () => {
    for (const text of [
      '{12345678901234567890:1}',
      '[012345678901234567890]',
      '[1,12345678901234567890 2]',
      '{"a":-}',
    ]) {
      expect(() => parseJson(`${text}`), text).toThrow(SyntaxError);
      expect(() => parseJson(`[${text},12345678901234567890]`), text).toThrow(SyntaxError);
    }
    const inside =
      '{"a\\\\":[12345678901234567890,["12345678901234567890"]],"b\\"":-98765432109876543210,"c":[1.5e300]}';
    expect(parseJson(inside)).toEqual({
      'a\\': [12345678901234567890n, ['12345678901234567890']],
      'b"': -98765432109876543210n,
      c: [1.5e300],
    });
    expect(parseJson('[1e400]')).toEqual([10n ** 400n]);
    for (const text of ['1e1001', '-1e-1001', `0.${'3'.repeat(1000)}`]) {
      expect(() => parseJson(`[${text}]`), text).toThrow(SyntaxError);
      expect(() => parseJson(text), text).toThrow(SyntaxError);
    }
    expect(parseJson('["1e400 is a text", 1]')).toEqual(['1e400 is a text', 1]);
  });

  test('ASCII JSON holds ASCII only and means the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const ascii = formatAsciiJson([text]);
        expect(ascii).toMatch(/^[\u0020-\u007e]*$/);
        expect(JSON.parse(ascii)).toEqual(JSON.parse(JSON.stringify([text])));
      }),
    );
  });
});
