import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Environment } from '../../contract/gateway';
import { limits } from '../../contract/limits';
import { keylessClient } from '../wire/client';
import { queryClient } from '../wire/query-client';
import { fileCalls, filesOptions, freshFile, linksDieAt, newLinksMayHelp, renewDueLinks } from './file-links';

const minute = 60_000;

test('any number of IDs becomes requests of at most 100, in order (4.6)', () => {
  const ids = Array.from({ length: 201 }, (_, index) => String(index));
  const calls = fileCalls(ids);
  expect(calls.map((call) => call.length)).toEqual([100, 100, 1]);
  expect(calls.flat()).toEqual(ids);
  expect(fileCalls([])).toEqual([]);
});

test('links expire an hour after their request was sent, never later than they really do', () => {
  expect(linksDieAt({ receivedAt: 10_000, milliseconds: 4000 })).toBe(6000 + 60 * minute);
});

test('new links may help where the old ones are not young, or their age is unknown', () => {
  expect(newLinksMayHelp({ receivedAt: minute }, minute + 30_000)).toBe(false);
  expect(newLinksMayHelp({ receivedAt: minute }, 3 * minute)).toBe(true);
  expect(newLinksMayHelp({ receivedAt: 24 * 60 * minute }, 0)).toBe(true);
});

describe('a look-up that stays open', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    queryClient.clear();
  });
  /** Each with a budget of its own: the clock of one test is no clock of another. */
  const clientOf = (name: string) => {
    const environment = { name, requestsPerSecond: 10, fileHosts: [] } as unknown as Environment;
    return { ...keylessClient(environment), apiKey: () => 'k' };
  };

  /** A platform whose links have an expiry. */
  function platform() {
    const calls: number[] = [];
    vi.stubGlobal('location', { origin: 'https://console.example' });
    vi.stubGlobal('fetch', async (_: unknown, init: { body: string }) => {
      calls.push(Date.now());
      const ids = (JSON.parse(init.body) as { file_ids: number[] }).file_ids;
      const dies = Date.now() + limits.linkLifeMs;
      const success = ids.map((file_id) => ({ file_id, name: 'a', link: { source: `https://files.example/${dies}` } }));
      return Response.json({ code: 0, message: 'success', data: { success, fail: [] }, meta: { trace_id: 't' } });
    });
    return calls;
  }
  const diesAt = (link: string | undefined) => Number(link?.split('/').at(-1));

  test('has valid links for six hours with as few requests as possible', async () => {
    vi.useFakeTimers();
    // Nothing is renewed automatically where there is no page.
    environmentManager.setIsServer(() => false);
    const calls = platform();
    const observer = new QueryObserver(queryClient, filesOptions(clientOf('six hours'), ['1', '2']));
    const end = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(2000);
    for (let at = 0; at < 6 * 60; at += 1) {
      const link = observer.getCurrentResult().data?.data.success[0]?.link.source;
      expect(diesAt(link)).toBeGreaterThan(Date.now());
      await vi.advanceTimersByTimeAsync(minute);
    }
    end();
    expect(calls).toHaveLength(7);
  });

  test.each([
    ['the machine slept for a day', 24 * 60 * minute, 2],
    ['the clock was set back by a day', -24 * 60 * minute, 2],
    ['it slept for a minute', minute, 1],
  ])('renews links on screen after %s, though timers are late', async (how, by, requests) => {
    vi.useFakeTimers();
    environmentManager.setIsServer(() => false);
    const calls = platform();
    const observer = new QueryObserver(queryClient, filesOptions(clientOf(how), ['1', '2']));
    const end = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(2000);
    vi.setSystemTime(Date.now() + by);
    renewDueLinks();
    await vi.advanceTimersByTimeAsync(2000);
    expect(calls).toHaveLength(requests);
    end();
    renewDueLinks();
    expect(calls).toHaveLength(requests);
  });

  test('gives a download valid links: its own, or new ones near expiry or after a failure', async () => {
    vi.useFakeTimers();
    const calls = platform();
    const client = clientOf('download');
    const link = async (anew: boolean) => {
      const file = freshFile(client, ['1', '2'], '1', anew);
      await vi.advanceTimersByTimeAsync(2000);
      return diesAt((await file)?.link.source);
    };
    const first = await link(false);
    expect(await link(false)).toBe(first);
    // A moment after they came new links do not help.
    expect(await link(true)).toBe(first);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(await link(true)).toBeGreaterThan(first);
    await vi.advanceTimersByTimeAsync(57 * minute);
    expect(await link(false)).toBeGreaterThan(Date.now() + 30 * minute);
    expect(calls).toHaveLength(3);
    expect(await freshFile(client, ['1', '2'], '3', false)).toBeUndefined();
  });
});
