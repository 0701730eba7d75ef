import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../contract/errors';
import { tablesOptions, workspacesOptions } from '../queries/tables';
import { createBudget } from './budget';
import { memoryStore } from './budget-store';
import { failingRead, failingWalkOf, mayRetryRead, readPatiently, retryAt, retryDelay, tryNow } from './query-client';
import { testClient } from './test-client';

/** Answers by path; the tries that reached the wire, with their time. */
let answers: Record<string, () => Response | Promise<Response>>;
let tries: { path: string; at: number }[];
const start = 1_000_000;
const envelope = (data: object): Response =>
  Response.json({ code: 0, message: 'success', data, meta: { trace_id: 't' } });
const badGateway = (): Response => new Response('<html>', { status: 502, headers: { 'X-Platform-Answer': '1' } });

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  tries = [];
  answers = {};
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.replace(/^.*openapi\/v1/, '');
    tries.push({ path, at: Date.now() - start });
    return (answers[path] as () => Response)();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function queries(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: mayRetryRead, retryDelay, networkMode: 'always' } },
  });
}

const failed = (details: Partial<ApiError> = {}) =>
  new ApiError({ kind: 'malformed', operation: 'x', message: 'm', status: 502, ...(details as object) });

describe('a read that fails', () => {
  test('waits longer each time, with jitter, and at most ten seconds unless asked to', () => {
    for (let time = 0; time < 200; time += 1) {
      const delays = [0, 1, 2, 9].map((failures) => retryDelay(failures, failed()));
      expect(delays[0]).toBeGreaterThanOrEqual(800);
      expect(delays[0]).toBeLessThanOrEqual(1200);
      expect(delays[1]).toBeGreaterThanOrEqual(2400);
      expect(delays[1]).toBeLessThanOrEqual(3600);
      expect(delays[3]).toBeLessThanOrEqual(12_000);
    }
    const many = new Set(Array.from({ length: 50 }, () => retryDelay(0, failed())));
    expect(many.size).toBeGreaterThan(10);
  });

  test('waits at least as long as the response asked for, and says until when', () => {
    const error = failed({ status: 503, retryAfterMs: 60_000 });
    expect(retryDelay(0, error)).toBe(60_000);
    expect(retryAt(error)).toBe(start + 60_000);
    expect(retryAt(failed())).toBe(0);
  });

  test('is reported from its first failure on, with the error and the next retry', async () => {
    const cache = queries();
    const client = testClient();
    answers['/space/list'] = badGateway;
    const options = workspacesOptions(client);
    const observer = new QueryObserver(cache, options);
    const stop = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(1);
    const failing = () => failingRead(cache, [{ queryKey: options.queryKey, result: observer.getCurrentResult() }]);
    expect(tries).toHaveLength(1);
    expect(failing()?.error).toMatchObject({ status: 502, operation: 'listWorkspaces', fault: 'notJson' });
    expect((failing()?.retryAt() ?? 0) - Date.now()).toBeGreaterThan(700);
    expect((failing()?.retryAt() ?? 0) - Date.now()).toBeLessThanOrEqual(1200);
    await vi.advanceTimersByTimeAsync(1300);
    expect(tries).toHaveLength(2);
    // 2400 at least, and the try before was up to 500 ms ago.
    expect((failing()?.retryAt() ?? 0) - Date.now()).toBeGreaterThan(1800);
    // After the third try it is an error like any other.
    await vi.advanceTimersByTimeAsync(4000);
    expect(tries).toHaveLength(3);
    expect(failing()).toBeNull();
    expect(observer.getCurrentResult().error).toMatchObject({ status: 502 });
    stop();
  });

  test('can be retried at once, and keeps its last error until that try ends', async () => {
    const cache = queries();
    const options = workspacesOptions(testClient());
    answers['/space/list'] = badGateway;
    const observer = new QueryObserver(cache, options);
    const stop = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(1);
    const failing = () => failingRead(cache, [{ queryKey: options.queryKey, result: observer.getCurrentResult() }]);
    const seen: boolean[] = [];
    // As a component hears of it.
    const look = notifyManager.batchCalls(() => {
      const { failureReason, fetchStatus, status } = observer.getCurrentResult();
      if (status === 'pending') seen.push(fetchStatus === 'fetching' && failureReason !== null);
    });
    observer.subscribe(() => look());
    let answer = (_: Response): void => {};
    answers['/space/list'] = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    failing()?.tryNow();
    await vi.advanceTimersByTimeAsync(1);
    expect(tries.map(({ at }) => at)).toEqual([0, 1]);
    expect(failing()?.error).toMatchObject({ status: 502 });
    expect(failing()?.retryAt()).toBe(0);
    // A second press while it is tried sends nothing.
    failing()?.tryNow();
    await vi.advanceTimersByTimeAsync(1);
    expect(tries).toHaveLength(2);
    answer(envelope({ spaces: [] }));
    await vi.advanceTimersByTimeAsync(1);
    expect(observer.getCurrentResult().status).toBe('success');
    expect(failing()).toBeNull();
    // It was never to be seen without its reason, as if nothing had failed.
    expect(seen).not.toContain(false);
    // The try that the press came before is not made as well.
    await vi.advanceTimersByTimeAsync(20_000);
    expect(tries).toHaveLength(2);
    stop();
  });

  test('a manual retry that fails starts a new series of retries', async () => {
    const cache = queries();
    const options = workspacesOptions(testClient());
    answers['/space/list'] = badGateway;
    const observer = new QueryObserver(cache, options);
    const stop = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(1300);
    expect(tries).toHaveLength(2);
    tryNow(cache, options.queryKey);
    await vi.advanceTimersByTimeAsync(1);
    expect(tries).toHaveLength(3);
    expect(observer.getCurrentResult()).toMatchObject({ status: 'pending', fetchStatus: 'fetching' });
    await vi.advanceTimersByTimeAsync(1300);
    expect(tries).toHaveLength(4);
    stop();
  });

  test('does not slow other operations on the same budget', async () => {
    const cache = queries();
    const budget = createBudget(10, memoryStore());
    const client = testClient({ budget });
    answers['/space/list'] = badGateway;
    answers['/dw_table/list'] = () => envelope({ tables: [] });
    const stop = new QueryObserver(cache, workspacesOptions(client)).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(10);
    for (let space = 0; space < 30; space += 1) {
      void cache.prefetchQuery(tablesOptions(client, String(space), 'ext'));
    }
    await vi.advanceTimersByTimeAsync(3500);
    expect(tries.filter(({ path }) => path === '/dw_table/list')).toHaveLength(30);
    expect(budget.snapshot()).toMatchObject({ rate: 10, pausedMs: 0 });
    stop();
  });

  test('cannot be retried early while the platform asks all requests to wait', async () => {
    const cache = queries();
    const options = workspacesOptions(testClient());
    const observer = new QueryObserver(cache, options);
    answers['/space/list'] = () => new Response('slow down', { status: 429, headers: { 'Retry-After': '5' } });
    const stop = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(1);
    const failing = failingRead(cache, [{ queryKey: options.queryKey, result: observer.getCurrentResult() }]);
    expect(failing).toMatchObject({ mustWait: true });
    expect((failing?.retryAt() ?? 0) - start).toBeGreaterThanOrEqual(5000);
    await vi.advanceTimersByTimeAsync(4900);
    expect(tries).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(400);
    expect(tries).toHaveLength(2);
    stop();
  });
});

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const client = testClient();
const failure = () =>
  new ApiError({ kind: 'system', operation: 'listRecords', message: 'down', code: 500, status: 503 });

/** A read that fails this many times, and the times of its tries. */
function failingTimes(times: number): { run: () => Promise<string>; tries: number[] } {
  const tries: number[] = [];
  return {
    tries,
    run: async () => {
      tries.push(Date.now() - 1_000_000);
      if (tries.length <= times) throw failure();
      return 'read';
    },
  };
}

describe('a failed read outside the query cache', () => {
  test('is reported from its first failure on, is retried, and is cleared on success', async () => {
    const { run, tries } = failingTimes(1);
    const read = readPatiently(client, run, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(0);
    expect(failingWalkOf(client)?.error).toMatchObject({ code: 500, status: 503 });
    expect((failingWalkOf(client)?.retryAt() ?? 0) - Date.now()).toBeGreaterThan(700);
    // Another environment has nothing to do with it.
    expect(failingWalkOf(testClient({ identity: 'other' }))).toBeNull();
    await vi.advanceTimersByTimeAsync(1300);
    expect(await read).toBe('read');
    expect(tries).toHaveLength(2);
    expect(failingWalkOf(client)).toBeNull();
  });

  test('can be retried at once, exactly once', async () => {
    const { run, tries } = failingTimes(1);
    const read = readPatiently(client, run, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(10);
    failingWalkOf(client)?.tryNow();
    failingWalkOf(client)?.tryNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(await read).toBe('read');
    await vi.advanceTimersByTimeAsync(5000);
    expect(tries).toEqual([0, 10]);
  });

  test('throws the error of its third try, and reports nothing more', async () => {
    const { run, tries } = failingTimes(9);
    const read = readPatiently(client, run, new AbortController().signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await read).toMatchObject({ code: 500 });
    expect(tries).toHaveLength(3);
    expect(failingWalkOf(client)).toBeNull();
  });

  test('ends at once when it is cancelled, without another try', async () => {
    const { run, tries } = failingTimes(9);
    const stop = new AbortController();
    const read = readPatiently(client, run, stop.signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    stop.abort();
    expect(await read).toMatchObject({ code: 500 });
    expect(failingWalkOf(client)).toBeNull();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(tries).toHaveLength(1);
  });

  test('several that fail together are reported until each has succeeded', async () => {
    const [first, second] = [failingTimes(1), failingTimes(2)];
    const reads = [first, second].map(({ run }) => readPatiently(client, run, new AbortController().signal));
    await vi.advanceTimersByTimeAsync(1300);
    expect(await reads[0]).toBe('read');
    expect(failingWalkOf(client)).not.toBeNull();
    await vi.advanceTimersByTimeAsync(4000);
    expect(await reads[1]).toBe('read');
    expect(failingWalkOf(client)).toBeNull();
  });
});
