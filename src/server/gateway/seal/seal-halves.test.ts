import { expect, it } from 'vitest';
import type { SealHalf } from '../../../contract/gateway';
import { ask, ORIGIN, type TestGateway, type TestGatewayOptions, withGateways } from '../test-gateway';
import { createSealHalves } from './seal-halves';

const HOUR = 3600 * 1000;
let now = Date.now();
const gateways = withGateways();
const open = (options: TestGatewayOptions = {}) => gateways.open({ clock: () => now, ...options });

type Method = 'POST' | 'PUT' | 'DELETE';

/** As a page asks, with the cookie that its browser has. */
async function send(gateway: TestGateway, method: Method, cookie = '', headers: Record<string, string> = {}) {
  const init = { method, headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin', cookie, ...headers } };
  const response = await gateway.fetch(ask('/gateway/seal', init));
  const set = response.headers.get('set-cookie');
  const { half } = response.ok ? ((await response.json()) as SealHalf) : { half: undefined };
  return { response, half, set, cookie: set?.split(';')[0] ?? '' };
}

async function rows(): Promise<number> {
  return (await gateways.database.query('select 1 from gateway_seal')).length;
}

it('creates a half per browser once, and returns it only for its cookie', async () => {
  const gateway = await open();
  expect((await send(gateway, 'POST')).half).toBeNull();
  const made = await send(gateway, 'PUT', 'other=1');
  expect(made.half).toMatch(/^[\w-]{43}$/);
  expect(made.set).toMatch(
    /^warehouse-console-[\da-f]{12}=[\w-]{43}; Path=\/gateway\/seal; Max-Age=43200; HttpOnly; SameSite=Strict$/,
  );
  for (const method of ['POST', 'PUT'] as const) {
    const again = await send(gateway, method, `other=1; ${made.cookie}`);
    expect([again.half, again.set]).toEqual([made.half, null]);
    expect(again.response.headers.get('cache-control')).toBe('no-store');
  }
  expect((await send(gateway, 'PUT')).half).not.toBe(made.half);
  expect((await send(gateway, 'POST', `${made.cookie.slice(0, -1)}~`)).half).toBeNull();
});

it('stores nothing from which the half or the cookie can be derived', async () => {
  const gateway = await open();
  const { half, cookie } = await send(gateway, 'PUT');
  const kept = JSON.stringify(await gateways.database.query('select * from gateway_seal'));
  expect(kept).not.toContain(half);
  expect(kept).not.toContain(cookie.split('=')[1]);
});

it('deletes the half, and clears the cookie', async () => {
  const gateway = await open();
  const { cookie } = await send(gateway, 'PUT');
  const before = await rows();
  const dropped = await send(gateway, 'DELETE', cookie);
  expect(dropped.set).toMatch(/^warehouse-console-[\da-f]{12}=; .*Max-Age=0; HttpOnly; SameSite=Strict$/);
  expect(await rows()).toBe(before - 1);
  expect((await send(gateway, 'POST', cookie)).half).toBeNull();
  // A stored cookie restores nothing.
  expect((await send(gateway, 'PUT', cookie)).cookie).not.toBe(cookie);
});

it('expires after 12 hours, however often it is requested', async () => {
  const gateway = await open();
  const { half, cookie } = await send(gateway, 'PUT');
  now += 12 * HOUR - 1;
  expect((await send(gateway, 'PUT', cookie)).half).toBe(half);
  now += 1;
  expect((await send(gateway, 'POST', cookie)).half).toBeNull();
  const halves = createSealHalves(gateways.database, 'secret', null, () => now, { mostKept: 2 });
  await halves.sweep();
  expect(await rows()).toBe(0);
  for (let made = 0; made < 3; made += 1) {
    now += 1;
    await send(gateway, 'PUT');
  }
  const last = await send(gateway, 'PUT');
  await halves.sweep();
  halves.stop();
  expect(await rows()).toBe(2);
  expect((await send(gateway, 'POST', last.cookie)).half).toBe(last.half);
});

it('is shared by gateways on one database, and by no others', async () => {
  const [first, second, stranger] = [await open(), await open(), await open({ secret: 'of another database' })];
  const made = await send(first, 'PUT');
  expect((await send(second, 'POST', made.cookie)).half).toBe(made.half);
  const others = await send(stranger, 'PUT', made.cookie);
  expect(others.cookie.split('=')[0]).not.toBe(made.cookie.split('=')[0]);
  await send(second, 'DELETE', `${others.cookie}; ${made.cookie}`);
  expect((await send(first, 'POST', made.cookie)).half).toBeNull();
  expect((await send(stranger, 'POST', others.cookie)).half).toBe(others.half);
});

it('marks the cookie as secure if the page came over TLS', async () => {
  const gateway = await open({ variables: { PUBLIC_URL: 'https://console.example.com' } });
  const headers = { origin: 'https://console.example.com', host: 'console.example.com' };
  expect((await send(gateway, 'PUT', '', headers)).set).toMatch(/; SameSite=Strict; Secure$/);
  // A page without a referrer policy may send nothing.
  expect((await send(gateway, 'PUT', '', { ...headers, origin: 'null' })).set).toMatch(/; Secure$/);
});

it.each([
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another port, to which cookies are one', { origin: 'http://127.0.0.1:9999', 'sec-fetch-site': 'same-site' }],
  ['a browser that says the origin alone', { origin: 'http://127.0.0.1:9999', 'sec-fetch-site': '' }],
])('refuses a page of %s', async (_whose, foreign) => {
  const gateway = await open();
  const { cookie, half } = await send(gateway, 'PUT');
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const { response, set } = await send(gateway, method, cookie, foreign);
    expect([response.status, set]).toEqual([403, null]);
  }
  expect((await send(gateway, 'POST', cookie)).half).toBe(half);
  const read = await gateway.fetch(ask('/gateway/seal', { headers: { cookie } }));
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST, PUT, DELETE']);
});

it('logs neither half nor cookie, whatever fails', async () => {
  const gateway = await open();
  const { cookie, half } = await send(gateway, 'PUT');
  const notes: string[] = [];
  const failing = await open({
    deps: {
      note: (...said) => void notes.push(JSON.stringify(said)),
      seal: {
        answer: async (request) => {
          throw new Error(`of ${request.headers.get('cookie')}`);
        },
        sweep: async () => {},
        stop: () => {},
      },
    },
  });
  expect((await send(failing, 'POST', cookie)).response.status).toBe(500);
  const said = [...failing.logged, ...notes].join('\n');
  expect(said).toContain('POST /gateway/seal');
  for (const secret of [half, cookie.split('=')[1]]) expect(said).not.toContain(secret);
});
