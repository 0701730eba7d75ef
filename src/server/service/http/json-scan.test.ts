import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatJson, isJsonObject, type Json, parseJson } from '../../../contract/json';
import { createJsonScan } from './json-scan';

const names = ['table_id', 'items', 'a'];
const scanned = (text: string, sizes: readonly number[] = []) => {
  const scan = createJsonScan(names);
  let bytes = Buffer.from(text);
  for (const size of sizes) {
    scan.take(bytes.subarray(0, size));
    bytes = bytes.subarray(size);
  }
  scan.take(bytes);
  return scan;
};
const countOf = (value: Json): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce<number>((sum, entry) => sum + countOf(entry), Math.max(1, Object.keys(value).length));

it('counts what is in a body, and finds what is asked for, as parsing it would, wherever its bytes are cut', () => {
  const leaf = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.integer(),
    fc.constant(12345678901234567890n),
    fc.boolean(),
  );
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('value')),
      fc.dictionary(fc.constantFrom(...names, 'b"', '{'), tie('value')),
    ),
  }));
  fc.assert(
    fc.property(value, fc.array(fc.integer({ min: 0, max: 9 })), fc.boolean(), (body, sizes, wide) => {
      const text = formatJson(body, wide ? 2 : undefined);
      const scan = scanned(text, sizes);
      expect(scan.values()).toBe(countOf(body));
      for (const name of names) {
        const member = isJsonObject(body) ? body[name] : undefined;
        expect(scan.length(name)).toBe(Array.isArray(member) ? member.length : undefined);
        expect(scan.scalar(name)).toEqual(typeof member === 'object' ? undefined : member);
      }
    }),
    { numRuns: 200 },
  );
});

it('reads names that are escaped, the last of equal ones, and nothing out of what is no object or no JSON', () => {
  expect(scanned('{"\\u0061":1,"items":[1],"items":[{},[2]]}').scalar('a')).toBe(1);
  expect(scanned('{"items":[1],"items":[{},[2]]}').length('items')).toBe(2);
  expect(scanned('{"items":[1],"items":3}').length('items')).toBeUndefined();
  expect(scanned(`{"a":"${'x'.repeat(100)}"}`).scalar('a')).toBeUndefined();
  for (const text of ['', '[{"a":1}]', '{"b":{"a":1}}', '"a":1', '}{"a":1', ']]]]"a":[1,2'])
    expect([text, scanned(text).scalar('a'), scanned(text).length('a')]).toEqual([text, undefined, undefined]);
  expect(parseJson('{"a":1}')).toEqual({ a: scanned('{"a":1}').scalar('a') });
});
