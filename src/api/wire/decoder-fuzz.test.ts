import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../contract/errors';
import { type OperationName, operations } from '../../contract/operations';
import { clearActivity } from './activity';
import { send } from './send';
import { goodAnswers, goodEnvelope, mutatedAnswer, written } from './test-answers';
import { testClient } from './test-client';
import { type Expected, expectationOf } from './test-expectation';

const names = Object.keys(operations) as OperationName[];
/** Together 5,000 for all operations. */
const runs = Math.ceil(5000 / names.length);

const client = testClient({ apiKey: () => 'secret-key' });

afterEach(() => {
  vi.unstubAllGlobals();
  clearActivity();
});

/** What the console makes of an answer: data, or an error of one of its kinds; anything else that is thrown fails the test. */
async function outcome(name: OperationName, text: string): Promise<Expected> {
  vi.stubGlobal('fetch', async () => new Response(text));
  try {
    const { data, traceId } = await send(client, name, goodAnswers[name].input as never);
    return { data, traceId };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // 0 may be written as -0.
    return { error: error.kind, code: error.code === null ? null : error.code + 0, traceId: error.traceId };
  }
}

describe('any platform response', () => {
  test.each(names)('%s: a known error, or exactly what an independent decoder finds', async (name) => {
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(mutatedAnswer(name), async (text) => {
        const found = await outcome(name, text);
        expect(found).toEqual(expectationOf(name, text));
        if ('data' in found) shown += 1;
      }),
      { numRuns: runs },
    );
    // Were everything refused, nothing would have been compared.
    expect(shown).toBeGreaterThan(runs / 20);
    expect(await outcome(name, written(goodEnvelope(name)))).toHaveProperty('data');
  });

  test('cells of 2 MB, rows of 10,000 fields and endless nesting are decoded whole or refused', async () => {
    const cell = '长"\\\u0000😀'.repeat(300_000);
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, field) => [String(field), field / 8]));
    const around = (inner: string) =>
      `{"code":0,"message":"success","data":{"items":[{"item_id":"1","fields":${inner}}]},"meta":{"trace_id":"t"}}`;
    const list = written(Object.entries(fields).map(([key, value]) => ({ [key]: value })));
    for (const text of [around(written({ a: cell })), around(written(fields)), around(list)]) {
      const found = await outcome('listRecords', text);
      expect(found).toHaveProperty('data');
      expect(found).toEqual(expectationOf('listRecords', text));
    }
    for (const inner of ['', '12345678901234567890']) {
      const endless = around(`{"a":${'['.repeat(200_000)}${inner}${']'.repeat(200_000)}}`);
      const found = await outcome('listRecords', endless);
      if ('error' in found) expect(found.error).toBe('malformed');
      else expect(JSON.stringify(Object.keys(found.data as object))).toContain('items');
    }
  });
});
