import * as v from 'valibot';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { gatewayFailureSchema } from '../../../contract/gateway';
import { type EventLine, eventLineSchema, eventPageSchema, eventsSearch, type Inbox } from '../../../contract/inbox';
import { deliverWithin } from '../open-gateway';
import { ask, type InboxOwner, inboxOf, ORIGIN, type TestGateway, withGateways } from '../test-gateway';
import { MAX_CALLBACK_BYTES } from './inbox';
import { createInboxAddresses, keptSecret } from './inbox-address';
import { INBOX_BOUNDS } from './inbox-store';

const gateways = withGateways();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await gateways.open({
    configFile: {
      environments: [
        { name: 'prod', baseUrl: 'https://api.example.com' },
        { name: 'trial', embedded: true },
      ],
    },
  });
});
afterEach(() => gateways.database.query('delete from gateway_event'));

let keys = 0;
const prodInbox = (owner: InboxOwner) => inboxOf(gateway.fetch, { environment: 'prod', ...owner });
const freshInbox = () => prodInbox({ key: `key-${keys++}` });

function send(address: string, body: BodyInit, headers: Record<string, string> = {}, to = gateway): Promise<Response> {
  return to.fetch(new Request(address, { method: 'POST', body, headers }));
}

function events(
  inbox: Inbox,
  search: { after?: number; limit?: number } = {},
  init: RequestInit = {},
): Promise<Response> {
  const query = eventsSearch({ environment: 'prod', inbox: inbox.inbox, ...search });
  return gateway.fetch(ask(`/gateway/events?${query}`, { headers: { 'x-inbox-token': inbox.token }, ...init }));
}
const read = async (...args: Parameters<typeof events>) =>
  v.parse(eventPageSchema, await (await events(...args)).json());

async function errorOf(response: Response): Promise<string> {
  return v.parse(gatewayFailureSchema, await response.json()).gateway.error;
}

describe('addresses', () => {
  it('are the same for the same identity, and differ by key, provider and environment', async () => {
    const pair = { appId: 'a', appSecret: 's' };
    const first = await prodInbox({ key: 'one' });
    expect(await prodInbox({ key: 'one' })).toEqual(first);
    expect(first.address).toBe(`${ORIGIN}/callback/prod/${first.inbox}`);
    const others = await Promise.all([
      prodInbox({ key: 'two' }),
      prodInbox({ key: 'one', environment: 'trial' }),
      prodInbox({ pair }),
      prodInbox({ pair: { ...pair, appSecret: 't' } }),
    ]);
    expect(new Set([first, ...others].map(({ inbox }) => inbox)).size).toBe(5);
    expect(JSON.stringify([first, ...others])).not.toContain('one');
  });

  it('need a complete identity and an existing environment', async () => {
    const open = (body: object, headers: Record<string, string> = {}) =>
      gateway.fetch(ask('/gateway/inbox', { method: 'POST', body: JSON.stringify(body), headers }));
    expect(await errorOf(await open({ environment: 'prod' }))).toBe('bad-request');
    expect(await errorOf(await open({ environment: 'prod', appId: 'a' }))).toBe('bad-request');
    expect(await errorOf(await open({ appId: 'a', appSecret: 's' }))).toBe('bad-request');
    expect(await errorOf(await open({ environment: 'none', appId: 'a', appSecret: 's' }))).toBe('not-found');
    const named = async (authorization: string) =>
      ((await (await open({ environment: 'prod' }, { 'open-authorization': authorization })).json()) as Inbox).inbox;
    for (const scheme of ['bearer', 'BEARER', ' Bearer ']) {
      expect(await named(`${scheme} k`)).toBe(await named('Bearer k'));
    }
    expect(await errorOf(await open({ environment: 'prod' }, { 'open-authorization': 'Basic k' }))).toBe('bad-request');
    const both = await open({ environment: 'prod', appId: 'a' }, { 'open-authorization': 'Bearer k' });
    expect(await errorOf(both)).toBe('bad-request');
  });

  it('start with PUBLIC_URL if set', async () => {
    const open = await gateways.open({ variables: { PUBLIC_URL: 'https://console.example.com' } });
    const response = await open.fetch(
      ask('/gateway/inbox', { method: 'POST', body: '{"environment":"embedded","appId":"a","appSecret":"s"}' }),
    );
    expect((await response.json()).address).toMatch(/^https:\/\/console\.example\.com\/callback\/embedded\//);
  });

  it('come from a secret that is created once and stored', async () => {
    const [one, two] = await Promise.all([keptSecret(gateways.database), keptSecret(gateways.database)]);
    expect(one).toBe(two);
    expect(one.length).toBeGreaterThanOrEqual(43);
    const other = createInboxAddresses(`${one}x`);
    expect(other.inboxOf('prod', { apiKey: 'k' })).not.toBe(createInboxAddresses(one).inboxOf('prod', { apiKey: 'k' }));
  });
});

describe('events', () => {
  it('are stored raw and complete, with their type and descriptive headers', async () => {
    const inbox = await freshInbox();
    const body = '{ "n": 9223372036854775807,\r\n "t": "长 😀" }';
    const response = await send(inbox.address, body, {
      'content-type': 'application/json',
      'x-signature': 'abc',
      cookie: 'a=b',
      'open-authorization': 'Bearer secret',
    });
    expect(response.status).toBe(200);
    const { events, more } = await read(inbox);
    expect(more).toBe(false);
    expect(events).toEqual([
      {
        id: 1,
        receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        contentType: 'application/json',
        headers: { 'x-signature': 'abc' },
        body,
        encoding: 'text',
      },
    ]);
  });

  it('are stored and shown without access secrets, also older ones', async () => {
    const inbox = await freshInbox();
    const planted = {
      authorization: 'planted',
      'x-amz-authorization': 'planted',
      'x-api-key': 'planted',
      apikey: 'planted',
      'x-encrypt-key': 'planted',
      'x-auth-token': 'planted',
      'x-accesstoken': 'planted',
      'x-app-secret': 'planted',
      'set-cookie': 'planted',
      'x-session-id': 'planted',
      'x-any-name': 'Bearer planted',
      'x-basic': 'basic planted',
      forwarded: 'for=planted',
    };
    const described = {
      'user-agent': 'Platform/1',
      'x-signature': 'abc',
      'idempotency-key': 'event-7',
      'x-pasted-event': 'by a person',
      'x-author': 'a person',
      'x-monkey': 'business',
    };
    await send(inbox.address, 'one', { ...planted, ...described });
    const [row] = await gateways.database.query<{ headers: string }>('select headers from gateway_event');
    expect(row?.headers).not.toContain('planted');
    await gateway.store.write(inbox.inbox, {
      contentType: '',
      headers: { ...planted, ...described },
      body: new Uint8Array(),
    });
    const { events } = await read(inbox);
    expect(events.map(({ headers }) => headers)).toEqual([expect.objectContaining(described), described]);
    expect(JSON.stringify(events)).not.toContain('planted');
  });

  it('that are not text are returned as Base64', async () => {
    const inbox = await freshInbox();
    await send(inbox.address, new Uint8Array([0, 255, 254, 1]));
    expect((await read(inbox)).events[0]).toMatchObject({ body: 'AP/+AQ==', encoding: 'base64' });
  });

  it('are read in pages, after the last one seen', async () => {
    const inbox = await freshInbox();
    for (let n = 1; n <= 5; n += 1) await send(inbox.address, `event ${n}`);
    const first = await read(inbox, { limit: 2 });
    expect([first.events.map(({ id }) => id), first.more]).toEqual([[1, 2], true]);
    const rest = await read(inbox, { after: 2 });
    expect([rest.events.map(({ body }) => body), rest.more]).toEqual([['event 3', 'event 4', 'event 5'], false]);
    expect(await read(inbox, { after: 5 })).toEqual({ events: [], more: false });
    const wrong = await gateway.fetch(
      ask(`/gateway/events?environment=prod&inbox=${inbox.inbox}&after=x`, {
        headers: { 'x-inbox-token': inbox.token },
      }),
    );
    expect(await errorOf(wrong)).toBe('bad-request');
  });

  it('make smaller pages when they are large', async () => {
    const inbox = await freshInbox();
    for (let n = 0; n < 6; n += 1) await send(inbox.address, 'x'.repeat(MAX_CALLBACK_BYTES));
    const page = await read(inbox);
    expect([page.events.length, page.more]).toEqual([4, true]);
    expect((await read(inbox, { after: 4 })).events.map(({ id }) => id)).toEqual([5, 6]);
  });

  it('get ids without gaps when many come at once', async () => {
    const inbox = await freshInbox();
    await Promise.all(Array.from({ length: 30 }, (_, n) => send(inbox.address, String(n))));
    expect((await read(inbox)).events.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  });

  it('are deleted on request, and numbering continues', async () => {
    const inbox = await freshInbox();
    await send(inbox.address, 'one');
    expect((await events(inbox, {}, { method: 'DELETE' })).status).toBe(204);
    expect((await read(inbox)).events).toEqual([]);
    await send(inbox.address, 'two');
    expect((await read(inbox)).events.map(({ id }) => id)).toEqual([2]);
  });

  it('are opened by their own token only', async () => {
    const [mine, other] = [await freshInbox(), await freshInbox()];
    await send(mine.address, 'private');
    for (const token of ['', 'x', other.token, mine.inbox]) {
      for (const method of ['GET', 'DELETE']) {
        const response = await events({ ...mine, token }, {}, { method, headers: { 'x-inbox-token': token } });
        expect([response.status, await errorOf(response)]).toEqual([401, 'wrong-token']);
      }
    }
    const invented = { ...mine, inbox: `${'A'.repeat(mine.inbox.length)}` };
    expect((await events(invented)).status).toBe(401);
    expect((await read(mine)).events).toHaveLength(1);
  });

  it('are refused when too large, and for addresses that this gateway did not make', async () => {
    const inbox = await freshInbox();
    const large = await send(inbox.address, 'x'.repeat(MAX_CALLBACK_BYTES + 1));
    expect([large.status, await errorOf(large)]).toEqual([413, 'too-large']);
    const trial = await send(inbox.address.replace('/prod/', '/trial/'), 'x');
    expect([trial.status, await errorOf(trial)]).toEqual([404, 'not-found']);
    expect((await gateway.fetch(new Request(inbox.address))).status).toBe(405);
    expect(await gateways.database.query('select id from gateway_event')).toEqual([]);
  });
});

describe('bounds', () => {
  it('delete the oldest of an inbox by number and by size', async () => {
    const small = await gateways.open({ inboxBounds: { ...INBOX_BOUNDS, events: 20, bytes: 15 } });
    for (let n = 1; n <= 100; n += 1) {
      await small.store.write('one', { contentType: '', headers: {}, body: new Uint8Array(1) });
    }
    expect((await small.store.read('one', 0, 200)).events.map(({ id }) => id)).toEqual(
      Array.from({ length: 15 }, (_, n) => 86 + n),
    );
  });

  it('delete old events, and the oldest of all inboxes when together too large', async () => {
    let now = Date.parse('2024-01-01T00:00:00Z');
    const small = await gateways.open({ clock: () => now, inboxBounds: { ...INBOX_BOUNDS, totalBytes: 25 } });
    const write = (inbox: string) =>
      small.store.write(inbox, { contentType: '', headers: {}, body: new Uint8Array(10) });
    await write('old');
    now += INBOX_BOUNDS.ageMs + 1;
    for (const inbox of ['first', 'second', 'third']) {
      await write(inbox);
      now += 1;
    }
    await small.store.sweep();
    const left = await gateways.database.query('select inbox from gateway_event order by received_at');
    expect(left).toEqual([{ inbox: 'second' }, { inbox: 'third' }]);
  });
});

describe('stream', () => {
  async function* lines(response: Response): AsyncGenerator<EventLine> {
    let text = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(chunk);
      const whole = text.split('\n');
      text = whole.pop() ?? '';
      for (const line of whole) yield v.parse(eventLineSchema, JSON.parse(line));
    }
  }
  const held = (inbox: Inbox, after: number, at: TestGateway) =>
    at.fetch(
      ask(`/gateway/events/stream?${eventsSearch({ environment: 'prod', inbox: inbox.inbox, after })}`, {
        headers: { 'x-inbox-token': inbox.token },
      }),
    );

  it('starts with a heartbeat, then missed events, then new ones', async () => {
    const inbox = await freshInbox();
    await send(inbox.address, 'one');
    await send(inbox.address, 'two');
    const response = await held(inbox, 1, gateway);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const stream = lines(response);
    expect((await stream.next()).value).toHaveProperty('heartbeat');
    expect((await stream.next()).value).toMatchObject({ event: { id: 2, body: 'two' } });
    const next = stream.next();
    await send(inbox.address, 'three');
    expect((await next).value).toMatchObject({ event: { id: 3, body: 'three' } });
    await stream.return(undefined);
  });

  it('sends heartbeats while idle, and ends with the gateway', async () => {
    const other = await gateways.open({
      configFile: { environments: [{ name: 'prod', baseUrl: 'https://api.example.com' }] },
      heartbeatMs: 20,
    });
    const stream = lines(await held(await freshInbox(), 0, other));
    for (let beat = 0; beat < 3; beat += 1) expect((await stream.next()).value).toHaveProperty('heartbeat');
    other.close();
    let ended = false;
    for (let line = 0; line < 3 && !ended; line += 1) ended = (await stream.next()).done === true;
    expect(ended).toBe(true);
  });

  it('needs the token', async () => {
    const response = await held({ ...(await freshInbox()), token: 'x' }, 0, gateway);
    expect([response.status, await errorOf(response)]).toEqual([401, 'wrong-token']);
  });
});

describe('delivery of the embedded service', () => {
  it('goes to the callback address of this gateway', async () => {
    const inbox = await freshInbox();
    expect(await deliverWithin(gateway.fetch, new URL(inbox.address).pathname, { job: 2n ** 63n - 1n })).toBe(true);
    expect((await read(inbox)).events[0]).toMatchObject({
      contentType: 'application/json',
      body: '{"job":9223372036854775807}',
      own: true,
    });
  });

  it('is distinguished from anything else sent to the same address, whatever its headers', async () => {
    const inbox = await freshInbox();
    await gateway.fetch(
      new Request(inbox.address, { method: 'POST', headers: { own: '1', 'x-own': '1' }, body: '{}' }),
    );
    await deliverWithin(gateway.fetch, new URL(inbox.address).pathname, {});
    expect((await read(inbox)).events.map(({ own, headers }) => [own, Object.keys(headers).includes(':own')])).toEqual([
      [undefined, false],
      [true, false],
    ]);
  });

  it.each([
    'https://evil.example/callback/a/b',
    '//evil.example/callback/a/b',
    '/gateway/demo',
    '/callback/../gateway/demo',
    '/callback/prod/invented',
    '/callback/prod/x?y',
  ])('goes nowhere at %s', async (address) => {
    expect(await deliverWithin(gateway.fetch, address, {})).toBe(false);
  });
});
