import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestPlatform, type TestPlatform } from '../test-platform';
import { callbackHostOf } from './callback-hosts';
import { type SendOptions, sendCallback, signatureOf } from './send-callback';

let receiver: TestPlatform;
beforeAll(async () => {
  receiver = await openTestPlatform();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answers.length = 0;
});
afterAll(() => receiver.close());

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const seconds = 1_700_000_000;

function send(url: string, allowed: string, options: Partial<SendOptions> = {}) {
  const host = callbackHostOf(allowed);
  if (host === null) throw new Error(allowed);
  return sendCallback(
    { id: 'evt_1', url, body: '{"text":"größer"}', secret },
    { hosts: [host], version: '1.2.3', clock: () => seconds * 1000, ...options },
  );
}
const here = () => `${receiver.origin}/in?token=1`;

it('delivers the event, signed as in Standard Webhooks', async () => {
  expect(await send(here(), receiver.origin)).toEqual({ status: 200, problem: null });
  const [{ path, headers, body }] = receiver.received as [TestPlatform['received'][number]];
  expect([path, body]).toEqual(['/in?token=1', '{"text":"größer"}']);
  const key = Buffer.from('a secret of thirty-two characters');
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'warehouse-console/1.2.3',
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${createHmac('sha256', key).update(`evt_1.${seconds}.${body}`).digest('base64')}`,
  });
});

it('signs as the example of the specification', () => {
  const given = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  };
  expect(signatureOf(given, 1614265330)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

it.each([301, 302, 307, 400, 404, 410, 500, 503])('treats %i as a refusal, and follows nothing', async (status) => {
  receiver.answers.push(status);
  expect(await send(here(), receiver.origin)).toEqual({ status, problem: 'refused' });
  expect(receiver.received.length).toBe(1);
});

it('contacts only hosts the configuration allows', async () => {
  expect(await send(here(), 'hooks.example.com')).toEqual({ status: null, problem: 'not-allowed' });
  expect(await send('nonsense', receiver.origin)).toEqual({ status: null, problem: 'not-allowed' });
  expect(receiver.received).toEqual([]);
});

it('connects to no private address behind a public name', async () => {
  const { port } = new URL(receiver.origin);
  const [url, allowed] = [`http://hooks.example.com:${port}/`, `http://*.example.com:${port}`];
  const resolve = (...addresses: string[]) => ({
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1'], ['169.254.169.254']]) {
    expect(await send(url, allowed, resolve(...addresses)), String(addresses)).toEqual({
      status: null,
      problem: 'private',
    });
  }
  expect(receiver.received).toEqual([]);
  // The address that was looked at is the one that is connected to: the name itself leads nowhere.
  expect(await send(url, `http://hooks.example.com:${port}`, resolve('127.0.0.1'))).toEqual({
    status: 200,
    problem: null,
  });
  expect(receiver.received[0]?.headers.host).toBe(`hooks.example.com:${port}`);
});

it('waits a bounded time for a response, a name, and a connection', async () => {
  receiver.answers.push(null, null);
  expect(await send(here(), receiver.origin, { timeoutMs: 150 })).toEqual({ status: null, problem: 'timeout' });
  const stuck = { timeoutMs: 50, resolve: () => new Promise<never>(() => {}) };
  expect(await send('https://hooks.example.com/', 'hooks.example.com', stuck)).toEqual({
    status: null,
    problem: 'timeout',
  });
  receiver.answers.length = 0;
  expect(await send('http://127.0.0.1:1/', 'http://127.0.0.1:1')).toEqual({ status: null, problem: 'unreachable' });
  const unknown = { resolve: () => Promise.reject(new Error('ENOTFOUND')) };
  expect(await send('https://hooks.example.com/', 'hooks.example.com', unknown)).toEqual({
    status: null,
    problem: 'unreachable',
  });
});

it('is cancelled when the gateway shuts down', async () => {
  receiver.answers.push(null, null);
  const closing = new AbortController();
  const sending = send(here(), receiver.origin, { closing: closing.signal });
  await expect.poll(() => receiver.received).toHaveLength(1);
  closing.abort();
  expect(await sending).toEqual({ status: null, problem: 'unreachable' });
});
