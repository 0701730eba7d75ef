/** Clients that send much, slowly, or endlessly: numbers, times and memory are bounded, and everyone else is served. */
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../database/database';
import { MAX_CALLBACK_BYTES } from '../inbox/inbox';
import { createInboxAddresses } from '../inbox/inbox-address';
import { INBOX_BOUNDS, type InboxBounds } from '../inbox/inbox-store';
import { ask, inboxOf, openStream, type TestGateway, testGateway } from '../test-gateway';
import { listenWith, type Wire, withBoundedGateway } from '../test-wire';
import { readBounded } from './body';
import { createBodyBudget } from './body-budget';
import { createBoundedServer } from './listener';
import { loggedCall, withoutSecrets } from './log';

let database: Database;
let gateway: TestGateway;
let wire: Wire;

withBoundedGateway((opened) => {
  ({ database, gateway, wire } = opened);
});
afterEach(() => database.query('delete from gateway_event'));

describe('event streams', () => {
  it('of one inbox do not use up those of others', async () => {
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
  it('that are idle give way to new ones, busy ones only to others who have fewer', async () => {
    const server = createBoundedServer(false, 6);
    const small = await listenWith(gateway, server);
    const mine = await inboxOf(gateway.fetch, { key: 'of-a-connection' });
    const idle: Socket[] = [];
    for (let n = 0; n < 12; n += 1) idle.push(await connected(small.port));
    expect((await fetch(`${small.origin}/livez`)).status).toBe(200);
    const streams = [];
    for (let n = 0; n < 6; n += 1) streams.push(await openStream(small.port, mine));
    expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
    await expect(openStream(small.port, mine)).rejects.toThrow();
    for (const stream of streams) stream.destroy();
    for (const socket of idle) socket.destroy();
    await small.close();
  });

  it('endless headers are refused', async () => {
    const headers = { 'x-large': 'a'.repeat(20_000) };
    const response = await fetch(`${wire.origin}/gateway/environments`, { headers });
    expect(response.status).toBe(431);
  });
});

describe('callbacks', () => {
  const posting = (body: BodyInit) => new Request('http://a/', { method: 'POST', body, ...{ duplex: 'half' } });
  const freely = async () => {};

  it('that never end time out, and too large ones are refused', async () => {
    const never = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
    const pace = { wholeMs: 30, stretchMs: 10_000, leastBytes: 0 };
    await expect(readBounded(posting(never), 1000, freely, pace)).rejects.toMatchObject({ error: 'too-slow' });
    await expect(readBounded(posting(new Uint8Array(1001)), 1000)).rejects.toMatchObject({ error: 'too-large' });
  });

  describe('with a simulated clock', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    /** A body sent at this many bytes per second. */
    const dripping = (bytes: number) =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 1000));
          controller.enqueue(new Uint8Array(bytes));
        },
      });
    /** When, in seconds, the reading ended, and how. */
    async function ending(reading: Promise<unknown>): Promise<[number, unknown]> {
      const began = Date.now();
      const ended = reading.then(
        () => 'whole',
        (fault: unknown) => (fault as { error?: unknown }).error,
      );
      const at = ended.then((how): [number, unknown] => [(Date.now() - began) / 1000, how]);
      await vi.advanceTimersByTimeAsync(60_000);
      return at;
    }

    it('that drip time out after five seconds, flowing ones after twenty', async () => {
      expect(await ending(readBounded(posting(dripping(1)), 1_000_000))).toEqual([5, 'too-slow']);
      expect(await ending(readBounded(posting(dripping(8000)), 1_000_000))).toEqual([5, 'too-slow']);
      expect(await ending(readBounded(posting(dripping(20_000)), 1_000_000))).toEqual([20, 'too-slow']);
    });

    it('do not time out while they wait for memory', async () => {
      const parts = [10, 10].map((bytes) => new Uint8Array(bytes));
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const part = parts.shift();
          if (part === undefined) controller.close();
          else controller.enqueue(part);
        },
      });
      const kept = () => new Promise<void>((resolve) => setTimeout(resolve, 8000));
      expect(await ending(readBounded(posting(body), 1000, kept))).toEqual([16, 'whole']);
    });
  });

  it('get memory as bytes arrive, and not without bound', async () => {
    const memory = createBodyBudget({ bytes: 100, ownerBytes: 100, waitMs: 50 });
    const busy = { error: 'busy' };
    // A client that has sent nothing uses nothing, however early it connected.
    const [oldest, first, next] = [memory.enter('a'), memory.enter('b'), memory.enter('c')];
    await first.grow(80);
    await expect(next.grow(60)).rejects.toMatchObject(busy);
    // The oldest one always gets on, so that bodies that are half here cannot wait for one another.
    await oldest.grow(90);
    await expect(next.grow(10)).rejects.toMatchObject(busy);
    const waiting = next.grow(60);
    for (const place of [oldest, first]) place.leave();
    await waiting;
    next.leave();
    const after = memory.enter('d');
    await after.grow(100);
    after.leave();
  });

  it('that announce much and send nothing use no memory: others are served meanwhile', async () => {
    const open = (key: string) => inboxOf(gateway.fetch, { key });
    // More is announced to each of these than its share of the room, and to all of them more than there is.
    const flooded = await Promise.all(Array.from({ length: 8 }, (_, index) => open(`slow-ones-${index}`)));
    const somebody = await open('somebody');
    const slow = await Promise.all(
      flooded.flatMap(({ address }) =>
        Array.from({ length: 9 }, () => announced(wire.port, new URL(address).pathname)),
      ),
    );
    let over = 0;
    for (const socket of slow) socket.once('data', () => (over += 1)).once('close', () => (over += 1));
    const sent = await Promise.all(
      [...flooded, somebody].map(({ address }) =>
        fetch(wire.origin + new URL(address).pathname, { method: 'POST', body: 'an event' }),
      ),
    );
    for (const { status } of sent) expect(status).toBe(200);
    // No room was made by giving up.
    expect(over).toBe(0);
    for (const socket of slow) socket.destroy();
  });

  it('to any number of inboxes stay within the database’s bounds', async () => {
    let now = Date.parse('2025-01-01T00:00:00Z');
    const bounded = (bounds: Partial<InboxBounds>) =>
      testGateway(database, { clock: () => ++now, inboxBounds: { ...INBOX_BOUNDS, ...bounds } });
    const kept = async () => (await database.query('select id from gateway_event')).length;
    const none = { contentType: '', headers: {}, body: new Uint8Array(0) };
    const few = await bounded({ totalEvents: 5, totalSlack: { events: 10, bytes: 1000 } });
    for (let event = 0; event < 40; event += 1) await few.store.write(`inbox-${event}`, none);
    // Not cleaned up by the test: enough writes had made it due.
    expect(await kept()).toBe(5);
    await database.query('delete from gateway_event');

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

it('inbox names cannot be guessed, enumerated or moved', () => {
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

describe('no log line', () => {
  const secrets = { key: 'planted-key-1', token: 'planted-token-2', inbox: 'planted-inbox-3' };
  const headers = { 'open-authorization': `Bearer ${secrets.key}`, 'x-inbox-token': secrets.token };

  it('contains an access secret', () => {
    const of = (path: string) => loggedCall(ask(path, { headers }));
    expect(of(`/callback/prod/${secrets.inbox}`)).toBe('GET /callback/prod/…');
    expect(of('/env/embedded/files/7/source/99/planted-signature/a.png')).toBe('GET /env/embedded/files/…');
    expect(of(`/env/prod/openapi/v1/space/list?key=${secrets.key}`)).toBe('GET /env/prod/openapi/v1/space/list');
  });

  it('contains secrets of a failed request', () => {
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
          outgoing: failing('outgoing'),
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
    for (const where of ['service', 'events', 'stream', 'open']) expect(broken.logged.join()).toContain(`${where} `);
    expect(broken.logged.join()).not.toMatch(/planted-(key|token|signature)/);
    broken.close();
  });
});

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject);
    socket.on('error', () => {});
  });
}

/** A connection on which the largest callback was announced and accepted; one byte of it arrives, and nothing more. */
function announced(port: number, path: string): Promise<Socket> {
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${MAX_CALLBACK_BYTES}\r\nExpect: 100-continue\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head)).on('error', reject);
    socket.once('data', () => socket.write('x', () => resolve(socket)));
  });
}
