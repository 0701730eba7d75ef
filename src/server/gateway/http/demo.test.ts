/** Who gets the credentials of the demo workspace: this machine, directly; everyone only if configured. */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSchema, environmentListSchema } from '../../../contract/gateway';
import type { Database } from '../../database/database';
import { openTestDatabase } from '../../database/test-database';
import { ask, type TestGateway, testGateway } from '../test-gateway';
import { listenWith, statuses, talk, type Wire } from '../test-wire';
import { createBoundedServer } from './listener';

let database: Database;
let gateway: TestGateway;
let open: TestGateway;
let wire: Wire;
beforeAll(async () => {
  database = await openTestDatabase();
  gateway = await testGateway(database);
  open = await testGateway(database, { variables: { DEMO_OPEN: 'true', HOST: '0.0.0.0' } });
  wire = await listenWith(gateway, createBoundedServer());
});
afterAll(async () => {
  await wire.close();
  gateway.close();
  open.close();
  await database.close();
});

type Peer = { address?: string; httpVersion?: string };
const local: Peer = { address: '127.0.0.1', httpVersion: '1.1' };

/** Whether the page is offered the demo, and whether it gets the credentials. */
async function offered(at: TestGateway, peer: Peer, headers: Record<string, string> = {}): Promise<boolean[]> {
  const caller = { address: undefined, httpVersion: '1.1', ...peer };
  const list = await at.fetch(ask('/gateway/environments', { headers }), caller);
  const answer = await at.fetch(ask('/gateway/demo', { method: 'POST', headers }), caller);
  const given = answer.status === 200 && v.is(demoSchema, await answer.clone().json());
  expect((await answer.text()).includes('key-of-demo')).toBe(given);
  return [v.parse(environmentListSchema, await list.json()).demo, given];
}

describe('this machine gets the demo', () => {
  it.each([
    [local, {}],
    [{ address: '::1' }, { host: '[::1]:4173' }],
    [{ address: '::ffff:127.0.0.1' }, { host: 'localhost:4173' }],
    [local, { host: 'localhost:4173', origin: 'http://localhost:4173' }],
    [local, { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ] as const)('as %j with %j', async (peer, headers) => {
    expect(await offered(gateway, peer, headers)).toEqual([true, true]);
  });
});

describe('nobody else does', () => {
  it.each([{}, { address: '10.0.0.5' }, { address: '::ffff:172.17.0.1' }, { address: 'fe80::1' }, { address: '' }])(
    'a peer at %j',
    async (peer) => {
      expect(await offered(gateway, peer)).toEqual([false, false]);
    },
  );

  it.each([
    ['forwarded', 'for=10.0.0.1'],
    ['via', '1.1 proxy'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded', ''],
    ['x-real-ip', '10.0.0.1'],
    ['x-client-ip', '10.0.0.1'],
    ['x-cluster-client-ip', '10.0.0.1'],
    ['true-client-ip', '10.0.0.1'],
    ['cf-connecting-ip', '10.0.0.1'],
    ['cdn-loop', 'cloud'],
    ['x-original-url', '/'],
    ['x-envoy-external-address', '10.0.0.1'],
    ['x-amzn-trace-id', 'Root=1'],
  ])('a request with %s: %s', async (name, value) => {
    expect(await offered(gateway, local, { [name]: value })).toEqual([false, false]);
  });

  it('is refused to a proxy that hides itself but uses HTTP/1.0 or passes its origin', async () => {
    expect(await offered(gateway, { ...local, httpVersion: '1.0' })).toEqual([false, false]);
    const page = { origin: 'https://console.example.com', 'sec-fetch-site': 'same-origin' };
    expect(await offered(gateway, local, page)).toEqual([false, false]);
  });

  it('is refused to requests from within the gateway', async () => {
    const named = await testGateway(database, { variables: { HOST: 'localhost' } });
    expect(await offered(named, {})).toEqual([false, false]);
    named.close();
  });
});

describe('where DEMO_OPEN is set', () => {
  it.each([
    [{ address: '172.17.0.1' }, {}],
    [local, { 'x-forwarded-for': '10.0.0.1' }],
    [{ httpVersion: '1.0' }, { host: '0.0.0.0:4173' }],
  ])('everybody gets it: %j with %j', async (peer, headers) => {
    expect(await offered(open, peer, headers as Record<string, string>)).toEqual([true, true]);
  });

  it('is refused to a page of another origin', async () => {
    const caller = { address: '172.17.0.1', httpVersion: '1.1' };
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await open.fetch(ask('/gateway/demo', { method: 'POST', headers }), caller)).status).toBe(403);
  });

  it('without an embedded service there is none', async () => {
    const none = await testGateway(database, { variables: { DEMO_OPEN: 'true', UPSTREAMS: 'lab=https://a.example' } });
    expect(await offered(none, local)).toEqual([false, false]);
    none.close();
  });
});

it('is decided by the server’s connection', async () => {
  const say = (...headers: string[]) =>
    talk(
      wire.port,
      [
        'POST /gateway/demo HTTP/1.1',
        `Host: 127.0.0.1:${wire.port}`,
        'Content-Length: 0',
        ...headers,
        'Connection: close',
        '',
        '',
      ].join('\r\n'),
    );
  expect(await say()).toContain('key-of-demo');
  const through = await say('X-Forwarded-For: 127.0.0.1');
  expect([statuses(through), through.includes('key-of-demo')]).toEqual([[404], false]);
  const older = await talk(wire.port, `POST /gateway/demo HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n`);
  expect([statuses(older), older.includes('key-of-demo')]).toEqual([[404], false]);
});
