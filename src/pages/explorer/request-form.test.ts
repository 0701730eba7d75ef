import { describe, expect, test } from 'vitest';
import { formatJson } from '../../contract/json';
import { type OperationName, operations } from '../../contract/operations';
import { byHand } from '../../url/paths';
import { formOf, mayWrite, operationAt, type RequestForm, readForm, withoutSecrets } from './request-form';

const empty = formOf(byHand);
const form = (path: string, more: Partial<RequestForm> = {}) => readForm({ ...empty, path, ...more });
const problems = (path: string, more: Partial<RequestForm> = {}) => {
  const read = form(path, more);
  return read.ok ? null : read.problems;
};

describe('an explorer request', () => {
  test('goes to any path below /openapi/v1 with any body', () => {
    expect(form('member/list?page=2', { body: '{"space_id":"40","n":9007199254740993}' })).toMatchObject({
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
    expect(form('a', { body: 'null' })).toMatchObject({ ok: true, call: { body: null } });
  });
  test('is refused if the browser would change the path, if it ends with a slash, or a part of it is open', () => {
    expect(problems('')).toMatchObject({ path: 'required' });
    expect(problems('space/list/')).toMatchObject({ path: 'trailing-slash' });
    expect(problems('dw_item/{item_id}')).toMatchObject({ path: 'unfilled' });
    for (const path of ['../../gateway/demo', 'a/./b', 'a b', 'a\\b', 'a#b', 'a\tb', '表', '%2e%2e/a']) {
      expect(problems(path), path).toMatchObject({ path: 'not-exact' });
    }
  });
  test('is refused with a body that is not JSON', () => {
    expect(problems('a', { body: '{a}' })).toEqual({ path: null, body: 'json', returnFields: null });
  });
  test('never carries the key to a provider operation', () => {
    expect(form('isv/info', { withKey: true })).toMatchObject({ ok: true, call: { credential: 'none' } });
  });
  test('selects fields with ASCII JSON, whatever is entered', () => {
    expect(form('a', { returnFields: ' ["*", {"fields": [["名称"]]}] ' })).toMatchObject({
      call: { returnFields: '["*",{"fields":[["\\u540d\\u79f0"]]}]' },
    });
    expect(form('a')).not.toHaveProperty('call.returnFields');
    expect(problems('a', { returnFields: '[name]' })).toMatchObject({ returnFields: 'json' });
  });
});

describe('the form of an operation', () => {
  test('has its method, its path and its required fields', () => {
    expect(formOf('listTables')).toMatchObject({ method: 'POST', path: 'dw_table/list', withKey: true });
    expect(JSON.parse(formOf('listTables').body)).toEqual({ space_id: '', type: 'ext' });
    expect(JSON.parse(formOf('updateRecords').body)).toEqual({
      ...{ table_id: '', update_type: 'update', items: [{ item_id: '', fields: {} }] },
    });
    expect(formOf('getRecord').path).toBe('dw_item/{item_id}');
  });

  test('has IDs that are known, exact and as the contract writes them', () => {
    const ids = { table_id: '9007199254740993', space_id: '40' };
    expect(formOf('listRecords', ids).body).toContain('9007199254740993\n');
    expect(JSON.parse(formOf('updateRecords', ids).body)).toMatchObject({ table_id: '9007199254740993' });
    expect(readForm(formOf('getTableConfig', ids))).toMatchObject({
      call: { operation: 'getTableConfig', path: '/openapi/v1/dw_table/9007199254740993', body: {} },
    });
  });

  test('is a request of that operation as soon as its path has no open part', () => {
    for (const name of Object.keys(operations) as OperationName[]) {
      const start = formOf(name);
      const read = readForm({ ...start, path: start.path.replace(/\{\w+\}/, '1') });
      expect(read.ok && read.call.operation).toBe(name);
    }
    expect(readForm(formOf('listWorkspaces'))).toMatchObject({ call: { method: 'GET', body: undefined } });
  });

  test('has secrets apart, which go into the body and are masked in what is recorded', () => {
    const start = formOf('getProviderKey');
    expect(start.body).toBe('{}');
    const read = readForm({ ...start, secrets: { access_token: 't', api_key: 'k', app_secret: 'of another' } });
    expect(read.ok && formatJson(read.call.body)).toBe('{"access_token":"t","api_key":"k"}');
    expect(read.ok && read.call.secrets).toEqual(expect.arrayContaining(['access_token', 'api_key', 'app_secret']));
    const list = readForm({ ...start, body: '[]', secrets: { api_key: 'k' } });
    expect(list).toMatchObject({ ok: false, problems: { body: 'object' } });
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
  test('has no secret', () => {
    const typed = { ...empty, path: 'isv/api_key', body: '{"api_key":"k","access_token":"t","a":1}' };
    const kept = withoutSecrets({ ...typed, secrets: { api_key: 'k' } });
    expect(kept).toMatchObject({ body: '{"a":1}', secrets: {} });
  });
  test('is otherwise exactly what was entered', () => {
    const typed = { ...empty, path: 'x', body: '{ "a" : 1 ' };
    expect(withoutSecrets(typed)).toEqual(typed);
  });
});
