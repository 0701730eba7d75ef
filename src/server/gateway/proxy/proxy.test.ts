import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { gatewayFailureSchema, MAX_REQUEST_BYTES } from '../../../contract/gateway';
import type { ConfiguredEnvironment } from '../config/environments';
import { environmentsOfShortForm } from '../config/environments';
import { Refusal } from '../http/failure';
import { ask } from '../test-gateway';
import { callUpstream } from './proxy';

let upstream: Server;
let environment: ConfiguredEnvironment & { upstream: string };
let seen: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  upstream = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    seen.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    });
    answer(request, response);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  environment = environmentAt(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/base`);
});
afterEach(() => {
  seen = [];
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});

function environmentAt(address: string): ConfiguredEnvironment & { upstream: string } {
  const [first] = environmentsOfShortForm(`lab=${address}`);
  if (first?.upstream == null) throw new Error('no environment');
  return { ...first, upstream: first.upstream };
}

async function failureOf(response: Response) {
  return [response.status, v.parse(gatewayFailureSchema, await response.json()).gateway.error];
}

describe('proxy', () => {
  it('passes method, path, body and API headers, and nothing else of the browser', async () => {
    answer = (_request, response) => response.end('{"code":0}');
    const response = await callUpstream(
      ask('/env/lab/openapi/v1/dw_item?x=1', {
        method: 'PUT',
        body: '{"table_id":"21"}',
        headers: {
          'open-authorization': 'Bearer key',
          'x-service-return-fields': '["*"]',
          'content-type': 'application/json',
          'content-length': '17',
          cookie: 'session=1',
          origin: 'http://127.0.0.1:4173',
          referer: 'http://127.0.0.1:4173/e/lab',
          'x-forwarded-for': '10.0.0.1',
          connection: 'x-secret',
          'x-secret': '1',
          'sec-fetch-site': 'same-origin',
        },
      }),
      environment,
      '/openapi/v1/dw_item?x=1',
    );
    expect([response.status, await response.text()]).toEqual([200, '{"code":0}']);
    const [call] = seen;
    expect(call).toMatchObject({ method: 'PUT', url: '/base/openapi/v1/dw_item?x=1', body: '{"table_id":"21"}' });
    expect(call?.headers).toMatchObject({
      'open-authorization': 'Bearer key',
      'x-service-return-fields': '["*"]',
      'content-type': 'application/json',
      'content-length': '17',
      host: new URL(environment.upstream).host,
    });
    for (const name of ['cookie', 'origin', 'referer', 'x-forwarded-for', 'x-secret', 'transfer-encoding']) {
      expect(call?.headers).not.toHaveProperty(name);
    }
    expect(call?.headers['sec-fetch-site']).not.toBe('same-origin');
  });

  it('returns status, body and a few headers, and no cookie', async () => {
    answer = (_request, response) => {
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

  it('does not follow a redirect with the key', async () => {
    answer = (request, response) => {
      if (request.url?.endsWith('/elsewhere')) response.end('followed');
      else response.writeHead(307, { location: '/elsewhere' }).end();
    };
    const response = await callUpstream(ask('/'), environment, '/openapi/v1/space/list');
    expect(await failureOf(response)).toEqual([502, 'redirected']);
    expect(seen).toHaveLength(1);
  });

  it('reports an unreachable host when no connection was made', async () => {
    const closed = environmentAt('http://127.0.0.1:4539');
    expect(await failureOf(await callUpstream(ask('/'), closed, '/openapi/v1/space/list'))).toEqual([
      502,
      'unreachable',
    ]);
  });

  it('reports a lost connection when the request may have arrived', async () => {
    answer = (request) => request.socket.destroy();
    const response = await callUpstream(ask('/', { method: 'PUT', body: '{}' }), environment, '/openapi/v1/dw_item');
    expect(await failureOf(response)).toEqual([502, 'broken']);
  });

  it('reports a timeout', async () => {
    answer = () => {};
    const response = await callUpstream(ask('/'), environment, '/openapi/v1/space/list', {
      timeoutMs: 50,
      maxAnswerBytes: 1000,
    });
    expect(await failureOf(response)).toEqual([504, 'timeout']);
  });

  it('refuses a response over the limit, declared or not', async () => {
    const bounds = { timeoutMs: 5000, maxAnswerBytes: 1000 };
    answer = (_request, response) => response.writeHead(200, { 'content-length': '2000' }).end('x'.repeat(2000));
    await expect(callUpstream(ask('/'), environment, '/openapi/v1/a', bounds)).rejects.toMatchObject({
      error: 'answer-too-large',
    });
    answer = (_request, response) => {
      response.write('x'.repeat(900));
      response.end('x'.repeat(900));
    };
    await expect(callUpstream(ask('/'), environment, '/openapi/v1/a', bounds)).rejects.toMatchObject({
      error: 'answer-too-large',
    });
  });

  it('refuses a body over the limit, declared or not', async () => {
    answer = (_request, response) => response.end();
    const body = new Uint8Array(MAX_REQUEST_BYTES + 1);
    const declared = ask('/', { method: 'PUT', body: '{}', headers: { 'content-length': String(body.byteLength) } });
    await expect(callUpstream(declared, environment, '/openapi/v1/dw_item')).rejects.toBeInstanceOf(Refusal);
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
    answer = (request) => {
      request.socket.once('close', ended);
      abort.abort();
    };
    await callUpstream(ask('/', { signal: abort.signal }), environment, '/openapi/v1/space/list');
    await closed;
  });
});
