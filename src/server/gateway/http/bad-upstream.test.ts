/** A platform that misbehaves on the wire: the gateway reports what happened, or passes on what was complete. */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEnvelope } from '../../../contract/envelope';
import { gatewayFailureSchema, PLATFORM_ANSWER_HEADER } from '../../../contract/gateway';
import type { TestGateway } from '../test-gateway';
import { listenWith, type RawUpstream, talk, type Wire, withLabGateway } from '../test-wire';
import { HELD_BYTES, heldAnswer } from './body';

const good = '{"code":0,"message":"success","data":{},"meta":{"trace_id":"t"}}';
const MB = 1024 * 1024;
/** Made before any memory is measured. */
const grows = gzipSync(Buffer.alloc(100 * MB));
/** Read at every call: only who waits for the end of time does not wait long. */
const bounds = { timeoutMs: 0, maxAnswerBytes: 4 * MB };

let upstream: RawUpstream;
let gateway: TestGateway;
let wire: Wire;

withLabGateway(
  (opened) => {
    ({ upstream, gateway, wire } = opened);
  },
  { deps: { proxyBounds: bounds }, server: () => createServer() },
);
beforeEach(() => {
  bounds.timeoutMs = 20_000;
  gateway.logged.length = 0;
});

const call = () =>
  fetch(`${wire.origin}/env/lab/openapi/v1/dw_item`, {
    method: 'PUT',
    body: '{}',
    headers: { 'open-authorization': 'Bearer planted-key' },
  });
const head = (...headers: string[]) =>
  ['HTTP/1.1 200 OK', 'Content-Type: application/json', ...headers, '', ''].join('\r\n');
const withBody = (body: string | Buffer, ...headers: string[]) =>
  Buffer.concat([Buffer.from(head(...headers, 'Connection: close')), Buffer.from(body)]);
const whole = (body: string | Buffer, ...headers: string[]) =>
  withBody(body, `Content-Length: ${Buffer.byteLength(body)}`, ...headers);

describe('the gateway reports what happened, and logs nothing of it', () => {
  it.each<[string, string, RawUpstream['answer']]>([
    ['ends without a word', 'broken', (socket) => socket.end()],
    ['resets the line', 'broken', (socket) => socket.resetAndDestroy()],
    ['says something that is not HTTP', 'broken', (socket) => socket.end('220 mail.example ESMTP\r\n')],
    ['breaks off in its headers', 'broken', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Ty')],
    ['breaks off in its body', 'broken', (socket) => socket.end(withBody(good.slice(0, 20), 'Content-Length: 64'))],
    [
      'resets in its body',
      'broken',
      (socket) => {
        socket.write(withBody(good.slice(0, 20), 'Content-Length: 64'), () =>
          setTimeout(() => socket.resetAndDestroy(), 20),
        );
      },
    ],
    [
      'sends chunks that are none',
      'broken',
      (socket) => socket.end(withBody('xx\r\n{}', 'Transfer-Encoding: chunked')),
    ],
    ['names two lengths', 'broken', (socket) => socket.end(withBody(good, 'Content-Length: 2', 'Content-Length: 64'))],
    [
      'names a length and chunks',
      'broken',
      (socket) => socket.end(withBody(good, 'Content-Length: 2', 'Transfer-Encoding: chunked')),
    ],
    [
      'sends headers without end',
      'broken',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\n${'X-A: 1\r\n'.repeat(20_000)}`),
    ],
    ['compresses something else', 'broken', (socket) => socket.end(whole('not compressed', 'Content-Encoding: gzip'))],
    [
      'answers with a status that is none',
      'broken',
      (socket) => socket.end(whole(good).toString().replace('200 OK', '999 Odd')),
    ],
    [
      'leads elsewhere',
      'redirected',
      (socket) => socket.end('HTTP/1.1 302 x\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'),
    ],
    ['never answers', 'timeout', () => {}],
    ['stops in its headers', 'timeout', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-')],
    ['stops in its body', 'timeout', (socket) => socket.write(withBody(good.slice(0, 20), 'Content-Length: 64'))],
    [
      'drips',
      'timeout',
      (socket) => {
        socket.write(head('Content-Length: 100000'));
        const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(' ')), 50);
      },
    ],
    ['announces more than is taken', 'answer-too-large', (socket) => socket.write(head(`Content-Length: ${5 * MB}`))],
  ])('a platform that %s: %s', async (_name, error, answer) => {
    if (error === 'timeout') bounds.timeoutMs = 300;
    upstream.answer = answer;
    const response = await call();
    expect(response.headers.has(PLATFORM_ANSWER_HEADER)).toBe(false);
    const { gateway: told } = v.parse(gatewayFailureSchema, await response.json());
    expect(told.error).toBe(error);
    expect(response.status).toBe(error === 'timeout' ? 504 : 502);
    expect(told.message + gateway.logged.join()).not.toContain('planted-key');
    expect(gateway.logged).toEqual([]);
  });
});

it.each([
  ['a chunk', () => withBody(`40\r\n${good.slice(0, 30)}`, 'Transfer-Encoding: chunked')],
  ['what it compresses', () => whole(gzipSync(good).subarray(0, 40), 'Content-Encoding: gzip')],
])('a platform that ends in the middle of %s has sent no envelope', async (_name, bytes) => {
  upstream.answer = (socket) => socket.end(bytes());
  expect(readEnvelope(await (await call()).text()).ok).toBe(false);
});

describe('a complete response passes unchanged', () => {
  it.each<[string, number, string, Buffer]>([
    ['an envelope', 200, good, whole(good)],
    ['a compressed one', 200, good, whole(gzipSync(good), 'Content-Encoding: gzip')],
    [
      'a page of HTML',
      502,
      '<h1>Bad gateway</h1>',
      Buffer.from(
        whole('<h1>Bad gateway</h1>').toString().replace('200 OK', '502 x').replace('application/json', 'text/html'),
      ),
    ],
    ['no content', 204, '', Buffer.from('HTTP/1.1 204 x\r\nConnection: close\r\n\r\n')],
    [
      'no content, and some all the same',
      204,
      '',
      Buffer.from('HTTP/1.1 204 x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'),
    ],
    ['more than it announced', 200, good.slice(0, 20), withBody(good, 'Content-Length: 20')],
    ['a body that ends with the connection', 200, good, withBody(good)],
  ])('%s', async (_name, status, text, bytes) => {
    upstream.answer = (socket) => socket.end(bytes);
    const response = await call();
    expect([response.status, await response.text()]).toEqual([status, text]);
    expect(response.headers.get(PLATFORM_ANSWER_HEADER)).toBe('1');
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('gateway errors imitated by a platform are marked as the platform’s', async () => {
    const imitation = '{"gateway":{"error":"unreachable","message":"cannot be reached"}}';
    upstream.answer = (socket) => socket.end(whole(imitation).toString().replace('200 OK', '502 x'));
    const response = await call();
    expect([response.status, await response.text()]).toEqual([502, imitation]);
    expect(response.headers.get(PLATFORM_ANSWER_HEADER)).toBe('1');
  });
});

describe('a large response', () => {
  it('is streamed', async () => {
    let finish = () => {};
    upstream.answer = (socket) => {
      socket.write(withBody('x'.repeat(HELD_BYTES + 1)));
      finish = () => socket.end('end');
    };
    const response = await call();
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    finish();
    let text = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      text = Buffer.from(part.value).toString();
    expect(text.endsWith('end')).toBe(true);
  });

  it.each<[string, RawUpstream['answer']]>([
    ['breaks off', (socket) => socket.end(withBody('x'.repeat(3 * HELD_BYTES), `Content-Length: ${10 * HELD_BYTES}`))],
    ['is larger than is taken', (socket) => socket.end(withBody('x'.repeat(5 * MB)))],
    ['grows beyond that when it is unpacked', (socket) => socket.end(whole(grows, 'Content-Encoding: gzip'))],
  ])('that %s does not end as if it were whole, and is never held in memory', async (_name, answer) => {
    upstream.answer = answer;
    const before = process.memoryUsage().arrayBuffers;
    const response = await call();
    await expect(response.text()).rejects.toThrow();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MB);
  });
});

it('a large response cut off at its very end does not look complete either', async () => {
  const chunk = new Uint8Array(64 * 1024).fill(120);
  const parts = 80;
  const made = async () => {
    let left = parts;
    // All of it is there at once, so that it breaks while what came before is on its way out.
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.error(new Error('planted fault'))),
    });
    const answer = await heldAnswer(body, 100 * MB, () => new Error('never'));
    return new Response(answer, { headers: { 'transfer-encoding': 'chunked' } });
  };
  const logged: string[] = [];
  const there = await listenWith({ fetch: made, log: (message) => void logged.push(message) });
  for (let turn = 0; turn < 20; turn += 1) {
    const said = await talk(there.port, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    expect(said).toMatch(/^HTTP\/1\.1 200 /);
    expect(said.slice(-200)).not.toMatch(/planted fault|\r\n0\r\n/);
  }
  expect(logged).toEqual([]);
  await there.close();
});

it('reports a slow request as the caller’s', async () => {
  bounds.timeoutMs = 300;
  upstream.answer = () => {};
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) });
  const response = await fetch(`${wire.origin}/env/lab/openapi/v1/dw_item`, {
    method: 'PUT',
    body,
    ...{ duplex: 'half' },
  });
  expect([response.status, (await response.json()).gateway.error]).toEqual([408, 'too-slow']);
});
