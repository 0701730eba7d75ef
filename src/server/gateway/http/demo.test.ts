/** Who gets the credentials of the demo workspace: the browser that opened the link of the start; everyone only if configured. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { demoSchema, environmentListSchema } from '../../../contract/gateway';
import { ask, type TestGateway, type TestGatewayOptions, withGateways } from '../test-gateway';

const gateways = withGateways();
const open = (variables: TestGatewayOptions['variables'] = {}) => gateways.open({ variables });

/** Whether the page is offered the demo, and whether it gets the credentials. */
async function offered(at: TestGateway, headers: Record<string, string> = {}, address = '127.0.0.1') {
  const caller = { address };
  const list = await at.fetch(ask('/gateway/environments', { headers }), caller);
  const answer = await at.fetch(ask('/gateway/demo', { method: 'POST', headers }), caller);
  const given = answer.status === 200 && v.is(demoSchema, await answer.clone().json());
  expect((await answer.text()).includes('key-of-demo')).toBe(given);
  return [v.parse(environmentListSchema, await list.json()).demo, given];
}

function redeem(at: TestGateway, token: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return at.fetch(ask('/gateway/demo/link', { method: 'POST', body: JSON.stringify({ token }), headers }));
}
const cookieOf = (answer: Response) => ({ cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' });

describe('the link of the start', () => {
  it('gives the demo to the browser that opens it first, for as long as the gateway runs', async () => {
    const gateway = await open();
    const answer = await redeem(gateway, gateway.demoLink?.token);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^warehouse-console-demo-4173=[\w-]{43}; Path=\/gateway\/; HttpOnly; SameSite=Strict$/),
    ]);
    const mine = cookieOf(answer);
    expect(await offered(gateway, mine)).toEqual([true, true]);
    expect(await offered(gateway, { cookie: `other=1; ${mine.cookie}` })).toEqual([true, true]);
    // Reloaded, or opened again, by the same browser; and by another.
    expect((await redeem(gateway, gateway.demoLink?.token, mine)).status).toBe(204);
    const again = await redeem(gateway, gateway.demoLink?.token);
    expect([again.status, again.headers.get('set-cookie')]).toEqual([401, null]);
    expect(await offered(gateway, mine)).toEqual([true, true]);
    // The next start knows neither.
    const next = await open();
    expect(await offered(next, mine)).toEqual([false, false]);
    expect((await redeem(next, gateway.demoLink?.token)).status).toBe(401);
  });

  it.each([
    ['', 401],
    ['guessed', 401],
    [null, 400],
    [7, 400],
    [{ token: 'a' }, 400],
    ['x'.repeat(2000), 413],
  ])('is not opened by %j', async (token, status) => {
    const gateway = await open();
    expect((await redeem(gateway, token)).status).toBe(status);
    expect((await redeem(gateway, gateway.demoLink?.token)).status).toBe(204);
  });

  it('is in no log and no other response', async () => {
    const gateway = await open();
    const cookie = cookieOf(await redeem(gateway, gateway.demoLink?.token));
    const list = await (await gateway.fetch(ask('/gateway/environments', { headers: cookie }))).text();
    for (const secret of [gateway.demoLink?.token, cookie.cookie.split('=')[1]]) {
      expect(gateway.logged.join()).not.toContain(secret);
      expect(list).not.toContain(secret);
    }
  });

  it.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://console.example.com' }, { UPSTREAMS: 'lab=https://a.example' }])(
    'is not there with %j',
    async (variables) => {
      const gateway = await open(variables);
      expect(gateway.demoLink).toBeNull();
      expect((await redeem(gateway, 'any')).status).toBe(404);
      expect(await offered(gateway)).toEqual([false, false]);
      const list = await gateway.fetch(ask('/gateway/environments'));
      expect(await list.json()).not.toHaveProperty('demoByLink');
    },
  );
});

describe('nobody else gets the demo', () => {
  it.each([
    // A plain forwarder on this machine adds nothing to what it forwards.
    ['127.0.0.1', {}],
    ['::1', { host: '[::1]:4173' }],
    ['127.0.0.1', { host: 'localhost:4173', origin: 'http://localhost:4173', 'sec-fetch-site': 'same-origin' }],
    ['127.0.0.1', { cookie: 'warehouse-console-demo-4173=' }],
    ['127.0.0.1', { cookie: `warehouse-console-demo-4173=${'a'.repeat(43)}` }],
    ['10.0.0.5', {}],
  ] as const)('from %s with %j', async (address, headers) => {
    const gateway = await open();
    expect(await offered(gateway, headers, address)).toEqual([false, false]);
    const list = await gateway.fetch(ask('/gateway/environments'));
    expect(await list.json()).toMatchObject({ demo: false, demoByLink: true });
  });
});

describe('where DEMO_OPEN is set', () => {
  const variables = { DEMO_OPEN: 'true', HOST: '0.0.0.0' };

  it.each([
    ['172.17.0.1', {}],
    ['127.0.0.1', { 'x-forwarded-for': '10.0.0.1' }],
    ['127.0.0.1', { host: '0.0.0.0:4173' }],
  ])('everybody gets it: %s with %j', async (address, headers) => {
    expect(await offered(await open(variables), headers as Record<string, string>, address)).toEqual([true, true]);
  });

  it('is refused to a page of another origin', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const gateway = await open(variables);
    expect((await gateway.fetch(ask('/gateway/demo', { method: 'POST', headers }))).status).toBe(403);
  });

  it('without an embedded service there is none', async () => {
    expect(await offered(await open({ DEMO_OPEN: 'true', UPSTREAMS: 'lab=https://a.example' }))).toEqual([
      false,
      false,
    ]);
  });
});
