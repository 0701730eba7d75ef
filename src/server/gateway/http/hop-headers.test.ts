/** What is of one connection alone crosses the gateway neither to the platform nor back; each side has its own. */
import { afterEach, expect, it } from 'vitest';
import { type RawUpstream, talk, type Wire, withLabGateway } from '../test-wire';
import { HELD_BYTES } from './body';

let upstream: RawUpstream;
let wire: Wire;

withLabGateway((opened) => {
  ({ upstream, wire } = opened);
});
afterEach(() => {
  upstream.got.length = 0;
});

/** Headers of one connection, beside those that delimit a message. */
const hop = [
  'Keep-Alive: timeout=77',
  'TE: trailers, deflate',
  'Trailer: X-Late',
  'Upgrade: h2c',
  'Proxy-Connection: keep-alive',
  'Proxy-Authenticate: Basic',
  'Proxy-Authorization: Basic x',
  'X-Hop: 1',
];
const path = '/openapi/v1/dw_item/list';

/** Names of a head's headers, and how each is written, in lower case. */
function headersOf(text: string): Map<string, string> {
  const [head = ''] = text.toLowerCase().split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const headers = new Map(lines.map((line) => [line.split(':')[0] ?? '', line.replace(/^[^:]*: ?/, '')]));
  // Each once.
  expect(headers.size).toBe(lines.length);
  return headers;
}

function expectNoneOf(headers: Map<string, string>): void {
  for (const line of [...hop, 'X-Late: 1']) {
    const [name = '', value] = line.toLowerCase().split(': ');
    // Our own server announces its keep-alive time.
    if (name === 'keep-alive') expect(headers.get(name)).not.toBe(value);
    else expect([...headers.keys()]).not.toContain(name);
  }
}

it.each([
  ['of a known length', ['Content-Length: 2'], '{}', 'content-length', '2'],
  [
    'in chunks, with a trailer',
    ['Transfer-Encoding: chunked'],
    '2\r\n{}\r\n0\r\nX-Late: 1\r\n\r\n',
    'content-length',
    '2',
  ],
])('on the way to the platform: a body %s', async (_, framing, body, ends, how) => {
  upstream.answer = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
  const lines = [
    `POST /env/lab${path} HTTP/1.1`,
    `Host: 127.0.0.1:${wire.port}`,
    'Content-Type: application/json',
    'Connection: close, x-hop, te, upgrade',
    ...hop,
    ...framing,
  ];
  expect(await talk(wire.port, `${lines.join('\r\n')}\r\n\r\n${body}`)).toMatch(/^HTTP\/1\.1 200 /);
  const [got = ''] = upstream.got;
  const headers = headersOf(got);
  expectNoneOf(headers);
  expect(headers.get('connection')).toBe('keep-alive');
  // Only one of the two delimits it, never both.
  expect(headers.get(ends)).toBe(how);
  expect(headers.has('content-length') && headers.has('transfer-encoding')).toBe(false);
  expect(got).toContain('{}');
  expect(got.toLowerCase()).not.toContain('x-late');
});

/** Text in chunks of a size. */
function chunked(text: string, size: number): string {
  const parts = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\nX-Late: 1\r\n\r\n`;
}

const short = '{"code":0}';
const long = `"${'x'.repeat(HELD_BYTES + 1)}"`;

it.each([
  ['short, of a known length', short, [`Content-Length: ${short.length}`], short],
  ['short, in chunks', short, ['Transfer-Encoding: chunked'], chunked(short, 3)],
  ['long, of a known length', long, [`Content-Length: ${long.length}`], long],
  ['long, in chunks', long, ['Transfer-Encoding: chunked'], chunked(long, 50_000)],
])('on the way back: an answer that is %s', async (_, text, framing, body) => {
  const head = [
    'HTTP/1.1 200 OK',
    'Content-Type: application/json',
    'X-Trace-Id: t',
    'Connection: close, x-hop, trailer',
    ...hop,
    ...framing,
  ];
  upstream.answer = (socket) => socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const ask = (...more: string[]) =>
    [`POST /env/lab${path} HTTP/1.1`, `Host: 127.0.0.1:${wire.port}`, 'Content-Length: 2', ...more, '', '{}'].join(
      '\r\n',
    );
  // Two on one connection: the platform's wish to close its own ends none of ours, and the second begins where the first one ends.
  const back = await talk(wire.port, ask() + ask('Connection: close'));
  expect(back.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  const headers = headersOf(back);
  expectNoneOf(headers);
  expect(headers.get('x-trace-id')).toBe('t');
  expect(headers.get('connection')).not.toContain('close');
  expect(headers.has('content-length') && headers.has('transfer-encoding')).toBe(false);
  expect(back.toLowerCase()).not.toContain('x-late');
  const whole = await fetch(`${wire.origin}/env/lab${path}`, { method: 'POST', body: '{}' });
  expect(await whole.text()).toBe(text);
});
