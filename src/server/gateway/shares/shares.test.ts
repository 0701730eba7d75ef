/** Strangers without a key, and what belongs to others: events, streams, halves of seals, names of calls, connections. */
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventsSearch, type Inbox } from '../../../contract/inbox';
import type { Database } from '../../database/database';
import { INBOX_BOUNDS, type InboxBounds } from '../inbox/inbox-store';
import { createRepeatGuard } from '../proxy/repeat-guard';
import { createSealHalves } from '../seal/seal-halves';
import { ask, inboxOf, type TestGateway, testGateway, withGateways } from '../test-gateway';
import { type RawUpstream, rawUpstream } from '../test-wire';

const gateways = withGateways();
const { open } = gateways;
let upstream: RawUpstream;

const answering = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;

beforeAll(async () => {
  upstream = await rawUpstream();
  upstream.answer = (socket, head) =>
    void socket.end(answering(/bearer (good|[a-z]*-known)/i.test(head) ? '{"code":0,"data":{}}' : '{"code":401}'));
});
afterEach(async () => {
  for (const table of ['event', 'inbox', 'seal', 'call', 'known_key'])
    await gateways.database.query(`delete from gateway_${table}`);
});
afterAll(() => upstream.close());

describe('callback events', () => {
  let now = Date.parse('2025-01-01T00:00:00Z');
  const bounded = (bounds: Partial<InboxBounds>) =>
    open({ clock: () => ++now, inboxBounds: { ...INBOX_BOUNDS, ...bounds } });
  const event = (address: string | null = null, bytes = 10) => ({
    contentType: '',
    headers: {},
    body: new Uint8Array(bytes),
    address,
  });
  const left = async () =>
    (
      await gateways.database.query<{ inbox: string; n: number }>(
        'select inbox, count(*)::int as n from gateway_event group by inbox order by inbox',
      )
    ).map(({ inbox, n }) => `${inbox} ${n}`);

  it.each([null, '203.0.113.9'])('of a known key outlast a flood to made-up addresses from %s', async (address) => {
    const gateway = await bounded({ totalBytes: 100, totalSlack: { events: 1000, bytes: 200 } });
    await gateway.known.add('embedded', { apiKey: 'mine' });
    const { inbox } = await inboxOf(gateway.fetch, { key: 'mine' });
    for (let n = 0; n < 3; n += 1) await gateway.store.write(inbox, event());
    for (let n = 0; n < 60; n += 1) await gateway.store.write(`stranger-${n}`, event(address, 20));
    await gateway.store.sweep();
    expect((await gateway.store.read(inbox, 0, 10)).events).toHaveLength(3);
    expect((await left()).length).toBe(4);
    // Nothing stays of the inboxes whose events are gone and that nobody has read.
    expect(await gateways.database.query('select 1 from gateway_inbox')).toHaveLength(4);
  });

  it('that somebody reads outlast those that nobody reads, and small inboxes large ones', async () => {
    const gateway = await bounded({ totalBytes: 100 });
    for (let n = 0; n < 3; n += 1) await gateway.store.write('read', event());
    await gateway.store.read('read', 0, 10);
    await gateway.store.write('small', event());
    for (let n = 0; n < 30; n += 1) await gateway.store.write('large', event());
    await gateway.store.sweep();
    expect(await left()).toEqual(['large 6', 'read 3', 'small 1']);
  });

  it('of one address share its part, however many inboxes they are sent to', async () => {
    const gateway = await bounded({ totalEvents: 20 });
    for (let n = 0; n < 8; n += 1) await gateway.store.write('platform', event('198.51.100.1'));
    for (let n = 0; n < 100; n += 1) await gateway.store.write(`stranger-${n}`, event('203.0.113.9'));
    await gateway.store.sweep();
    expect((await left()).filter((line) => line.startsWith('platform'))).toEqual(['platform 8']);
  });

  it('are numbered on while somebody may ask for the next, and from 1 when nobody has for a week', async () => {
    const gateway = await bounded({});
    await gateway.store.write('read', event());
    await gateway.store.read('read', 0, 10);
    await gateway.store.wipe('read');
    await gateway.store.sweep();
    await gateway.store.write('read', event());
    expect((await gateway.store.read('read', 0, 10)).events.map(({ id }) => id)).toEqual([2]);
    now += INBOX_BOUNDS.ageMs + 1000;
    await gateway.store.sweep();
    expect(await gateways.database.query('select 1 from gateway_inbox')).toEqual([]);
  });
});

describe('a key is known', () => {
  const lab = () => open({ variables: { UPSTREAMS: `lab=${upstream.origin}` } });
  const isKnown = (gateway: TestGateway, key: string) =>
    gateway.known.isKnown(gateway.known.nameOf('lab', new Headers({ 'open-authorization': `Bearer ${key}` })));

  it('once its platform has accepted a call with it, to every gateway on the database', async () => {
    const [one, other] = [await lab(), await lab()];
    for (const key of ['good', 'made-up']) {
      const headers = { 'open-authorization': `Bearer ${key}` };
      expect(await isKnown(one, key)).toBe(false);
      const answer = await one.fetch(ask('/env/lab/openapi/v1/space/list', { headers }));
      expect(await answer.json()).toHaveProperty('code');
    }
    for (const gateway of [one, other]) {
      expect([await isKnown(gateway, 'good'), await isKnown(gateway, 'made-up')]).toEqual([true, false]);
    }
    expect(JSON.stringify(await gateways.database.query('select * from gateway_known_key'))).not.toContain('good');
  });

  it('also a provider that got a token, but none by a call that needs no key', async () => {
    upstream.answer = (socket) => void socket.end(answering('{"code":0,"data":{}}'));
    const gateway = await lab();
    const body = JSON.stringify({ app_id: 'app', app_secret: 'secret' });
    const headers = { 'content-length': String(body.length), 'open-authorization': 'Bearer made-up' };
    await gateway.fetch(ask('/env/lab/openapi/v1/isv/access_token', { method: 'POST', body, headers }));
    const { inbox } = await inboxOf(gateway.fetch, { environment: 'lab', pair: { appId: 'app', appSecret: 'secret' } });
    expect([await gateway.known.isKnown(inbox), await isKnown(gateway, 'made-up')]).toEqual([true, false]);
  });
});

/** What comes on a stream until it has so many of something. */
async function readUntil(reader: ReadableStreamDefaultReader<string>, something: RegExp, count = 1): Promise<string> {
  let text = '';
  while ((text.match(something)?.length ?? 0) < count) {
    const { done, value = '' } = await reader.read();
    if (done) break;
    text += value;
  }
  return text;
}

describe('event streams', () => {
  const stream = (gateway: TestGateway, { inbox, token }: Inbox) =>
    gateway.fetch(
      ask(`/gateway/events/stream?${eventsSearch({ environment: 'embedded', inbox })}`, {
        headers: { 'x-inbox-token': token },
      }),
    );

  it('of made-up keys give way to that of a known one, and to no other', async () => {
    const gateway = await open({ streams: { most: 5, mostOfKey: 2 } });
    const of = (key: string) => inboxOf(gateway.fetch, { key });
    await gateway.known.add('embedded', { apiKey: 'mine' });
    const strangers = [];
    for (let n = 0; n < 5; n += 1) strangers.push(await stream(gateway, await of(`stranger-${n}`)));
    expect((await stream(gateway, await of('stranger-6'))).status).toBe(503);
    const mine = await stream(gateway, await of('mine'));
    expect(mine.status).toBe(200);
    // The one that gave way ends like any that is over.
    expect(await strangers[0]?.text()).toContain('heartbeat');
    await Promise.all([mine, ...strangers.slice(1)].map(({ body }) => body?.cancel()));
  });

  it('have what other gateways have stored, each its own', async () => {
    const onPostgres: Database = { ...gateways.database, engine: 'postgres' };
    const gateway = await testGateway(onPostgres, { pollMs: 20, heartbeatMs: 50 });
    onTestFinished(gateway.close);
    const other = await open();
    const inboxes = await Promise.all(['a', 'b', 'c'].map((key) => inboxOf(gateway.fetch, { key })));
    const readers = await Promise.all(
      inboxes.map(async (inbox) => {
        const { body } = await stream(gateway, inbox);
        if (body === null) throw new Error('no stream');
        return body.pipeThrough(new TextDecoderStream()).getReader();
      }),
    );
    // What was there before has been looked for.
    for (const reader of readers) await readUntil(reader, /heartbeat/g, 3);
    for (const [n, { inbox }] of inboxes.entries())
      await other.store.write(inbox, { contentType: '', headers: {}, body: Buffer.from(`event ${n}`) });
    const texts = await Promise.all(readers.map((reader) => readUntil(reader, /event \d/g)));
    expect(texts.map((text) => text.match(/event \d/g))).toEqual([['event 0'], ['event 1'], ['event 2']]);
    await Promise.all(readers.map((reader) => reader.cancel()));
  });
});

describe('halves of seals', () => {
  it('of strangers are bounded by their address, end none of others, and keep out no known key', async () => {
    const gateway = await open();
    await gateway.known.add('embedded', { apiKey: 'mine' });
    const mine = gateway.known.nameOf('embedded', new Headers({ 'open-authorization': 'Bearer mine' }));
    const seals = createSealHalves(gateways.database, 'secret', null, Date.now, { mostUnknown: 5, mostKept: 12 });
    const put = (key: string | null, address: string | null) =>
      seals.answer(ask('/gateway/seal', { method: 'PUT' }), key, address);
    const cookie = (await put(null, '10.0.0.1')).headers.get('set-cookie') ?? '';
    const again = () => seals.answer(ask('/gateway/seal', { method: 'POST', headers: { cookie } }), null, null);
    const { half } = (await (await again()).json()) as { half: string };
    for (const address of [null, '203.0.113.9']) {
      for (let n = 0; n < 5; n += 1) await put(`made-up-${n}`, address);
      await expect(put('made-up-6', address)).rejects.toMatchObject({ error: 'busy' });
      expect((await put(mine, address)).status).toBe(200);
    }
    for (let n = 0; n < 4; n += 1) await put(mine, null);
    await seals.sweep();
    seals.stop();
    expect(await gateways.database.query('select 1 from gateway_seal where key = $1', [mine])).toHaveLength(6);
    expect(await gateways.database.query('select 1 from gateway_seal')).toHaveLength(12);
    expect(await (await again()).json()).toEqual({ half });
  });

  it('belong to the key that the browser is about to seal', async () => {
    const gateway = await open();
    const headers = { 'open-authorization': 'Bearer mine', 'sec-fetch-site': 'same-origin' };
    await gateway.fetch(ask('/gateway/seal?environment=embedded', { method: 'PUT', headers }));
    const name = gateway.known.nameOf('embedded', new Headers(headers));
    expect(await gateways.database.query('select key from gateway_seal')).toEqual([{ key: name }]);
  });
});

describe('names of calls', () => {
  it('pass once for all gateways on the database, also after a restart, and again after ten minutes', async () => {
    let now = Date.now();
    const guards = [1, 2, 3].map(() => createRepeatGuard(gateways.database, () => now));
    const call = { name: 'a', key: 'mine', address: null };
    const passed = await Promise.all(guards.map((hasPassed) => hasPassed(call)));
    expect(passed.toSorted()).toEqual([false, true, true]);
    expect(await createRepeatGuard(gateways.database, () => now)({ ...call, address: '10.0.0.1' })).toBe(true);
    // Nobody can take the name of another key's call.
    expect(await guards[0]?.({ ...call, key: 'other' })).toBe(false);
    now += 10 * 60 * 1000;
    expect(await guards[1]?.(call)).toBe(false);
  });

  it('outlast a flood of calls of others', async () => {
    const gateway = await open();
    await gateway.known.add('embedded', { apiKey: 'mine' });
    const mine = gateway.known.nameOf('embedded', new Headers({ 'open-authorization': 'Bearer mine' }));
    let now = Date.now();
    const hasPassed = createRepeatGuard(gateways.database, () => ++now, 20);
    for (let n = 0; n < 5; n += 1) await hasPassed({ name: `mine-${n}`, key: mine, address: null });
    await hasPassed({ name: 'small', key: 'unknown', address: '198.51.100.1' });
    for (let n = 0; n < 60; n += 1) await hasPassed({ name: `n-${n}`, key: `made-up-${n}`, address: '203.0.113.9' });
    expect((await gateways.database.query('select 1 from gateway_call')).length).toBeLessThanOrEqual(40);
    for (let n = 0; n < 5; n += 1) expect(await hasPassed({ name: `mine-${n}`, key: mine, address: null })).toBe(true);
    expect(await hasPassed({ name: 'small', key: 'unknown', address: '198.51.100.1' })).toBe(true);
  });
});
