import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { home } from './loaders';

let address = '';
let statuses: number[] = [];
let sent: [path: string, body: unknown, addressThen: string][] = [];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
  vi.stubGlobal('location', {
    get hash() {
      return new URL(address).hash;
    },
    pathname: '/',
    search: '',
  });
  vi.stubGlobal('history', {
    state: { idx: 0 },
    replaceState: (state: unknown, _: string, path: string) => {
      expect(state).toEqual({ idx: 0 });
      address = new URL(path, address).href;
    },
  });
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    sent.push([path, JSON.parse(String(body)), address]);
    return new Response(null, { status: statuses.shift() ?? 500 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the token of the demo link is out of the address before it is sent, and leads to the connect page', async () => {
  statuses = [204, 401];
  for (const leadsTo of ['/connect', '/connect?demo=used']) {
    address = 'http://127.0.0.1:4173/#demo=token-1';
    const answer = await home();
    expect([answer.headers.get('location'), answer.headers.get('x-remix-replace')]).toEqual([leadsTo, 'true']);
    expect(sent.pop()).toEqual(['/gateway/demo/link', { token: 'token-1' }, 'http://127.0.0.1:4173/']);
  }
});

test('without one nothing is sent', async () => {
  address = 'http://127.0.0.1:4173/';
  expect((await home()).headers.get('location')).toBe('/connect');
  expect(sent).toEqual([]);
});
