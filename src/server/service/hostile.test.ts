/** SQL injection attempts: as field ids, operators, values, names and aliases they are only text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson, type Json, type JsonObject } from '../../contract/json';
import { operations } from '../../contract/operations';
import { ids } from './catalogue/catalogue';
import { meets } from './records/test-filter';
import { madeSpace, makeTable, type OpenService, withService } from './test-service';
import { anyText, flag, hostile, number, option, tableOfWords, text, wordRows, wordTable } from './test-words';

let opened: OpenService;
let tablesBefore: string;

withService('none', 60_000, async (open) => {
  opened = open;
  await makeTable(open.database, tableOfWords);
  tablesBefore = await everything();
});

/** What a statement slipped in would change. */
async function everything(): Promise<string> {
  const tables = await opened.database.query(`select tablename from pg_tables where schemaname = 'public' order by 1`);
  const keys = await opened.database.query('select name, api_key from customer_key order by 1');
  const [records] = await opened.database.query('select count(*)::int as n from dw_record');
  return formatJson({ tables, keys, records } as unknown as Json);
}

const texts = fc.oneof(anyText, fc.array(anyText, { minLength: 1, maxLength: 3 }));
const textQuery = fc.oneof(
  fc.record({ eq: texts }),
  fc.record({ ne: texts }),
  fc.record({ in: texts }),
  fc.record({ nin: texts }),
  fc.record({ em: fc.boolean() }),
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

describe('hostile strings', () => {
  it('as filter values match exactly what they are', async () => {
    let some = 0;
    await fc.assert(
      fc.asyncProperty(filter, async (asked) => {
        const wanted = wordRows.flatMap((fields, index) =>
          meets(fields, String(fields[text] ?? ''), asked) ? [ids.item(700, index + 1)] : [],
        );
        const found = await opened.list({ table_id: wordTable, filter: asked });
        expect(found.map(({ item_id }) => item_id)).toEqual(wanted);
        if (wanted.length > 0 && wanted.length < wordRows.length) some += 1;
      }),
      { numRuns: 400 },
    );
    expect(some).toBeGreaterThan(50);
  });

  it('as field IDs, sorts, tables and return fields are unknown, never an internal error', async () => {
    const { listRecords, listTables, updateRecords, deleteRecords, getAccessToken, getProviderKey } = operations;
    const inTable = { table_id: wordTable };
    await fc.assert(
      fc.asyncProperty(anyText, async (word) => {
        const items = [{ item_id: null, fields: { [word]: word } }];
        const byWord = { update_type: 'upsert', update_by_fields: [word] };
        const answers = [
          await opened.ask(listRecords, { ...inTable, filter: { and: [{ field: word, query: { eq: word } }] } }),
          await opened.ask(listRecords, {
            ...inTable,
            filter: { and: [{ field: text, query: { [`x${word}`]: word } }] },
          }),
          await opened.ask(listRecords, { ...inTable, order: { field_id: word, type: 'asc' } }),
          await opened.ask(listRecords, { ...inTable, order: { field_id: text, type: word } }),
          await opened.ask(listRecords, { table_id: word }),
          await opened.ask(listTables, { space_id: madeSpace, type: word }),
          await opened.ask(updateRecords, { ...inTable, update_type: word, items: [{ item_id: '1', fields: {} }] }),
          await opened.ask(updateRecords, { ...inTable, ...byWord, items }),
          await opened.ask(deleteRecords, { ...inTable, item_ids: [`x${word}`] }),
          await opened.ask({ method: 'POST', path: `/openapi/v1/dw_item/${encodeURIComponent(word)}` }, {}),
          await opened.ask(getAccessToken, { app_id: word, app_secret: word }),
          await opened.ask(getProviderKey, { access_token: word, api_key: word }),
        ];
        for (const { code, data } of answers) {
          // A system field is a field; its value is compared and not run.
          expect([0, 100, 404, 502, 3500002]).toContain(code);
          expect(formatJson(data)).not.toContain(opened.service.demo.apiKey);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are written, matched as keys and read back unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          anyText.filter((word) => word !== ''),
          { minLength: 1, maxLength: 20 },
        ),
        async (words) => {
          const items = words.map((word) => ({ item_id: null, fields: { [text]: `new ${word}` } }));
          for (const _round of ['new', 'again']) {
            const event = await opened.update({
              table_id: wordTable,
              update_type: 'upsert',
              update_by_fields: [text],
              items,
            });
            expect(event.success).toHaveLength(words.length);
          }
          const kept = await opened.database.query<{ v: string }>(
            `delete from dw_record where table_id = $1::bigint and item_id >= $2::bigint returning fields->>$3::text as v`,
            [wordTable, ids.item(700, 5000), text],
          );
          expect(kept.map(({ v }) => v).sort()).toEqual(words.map((word) => `new ${word}`).sort());
        },
      ),
      { numRuns: 15 },
    );
  });

  it('as names and aliases are returned unchanged', async () => {
    const { data } = await opened.ask(operations.listTables, { space_id: madeSpace, type: 'ext' });
    expect(operations.listTables.decode(data)[0]).toMatchObject({ name: hostile[18], alias: hostile[20] });
  });

  it('have changed nothing else, and caused no internal error', async () => {
    expect(await everything()).toBe(tablesBefore);
    expect(opened.faults).toEqual([]);
  });
});
