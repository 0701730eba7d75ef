import { describe, expect, test } from 'vitest';
import { formatEnvelope, kindOfCode, readEnvelope } from './envelope';
import { formatJson } from './json';

describe('envelope (2.1)', () => {
  test('has exactly code, message, data, meta.trace_id, and version for files', () => {
    expect(formatEnvelope({ code: 0, message: 'success', data: {}, traceId: 't' })).toEqual({
      code: 0,
      message: 'success',
      data: {},
      meta: { trace_id: 't' },
    });
    const text = formatJson(formatEnvelope({ code: 0, message: 'success', data: {}, traceId: 't', version: 'v1.2.3' }));
    expect(readEnvelope(text)).toEqual({
      ok: true,
      envelope: { code: 0, message: 'success', data: {}, traceId: 't', version: 'v1.2.3' },
    });
  });

  test('codes below 10000 are system exceptions, others are business exceptions', () => {
    expect([-1, 1, 100, 502, 9999].map(kindOfCode)).toEqual(Array(5).fill('system'));
    expect([10000, 3500002].map(kindOfCode)).toEqual(Array(2).fill('business'));
  });

  test.each([
    ['', 'empty'],
    ['<html>502 Bad Gateway</html>', 'not JSON'],
    ['{"code":0,"mess', 'not JSON'],
    ['[]', 'not an envelope'],
    ['null', 'not an envelope'],
    ['{"message":"success"}', '"code"'],
    ['{"code":"0","message":"success"}', '"code"'],
    ['{"code":0.5,"message":"success"}', '"code"'],
    ['{"code":0}', '"message"'],
  ])('%s is no envelope', (text, reason) => {
    const read = readEnvelope(text);
    expect(read.ok).toBe(false);
    expect(!read.ok && read.reason).toContain(reason);
  });

  test('a response without trace ID or data is kept and marked', () => {
    expect(readEnvelope('{"code":0,"message":"success"}')).toEqual({
      ok: true,
      envelope: { code: 0, message: 'success', data: undefined, traceId: null, version: null },
    });
  });
});
