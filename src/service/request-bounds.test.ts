/** What a request may ask for has an end: a filter in depth, conditions and values; a body in bytes. */
import { describe, expect, it } from 'vitest';
import { filterBounds } from '../contract/filter';
import type { JsonObject } from '../contract/json';
import { operations } from '../contract/operations';
import { makeTable, type OpenService, withService } from './test-service';
import { tableOfWords, text, wordTable } from './test-words';

let call: OpenService['call'];
withService('none', 60_000, async (opened) => {
  call = opened.call;
  await makeTable(opened.database, tableOfWords);
});

const list = (filter: JsonObject) =>
  call('POST', operations.listRecords.path, { table_id: wordTable, filter, limit: 100 });

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
    expect((await list(asked)).code).toBe(502);
  });

  it('and a large one within them is answered', async () => {
    const asked = { or: many({ field: text, query: { eq: ';' } }, filterBounds.conditions) };
    expect(operations.listRecords.decode((await list(asked)).data).items).toHaveLength(1);
  });
});

it('a body of credentials, which anybody may send, is short', async () => {
  const body = { app_id: 'a'.repeat(70_000), app_secret: 'b' };
  expect((await call('POST', operations.getAccessToken.path, body)).status).toBe(413);
});
