/** What a request may ask for has an end: a filter in depth, conditions and values; a body in bytes. */
import { describe, expect, it } from 'vitest';
import { filterBounds } from '../../contract/filter';
import type { JsonObject } from '../../contract/json';
import { operations } from '../../contract/operations';
import { makeTable, type OpenService, withService } from './test-service';
import { number, tableOfWords, text, wordTable } from './test-words';

let opened: OpenService;
withService('none', 60_000, async (open) => {
  opened = open;
  await makeTable(open.database, tableOfWords);
});

/** The code of the answer to a body as it is. */
async function codeOf({ method, path }: { method: string; path: string }, body: string): Promise<number> {
  const headers = { 'Open-Authorization': `Bearer ${opened.service.demo.apiKey}` };
  const answer = await opened.service.fetch(new Request(`http://service.test${path}`, { method, headers, body }));
  return ((await answer.json()) as { code: number }).code;
}

describe('a filter is bounded', () => {
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
    expect((await opened.ask(operations.listRecords, { table_id: wordTable, filter: asked })).code).toBe(502);
  });

  it('a large filter within the bounds works', async () => {
    const filter = { or: many({ field: text, query: { eq: ';' } }, filterBounds.conditions) };
    expect(await opened.list({ table_id: wordTable, filter })).toHaveLength(1);
  });
});

it('a body is bounded in values, whatever they are', async () => {
  const withExtra = (extra: string) => codeOf(operations.listRecords, `{"table_id":${wordTable},"extra":${extra}}`);
  for (const value of ['1', '12345678901234567890', '""', '[]', '{"a":1}', '[[],[]]'])
    expect([value, await withExtra(`[${`${value},`.repeat(200_001)}1]`)]).toEqual([value, 502]);
  expect(await withExtra(`[${'1,'.repeat(150_000)}1]`)).toBe(0);
  expect(await withExtra(`"${',[{:'.repeat(300_000)}"`)).toBe(0);
  expect(opened.faults).toEqual([]);
});

it('a credentials body, which anyone may send, is bounded', async () => {
  const body = { app_id: 'a'.repeat(70_000), app_secret: 'b' };
  expect((await opened.ask(operations.getAccessToken, body)).status).toBe(413);
});

it('a number beyond the database’s range is refused in filters and records', async () => {
  const digits = '9'.repeat(200_000);
  const item = `{"item_id":null,"fields":{"${number}":${digits}}}`;
  const asText = `"${'9'.repeat(140_000)}"`;
  const filtered = (query: string) => `"filter":{"and":[{"field":"${number}","query":${query}}]}`;
  for (const [operation, rest] of [
    [operations.listRecords, filtered(`{"gt":${digits}}`)],
    [operations.listRecords, filtered(`{"gt":${asText}}`)],
    [operations.listRecords, filtered(`{"eq":["1",${asText}]}`)],
    [operations.listRecords, filtered(`{"ne":["-${asText.slice(1)}]}`)],
    [operations.listRecords, filtered(`{"lte":"0.${asText.slice(1)}}`)],
    [operations.listRecords, filtered(`{"eq":"${'9'.repeat(1001)}"}`)],
    [operations.updateRecords, `"update_type":"upsert","update_by_fields":["${number}"],"items":[${item}]`],
  ] as const) {
    expect([rest.slice(0, 60), await codeOf(operation, `{"table_id":${wordTable},${rest}}`)]).toEqual([
      rest.slice(0, 60),
      502,
    ]);
  }
  expect(opened.faults).toEqual([]);
});
