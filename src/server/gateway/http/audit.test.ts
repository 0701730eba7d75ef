import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask, type TestGateway, withGateways } from '../test-gateway';
import { openTestPlatform, type TestPlatform } from '../test-platform';
import type { Facts } from './log';

const { open } = withGateways();
const refused = '{"code":3500102,"data":{}}';
let platform: TestPlatform;
let answered = refused;
let notes: [level: string, message: string, facts: Facts | undefined][] = [];
let lab: TestGateway;
let demo: TestGateway;

beforeAll(async () => {
  platform = await openTestPlatform();
  platform.answer = (response) => {
    response.setHeader('x-request-id', 'of-the-platform');
    if (answered.length > 0) response.end(answered);
    else response.writeHead(200, { 'content-length': '99' }).write('{"code":', () => response.destroy());
  };
  const deps = { note: (...note: [string, string, Facts?]) => void notes.push([note[0], note[1], note[2]]) };
  lab = await open({ variables: { UPSTREAMS: `lab=${platform.origin},gone=http://127.0.0.1:4539` }, deps });
  demo = await open({ deps });
});
afterEach(() => {
  answered = refused;
  platform.received.length = 0;
  notes = [];
});
afterAll(() => platform.close());

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
    expect(platform.received[0]?.body).toBe(update);
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
    answered = '';
    const { answer: cut } = platform;
    platform.answer = (...asked) => {
      before.push(...linesOf('write begins'), ...trail());
      platform.answer = cut;
      cut(...asked);
    };
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

  it('has a delete as one, with how many records', async () => {
    const body = JSON.stringify({ table_id: '21', update_type: 'upsert', item_ids: ['1', '2', '3'] });
    const headers = { ...key, 'content-type': 'application/json' };
    await lab.fetch(ask('/env/lab/openapi/v1/dw_item', { method: 'DELETE', body, headers }));
    expect([platform.received[0]?.method, platform.received[0]?.body]).toEqual(['DELETE', body]);
    expect(linesOf('write begins')).toHaveLength(1);
    expect(trail()).toEqual([
      expect.objectContaining({ call: 'DELETE /env/lab/openapi/v1/dw_item', table: '21', type: 'delete', records: 3 }),
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
    expect([platform.received[0]?.headers['x-request-id'], answer.headers.get('x-request-id')]).toEqual([
      'trace.1:a-b',
      'trace.1:a-b',
    ]);
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
    expect(new Set(platform.received.map(({ headers }) => headers['x-request-id'])).size).toBe(3);
  });
});
