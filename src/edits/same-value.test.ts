import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatJson, type Json } from '../contract/json';
import { sameValue, writeForm } from './same-value';

const ann = { user_id: '5', name: 'Ann', avatar: 'https://x/a.png' };
const red = { id: '1', name: 'Red', color: '#f00' };
const options = [{ id: '1', name: 'Red', color: null }];

describe('the written and the loaded form of a value', () => {
  const cases: [Json | undefined, Json | undefined, boolean][] = [
    [['1'], [red], true],
    [['1'], [{ name: 'Red' }], true],
    [['2'], [red], false],
    [['5'], [ann], true],
    [['4'], { item_id: '4', title: 'Four' }, true],
    [['4', '7'], [{ item_id: '7' }, { item_id: '4' }], true],
    [['4', '4'], [{ item_id: '7' }, { item_id: '4' }], false],
    [[12], [{ file_id: 12, name: 'a.png' }], true],
    [null, undefined, true],
    [null, [], true],
    [null, 0, false],
    [null, false, false],
    ['7', 7, false],
    [['a', 'b'], ['b', 'a'], false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [9007199254740993n, 9007199254740992n, false],
  ];
  for (const [sent, read, same] of cases) {
    test(`${formatJson(sent)} and ${formatJson(read)}: ${same}`, () => {
      expect(sameValue(sent, read, options)).toBe(same);
      expect(sameValue(read, sent, options)).toBe(same);
    });
  }

  test('a name shared by two options does not identify either', () => {
    const twins = [...options, { id: '2', name: 'Red', color: null }];
    expect(sameValue(['1'], [{ name: 'Red' }], twins)).toBe(false);
  });
});

test('writing back a loaded value means the same value', () => {
  const reference = fc.record({ id: fc.stringMatching(/^[1-9]\d{0,17}$/), name: fc.string() });
  fc.assert(
    fc.property(
      fc.array(reference),
      fc.constantFrom('option' as const, 'user' as const, 'relation' as const, 'file' as const),
      (read, kind) => {
        expect(sameValue(writeForm(read, kind), read)).toBe(true);
        expect(read.length === 0 || (writeForm(read, kind) as Json[]).every((id) => typeof id !== 'object')).toBe(true);
      },
    ),
  );
});

test('a value of another type is written back unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(writeForm(value as Json, 'json')).toEqual(value);
    }),
  );
});
