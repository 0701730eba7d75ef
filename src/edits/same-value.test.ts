import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FieldKind, fieldKinds } from '../contract/field-kinds';
import { formatJson, type Json } from '../contract/json';
import { sameValue, writeForm } from './same-value';

const ann = { user_id: '5', name: 'Ann', avatar: 'https://x/a.png' };
const red = { id: '1', name: 'Red', color: '#f00' };
const one = { id: '1', name: 'Red', color: null };
const as = (kind: FieldKind, options = [one]) => ({ kind, options });

describe('the written and the loaded form of a value', () => {
  const cases: [FieldKind, Json | undefined, Json | undefined, boolean][] = [
    ['option', ['1'], [red], true],
    ['option', ['1'], [{ name: 'Red' }], true],
    ['option', ['2'], [red], false],
    ['option', ['1'], [{ ...red, group: 'warm' }], true],
    ['user', ['5'], [ann], true],
    ['relation', ['4'], { item_id: '4', title: 'Four' }, true],
    ['relation', ['4', '7'], [{ item_id: '7' }, { item_id: '4' }], true],
    ['relation', ['4', '4'], [{ item_id: '7' }, { item_id: '4' }], false],
    ['file', [12], [{ file_id: 12, name: 'a.png' }], true],
    ['option', [], [red], false],
    // Nothing is known of the field: what was loaded looks like a reference, or holds more than one.
    ['json', ['5'], [ann], true],
    ['json', ['1'], [red], true],
    ['json', ['4'], { item_id: '4', title: 'Four' }, true],
    ['json', ['4'], { item_id: '4', title: 'Four', qty: 1 }, false],
    ['json', ['7'], [{ id: '7', name: 'Bolt', qty: 1 }], false],
    ['json', ['7'], [{ id: '7', qty: 1 }], false],
    // The kind says that it is none.
    ['location', ['4'], { item_id: '4', title: 'Four' }, false],
    ['text', ['5'], [ann], false],
    ['json', null, undefined, true],
    ['json', null, [], true],
    ['json', null, 0, false],
    ['json', null, false, false],
    ['json', '7', 7, false],
    ['json', ['a', 'b'], ['b', 'a'], false],
    ['json', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
    ['json', 9007199254740993n, 9007199254740992n, false],
    ['number', 1, 1.0, true],
    ['json', { a: 9007199254740993n }, { a: 9007199254740992n }, false],
  ];
  for (const [kind, sent, read, same] of cases) {
    test(`${kind}: ${formatJson(sent)} and ${formatJson(read)}: ${same}`, () => {
      expect(sameValue(sent, read, as(kind))).toBe(same);
      expect(sameValue(read, sent, as(kind))).toBe(same);
    });
  }

  test('a name shared by two options does not identify either', () => {
    const twins = [one, { id: '2', name: 'Red', color: null }];
    expect(sameValue(['1'], [{ name: 'Red' }], as('option', twins))).toBe(false);
  });
});

describe('two loaded values are the same only if all that they hold is', () => {
  const place = { address: 'Unter den Linden 1', name: 'Hotel', coordinate: { lat: 52.5164, lon: 13.3777 } };
  const cases: [FieldKind, Json, Json][] = [
    ['json', { id: '7', qty: 1 }, { id: '7', qty: 500 }],
    ['json', [{ id: '7', name: 'Bolt', qty: 1 }], [{ id: '7', name: 'Bolt', qty: 500 }]],
    ['json', { title: 'Docs', url: 'https://a.example' }, { title: 'Docs', url: 'https://b.example' }],
    ['json', { name: 'Docs', link: 'https://a.example' }, { name: 'Docs', link: 'https://b.example' }],
    ['json', [{ item_id: '4', title: 'Four', note: null }], [{ item_id: '4', title: 'Four' }]],
    ['text', { id: '1', name: 'a' }, { id: '1', name: 'b' }],
    ['location', place, { ...place, coordinate: { lat: 52.516, lon: 13.378 } }],
    ['location', place, { ...place, coordinate: { lat: 52.5164, lon: 13.3777, alt: 34 } }],
    ['option', [red], [{ ...red, name: 'Dark red' }]],
    ['option', [{ name: 'Red' }], [{ name: 'Red', color: '#f00' }]],
    ['user', [ann], [{ ...ann, name: 'Anna' }]],
    ['relation', [{ item_id: '4', title: 'Four', qty: 1 }], [{ item_id: '4', title: 'Four', qty: 2 }]],
    ['file', [{ file_id: 12, name: 'a.png', size: 1 }], [{ file_id: 12, name: 'a.png', size: 2 }]],
    ['file', [{ name: 'a.png', link: { source: 'https://a' } }], [{ name: 'a.png', link: { source: 'https://b' } }]],
  ];
  test.each(cases)('%s: %j and %j', (kind, before, after) => {
    expect(sameValue(before, after, as(kind))).toBe(false);
    expect(sameValue(after, before, as(kind))).toBe(false);
  });

  test.each<[FieldKind, Json, Json]>([
    [
      'file',
      [{ file_id: 12, link: { source: 'https://a?until=1' } }],
      [{ file_id: 12, link: { source: 'https://a?until=2' } }],
    ],
    ['user', [ann], [{ ...ann, avatar: 'https://x/a.png?until=2' }]],
    ['relation', [{ item_id: '4', title: 'Four' }], { title: 'Four', item_id: '4' }],
  ])('a link made anew is no part of a %s', (kind, before, after) =>
    expect(sameValue(before, after, as(kind))).toBe(true),
  );

  test('whatever part of an object changes, of whatever kind', () => {
    const part = fc.constantFrom('id', 'title', 'name', 'item_id', 'user_id', 'url', 'qty');
    const entry = fc.dictionary(part, fc.oneof(fc.string({ minLength: 1 }), fc.integer()), { minKeys: 1 });
    fc.assert(
      fc.property(
        entry,
        part,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(...fieldKinds),
        (held, changed, value, kind) => {
          fc.pre(!Object.is(held[changed], value) && !(held[changed] === 0 && value === 0));
          const next = { ...held, [changed]: value };
          for (const [before, after] of [
            [held, next],
            [[held], [next]],
            [
              [held, held],
              [held, next],
            ],
          ] as [Json, Json][])
            expect(sameValue(before, after, as(kind))).toBe(false);
        },
      ),
    );
  });
});

test('writing back a loaded value means the same value', () => {
  const reference = fc.record({ id: fc.stringMatching(/^[1-9]\d{0,17}$/), name: fc.string() });
  fc.assert(
    fc.property(
      fc.array(reference),
      fc.constantFrom('option' as const, 'user' as const, 'relation' as const, 'file' as const),
      (read, kind) => {
        expect(sameValue(writeForm(read, kind), read, as(kind, []))).toBe(true);
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
