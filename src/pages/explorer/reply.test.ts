import { describe, expect, test } from 'vitest';
import { judge, maskReply, requestText } from './reply';

const envelope = (code: number) => ({ envelope: { code, message: '', data: {}, traceId: null, version: null } });

describe('a response', () => {
  test('is judged by its envelope', () => {
    expect(judge(envelope(0))).toBe('success');
    expect(judge(envelope(100))).toBe('system');
    expect(judge(envelope(9999))).toBe('system');
    expect(judge(envelope(10000))).toBe('business');
    expect(judge({ envelope: null })).toBe('malformed');
  });
  test('shows no token and no key, and everything else unchanged', () => {
    const text = '{"code":0, "data":{"access_token": "a\\"b","expire":7200,"api_key":"k"},"big":9007199254740993}';
    expect(maskReply(text)).toEqual({
      text: '{"code":0, "data":{"access_token": "••••••","expire":7200,"api_key":"••••••"},"big":9007199254740993}',
      masked: true,
    });
    expect(maskReply('{"message":"the access_token is wrong"}').masked).toBe(false);
  });
});

describe('the preview of a request', () => {
  test('is what is sent, with secrets masked', () => {
    const call = {
      method: 'POST',
      path: '/openapi/v1/isv/access_token',
      body: { app_id: 'a', app_secret: 's' },
      credential: 'body' as const,
      secrets: ['app_secret'],
      returnFields: '["*"]',
    };
    expect(requestText(call, '7f3a')).toBe(
      [
        'POST /openapi/v1/isv/access_token',
        'X-Service-Return-Fields: ["*"]',
        'Content-Type: application/json',
        '',
        '{"app_id":"a","app_secret":"••••••"}',
      ].join('\n'),
    );
  });
  test('names the key by its last four characters', () => {
    const call = { method: 'GET', path: '/openapi/v1/space/list', credential: 'header' as const };
    expect(requestText(call, '7f3a')).toBe('GET /openapi/v1/space/list\nOpen-Authorization: Bearer ••••••7f3a');
  });
});
