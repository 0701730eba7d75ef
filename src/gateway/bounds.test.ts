/** Whoever sends much, slowly, or never ends: numbers, times and memory have an end, and everybody else is answered meanwhile. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database';
import { readBounded } from './body';
import { createInboxAddresses } from './inbox-address';
import { INBOX_BOUNDS, type InboxBounds } from './inbox-store';
import { loggedCall, withoutSecrets } from './log';
import { createRoom } from './room';
import { createBoundedServer } from './server';
import { ask, inboxOf, openStream, type TestGateway, testGateway } from './test-gateway';
import { type Wire, withBoundedGateway } from './test-wire';

let database: Database;
let gateway: TestGateway;
let wire: Wire;

withBoundedGateway((opened) => {
  ({ database, gateway, wire } = opened);
});
afterEach(() => database.query('delete from gateway_event'));

describe('event streams', () => {
  it('of one inbox do not take the place of the others', async () => {
    const [mine, other] = [
      await inboxOf(gateway.fetch, { key: 'mine' }),
      await inboxOf(gateway.fetch, { key: 'other' }),
    ];
    const streams = await Promise.all(Array.from({ length: 60 }, () => openStream(wire.port, mine)));
    expect(streams.filter(({ statusCode }) => statusCode === 200)).toHaveLength(50);
    const theirs = await openStream(wire.port, other);
    expect(theirs.statusCode).toBe(200);
    for (const stream of [...streams, theirs]) stream.destroy();
  });
});

describe('connections', () => {
  it('are let go that do not get on with their request, or read nothing, and are bounded in number', () => {
    const server = createBoundedServer();
    // 0 is for ever.
    for (const bound of [server.headersTimeout, server.requestTimeout, server.maxConnections])
      expect(bound).toBeGreaterThan(0);
    expect(server.headersTimeout).toBeLessThanOrEqual(20_000);
    expect(server.requestTimeout).toBeLessThanOrEqual(60_000);
    expect(server.timeout).toBeGreaterThan(server.requestTimeout);
    expect(server.timeout).toBeLessThanOrEqual(120_000);
    expect(server.maxConnections).toBeLessThanOrEqual(4000);
  });

  it('headers without end are refused', async () => {
    const headers = { 'x-large': 'a'.repeat(20_000) };
    const response = await fetch(`${wire.origin}/gateway/environments`, { headers });
    expect(response.status).toBe(431);
  });
});

describe('callbacks', () => {
  it('that come slowly are given up, those that are too large are refused', async () => {
    const never = () =>
      new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
    const slow = new Request('http://a/', { method: 'POST', body: never(), ...{ duplex: 'half' } });
    await expect(readBounded(slow, 1000, 30)).rejects.toMatchObject({ error: 'too-slow' });
    const large = new Request('http://a/', { method: 'POST', body: new Uint8Array(1001) });
    await expect(readBounded(large, 1000)).rejects.toMatchObject({ error: 'too-large' });
  });

  it('find room one after the other, and not without end', async () => {
    const room = createRoom(100, 50);
    const leave = await room.take(80);
    const busy = { error: 'busy' };
    await Promise.all([60, 90].map((bytes) => expect(room.take(bytes)).rejects.toMatchObject(busy)));
    const next = room.take(60);
    leave();
    (await next)();
    (await room.take(100))();
  });

  it('to any number of inboxes fill the database no further than its bounds', async () => {
    let now = Date.parse('2025-01-01T00:00:00Z');
    const bounded = (bounds: Partial<InboxBounds>) =>
      testGateway(database, { clock: () => ++now, inboxBounds: { ...INBOX_BOUNDS, ...bounds } });
    const kept = async () => (await database.query('select id from gateway_event')).length;
    const none = { contentType: '', headers: {}, body: new Uint8Array(0) };
    const few = await bounded({ totalEvents: 5, totalSlack: { events: 10, bytes: 1000 } });
    for (let event = 0; event < 40; event += 1) await few.store.write(`inbox-${event}`, none);
    // Nobody swept by hand: so many had come that it was time.
    expect(await kept()).toBe(5);

    const small = await bounded({ totalBytes: 1000, totalSlack: { events: 100, bytes: 2500 } });
    for (let event = 0; event < 10; event += 1) {
      await small.store.write(`inbox-${event}`, {
        ...none,
        contentType: 'x'.repeat(100),
        headers: { a: 'x'.repeat(200) },
      });
    }
    // What is kept beside a body counts as well.
    expect(await kept()).toBeLessThan(8);
    few.close();
    small.close();
  });
});

it('names of inboxes are nothing that can be guessed, counted up or moved', () => {
  const addresses = createInboxAddresses('a secret of this test');
  const names = Array.from({ length: 2000 }, (_, key) => addresses.inboxOf('prod', { apiKey: `key-${key}` }));
  expect(new Set(names.map((name) => name.slice(0, 8))).size).toBe(names.length);
  for (const name of names.slice(0, 50)) {
    expect(addresses.isGenuine('prod', name)).toBe(true);
    expect(addresses.isGenuine('lab', name)).toBe(false);
    expect(createInboxAddresses('another secret').isGenuine('prod', name)).toBe(false);
    for (let place = 0; place < name.length; place += 1) {
      const other = name[place] === 'A' ? 'B' : 'A';
      expect(addresses.isGenuine('prod', name.slice(0, place) + other + name.slice(place + 1))).toBe(false);
    }
    for (const cut of ['', name.slice(0, -1), `${name}A`, name.slice(0, 22)])
      expect(addresses.isGenuine('prod', cut)).toBe(false);
    expect(addresses.tokenOf('prod', name)).not.toContain(name.slice(0, 8));
    expect(addresses.opens(name, 'prod', name)).toBe(false);
  }
});

describe('no line of the log', () => {
  const secrets = { key: 'planted-key-1', token: 'planted-token-2', inbox: 'planted-inbox-3' };
  const headers = { 'open-authorization': `Bearer ${secrets.key}`, 'x-inbox-token': secrets.token };

  it('names what opens something', () => {
    const of = (path: string) => loggedCall(ask(path, { headers }));
    expect(of(`/callback/prod/${secrets.inbox}`)).toBe('GET /callback/prod/…');
    expect(of('/env/embedded/files/7/source/99/planted-signature/a.png')).toBe('GET /env/embedded/files/…');
    expect(of(`/env/prod/openapi/v1/space/list?key=${secrets.key}`)).toBe('GET /env/prod/openapi/v1/space/list');
  });

  it('repeats the secrets of the request that failed', () => {
    const fault = new Error(`no header "Bearer ${secrets.key}" with ${secrets.token} and ${secrets.key}`);
    const text = withoutSecrets(fault, ask('/', { headers }));
    expect(text).toContain('no header');
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
  });

  it('whatever fails: the service, the database, the inbox', async () => {
    const failing = (where: string) => () => Promise.reject(new Error(`${where} ${JSON.stringify(secrets)}`));
    const broken = await testGateway(database, {
      deps: {
        service: {
          fetch: failing('service'),
          progress: () => ({ loaded: 0, total: 0, done: true }),
          demo: { apiKey: '', narrowApiKey: '', appId: '', appSecret: '' },
        },
        inbox: {
          open: failing('open'),
          events: failing('events'),
          stream: failing('stream'),
          receive: failing('receive'),
        },
      },
    });
    for (const [method, path] of [
      ['PUT', `/openapi/v1/dw_item?${secrets.key}`],
      ['GET', `/gateway/events?inbox=${secrets.inbox}`],
      ['GET', '/gateway/events/stream'],
      ['POST', '/gateway/inbox'],
      ['GET', '/env/embedded/files/1/planted-signature'],
    ]) {
      const response = await broken.fetch(ask(path ?? '', { method, headers }));
      expect([path, response.status]).toEqual([path, 500]);
      expect(await response.text()).not.toMatch(/planted-(key|token)/);
    }
    expect(broken.logged).toHaveLength(5);
    expect(broken.logged.join()).not.toMatch(/planted-(key|token|signature)/);
    broken.close();
  });
});
