import { describe, expect, test } from 'vitest';
import {
  emptyHandForm,
  handFormWithoutSecrets,
  mayWrite,
  operationAt,
  readHandForm,
  readReturnFields,
} from './hand-form';

const form = (path: string, more: Partial<typeof emptyHandForm> = {}) =>
  readHandForm({ ...emptyHandForm, path, ...more });

describe('an explorer request', () => {
  test('goes to any path below /openapi/v1 with any body', () => {
    const read = form('member/list?page=2', { body: '{"space_id":"40","n":9007199254740993}' });
    expect(read).toMatchObject({
      ok: true,
      call: {
        method: 'POST',
        path: '/openapi/v1/member/list?page=2',
        body: { space_id: '40', n: 9007199254740993n },
        credential: 'header',
      },
    });
  });
  test('sends no body with GET, or if none is entered', () => {
    expect(form('a', { method: 'GET', body: '{"a":1}' })).toMatchObject({ ok: true, call: { body: undefined } });
    expect(form('a', { method: 'DELETE', body: ' ' })).toMatchObject({ ok: true, call: { body: undefined } });
  });
  test('is refused if the browser would change the path, or if it ends with a slash', () => {
    expect(form('')).toMatchObject({ ok: false, path: 'required' });
    expect(form('space/list/')).toMatchObject({ ok: false, path: 'trailing-slash' });
    for (const path of ['../../gateway/demo', 'a/./b', 'a b', 'a\\b', 'a#b', 'a\tb', '表', '%2e%2e/a']) {
      expect(form(path), path).toMatchObject({ ok: false, path: 'not-exact' });
    }
  });
  test('is refused with a body that is not JSON', () => {
    expect(form('a', { body: '{a}' })).toEqual({ ok: false, path: null, body: 'json' });
  });
  test('never carries the key to a provider operation', () => {
    expect(form('isv/info', { withKey: true })).toMatchObject({ ok: true, call: { credential: 'none' } });
  });
});

describe('what may write', () => {
  test('is known by the table for its operations', () => {
    expect(operationAt('POST', '/openapi/v1/dw_item/list')).toBe('listRecords');
    expect(operationAt('POST', '/openapi/v1/dw_item/2300')).toBe('getRecord');
    expect(operationAt('PUT', '/openapi/v1/dw_item?x=1')).toBe('updateRecords');
    expect(mayWrite('POST', '/openapi/v1/dw_item/list')).toBe(false);
    expect(mayWrite('PUT', '/openapi/v1/dw_item')).toBe(true);
  });
  test('is anything but GET for an unknown path', () => {
    expect(mayWrite('GET', '/openapi/v1/subscription')).toBe(false);
    expect(mayWrite('POST', '/openapi/v1/dw_item')).toBe(true);
    expect(mayWrite('DELETE', '/openapi/v1/dw_item')).toBe(true);
  });
});

describe('what is stored of an explorer request', () => {
  test('has no secret in its body', () => {
    const kept = handFormWithoutSecrets({
      ...emptyHandForm,
      path: 'isv/api_key',
      body: '{"api_key":"k","access_token":"t","a":1}',
    });
    expect(kept.body).toBe('{"a":1}');
  });
  test('is otherwise exactly what was entered', () => {
    const typed = { ...emptyHandForm, path: 'x', body: '{ "a" : 1 ' };
    expect(handFormWithoutSecrets(typed)).toBe(typed);
  });
});

describe('return fields', () => {
  test('are ASCII JSON, whatever is entered', () => {
    expect(readReturnFields(' ["*", {"fields": [["名称"]]}] ')).toEqual({
      ok: true,
      header: '["*",{"fields":[["\\u540d\\u79f0"]]}]',
    });
    expect(readReturnFields('')).toEqual({ ok: true, header: undefined });
    expect(readReturnFields('[name]')).toEqual({ ok: false });
  });
});
