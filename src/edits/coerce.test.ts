import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FieldKind, fieldKinds } from '../contract/field-kinds';
import { formatJson, type Json } from '../contract/json';
import type { FieldConfig } from '../contract/tables';
import { cellText, textOfId } from './cell-text';
import { coerce, coerceIds, jsonKindOf } from './coerce';

const segments: FieldConfig = {
  field_id: '22',
  name: 'Segment',
  field_type: 'category',
  required: false,
  config: {
    options: [
      { id: '1', name: 'Flagship', color: null },
      { id: '2', name: 'Outlet, small', color: null },
    ],
  },
};

const withOptions = (...options: [id: string, name: string][]): FieldConfig => ({
  ...segments,
  config: { options: options.map(([id, name]) => ({ id, name, color: null })) },
});

const ok = (value: Json) => ({ ok: true, value });
const no = (reason: string) => ({ ok: false, reason });

// Values as the platform may send them, of every JSON kind, with integers that JavaScript numbers cannot hold.
const aValue = fc.oneof(
  fc.constantFrom<Json>(null, '', [], true, false, 0, -0.5, 2n ** 63n - 1n, '007', ' padded ', '2026-02-03', 'a,b'),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom<Json>([{ id: '9', name: 'Nine, ten' }], { item_id: '4', title: 'Four' }, ['1', '2'], [{ name: 'x' }]),
  fc.jsonValue({ maxDepth: 2 }).map((json) => json as Json),
);

describe('an editor opened and closed without input', () => {
  test('returns exactly the loaded value, for every type and value', () => {
    fc.assert(
      fc.property(aValue, fc.constantFrom(...fieldKinds), (before, kind) => {
        expect(coerce(cellText(before, kind, segments), kind, before, segments)).toEqual(ok(before));
      }),
    );
  });

  test('gives null for a field that is missing', () => {
    expect(coerce('', 'text', undefined)).toEqual(ok(null));
  });
});

test.each<[string, FieldKind]>([
  ['a\0', 'text'],
  ['\ud800', 'text'],
  ['b\udc00b', 'long-text'],
  ['{"a":"\\u0000"}', 'json'],
  ['["\\ud83d"]', 'json'],
])('%j has a character that no database stores', (text, kind) => {
  expect(coerce(text, kind, undefined)).toEqual(no('not-storable'));
  expect(coerce('👍', kind === 'json' ? 'text' : kind, undefined)).toEqual(ok('👍'));
});

test.each(['{"lat":52.12345678901234567}', '[12345678901234.5678]', '0.1234567890123456789'])(
  '%s is stored with all digits, as JSON or as a number',
  (text) => {
    for (const kind of ['json', 'number'] as const) {
      const result = coerce(text, kind, undefined);
      if (result.ok) expect(formatJson(result.value)).toBe(text);
      else expect([kind, result.reason]).toEqual(['number', 'not-a-number']);
    }
    expect(coerce(text, 'json', undefined)).toHaveProperty('ok', true);
  },
);

test('the loaded JSON type is kept, or the text is refused', () => {
  fc.assert(
    fc.property(aValue, fc.constantFrom(...fieldKinds), fc.string(), (before, kind, text) => {
      const result = coerce(text, kind, before, segments);
      if (!result.ok || result.value === null || before === null) return;
      const [was, is] = [jsonKindOf(before), jsonKindOf(result.value)];
      // References are read as objects and written as ids (field notes).
      const reference = is === 'array' && ['option', 'user', 'relation', 'file'].includes(kind);
      expect(is === was || reference || (kind === 'switch' && is === 'boolean')).toBe(true);
    }),
  );
});

describe('numbers', () => {
  const cases: [string, ReturnType<typeof ok | typeof no>][] = [
    ['42', ok(42)],
    ['-1,234.50', ok(-1234.5)],
    ['85%', ok(0.85)],
    ['7%', ok(0.07)],
    ['1e3', ok(1000)],
    ['.5', ok(0.5)],
    ['12', ok(12)],
    ['9223372036854775807', ok(9223372036854775807n)],
    ['-9007199254740993', ok(-9007199254740993n)],
    ['0.1234567890123456789', ok({ digits: 1234567890123456789n, scale: 19n })],
    ['-12,345,678,901,234.56780', ok({ digits: -123456789012345678n, scale: 4n })],
    ['12.345678901234567890%', ok({ digits: 12345678901234567890n / 10n, scale: 19n })],
    ['1e999', ok(10n ** 999n)],
    ['1e1001', no('not-exact')],
    [`0.${'3'.repeat(1000)}`, no('not-exact')],
    ['１２．５％', ok(0.125)],
    ['٣٬٤٥٦٫٥', ok(3456.5)],
    ['\u200e-۱۲', ok(-12)],
    ['१२', ok(12)],
    ['−3', ok(-3)],
    ['1.10', ok(1.1)],
    ['-0', ok(0)],
    ['1234¹', no('not-a-number')],
    ['10⁶', no('not-a-number')],
    ['42²', no('not-a-number')],
    ['7③', no('not-a-number')],
    ['½', no('not-a-number')],
    ['1,23', no('not-a-number')],
    ['twelve', no('not-a-number')],
    ['', ok(null)],
  ];
  test.each(cases)('%s', (text, expected) => expect(coerce(text, 'number', undefined)).toEqual(expected));

  test('every integer of 64 bits is exact', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (integer) => {
        const result = coerce(String(integer), 'number', undefined);
        expect(result.ok && (typeof result.value === 'bigint' || typeof result.value === 'number')).toBe(true);
        expect(result.ok && BigInt(result.value as bigint)).toBe(integer);
      }),
    );
  });

  test('every number is read back from its own text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const result = coerce(String(number), 'number', undefined);
        expect(result.ok && Number(result.value)).toBe(number === 0 ? 0 : number);
      }),
    );
  });

  test('a number loaded as text stays text', () => {
    expect(coerce('7', 'number', '007')).toEqual(ok('7'));
  });
});

test.each([
  ['2026-03-14 02:05:00 PM', '2026-03-14 14:05:00'],
  ['2026-03-14 12:00 am', '2026-03-14 00:00:00'],
  ['2026/3/14 下午 2:05', '2026-03-14 14:05:00'],
  ['2026年3月14日 上午9:05', '2026-03-14 09:05:00'],
])('%s is a time of a clock of twelve hours', (text, value) => {
  expect(coerce(text, 'date', undefined)).toEqual(ok(value));
});

describe('dates', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['2026/1/2', '2026-01-02'],
    ['2026年11月5日', '2026-11-05'],
    ['2026-11-20 8:05', '2026-11-20 08:05:00'],
    ['2026-11-20T18:04:09', '2026-11-20 18:04:09'],
    ['2026-11-20T18:04:09.999', '2026-11-20 18:04:09'],
  ])('%s', (text, expected) => expect(coerce(text, 'date', undefined)).toEqual(ok(expected)));

  test.each(['2026-02-30', '2026-13-01', '20.11.2026', '2026-11-20 25:00', 'soon'])('%s is refused', (text) =>
    expect(coerce(text, 'date', undefined)).toEqual(no('not-a-date')),
  );

  test.each(['2026-01-02T09:30:00+08:00', '2026-01-02T09:30Z', '2026-01-02 09:30:00.5 -0330'])(
    '%s is refused for its zone: nobody knows that of the field',
    (text) => expect(coerce(text, 'date', undefined)).toEqual(no('has-offset')),
  );

  test('the loaded format is kept', () => {
    expect(coerce('2026-11-20', 'date', '2025-01-01 10:00:00')).toEqual(ok('2026-11-20 00:00:00'));
    expect(coerce('2026-11-20 00:00', 'date', '2025-01-01')).toEqual(ok('2026-11-20'));
    expect(coerce('2026-11-20 09:00', 'date', '2025-01-01')).toEqual(no('no-time-here'));
  });
});

describe('options, users, relations, files', () => {
  // As the cars have it: 4 is the name of one option, and the id of another.
  const cylinders = withOptions(['1', '3'], ['2', '4'], ['4', '6']);

  test('a number is an option’s name, never the ID of a differently named one', () => {
    expect(coerce('4', 'option', undefined, cylinders)).toEqual(ok(['2']));
    expect(coerce('2', 'option', undefined, cylinders)).toEqual(no('unknown-name'));
    expect(coerce('3, 1', 'option', undefined, cylinders)).toEqual(no('unknown-name'));
    expect(coerce('1', 'option', [{ id: '2', name: '4' }], cylinders)).toEqual(no('unknown-name'));
    expect(coerceIds('4', 'option', cylinders)).toEqual(ok(['4']));
    expect(coerceIds('1; 2', 'option', cylinders)).toEqual(ok(['1', '2']));
    expect(coerceIds('3', 'option', cylinders)).toEqual(no('unknown-name'));
  });

  test('an option without a unique name is matched by its ID', () => {
    const repeated = withOptions(['7', 'Other'], ['8', 'Other'], ['9', '']);
    expect(coerce('8', 'option', undefined, repeated)).toEqual(ok(['8']));
    expect(coerce('9', 'option', undefined, repeated)).toEqual(ok(['9']));
    expect(coerce('7', 'option', undefined, segments)).toEqual(no('unknown-name'));
    expect(coerceIds('2300000000000001', 'relation', segments)).toEqual(ok(['2300000000000001']));
  });

  test('a name shared by several matches none, unless the value already held just one of them', () => {
    const repeated = withOptions(['7', 'Other'], ['8', 'Other'], ['9', 'Red'], ['10', 'RED']);
    const take = (text: string, before?: Json) => coerce(text, 'option', before, repeated);
    for (const text of ['Other', 'other', 'Other; Red', 'red']) expect(take(text)).toEqual(no('several-named'));
    for (const [text, id] of [
      ['Red', '9'],
      ['RED', '10'],
      ['8', '8'],
      [textOfId('7'), '7'],
    ] as const)
      expect(take(text)).toEqual(ok([id]));
    expect(take('Other; Red', [{ id: '8', name: 'Other' }])).toEqual(ok(['8', '9']));
    expect(
      take('Other; Red', [
        { id: '7', name: 'Other' },
        { id: '8', name: 'Other' },
      ]),
    ).toEqual(no('several-named'));
    expect(coerce('Gone; Red', 'option', [{ name: 'Gone' }], repeated)).toEqual(no('unknown-name'));
  });

  test('an option picked from a list is that one, whatever another is named', () => {
    for (const id of ['1', '2', '4'])
      expect(coerce(textOfId(id), 'option', [{ id: '1', name: '3' }], cylinders)).toEqual(ok([id]));
    expect(coerce(textOfId('3'), 'option', undefined, cylinders)).toEqual(no('unknown-name'));
    expect(coerce(`${textOfId('2')}; 6`, 'option', undefined, cylinders)).toEqual(ok(['2', '4']));
    const quoted = withOptions(['a, "b"', 'x'], ['x', 'a']);
    expect(coerce(textOfId('a, "b"'), 'option', undefined, quoted)).toEqual(ok(['a, "b"']));
    expect(coerce(textOfId('2300000000000001'), 'relation', undefined)).toEqual(ok(['2300000000000001']));
    expect(coerce('["1","2"]', 'option', undefined, cylinders)).toEqual(no('unknown-name'));
  });

  test('names become ids, and a name may hold a comma', () => {
    expect(coerce('flagship', 'option', undefined, segments)).toEqual(ok(['1']));
    expect(coerce('Outlet, small', 'option', null, segments)).toEqual(ok(['2']));
    expect(coerce('Flagship; Outlet, small', 'option', [], segments)).toEqual(no('unknown-name'));
    expect(coerce('Flagship; Kiosk', 'option', [{ id: '5', name: 'Kiosk' }], segments)).toEqual(ok(['1', '5']));
  });

  test('an unknown name is refused', () => {
    expect(coerce('Corner', 'option', undefined, segments)).toEqual(no('unknown-name'));
    expect(coerce('77', 'option', undefined, segments)).toEqual(no('unknown-name'));
  });

  test('options in the cell are known without a config', () => {
    const ann = [{ user_id: '5', name: 'Ann' }];
    expect(coerce('Ann, 6', 'user', ann)).toEqual(ok(['5', '6']));
  });

  test('a relation to one record allows one', () => {
    const one = { ...segments, config: { is_multi: false } };
    expect(coerce('11, 12', 'relation', undefined, one)).toEqual(no('only-one'));
  });

  test('files are ids, exact', () => {
    expect(coerce('12, 9007199254740993', 'file', undefined)).toEqual(ok([12, 9007199254740993n]));
    expect(coerce('photo.png', 'file', undefined)).toEqual(no('not-file-ids'));
  });
});

test.each<[FieldKind, string, Json | undefined, ReturnType<typeof ok | typeof no>]>([
  ['switch', 'yes', false, ok(true)],
  ['switch', '否', true, ok(false)],
  ['switch', '1', 0, ok(1)],
  ['switch', 'perhaps', true, no('not-a-switch')],
  ['json', '{"a":9007199254740993}', undefined, ok({ a: 9007199254740993n })],
  ['json', 'plain', undefined, no('not-json')],
  ['json', '"text"', [1], no('kind-would-change')],
  ['location', '[1]', undefined, no('not-json')],
  ['text', 'abc', 12, no('kind-would-change')],
  ['text', ' kept as typed ', 'old', ok(' kept as typed ')],
])('%s: %s over %j', (kind, text, before, expected) => expect(coerce(text, kind, before)).toEqual(expected));
