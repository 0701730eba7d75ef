import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Environment } from '../contract/gateway';
import { connectionFor, forgetProviderSecret, keepForRenewal, openProviderConnection } from './connection';
import { renewAt, renewalState, runClockWatch, runRenewal } from './renewal';

const minute = 60_000;
const day = 24 * 60 * minute;
const hours2 = 120 * minute;

/** A platform as section 5 has it: each credential lives two hours; a call gives the same one, and a new one when less than thirty minutes remain. */
function platform(now: () => number = () => Date.now()) {
  const issued = { token: [] as number[], key: [] as number[] };
  const calls: string[] = [];
  let down = false;
  const current = (kind: 'token' | 'key') => {
    const last = issued[kind].at(-1);
    if (last === undefined || last + hours2 - now() < 30 * minute) issued[kind].push(now());
    return issued[kind].at(-1) ?? 0;
  };
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    calls.push(url);
    if (down) throw new TypeError('down');
    const body = JSON.parse(init.body) as { app_secret?: string; access_token?: string };
    const at = current(body.app_secret === undefined ? 'key' : 'token');
    const expire = Math.floor((at + hours2 - now()) / 1000);
    const data =
      body.app_secret === undefined ? { api_key: `key-${at}`, expire } : { access_token: `token-${at}`, expire };
    return Response.json({ code: 0, message: 'success', data, meta: { trace_id: 't' } });
  });
  return {
    calls,
    issueKey: () => current('key'),
    works: (key: string | null | undefined) => Number(key?.slice(4)) + hours2 > now(),
    fail: (on: boolean) => {
      down = on;
    },
  };
}

const environmentOf = (name: string) => ({ name, requestsPerSecond: 10, fileHosts: [] }) as unknown as Environment;
const keyIn = (name: string) => connectionFor(name)?.client.apiKey();

async function connected(name: string, at: number) {
  const environment = environmentOf(name);
  const secrets = { appId: 'app', appSecret: 'secret', customerKey: 'customer' };
  await openProviderConnection(environment, { ...secrets, apiKey: `key-${at}`, expiresAt: at + hours2 });
  await keepForRenewal(name, 'customer');
  return environment;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Seals and hashes are not of the clock that is simulated. */
const passes = async (milliseconds: number) => {
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** They take as long as the machine lets them: what follows from them is waited for. */
const settles = async (done: () => boolean) => {
  for (let turn = 0; turn < 2000 && !done(); turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(0);
  }
};

test('a provider key is renewed a minute after the threshold, or at once if that has passed', () => {
  expect(renewAt(hours2, 0)).toBe(91 * minute);
  expect(renewAt(hours2, 100 * minute)).toBe(100 * minute);
});

test('for six hours the connection has a valid key, without a request that returns the same one', async () => {
  const { calls, works, issueKey } = platform();
  const environment = await connected('six', issueKey());
  const first = keyIn('six');
  const end = runRenewal(environment, 'customer');
  const used = new Set<string>();
  for (let at = 0; at < 6 * 60; at += 1) {
    await settles(() => works(keyIn('six')));
    const key = keyIn('six') ?? '';
    expect(works(key)).toBe(true);
    used.add(key);
    await passes(minute);
  }
  end();
  expect(used.size).toBe(4);
  expect(used.has(first ?? '')).toBe(true);
  expect(calls.filter((url) => url.endsWith('/isv/api_key'))).toHaveLength(3);
});

test.each([
  ['ahead', day],
  ['back', -day],
])(
  'a clock that is put %s by a day: the key is renewed when its platform gives another, and not after its end',
  async (how, by) => {
    let setBy = 0;
    const { calls, works, issueKey } = platform(() => Date.now() - setBy);
    const environment = await connected(how, issueKey());
    const ends = [runClockWatch(), runRenewal(environment, 'customer')];
    await passes(10 * minute);
    expect(calls).toEqual([]);
    setBy = by;
    vi.setSystemTime(Date.now() + by);
    await passes(2000);
    const left = () => (connectionFor(how)?.expiresAt ?? 0) - Date.now();
    if (by < 0) expect(Math.round(left() / minute)).toBe(110);
    await passes(2 * minute);
    await settles(() => left() > 0);
    expect(Math.round(left() / minute)).toBe(108);
    const asked = calls.length;
    expect(asked).toBeLessThanOrEqual(2);
    await passes(70 * minute);
    expect(calls.length).toBe(asked);
    for (let at = 0; at < 120; at += 1) {
      await passes(minute);
      await settles(() => works(keyIn(how)));
      expect(works(keyIn(how))).toBe(true);
    }
    for (const end of ends) end();
  },
);

test('a failed renewal is reported, retried, and cleared once it works', async () => {
  const { fail, issueKey, works } = platform();
  const environment = await connected('fails', issueKey());
  const end = runRenewal(environment, 'customer');
  fail(true);
  await passes(95 * minute);
  expect(renewalState('fails').error?.message).toContain('down');
  fail(false);
  await passes(3 * minute);
  await settles(() => renewalState('fails').error === null);
  expect(renewalState('fails').error).toBeNull();
  expect(works(keyIn('fails'))).toBe(true);
  expect(keyIn('fails')).not.toBe(undefined);
  end();
});

test('nothing is renewed unless turned on, nor after the secret is forgotten', async () => {
  const { calls, issueKey } = platform();
  const environment = await connected('forgets', issueKey());
  await keepForRenewal('forgets', null);
  expect(connectionFor('forgets')?.renews).toBe(false);
  await keepForRenewal('forgets', 'customer');
  expect(connectionFor('forgets')?.renews).toBe(true);
  const end = runRenewal(environment, 'customer');
  forgetProviderSecret('forgets');
  await passes(119 * minute);
  expect(connectionFor('forgets')?.renews).toBe(false);
  expect(connectionFor('forgets')?.inbox()).toBeNull();
  // What was sealed with the secret is sealed again.
  expect(new Set(calls.map((path) => path.split('?')[0]))).toEqual(new Set(['/gateway/seal']));
  end();
});

test('a key of another customer is not stored for this one', async () => {
  const { issueKey } = platform();
  await connected('other', issueKey());
  await keepForRenewal('other', null);
  await keepForRenewal('other', 'somebody else');
  expect(connectionFor('other')?.renews).toBe(false);
});
