import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database';
import { openTestDatabase } from '../../database/test-database';
import { ask, type TestGateway, testGateway } from '../test-gateway';
import type { Facts } from './log';

let database: Database;
let upstream: Server;
let answered = '{"code":3500102,"data":{}}';
let seen: { requestId: string | undefined; body: string }[] = [];
let notes: [level: string, message: string, facts: Facts | undefined][] = [];
let lab: TestGateway;
let demo: TestGateway;

beforeAll(async () => {
  database = await openTestDatabase();
  upstream = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      seen.push({ requestId: request.headers['x-request-id'] as string | undefined, body });
      response.setHeader('x-request-id', 'of-the-platform');
      if (answered.length > 0) response.end(answered);
      else response.writeHead(200, { 'content-length': '99' }).write('{"code":', () => response.destroy());
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const deps = { note: (...note: [string, string, Facts?]) => void notes.push([note[0], note[1], note[2]]) };
  const address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  lab = await testGateway(database, { variables: { UPSTREAMS: `lab=${address},gone=http://127.0.0.1:4539` }, deps });
  demo = await testGateway(database, { deps });
});
afterEach(() => {
  answered = '{"code":3500102,"data":{}}';
  seen = [];
  notes = [];
});
afterAll(async () => {
  lab.close();
  demo.close();
  upstream.close();
  await database.close();
});

const items = [{ item_id: '1', fields: { '7': 'a value that is nobody’s business' } }, { fields: {} }];
const update = JSON.stringify({ table_id: '21', update_type: 'upsert', update_by_fields: ['7'], items });
const key = { 'open-authorization': 'Bearer key-of-somebody' };
const put = (path: string, body: string, headers: Record<string, string> = key) =>
  ask(path, { method: 'PUT', body, headers: { 'content-type': 'application/json', ...headers } });
const linesOf = (message: string) =>
  notes.filter(([level, said]) => level === 'audit' && said === message).map(([, , facts]) => facts);
const trail = () => linesOf('write');

describe('the audit log', () => {
  it('has who, what, how many and the outcome of each write, but no value and no key', async () => {
    const answer = await lab.fetch(put('/env/lab/openapi/v1/dw_item', update));
    expect(await answer.json()).toEqual({ code: 3500102, data: {} });
    expect(seen[0]?.body).toBe(update);
    expect(trail()).toEqual([
      {
        environment: 'lab',
        // printf %s key-of-somebody | sha256sum | cut -c1-12
        who: 'e3ec9ca2e7d6',
        call: 'PUT /env/lab/openapi/v1/dw_item',
        address: '127.0.0.1',
        table: '21',
        type: 'upsert',
        records: 2,
        status: 200,
        answer: '3500102',
        request: answer.headers.get('x-request-id'),
      },
    ]);
    expect(JSON.stringify(notes)).not.toMatch(/business|key-of-somebody/);
  });

  it('has a line with the address of the client before a write leaves, also where no response comes', async () => {
    const before: unknown[] = [];
    upstream.once('request', () => before.push(...linesOf('write begins'), ...trail()));
    answered = '';
    const caller = { address: '::ffff:203.0.113.7' };
    const answer = await lab.fetch(put('/env/lab/openapi/v1/dw_item', update), caller).catch(() => null);
    expect(before).toEqual([
      {
        environment: 'lab',
        who: 'e3ec9ca2e7d6',
        call: 'PUT /env/lab/openapi/v1/dw_item',
        address: '203.0.113.7',
        request: answer?.headers.get('x-request-id'),
      },
    ]);
  });

  it('includes writes to the embedded service and to unknown operations', async () => {
    await demo.fetch(put('/openapi/v1/dw_item', update));
    await demo.fetch(ask('/openapi/v1/something', { method: 'DELETE', headers: key }));
    expect(trail().map((facts) => [facts?.environment, facts?.call, facts?.records])).toEqual([
      ['embedded', 'PUT /openapi/v1/dw_item', 2],
      ['embedded', 'DELETE /openapi/v1/something', undefined],
    ]);
  });

  it('is not fooled by a platform’s response', async () => {
    answered = '{"gateway":{"error":"unreachable"}}';
    await lab.fetch(put('/env/lab/openapi/v1/dw_item', update));
    expect(trail()).toEqual([expect.objectContaining({ status: 200, answer: undefined })]);
  });

  it('includes a write whose response is cut off', async () => {
    answered = '';
    const answer = await lab.fetch(put('/env/lab/openapi/v1/dw_item', update)).catch(() => null);
    await answer?.text().catch(() => '');
    expect(trail()).toEqual([expect.objectContaining({ call: 'PUT /env/lab/openapi/v1/dw_item', records: 2 })]);
  });

  it('reports writes that did not reach the platform, and no reads or refused requests', async () => {
    await lab.fetch(put('/env/gone/openapi/v1/dw_item', '{"table_id":"a value","update_type":"<b>","items":7}', {}));
    expect(trail()).toEqual([
      expect.objectContaining({ who: 'no-key', table: undefined, type: undefined, status: 502, answer: 'unreachable' }),
    ]);
    notes = [];
    await lab.fetch(ask('/openapi/v1/dw_item/list', { method: 'POST', body: '{}', headers: key }));
    await lab.fetch(ask('/openapi/v1/space/list', { headers: key }));
    await lab.fetch(put('/env/lab/openapi/v1/dw_item', update, { ...key, 'x-call-id': 'not a name' }));
    expect(notes.filter(([level]) => level === 'audit')).toEqual([]);
  });
});

describe('a request ID', () => {
  it('is accepted, passed to the platform, and returned with every response', async () => {
    const headers = { ...key, 'x-request-id': 'trace.1:a-b' };
    const answer = await lab.fetch(ask('/openapi/v1/space/list', { headers }));
    expect([seen[0]?.requestId, answer.headers.get('x-request-id')]).toEqual(['trace.1:a-b', 'trace.1:a-b']);
    expect((await lab.fetch(ask('/nothing.txt', { headers }))).headers.get('x-request-id')).toBe('trace.1:a-b');
    expect(notes.map(([level, message, facts]) => [level, message, facts?.status, facts?.request])).toEqual([
      ['debug', 'GET /openapi/v1/space/list', 200, 'trace.1:a-b'],
      ['debug', 'GET /nothing.txt', 404, 'trace.1:a-b'],
    ]);
  });

  it('is generated where none, or an unsafe one, was sent', async () => {
    for (const headers of [key, { ...key, 'x-request-id': 'a b' }, { ...key, 'x-request-id': 'x'.repeat(200) }]) {
      const answer = await lab.fetch(ask('/openapi/v1/space/list', { headers }));
      expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    }
    expect(new Set(seen.map(({ requestId }) => requestId)).size).toBe(3);
  });
});
