import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_REQUEST_BYTES } from '../../../contract/gateway';
import { type ConfiguredEnvironment, environmentsOfShortForm } from '../config/environments';
import { ask } from '../test-gateway';
import { openTestPlatform, type TestPlatform } from '../test-platform';
import { callUpstream } from './proxy';

let platform: TestPlatform;
let environment: ConfiguredEnvironment & { upstream: string };

beforeAll(async () => {
  platform = await openTestPlatform();
  const [first] = environmentsOfShortForm(`lab=${platform.origin}/base`);
  if (first?.upstream == null) throw new Error('no environment');
  environment = { ...first, upstream: first.upstream };
});
afterAll(() => platform.close());

describe('proxy', () => {
  it('returns status, body and a few headers, and no cookie', async () => {
    platform.answer = (response) => {
      response.writeHead(429, {
        'content-type': 'application/json',
        'retry-after': '3',
        'x-ratelimit-remaining': '0',
        'set-cookie': 'a=b',
        'access-control-allow-origin': '*',
        server: 'x',
      });
      response.end('{"code":1}');
    };
    const response = await callUpstream(ask('/'), environment, '/openapi/v1/space/list');
    expect([response.status, await response.text()]).toEqual([429, '{"code":1}']);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'retry-after': '3',
      'x-ratelimit-remaining': '0',
    });
    for (const name of ['set-cookie', 'access-control-allow-origin', 'server'])
      expect(headers).not.toHaveProperty(name);
  });

  it('refuses a body over the limit, declared or not', async () => {
    platform.answer = (response) => void response.end();
    const body = new Uint8Array(MAX_REQUEST_BYTES + 1);
    const declared = ask('/', { method: 'PUT', body: '{}', headers: { 'content-length': String(body.byteLength) } });
    await expect(callUpstream(declared, environment, '/openapi/v1/dw_item')).rejects.toMatchObject({
      error: 'too-large',
    });
    const streamed = ask('/', { method: 'PUT', body });
    await expect(callUpstream(streamed, environment, '/openapi/v1/dw_item')).rejects.toMatchObject({
      error: 'too-large',
    });
  });

  it('cancels the request when the browser does', async () => {
    let ended = () => {};
    const closed = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const abort = new AbortController();
    platform.answer = (_response, request) => {
      request.socket.once('close', ended);
      abort.abort();
    };
    await callUpstream(ask('/', { signal: abort.signal }), environment, '/openapi/v1/space/list');
    await closed;
  });
});
