/** Good answers of every operation, and what a bad platform may make of them. */
import fc from 'fast-check';
import type { OperationInput, OperationName } from '../../contract/operations';

/** JSON as it is written: a `Raw` goes into the text as it stands. */
export type Written = null | boolean | number | string | Raw | Written[] | { [key: string]: Written };
export class Raw {
  constructor(readonly text: string) {}
}

type Call<Name extends OperationName> = { input: OperationInput<Name>; data: Written };

const person = { user_id: '1700000000000001', name: 'Lena 长 😀', avatar: 'https://files.example.com/a.png' };
const record: Written = {
  item_id: '2300020000000001',
  title: 'First',
  created_on: '2025-01-01 00:00:00',
  created_by: person,
  updated_on: '2025-01-02 00:00:00',
  updated_by: person,
  fields: [
    { '2200000000020001': 'text' },
    { '2200000000020002': new Raw('9223372036854775807') },
    { '2200000000020003': [{ id: '1', name: 'Open', color: 'red' }] },
    { '2200000000020004': null },
    { '2200000000020005': { poi: 'x', coordinate: { lat: 1.5, lon: -2 } } },
  ],
};

export const goodAnswers: { [Name in OperationName]: Call<Name> } = {
  listWorkspaces: {
    input: undefined,
    data: {
      spaces: [
        {
          space_id: '4000000000000001',
          name: 'Demo',
          created_on: '2025-01-01 00:00:00',
          cover_image: { source: 'https://files.example.com/c.png', square: 'https://files.example.com/s.png' },
        },
      ],
    },
  },
  listTables: {
    input: { space_id: '4000000000000001', type: 'ext' },
    data: {
      tables: [
        {
          table_id: '2100000000000001',
          name: 'Cities',
          type: 'ext',
          alias: '',
          space_id: '4000000000000001',
          created_on: '2025-01-01 00:00:00',
        },
      ],
    },
  },
  listRecords: {
    input: { table_id: '2100000000000001', limit: 100 },
    data: {
      items: [record, { ...record, fields: { '2200000000020001': new Raw('-9007199254740993') } }],
      total: 2,
      filtered: 2,
      has_more: false,
    },
  },
  updateRecords: {
    input: { table_id: '2100000000000001', update_type: 'update', items: [{ item_id: '1', fields: {} }] },
    data: {},
  },
  deleteRecords: { input: { table_id: '2100000000000001', item_ids: ['1', '2'] }, data: {} },
  getFiles: {
    input: { file_ids: ['1', '2'] },
    data: {
      success: [
        {
          file_id: 1,
          name: 'a.png',
          ref_id: new Raw('9223372036854775807'),
          ref_type: 'item',
          link: { small: 'https://f/1', medium: 'https://f/2', large: 'https://f/3', source: 'https://f/4' },
          size: 12345,
          ext: 'png',
          filetype: 'image',
        },
      ],
      fail: [2],
    },
  },
  getAccessToken: { input: { app_id: 'a', app_secret: 's' }, data: { access_token: 'at-1', expire: 7200 } },
  getProviderKey: { input: { access_token: 'at-1', api_key: 'k' }, data: { api_key: 'pk-1', expire: 7200 } },
  getProviderInfo: { input: { access_token: 'at-1' }, data: { app_id: 'a', name: 'Atlas', avatar: '' } },
  getTableConfig: {
    input: { table_id: '2100000000000001' },
    data: {
      table: {
        table_id: '2100000000000001',
        name: 'Cities',
        fields: [
          {
            field_id: '2200000000020003',
            name: 'State',
            field_type: 'category',
            required: true,
            config: {
              options: [{ id: '1', name: 'Open', color: 'red' }],
              table_id: '2100000000000002',
              is_multi: true,
            },
          },
        ],
      },
    },
  },
  getRecord: { input: { item_id: '2300020000000001' }, data: { item: record } },
};

export function goodEnvelope(name: OperationName): Written {
  return { code: 0, message: 'success', data: goodAnswers[name].data, meta: { trace_id: 'trace-1' } };
}

/** JSON text of it. */
export function written(value: Written): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}:${written(entry)}`);
  return `{${entries.join(',')}}`;
}

const deep = (depth: number): Written => new Raw(`${'['.repeat(depth)}${']'.repeat(depth)}`);
const raws = [
  ...['9007199254740991', '9007199254740993', '-9223372036854775808', '18446744073709551615', '1e3', '1E+2', '1e-7'],
  ...['-0', '1.0', '0.1', '1e20', '1e400', '-1e999', `1${'0'.repeat(400)}`, `${'9'.repeat(400)}.5`, '1e308', '4e-400'],
  ...[
    '0.12345678901234567891',
    '-12345678901234.5678',
    '9007199254740993.0',
    '1.2345678901234567891e19',
    '1e1001',
    '0e1001',
  ],
  ...['"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"__proto__"', '"NaN"', '"Infinity"', '"1e5"', '"١٢٣"', '" 12 "'],
  ...['NaN', 'Infinity', '01', '1.', '.5', '+1', '0x10', "'a'", 'undefined', '"\\x41"', '"a\tb"', '{"a":1,"a":2}'],
];
const odd: fc.Arbitrary<Written> = fc.oneof(
  fc.constantFrom<Written>(null, true, false, 0, 1, -1, 1.5, '', ' ', '0', 'true', [], {}, [[]], [null], { a: 1 }, [
    {},
  ]),
  fc.constantFrom(...raws).map((text) => new Raw(text)),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }).map((value) => value as Written),
  fc.constantFrom(10, 500).map(deep),
);
const keys = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'length',
    '0',
    '',
    'item_id',
    'fields',
    'data',
  ),
  fc.string({ maxLength: 5 }),
);

type Place = { holder: Written[] | { [key: string]: Written }; key: string };

function placesIn(value: Written, found: Place[] = []): Place[] {
  if (value === null || typeof value !== 'object' || value instanceof Raw) return found;
  for (const [key, entry] of Object.entries(value)) {
    found.push({ holder: value, key });
    placesIn(entry, found);
  }
  return found;
}

type Change = { place: number; how: number; value: Written; key: string };

function changed(answer: Written, { place, how, value: wanted, key }: Change): void {
  const value = goodCopy(wanted);
  const places = placesIn(answer);
  const at = places[place % places.length];
  if (at === undefined) return;
  const holder = at.holder as { [key: string]: Written };
  const set = (name: string, entry: Written) =>
    Object.defineProperty(holder, name, { value: entry, enumerable: true, configurable: true, writable: true });
  const old = holder[at.key] as Written;
  switch (how) {
    case 0:
      if (Array.isArray(at.holder)) at.holder.splice(Number(at.key), 1);
      else delete holder[at.key];
      return;
    case 1:
      set(Array.isArray(at.holder) ? String(at.holder.length) : key, value);
      return;
    case 2:
      set(at.key, [old]);
      return;
    case 3:
      set(at.key, Array.isArray(old) ? { ...old } : { a: old });
      return;
    case 4:
      if (Array.isArray(old)) set(at.key, [...old, ...old]);
      else set(at.key, new Raw(`{"a":1,"a":${written(old)},"__proto__":${written(old)}}`));
      return;
    default:
      set(at.key, value);
  }
}

/** Text of an answer that began as a good one. */
export function mutatedAnswer(name: OperationName): fc.Arbitrary<string> {
  const change = fc.record({ place: fc.nat(200), how: fc.nat(9), value: odd, key: keys });
  const ending = fc.oneof(
    { weight: 20, arbitrary: fc.constant((text: string) => text) },
    fc.double({ min: 0, max: 1, noNaN: true }).map((part) => (text: string) => text.slice(0, part * text.length)),
    fc.constantFrom('x', '}', ' ', '\n', ',1', '\u0000').map((tail) => (text: string) => text + tail),
  );
  return fc.tuple(fc.array(change, { minLength: 0, maxLength: 3 }), ending).map(([changes, end]) => {
    const answer = goodCopy(goodEnvelope(name));
    for (const each of changes) changed(answer, each);
    return end(written(answer));
  });
}

function goodCopy(value: Written): Written {
  if (value === null || typeof value !== 'object' || value instanceof Raw) return value;
  if (Array.isArray(value)) return value.map(goodCopy);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, goodCopy(entry)]));
}
