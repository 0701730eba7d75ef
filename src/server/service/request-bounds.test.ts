/** What a request may ask for has an end: a filter in depth, conditions and values; a body in bytes. */
import { describe, expect, it } from 'vitest';
import { filterBounds } from '../../contract/filter';
import type { JsonObject } from '../../contract/json';
import { operations } from '../../contract/operations';
import { makeTable, type OpenService, withService } from './test-service';
import { number, tableOfWords, text, wordTable } from './test-words';

let service: OpenService['service'];
let faults: unknown[];
let call: OpenService['call'];
withService('none', 60_000, async (opened) => {
  ({ service, faults, call } = opened);
  await makeTable(opened.database, tableOfWords);
});

const list = (filter: JsonObject) =>
  call('POST', operations.listRecords.path, { table_id: wordTable, filter, limit: 100 });

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
    expect((await list(asked)).code).toBe(502);
  });

  it('a large filter within the bounds works', async () => {
    const asked = { or: many({ field: text, query: { eq: ';' } }, filterBounds.conditions) };
    expect(operations.listRecords.decode((await list(asked)).data).items).toHaveLength(1);
  });
});

it('a body is bounded in values, whatever they are', async () => {
  const headers = { 'Open-Authorization': `Bearer ${service.demo.apiKey}` };
  const codeOf = async (extra: string) => {
    const body = `{"table_id":${wordTable},"extra":${extra}}`;
    const answer = await service.fetch(
      new Request(`http://service.test${operations.listRecords.path}`, { method: 'POST', headers, body }),
    );
    return ((await answer.json()) as { code: number }).code;
  };
  for (const value of ['1', '12345678901234567890', '""', '[]', '{"a":1}', '[[],[]]'])
    expect([value, await codeOf(`[${`${value},`.repeat(200_001)}1]`)]).toEqual([value, 502]);
  expect(await codeOf(`[${'1,'.repeat(150_000)}1]`)).toBe(0);
  expect(await codeOf(`"${',[{:'.repeat(300_000)}"`)).toBe(0);
  expect(faults).toEqual([]);
});

it('a credentials body, which anyone may send, is bounded', async () => {
  const body = { app_id: 'a'.repeat(70_000), app_secret: 'b' };
  expect((await call('POST', operations.getAccessToken.path, body)).status).toBe(413);
});

it('a number beyond the database’s range is refused in filters and records', async () => {
  const digits = '9'.repeat(200_000);
  const headers = { 'Open-Authorization': `Bearer ${service.demo.apiKey}` };
  const item = `{"item_id":null,"fields":{"${number}":${digits}}}`;
  const asText = `"${'9'.repeat(140_000)}"`;
  const filtered = (query: string) => `"filter":{"and":[{"field":"${number}","query":${query}}]}`;
  for (const [{ method, path }, rest] of [
    [operations.listRecords, filtered(`{"gt":${digits}}`)],
    [operations.listRecords, filtered(`{"gt":${asText}}`)],
    [operations.listRecords, filtered(`{"eq":["1",${asText}]}`)],
    [operations.listRecords, filtered(`{"ne":["-${asText.slice(1)}]}`)],
    [operations.listRecords, filtered(`{"lte":"0.${asText.slice(1)}}`)],
    [operations.listRecords, filtered(`{"eq":"${'9'.repeat(1001)}"}`)],
    [operations.updateRecords, `"update_type":"upsert","update_by_fields":["${number}"],"items":[${item}]`],
  ] as const) {
    const body = `{"table_id":${wordTable},${rest}}`;
    const answer = await service.fetch(new Request(`http://service.test${path}`, { method, headers, body }));
    expect([path, ((await answer.json()) as { code: number }).code]).toEqual([path, 502]);
  }
  expect(faults).toEqual([]);
});
