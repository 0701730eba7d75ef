/** Words that were meant for a database, and a table that is made of them. */
import fc from 'fast-check';
import type { JsonObject } from '../../contract/json';
import { ids } from './catalogue/catalogue';
import type { MadeTable } from './test-service';

export const wordTable = ids.table(700);
export const [text, number, option, flag] = [1, 2, 3, 4].map((position) => ids.field(700, position)) as [
  string,
  string,
  string,
  string,
];
export const hostile = [
  ...["'", "''", "\\'", '"', '`', ';', '--', '/*', '*/', '$1', '$$', '$1::text', '%', '_', '\\', '\\\\', '{}', '[]'],
  ...["' or '1'='1", "'; drop table dw_record; --", "') or true --", '1) union select api_key from customer_key --'],
  ...["'||(select api_key from customer_key limit 1)||'", "r.fields->>'1'", 'true', 'null', 'NULL', 'NaN', "E'\\x41'"],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'item_id',
    'fields',
    "fields'->'a",
    '$.*',
    '@>',
    '?',
    '?|',
    '\u2019',
    '\uff07',
  ],
  ...[
    '长',
    '😀',
    'ﬀ',
    'İ',
    ' ',
    '\t',
    '\n',
    '\u202e',
    '\u200b',
    'a'.repeat(5000),
    'select pg_sleep(10)',
    '$(1)',
    '{{1}}',
  ],
] as const;
/** Without what no JSON text of the service may hold: NUL and half a surrogate pair. */
export const anyText = fc
  .oneof(
    { weight: 4, arbitrary: fc.constantFrom<string>(...hostile) },
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.tuple(fc.constantFrom<string>(...hostile), fc.constantFrom<string>(...hostile)).map(([a, b]) => a + b),
  )
  .filter((value) => !value.includes('\u0000') && !/\p{Surrogate}/u.test(value));

export const wordRows = hostile.map(
  (value, index): JsonObject => ({
    ...(index % 7 === 6 ? {} : { [text]: value }),
    ...(index % 5 === 4 ? {} : { [number]: ((index * 7) % 11) - 5 + (index % 4) / 4 }),
    [option]: [{ id: value, name: value }].slice(0, index % 6 === 5 ? 0 : 1),
    [flag]: index % 2 === 0,
  }),
);

export const tableOfWords: MadeTable = {
  number: 700,
  name: hostile[18],
  alias: hostile[20],
  spaceName: hostile[19],
  fields: ['text', 'number', 'category', 'switch'].map((type, index) => ({
    name: hostile[index] ?? '',
    type,
    ...(type === 'category' && { config: { options: hostile.map((value) => ({ id: value, name: value })) } }),
  })),
  rows: wordRows,
  nextRow: 5000,
};
