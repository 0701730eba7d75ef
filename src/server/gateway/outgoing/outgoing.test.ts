import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { gatewayFailureSchema } from '../../../contract/gateway';
import { eventsSearch, type Inbox, outgoingSchema, signingSecretSchema } from '../../../contract/inbox';
import { ask, inboxOf, type TestGateway, withGateways } from '../test-gateway';
import { openTestPlatform, type TestPlatform } from '../test-platform';
import { createOutgoingStore } from './outgoing-store';
import { signatureOf } from './send-callback';

const gateways = withGateways();
let receiver: TestPlatform;
let gateway: TestGateway;
let now = 1_700_000_000_000;
const clock = () => now;
/** Addresses of names; others are not found. */
const resolved = new Map<string, string>();

beforeAll(async () => {
  receiver = await openTestPlatform();
  gateway = await gateways.open({
    configFile: {
      environments: [
        { name: 'embedded', embedded: true },
        { name: 'prod', baseUrl: 'https://api.example.com' },
      ],
    },
    variables: { CALLBACK_HOSTS: `${receiver.origin} *.example.com 10.0.0.5` },
    clock,
    resolve: async (name) => {
      const address = resolved.get(name);
      if (address === undefined) throw new Error('ENOTFOUND');
      return [{ address, family: address.includes(':') ? 6 : 4 }];
    },
  });
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answers.length = 0;
  gateway.logged.length = 0;
  await gateways.database.query('delete from gateway_outgoing');
  await gateways.database.query('delete from gateway_callback_address');
});
afterAll(() => receiver.close());

let keys = 0;
const freshInbox = () => inboxOf(gateway.fetch, { key: `key-${keys++}` });

function request(
  { inbox, token }: Pick<Inbox, 'inbox' | 'token'>,
  init: RequestInit = {},
  path = '',
  environment = 'embedded',
) {
  const search = eventsSearch({ environment, inbox });
  return gateway.fetch(ask(`/gateway/outgoing${path}?${search}`, { ...init, headers: { 'x-inbox-token': token } }));
}
const put = (inbox: Inbox, address: unknown) => request(inbox, { method: 'PUT', body: JSON.stringify({ address }) });
const told = async (answer: Promise<Response>) => v.parse(outgoingSchema, await (await answer).json());
const messageOf = async (answer: Promise<Response>) =>
  v.parse(gatewayFailureSchema, await (await answer).json()).gateway.message;
const here = () => `${receiver.origin}/in`;

it('has an address for each key and provider, which is set, shown and removed', async () => {
  const [own, other] = [await freshInbox(), await freshInbox()];
  const provider = await inboxOf(gateway.fetch, { pair: { appId: 'app', appSecret: 'secret' } });
  expect(await told(request(own))).toEqual({
    address: null,
    configured: false,
    hosts: [receiver.origin, '*.example.com', '10.0.0.5'],
    deliveries: [],
  });
  expect(await told(put(own, `${here()}?token=of-the-receiver`))).toMatchObject({
    address: `${here()}?token=of-the-receiver`,
  });
  await put(provider, 'https://hooks.example.com/provider');
  expect((await told(request(own))).address).toBe(`${here()}?token=of-the-receiver`);
  expect((await told(request(other))).address).toBeNull();
  expect((await told(request(provider))).address).toBe('https://hooks.example.com/provider');
  expect(await told(put(own, null))).toMatchObject({ address: null });
  expect(gateway.logged.join('\n')).toContain('audit callback address set');
  expect(gateway.logged.join('\n')).not.toContain('of-the-receiver');
});

it('sends an event once to the address of its inbox, signed with the secret of that inbox', async () => {
  const own = await freshInbox();
  await put(own, here());
  await gateway.outgoing.enqueue('embedded', own.inbox, '{"trace_id":"t-1"}', 't-1');
  await gateway.outgoing.enqueue('embedded', (await freshInbox()).inbox, '{"trace_id":"t-2"}', 't-2');
  expect(await gateway.outgoing.sendDue()).toBe(1);
  expect(await gateway.outgoing.sendDue()).toBe(0);
  const { secret } = v.parse(signingSecretSchema, await (await request(own, { method: 'POST' }, '/secret')).json());
  const [{ headers, body }] = receiver.received as [TestPlatform['received'][number]];
  const id = String(headers['webhook-id']);
  expect(body).toBe('{"trace_id":"t-1"}');
  expect(headers['webhook-signature']).toBe(signatureOf({ id, body, secret }, Number(headers['webhook-timestamp'])));
  expect(receiver.received.length).toBe(1);
  const { deliveries } = await told(request(own));
  expect(deliveries).toEqual([
    expect.objectContaining({
      traceId: 't-1',
      url: here(),
      state: 'delivered',
      attempts: 1,
      status: 200,
      problem: null,
      nextAt: null,
    }),
  ]);
  // What is done is not kept as a body.
  expect(await gateways.database.query(`select distinct body from gateway_outgoing where state = 'delivered'`)).toEqual(
    [{ body: '' }],
  );
  const another = v.parse(
    signingSecretSchema,
    await (await request(await freshInbox(), { method: 'POST' }, '/secret')).json(),
  );
  expect(another.secret).not.toBe(secret);
});

it('retries with longer and longer waits, under one ID, until delivered', async () => {
  const own = await freshInbox();
  await put(own, here());
  await gateway.outgoing.enqueue('embedded', own.inbox, '{}', null);
  receiver.answers.push(503, 302, 500);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await gateway.outgoing.sendDue();
    const [delivery] = (await told(request(own))).deliveries;
    expect(delivery).toMatchObject({ state: 'waiting', attempts: attempt, problem: 'refused' });
    const at = Date.parse(delivery?.nextAt ?? '');
    waits.push(at - now);
    now = at - 1;
    expect(await gateway.outgoing.sendDue()).toBe(0);
    now = at;
  }
  expect(waits).toEqual([1000, 2000, 4000]);
  await gateway.outgoing.sendDue();
  expect((await told(request(own))).deliveries).toMatchObject([{ state: 'delivered', attempts: 4, status: 200 }]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(gateway.logged.filter((line) => line.startsWith('warn'))).toHaveLength(3);
});

it('is given up after thirty attempts', async () => {
  const own = await freshInbox();
  await put(own, here());
  await gateway.outgoing.enqueue('embedded', own.inbox, '{}', null);
  await gateways.database.query('update gateway_outgoing set attempts = 29');
  receiver.answers.push(500);
  await gateway.outgoing.sendDue();
  expect((await told(request(own))).deliveries).toMatchObject([{ state: 'given-up', attempts: 30, nextAt: null }]);
});

it('sends waiting events to a corrected address at once, and gives them up if it is removed', async () => {
  const own = await freshInbox();
  await put(own, `${receiver.origin}/wrong`);
  await gateway.outgoing.enqueue('embedded', own.inbox, '{}', null);
  receiver.answers.push(404, 404);
  await gateway.outgoing.sendDue();
  await put(own, here());
  await gateway.outgoing.sendDue();
  expect(receiver.received.map(({ path }) => path)).toEqual(['/wrong', '/in']);
  await put(own, null);
  expect((await told(request(own))).deliveries).toMatchObject([
    { state: 'given-up', problem: 'no-address', url: here() },
  ]);
});

it('leaves events another gateway is sending, and takes them over when it has ended', async () => {
  const own = await freshInbox();
  await put(own, here());
  await gateway.outgoing.enqueue('embedded', own.inbox, '{}', null);
  const other = createOutgoingStore(gateways.database, clock);
  expect(await other.due()).toHaveLength(1);
  expect(await gateway.outgoing.sendDue()).toBe(0);
  now += 60_000;
  expect(await gateway.outgoing.sendDue()).toBe(1);
});

it('refuses an unusable address, with the reason', async () => {
  const own = await freshInbox();
  expect(await messageOf(put(own, 'https://example.net/'))).toContain('CALLBACK_HOSTS');
  expect(await messageOf(put(own, `https://user:pass@hooks.example.com/`))).toContain('without user');
  expect(await messageOf(put(own, 7))).toContain('{"address": "https://…"}');
  expect(await messageOf(request(own, { method: 'PUT', body: 'nonsense' }))).toContain('{"address": "https://…"}');
  expect((await put(own, 'https://example.net/')).status).toBe(400);
  expect((await told(request(own))).address).toBeNull();
  expect((await request(own, { method: 'DELETE' })).status).toBe(405);
  expect((await request(own, {}, '/secret')).status).toBe(405);
});

it('requires the inbox token, and the embedded service', async () => {
  const [own, other] = [await freshInbox(), await freshInbox()];
  const stranger = { inbox: own.inbox, token: other.token };
  for (const path of ['', '/secret']) {
    expect((await request(stranger, { method: (path && 'POST') || 'GET' }, path)).status, path).toBe(401);
  }
  expect((await request(stranger, { method: 'PUT', body: JSON.stringify({ address: here() }) })).status).toBe(401);
  const platform = await inboxOf(gateway.fetch, { key: 'a-key', environment: 'prod' });
  expect((await request(platform, {}, '', 'prod')).status).toBe(404);
  expect((await request(platform, { method: 'POST' }, '/secret', 'prod')).status).toBe(404);
});

it('may be set by the configuration, which the page cannot override', async () => {
  const own = await freshInbox();
  const store = createOutgoingStore(gateways.database, clock);
  await put(own, here());
  await store.configure([{ inbox: own.inbox, url: 'https://hooks.example.com/configured' }]);
  expect(await told(request(own))).toMatchObject({ address: 'https://hooks.example.com/configured', configured: true });
  expect(await messageOf(put(own, here()))).toContain('set in the gateway configuration');
  expect(await messageOf(put(own, null))).toContain('set in the gateway configuration');
  await store.configure([]);
  expect(await told(request(own))).toMatchObject({ address: null, configured: false });
});

it('deletes what is older than seven days', async () => {
  const own = await freshInbox();
  await put(own, here());
  await gateway.outgoing.enqueue('embedded', own.inbox, '{}', 'old');
  now += 7 * 24 * 3600 * 1000 + 1;
  await gateway.outgoing.enqueue('embedded', own.inbox, '{}', 'new');
  await createOutgoingStore(gateways.database, clock).sweep();
  expect((await told(request(own))).deliveries.map(({ traceId }) => traceId)).toEqual(['new']);
});

it('refuses an address whose host is in a private network, and says why', async () => {
  const own = await freshInbox();
  resolved.set('metadata.example.com', '169.254.169.254').set('db.example.com', 'fd00::5');
  for (const address of ['https://metadata.example.com/', 'https://db.example.com/in', 'https://10.0.0.5/']) {
    expect(await messageOf(put(own, address)), address).toMatch(/private or reserved IP address/);
  }
  expect((await told(request(own))).address).toBeNull();
});

it('gives an event up at once whose host has moved into a private network', async () => {
  const own = await freshInbox();
  resolved.set('hooks.example.com', '93.184.216.34');
  await put(own, 'https://hooks.example.com/in');
  resolved.set('hooks.example.com', '192.168.0.9');
  await gateway.outgoing.enqueue('embedded', own.inbox, '{}', null);
  await gateway.outgoing.sendDue();
  expect((await told(request(own))).deliveries).toMatchObject([
    { state: 'given-up', problem: 'private', attempts: 1, nextAt: null },
  ]);
});
