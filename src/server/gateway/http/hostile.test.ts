/** Strangers at the gateway's door: each sentence of what it promises, asked byte by byte over a real connection. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testFolder } from '../../database/test-folder';
import { type RawUpstream, rawUpstream, statuses, talk, type Wire, withLabGateway } from '../test-wire';

const ok = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
const envelope = '{"code":0,"message":"success","data":{"spaces":[]},"meta":{"trace_id":"t"}}';

let upstream: RawUpstream;
let bystander: RawUpstream;
let wire: Wire;
const folder = testFolder();

beforeAll(() => {
  mkdirSync(join(folder, 'client/assets'), { recursive: true });
  mkdirSync(join(folder, 'server'));
  writeFileSync(join(folder, 'client/index.html'), '<!doctype html><title>console</title>');
  writeFileSync(join(folder, 'client/assets/a-1.js'), 'plain');
  writeFileSync(join(folder, 'server/main.js'), 'outside');
  writeFileSync(join(folder, 'client/.env'), 'inside');
  symlinkSync('/etc/passwd', join(folder, 'client/assets/link.txt'));
});
withLabGateway(
  (opened) => {
    ({ upstream, wire } = opened);
    upstream.answer = (socket) => socket.end(ok(envelope));
  },
  { base: '/base', consoleFolder: join(folder, 'client') },
);
beforeAll(async () => {
  bystander = await rawUpstream();
  bystander.answer = (socket) => socket.end(ok('{"bystander":true}'));
});
afterEach(() => {
  upstream.got.length = 0;
  bystander.got.length = 0;
});
afterAll(() => bystander.close());

/** One raw request, on a connection that ends after it. */
function say(line: string, headers: string[] = [], body = ''): Promise<string> {
  const host = headers.some((header) => /^host:/i.test(header)) ? [] : [`Host: 127.0.0.1:${wire.port}`];
  return talk(wire.port, [`${line} HTTP/1.1`, ...host, ...headers, 'Connection: close', '', body].join('\r\n'));
}

describe('only configured upstreams are called, and only below their API', () => {
  it('a plain request goes to the base URL', async () => {
    expect(await say('GET /env/lab/openapi/v1/space/list')).toContain(envelope);
    expect(upstream.got[0]).toMatch(/^GET \/base\/openapi\/v1\/space\/list HTTP\/1\.1\r\n/);
  });

  it.each([
    ['an absolute address', () => 'GET http://evil.example/openapi/v1/space/list'],
    ['an absolute address in TLS', () => 'GET https://evil.example/openapi/v1/space/list'],
    [
      'an absolute address with ours as its user',
      (host: string) => `GET http://127.0.0.1@${host}/openapi/v1/space/list`,
    ],
    ['a tunnel', (host: string) => `CONNECT ${host}`],
    ['an address that begins with //', (host: string) => `GET //${host}/openapi/v1/space/list`],
    ['an address in the path', (host: string) => `GET /env/lab/http://${host}/openapi/v1/space/list`],
    [
      'an environment that is an address',
      (host: string) => `GET /env/${encodeURIComponent(`http://${host}`)}/openapi/v1/a`,
    ],
    ['an environment that is a word of JavaScript', () => 'GET /env/__proto__/openapi/v1/space/list'],
    ['steps up', () => 'GET /env/lab/openapi/v1/../../admin'],
    ['encoded steps up', () => 'GET /env/lab/openapi/v1/%2e%2e/%2E%2e/admin'],
    ['steps up with encoded slashes', () => 'GET /env/lab/openapi/v1/..%2f..%2fadmin'],
    ['an encoded slash', () => 'GET /env/lab/openapi/v1/dw_item%2F..%2F..%2Fadmin'],
    ['an encoded backslash', () => 'GET /env/lab/openapi/v1/..%5c..%5cadmin'],
    ['a backslash', () => 'GET /env/lab/openapi/v1/..\\..\\admin'],
    ['steps up with parameters', () => 'GET /env/lab/openapi/v1/..;/..;a=b/admin'],
    ['steps up with encoded parameters', () => 'GET /env/lab/openapi/v1/..%3b/admin'],
    ['steps up encoded twice', () => 'GET /env/lab/openapi/v1/%252e%252e%252fadmin'],
    ['steps up in more bytes than they have', () => 'GET /env/lab/openapi/v1/%c0%ae%C0%AE%c0%afadmin'],
    ['a step up in three bytes a dot', () => 'GET /env/lab/openapi/v1/%e0%80%ae%E0%80%AE/admin'],
    ['a step up in four bytes a dot', () => 'GET /env/lab/openapi/v1/%f0%80%80%ae%f0%80%80%ae%f0%80%80%afadmin'],
    ['a step up as scripts escape it', () => 'GET /env/lab/openapi/v1/%u002e%u002e/admin'],
    ['a slash of mathematics as scripts escape it', () => 'GET /env/lab/openapi/v1/..%u2215admin'],
    ['a slash of mathematics', () => 'GET /env/lab/openapi/v1/..%e2%88%95admin'],
    ['a wide slash and wide dots', () => 'GET /env/lab/openapi/v1/%ef%bc%8e%ef%bc%8e%ef%bc%8fadmin'],
    ['two dots in one character', () => 'GET /env/lab/openapi/v1/%e2%80%a5/admin'],
    ['bytes that are no text', () => 'GET /env/lab/openapi/v1/a%ff'],
    ['a percent sign that encodes nothing', () => 'GET /env/lab/openapi/v1/a%2'],
    ['an encoded tab', () => 'GET /env/lab/openapi/v1/..%09/admin'],
    ['an encoded line end', () => 'GET /env/lab/openapi/v1/a%0d%0aX-Evil:%201'],
    ['an encoded NUL', () => 'GET /env/lab/openapi/v1/a%00'],
    ['a bare line end', () => 'GET /env/lab/openapi/v1/a\rX: 1'],
    ['another version', () => 'GET /env/lab/openapi/v2/space/list'],
    ['a method that lets see the headers', () => 'TRACE /env/lab/openapi/v1/space/list'],
    ['a method of no API', () => 'OPTIONS /env/lab/openapi/v1/space/list'],
  ])('%s leads nowhere', async (_name, line) => {
    const answer = await say(line(`127.0.0.1:${bystander.port}`));
    // An address outside the API may be one inside the console.
    if (!answer.includes('<title>console'))
      for (const status of statuses(answer)) expect([400, 403, 404, 405]).toContain(status);
    expect([upstream.got, bystander.got]).toEqual([[], []]);
  });

  it('a name in any script does not leave the path', async () => {
    await say('GET /env/lab/openapi/v1/%E8%A1%A8/caf%C3%A9.v1');
    expect(upstream.got[0]).toMatch(/^GET \/base\/openapi\/v1\/%E8%A1%A8\/caf%C3%A9\.v1 /);
  });

  it('an absolute URL of this machine is our own, whatever its port', async () => {
    await say(`GET ${bystander.origin}/openapi/v1/space/list`);
    expect(upstream.got[0]).toMatch(/^GET \/base\/openapi\/v1\/space\/list /);
    expect(bystander.got).toEqual([]);
  });

  it('does not follow a redirect, with or without a key', async () => {
    upstream.answer = (socket) =>
      socket.end(`HTTP/1.1 307 x\r\nLocation: ${bystander.origin}/openapi/v1/a\r\nContent-Length: 0\r\n\r\n`);
    const answer = await say('GET /env/lab/openapi/v1/space/list', ['Open-Authorization: Bearer key']);
    upstream.answer = (socket) => socket.end(ok(envelope));
    expect(answer).toContain('"redirected"');
    expect(answer).not.toContain(bystander.origin);
    expect(bystander.got).toEqual([]);
  });
});

describe('one request in, one request out', () => {
  const smuggled = 'GET /env/lab/openapi/v1/smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
  const line = 'POST /env/lab/openapi/v1/dw_item/list';
  it.each([
    ['two lengths', ['Content-Length: 2', 'Content-Length: 90'], `{}${smuggled}`],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`],
    ['two encodings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${smuggled}`],
    ['an encoding with a tab', ['Transfer-Encoding:\tx chunked'], `0\r\n\r\n${smuggled}`],
    ['a space before the colon', ['Content-Length : 2'], `{}${smuggled}`],
    ['a folded header', ['X-A: 1\r\n Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`],
    ['a length that is none', ['Content-Length: +2'], `{}${smuggled}`],
    ['a chunk size that is none', ['Transfer-Encoding: chunked'], `0x2\r\n{}\r\n0\r\n\r\n${smuggled}`],
    ['a header with a bare line feed', ['X-A: 1\nOpen-Authorization: Bearer other'], ''],
    ['a header with NUL', ['X-A: a\u0000b'], ''],
  ])('%s: refused whole', async (_name, headers, body) => {
    const answer = await say(line, headers, body);
    expect(statuses(answer)).toEqual([400]);
    expect(upstream.got.join()).not.toContain('smuggled');
    expect(upstream.got.join('')).toBe('');
  });

  it('the body of a read is dropped, and what follows is a separate request', async () => {
    await say('GET /env/lab/openapi/v1/space/list', [`Content-Length: ${smuggled.length}`], smuggled);
    expect(upstream.got).toHaveLength(1);
    expect(upstream.got[0]).not.toContain('smuggled');
  });

  it.each([
    ['two keys', ['Open-Authorization: Bearer key-a', 'Open-Authorization: Bearer key-b']],
    ['the same key twice', ['Open-Authorization: Bearer key-a', 'open-authorization: Bearer key-a']],
    ['a key and an empty one', ['Open-Authorization: Bearer key-a', 'Open-Authorization:']],
    ['two keys, joined on the way here', ['Open-Authorization: Bearer key-a, Bearer key-b']],
  ])('%s: refused, as one server takes the first and another the last', async (_name, headers) => {
    const answer = await say('GET /env/lab/openapi/v1/space/list', headers);
    expect([statuses(answer), answer.includes('"bad-request"')]).toEqual([[400], true]);
    expect(answer).not.toMatch(/key-[ab]/);
    expect(upstream.got).toEqual([]);
  });

  it('no header outside the API passes', async () => {
    const headers = [
      'Open-Authorization: Bearer key',
      'X-Service-Return-Fields: ["*"]',
      'Content-Type: application/json',
      'Content-Length: 2',
      'Connection: close, open-authorization, x-hop',
      'X-Hop: 1',
      'Keep-Alive: timeout=1',
      'TE: trailers',
      'Trailer: X-T',
      'Upgrade: websocket',
      'Proxy-Authorization: Basic x',
      'X-Forwarded-For: 1.2.3.4',
      'X-Forwarded-Host: evil.example',
      'Forwarded: for=1.2.3.4',
      'X-Original-URL: /admin',
      'X-HTTP-Method-Override: DELETE',
      'Cookie: a=b',
      'Authorization: Basic x',
      `Referer: ${wire.origin}/e/lab`,
      `Origin: ${wire.origin}`,
    ];
    await say('POST /env/lab/openapi/v1/dw_item/list', headers, '{}');
    const [head = ''] = (upstream.got[0] ?? '').split('\r\n\r\n');
    const names = head.split('\r\n').map((header) => header.split(':')[0]?.toLowerCase());
    const ours = [
      'open-authorization',
      'x-service-return-fields',
      'x-request-id',
      'content-type',
      'content-length',
      'user-agent',
      'host',
      'connection',
    ];
    const ofFetch = ['accept', 'accept-language', 'accept-encoding', 'sec-fetch-mode'];
    expect(names.slice(1).filter((name) => ![...ours, ...ofFetch].includes(name ?? ''))).toEqual([]);
    expect(head).toMatch(/open-authorization: Bearer key/i);
    expect(head).toMatch(/x-service-return-fields: \["\*"\]/i);
    expect(head).toMatch(/content-type: application\/json/i);
    expect(head).toMatch(/connection: keep-alive/i);
  });
});

describe('no foreign page and no foreign host name gets a response', () => {
  const own = () => `127.0.0.1:${wire.port}`;
  it.each([
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost.evil.example', 403],
    ['evil.example:4173', 403],
    ['169.254.169.254', 403],
    ['evil.example@localhost', 400],
    ['localhost@evil.example', 400],
    ['local host', 400],
    ['', 400],
  ])('as the host %j: %i', async (host, status) => {
    const answer = await say('GET /gateway/environments', [`Host: ${host}`]);
    expect(statuses(answer)).toEqual([status]);
    expect(answer).not.toContain('"environments"');
  });

  it('an absolute URL of ours under a foreign host name', async () => {
    for (const host of ['evil.example', 'evil.example@localhost']) {
      const answer = await say(`GET http://${own()}/gateway/environments`, [`Host: ${host}`]);
      expect(statuses(answer)).toEqual([403]);
    }
  });

  it.each([
    ['a fetch', 'GET', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: cors', 'Origin: https://evil.example'], 403],
    ['a picture', 'GET', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'], 403],
    ['a page of another port', 'GET', ['Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: no-cors'], 403],
    ['a form', 'POST', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Origin: null'], 403],
    ['a form without metadata', 'POST', ['Origin: https://evil.example'], 403],
    ['a read with an origin', 'GET', ['Origin: http://127.0.0.1.evil.example'], 403],
    ['a page of this host with TLS', 'POST', ['Origin: https://127.0.0.1:PORT'], 403],
    ['a form with more than an origin', 'POST', ['Origin: http://127.0.0.1:PORT/a'], 403],
    ['a form with a user in its origin', 'POST', ['Origin: http://a@127.0.0.1:PORT'], 403],
    ['a read of this host with TLS', 'GET', ['Origin: https://127.0.0.1:PORT'], 403],
    ['our own page without metadata', 'GET', ['Origin: http://127.0.0.1:PORT'], 200],
    ['a link', 'GET', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate'], 200],
    ['our own page', 'GET', ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: cors'], 200],
    ['an address that was typed', 'GET', ['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate'], 200],
    ['a program', 'GET', [], 200],
  ])('%s', async (_name, method, headers, status) => {
    const path = method === 'POST' ? '/env/lab/openapi/v1/dw_item' : '/gateway/environments';
    const given = headers.map((header) => header.replace('PORT', String(wire.port)));
    const answer = await say(`${method} ${path}`, [...given, ...(method === 'POST' ? ['Content-Length: 0'] : [])]);
    expect(statuses(answer)).toEqual([status]);
    expect(answer.toLowerCase()).not.toContain('access-control-allow');
    expect(upstream.got).toEqual([]);
  });
});

describe('no file outside the build is served', () => {
  it.each([
    '/../server/main.js',
    '/assets/../../server/main.js',
    '/%2e%2e/server/main.js',
    '/%2e%2e%2fserver%2fmain.js',
    '/..%252fserver%252fmain.js',
    '/assets/..%5c..%5cserver%5cmain.js',
    '/assets/....//....//server/main.js',
    '//server/main.js',
    '/assets/a-1.js%00.html',
    '/assets/link.txt',
    '/etc/passwd',
    '/C:/windows/win.ini',
    '/file:///etc/passwd',
    '/assets/',
  ])('%s', async (path) => {
    const answer = await say(`GET ${path}`);
    expect(answer).not.toMatch(/outside|root:/);
    const [status, ...more] = statuses(answer);
    expect(more).toEqual([]);
    if (!answer.includes('<title>console')) expect([400, 403, 404]).toContain(status);
  });
});

describe('responses to one key are never cached for another', () => {
  it.each(['public, max-age=3600', 'max-age=60', ''])('when the platform says %j', async (cacheControl) => {
    upstream.answer = (socket) =>
      socket.end(
        ok(envelope).replace('Connection', `Cache-Control: ${cacheControl}\r\nVary: Accept\r\nETag: "1"\r\nConnection`),
      );
    const answer = await say('GET /env/lab/openapi/v1/space/list', ['Open-Authorization: Bearer one']);
    upstream.answer = (socket) => socket.end(ok(envelope));
    expect(answer.match(/^cache-control: .*$/gim)).toEqual(['cache-control: no-store']);
    expect(answer.match(/^vary: .*$/gim)).toEqual(['vary: Open-Authorization, X-Service-Return-Fields']);
    expect(answer).not.toMatch(/^etag/im);
  });

  it('nor is any other data', async () => {
    for (const path of [
      '/gateway/environments',
      '/gateway/nothing',
      '/env/lab/nothing',
      '/healthz',
      '/callback/lab/x',
    ]) {
      expect(await say(`GET ${path}`)).toMatch(/^cache-control: no-store$/im);
    }
  });
});

describe('nothing a platform sends runs as a script of this origin', () => {
  const script = 'export default "planted"';
  const typed = (type: string) =>
    `HTTP/1.1 200 OK\r\n${type}Content-Length: ${script.length}\r\nConnection: close\r\n\r\n${script}`;
  afterEach(() => {
    upstream.answer = (socket) => socket.end(ok(envelope));
  });

  it.each([
    ['text/javascript', 'text/plain'],
    ['application/javascript; charset=utf-8', 'application/octet-stream'],
    ['text/html; charset=gb18030', 'text/plain; charset=gb18030'],
    ['text/css', 'text/plain'],
    ['image/svg+xml', 'application/octet-stream'],
    ['application/xhtml+xml', 'application/octet-stream'],
    ['application/wasm', 'application/octet-stream'],
    ['application/json;charset=UTF-8', 'application/json; charset=UTF-8'],
    ['application/problem+json', 'application/json'],
    // A browser uses the last of them.
    ['application/json, text/javascript', 'application/octet-stream'],
    ['application/json; charset="a, text/javascript', 'application/json'],
    ['', 'application/octet-stream'],
  ])('%j goes out as %j', async (type, out) => {
    upstream.answer = (socket) => socket.end(typed(type === '' ? '' : `Content-Type: ${type}\r\n`));
    const answer = await say('GET /env/lab/openapi/v1/space/list');
    expect(answer.match(/^content-type: .*$/gim)).toEqual([`content-type: ${out}`]);
    expect(answer).toMatch(/^x-content-type-options: nosniff$/im);
    expect(answer).toContain(script);
  });

  it.each(['script', 'style', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'paintworklet', 'xslt'])(
    'asked for as a %s, nothing but a file of the console is answered',
    async (destination) => {
      const headers = ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: no-cors', `Sec-Fetch-Dest: ${destination}`];
      for (const path of [
        '/env/lab/openapi/v1/space/list',
        '/openapi/v1/space/list',
        '/env/lab/files/1/a',
        '/gateway/environments',
        '/healthz',
      ]) {
        expect([path, statuses(await say(`GET ${path}`, headers))]).toEqual([path, [400]]);
      }
      expect(upstream.got).toEqual([]);
      expect(await say('GET /assets/a-1.js', headers)).toContain('plain');
    },
  );

  it.each(['empty', 'document'])('asked for as %s, it is', async (destination) => {
    const headers = ['Sec-Fetch-Site: same-origin', `Sec-Fetch-Dest: ${destination}`];
    expect(await say('GET /env/lab/openapi/v1/space/list', headers)).toContain(envelope);
  });
});
