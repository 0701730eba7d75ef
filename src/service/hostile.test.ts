/** Words that were meant for the database: as field ids, operators, values, names and aliases they are text and nothing else. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filterBounds } from '../contract/filter';
import { formatJson, isJsonObject, type Json, type JsonObject, parseJson } from '../contract/json';
import { operations } from '../contract/operations';
import { type Database, openDatabase } from '../database/database';
import { ids } from './catalogue';
import { createService, type Service } from './service';

const table = ids.table(700);
const [text, number, option, flag] = [1, 2, 3, 4].map((position) => ids.field(700, position)) as [
  string,
  string,
  string,
  string,
];
const hostile = [
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
const anyText = fc
  .oneof(
    { weight: 4, arbitrary: fc.constantFrom<string>(...hostile) },
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.tuple(fc.constantFrom<string>(...hostile), fc.constantFrom<string>(...hostile)).map(([a, b]) => a + b),
  )
  .filter((value) => !value.includes('\u0000') && !/\p{Surrogate}/u.test(value));

let database: Database;
let service: Service;
let tablesBefore: string;
const faults: unknown[] = [];
const delivered: { trace_id: string; success: unknown[]; fail: unknown[] }[] = [];
const rows = hostile.map((value, index) => ({
  item_id: ids.item(700, index + 1),
  fields: {
    ...(index % 7 === 6 ? {} : { [text]: value }),
    ...(index % 5 === 4 ? {} : { [number]: ((index * 7) % 11) - 5 + (index % 4) / 4 }),
    [option]: [{ id: value, name: value }].slice(0, index % 6 === 5 ? 0 : 1),
    [flag]: index % 2 === 0,
  } as JsonObject,
}));

beforeAll(async () => {
  database = await openDatabase({ dataDir: 'memory://' });
  service = await createService({
    database,
    clock: Date.now,
    seed: 'none',
    callbackAddress: () => 'test:',
    deliver: async (_address, event) => delivered.push(event as (typeof delivered)[number]) > 0,
    log: (...fault) => faults.push(fault),
  });
  const space = ids.space(9);
  await database.query(`insert into space values ($1::bigint, 0, $2::text, $2::text, 1, true)`, [space, hostile[19]]);
  await database.query(`insert into customer_key_space values ('demo', $1::bigint)`, [space]);
  await database.query(
    `insert into dw_table values ($1::bigint, $2::bigint, 0, $3::text, 'ext', $4::text, '2025-01-01 00:00:00', $5::bigint, $6::bigint, true)`,
    [table, space, hostile[18], hostile[20], text, ids.item(700, 5000)],
  );
  for (const [index, type] of ['text', 'number', 'category', 'switch'].entries()) {
    const config = type === 'category' ? { options: hostile.map((value) => ({ id: value, name: value })) } : {};
    await database.query(
      `insert into dw_field values ($1::bigint, $2::bigint, $3::int, $4::text, $5::text, false, $6::jsonb)`,
      [table, ids.field(700, index + 1), index, hostile[index] ?? '', type, formatJson(config as unknown as Json)],
    );
  }
  await database.query(
    `insert into dw_record select $1::bigint, (e->>'item_id')::bigint, coalesce(e->'fields'->>$3::text, ''), '2025-01-01 00:00:00', 1, '2025-01-01 00:00:00', 1, e->'fields'
     from jsonb_array_elements($2::jsonb) e`,
    [table, formatJson(rows), text],
  );
  tablesBefore = await everything();
  await service.start();
});

afterAll(async () => {
  await service?.stop();
  await database?.close();
});

/** What a statement slipped in would change. */
async function everything(): Promise<string> {
  const tables = await database.query(`select tablename from pg_tables where schemaname = 'public' order by 1`);
  const keys = await database.query('select name, api_key from customer_key order by 1');
  const [records] = await database.query('select count(*)::int as n from dw_record');
  return formatJson({ tables, keys, records } as unknown as Json);
}

async function call(method: string, path: string, body: Json) {
  const headers = { 'Open-Authorization': `Bearer ${service.demo.apiKey}` };
  const response = await service.fetch(
    new Request(`http://service.test${path}`, { method, headers, body: formatJson(body) }),
  );
  const answer = parseJson(await response.text()) as JsonObject;
  return {
    code: Number(answer.code),
    message: String(answer.message),
    data: answer.data as JsonObject,
    meta: answer.meta as JsonObject,
  };
}

async function found(filter: JsonObject): Promise<{ code: number; ids: string[] }> {
  const body = { table_id: table, filter, limit: 100 };
  const { code, data } = await call('POST', operations.listRecords.path, body);
  return { code, ids: code === 0 ? operations.listRecords.decode(data).items.map(({ item_id }) => item_id) : [] };
}

/** The filter's meaning (4.4.1, field notes), evaluated here, without a database. */
function meets(fields: JsonObject, title: string, entry: JsonObject): boolean {
  if (Array.isArray(entry.and)) return entry.and.every((child) => meets(fields, title, child as JsonObject));
  if (Array.isArray(entry.or))
    return entry.or.length === 0 || entry.or.some((child) => meets(fields, title, child as JsonObject));
  const value = entry.field === 'title' ? title : (fields[String(entry.field)] ?? null);
  return Object.entries(entry.query as JsonObject).every(([operator, operand]) => meetsOne(value, operator, operand));
}

function meetsOne(value: Json, operator: string, operand: Json): boolean {
  const operands = Array.isArray(operand) ? operand : [operand];
  const idsOf = Array.isArray(value) ? value.map((one) => (isJsonObject(one) ? one.id : one)) : null;
  switch (operator) {
    case 'em':
      return (value === null || value === '' || idsOf?.length === 0) === operand;
    case 'eq':
      if (idsOf === null) return value !== null && operands.includes(value);
      return new Set(operands).size === idsOf.length && operands.every((one) => idsOf.includes(one));
    case 'ne':
      return !meetsOne(value, 'eq', operand);
    case 'in':
      if (idsOf !== null) return operands.some((one) => idsOf.includes(one));
      return typeof value === 'string' && operands.some((one) => value.includes(String(one)));
    case 'nin':
      return !meetsOne(value, 'in', operand);
    case 'gt':
      return typeof value === 'number' && value > Number(operand);
    case 'lte':
      return typeof value === 'number' && value <= Number(operand);
    default:
      // What the service does not know it ignores.
      return true;
  }
}

const texts = fc.oneof(anyText, fc.array(anyText, { minLength: 1, maxLength: 3 }));
const textQuery = fc.oneof(
  fc.record({ eq: texts }),
  fc.record({ ne: texts }),
  fc.record({ in: texts }),
  fc.record({ nin: texts }),
  fc.record({ em: fc.boolean() }),
  anyText.filter((word) => word !== 'or').map((word) => ({ [`x${word}`]: word })),
);
const optionQuery = fc.oneof(
  fc.record({ eq: fc.array(anyText, { minLength: 1, maxLength: 2 }) }),
  fc.record({ in: fc.array(anyText, { minLength: 1, maxLength: 3 }) }),
);
const numberQuery = fc.oneof(
  ...['eq', 'ne', 'gt', 'lte'].map((operator) =>
    fc.integer({ min: -24, max: 24 }).map((quarter) => ({ [operator]: quarter / 4 })),
  ),
);
const condition = fc.oneof(
  fc.record({ field: fc.constantFrom(text, 'title'), query: textQuery }),
  fc.record({ field: fc.constant(option), query: optionQuery }),
  fc.record({ field: fc.constant(number), query: numberQuery }),
  fc.record({ field: fc.constant(flag), query: fc.record({ eq: fc.boolean() }) }),
);
const filter = fc.letrec<{ entry: JsonObject; group: JsonObject }>((tie) => ({
  entry: fc.oneof({ maxDepth: 3 }, condition as unknown as fc.Arbitrary<JsonObject>, tie('group')),
  group: fc.oneof(
    fc.record({ and: fc.array(tie('entry'), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('entry'), { maxLength: 3 }) }),
  ) as fc.Arbitrary<JsonObject>,
})).group;

describe('hostile words', () => {
  it('as values of a filter find what they are, as an evaluation without a database does', async () => {
    let some = 0;
    await fc.assert(
      fc.asyncProperty(filter, async (asked) => {
        const wanted = rows
          .filter(({ fields }) => meets(fields, String(fields[text] ?? ''), asked))
          .map(({ item_id }) => item_id);
        expect(await found(asked)).toEqual({ code: 0, ids: wanted });
        if (wanted.length > 0 && wanted.length < rows.length) some += 1;
      }),
      { numRuns: 400 },
    );
    expect(some).toBeGreaterThan(50);
  });

  it('as field ids, orders, tables and return fields are unknown, never a fault', async () => {
    const list = operations.listRecords.path;
    await fc.assert(
      fc.asyncProperty(anyText, async (word) => {
        const answers = [
          await call('POST', list, { table_id: table, filter: { and: [{ field: word, query: { eq: word } }] } }),
          await call('POST', list, { table_id: table, order: { field_id: word, type: 'asc' } }),
          await call('POST', list, { table_id: table, order: { field_id: text, type: word } }),
          await call('POST', list, { table_id: word }),
          await call('POST', operations.listTables.path, { space_id: ids.space(9), type: word }),
          await call('PUT', operations.updateRecords.path, {
            table_id: table,
            update_type: word,
            items: [{ item_id: '1', fields: {} }],
          }),
          await call('PUT', operations.updateRecords.path, {
            table_id: table,
            update_type: 'upsert',
            update_by_fields: [word],
            items: [{ item_id: null, fields: { [word]: word } }],
          }),
          await call('POST', `/openapi/v1/dw_item/${encodeURIComponent(word)}`, {}),
          await call('POST', operations.getAccessToken.path, { app_id: word, app_secret: word }),
          await call('POST', operations.getProviderKey.path, { access_token: word, api_key: word }),
        ];
        for (const { code, data } of answers) {
          // A system field is a field; its value is compared and not run.
          expect([0, 100, 404, 502, 3500002]).toContain(code);
          expect(formatJson(data)).not.toContain(service.demo.apiKey);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are written, matched as keys and read back as they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          anyText.filter((word) => word !== ''),
          { minLength: 1, maxLength: 20 },
        ),
        async (words) => {
          const items = words.map((word) => ({ item_id: null, fields: { [text]: `new ${word}` } }));
          const upsert = { table_id: table, update_type: 'upsert', update_by_fields: [text], items };
          for (const round of [0, 1]) {
            const { code, meta } = await call('PUT', operations.updateRecords.path, upsert);
            expect([round, code]).toEqual([round, 0]);
            await expect
              .poll(() => delivered.find(({ trace_id }) => trace_id === meta.trace_id)?.success.length, {
                timeout: 20_000,
              })
              .toBe(words.length);
          }
          const kept = await database.query<{ v: string }>(
            `delete from dw_record where table_id = $1::bigint and item_id >= $2::bigint returning fields->>$3::text as v`,
            [table, ids.item(700, 5000), text],
          );
          expect(kept.map(({ v }) => v).sort()).toEqual(words.map((word) => `new ${word}`).sort());
        },
      ),
      { numRuns: 15 },
    );
  });

  it('as names and aliases come back as they are', async () => {
    const { data } = await call('POST', operations.listTables.path, { space_id: ids.space(9), type: 'ext' });
    expect(operations.listTables.decode(data)[0]).toMatchObject({ name: hostile[18], alias: hostile[20] });
  });

  it('have changed nothing that nobody wrote, and no fault was told', async () => {
    expect(await everything()).toBe(tablesBefore);
    expect(faults).toEqual([]);
  });
});

describe('a filter has bounds', () => {
  const eq = { eq: 'a' };
  const many = <Value>(value: Value, count: number = filterBounds.conditions + 1) =>
    Array.from({ length: count }, () => value);
  const nested = (depth: number): JsonObject => (depth === 0 ? { and: [] } : { and: [nested(depth - 1)] });
  it.each<[string, JsonObject]>([
    ['groups in groups', nested(filterBounds.depth + 1)],
    ['conditions', { and: many({ field: text, query: eq }) }],
    ['choices of one field', { and: [{ field: text, query: { or: many(eq) } }] }],
    ['choices that ask for nothing', { and: [{ field: text, query: { or: many({}) } }] }],
    ['values of one operator', { and: [{ field: text, query: { in: many('a') } }] }],
    ['values of all operators', { or: many({ field: text, query: { in: many('a', 100) } }, 11) }],
    ['choices in choices', { and: [{ field: text, query: { or: many({ or: many(eq, 40) }, 40) } }] }],
    [
      'operators that nobody knows',
      { and: [{ field: text, query: Object.fromEntries(many(0).map((_, index) => [`x${index}`, 1])) }] },
    ],
  ])('of %s', async (_name, asked) => {
    expect((await found(asked)).code).toBe(502);
  });

  it('and a large one within them is answered', async () => {
    const asked = { or: many({ field: text, query: { eq: ';' } }, filterBounds.conditions) };
    expect((await found(asked)).ids).toHaveLength(1);
  });
});

it('a body of credentials, which anybody may send, is short', async () => {
  const init = { method: 'POST', body: formatJson({ app_id: 'a'.repeat(70_000), app_secret: 'b' }) };
  const response = await service.fetch(new Request(`http://service.test${operations.getAccessToken.path}`, init));
  expect(response.status).toBe(413);
});
