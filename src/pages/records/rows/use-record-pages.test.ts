import { hashKey, QueriesObserver, QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { activityEntry, clearActivity } from '../../../api/wire/activity';
import { createBudget } from '../../../api/wire/budget';
import { memoryStore } from '../../../api/wire/budget-store';
import { failingRead, mayRetryRead, retryDelay } from '../../../api/wire/query-client';
import { testClient } from '../../../api/wire/test-client';
import { pageHold, pageQueries, readsUnder, requestOfPage } from './use-record-pages';

/** Requests that reached the network, by offset, and whether they were called off. */
let sent: { offset: number; signal: AbortSignal }[] = [];
/** Offsets that are not answered, and those that fail. */
let hanging: Set<number>;
let failing: Set<number>;

beforeEach(() => {
  sent = [];
  hanging = new Set();
  failing = new Set();
  clearActivity();
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { offset } = JSON.parse(String(init.body)) as { offset: number };
    const signal = init.signal as AbortSignal;
    sent.push({ offset, signal });
    if (hanging.has(offset))
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const fails = failing.has(offset);
    const items = Array.from({ length: 100 }, (_, row) => ({ item_id: String(offset + row), fields: {} }));
    const envelope = { code: fails ? 20001 : 0, message: fails ? 'no' : 'success', data: { items }, meta: {} };
    return Response.json({ ...envelope, meta: { trace_id: `t${offset}` } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const query = { table_id: '2100000000000001', filter: null, order: null };
const offsets = () => sent.map(({ offset }) => offset);

/** The pages of a query as the page observes them. `look` brings the window over some pages. */
function begin(client = testClient(), queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })) {
  let under = [0];
  let pages = [0];
  const options = () =>
    pageQueries(client, query, { pages, asked: new Map(), isUnder: (page) => under.includes(page) });
  const observer = new QueriesObserver(queries, options());
  const end = observer.subscribe(() => {});
  const resultOf = (page: number) => {
    const place = pages.indexOf(page);
    const [result, queryKey] = [observer.getCurrentResult()[place], options()[place]?.queryKey];
    if (!result || !queryKey) throw new Error(`Page ${page} is not held.`);
    return { result, queryKey };
  };
  return {
    client,
    queries,
    look(pagesUnder: number[], { ahead = [] as number[] } = {}) {
      under = pagesUnder;
      pages = [...under, ...ahead];
      client.budget.review();
      observer.setQueries(options() as unknown as QueryObserverOptions[]);
    },
    resultOf,
    hasCome: (page: number) => vi.waitFor(() => expect(resultOf(page).result.data).toBeDefined()),
    requestOf(page: number) {
      const { data, error } = resultOf(page).result;
      return requestOfPage(data as Parameters<typeof requestOfPage>[0], error);
    },
    end,
  };
}

describe('a page no longer in view', () => {
  test('is not requested if it was still waiting', async () => {
    vi.useFakeTimers();
    const { look, end } = begin(testClient({ budget: createBudget(1, memoryStore()) }));
    await vi.advanceTimersByTimeAsync(0);
    expect(offsets()).toEqual([0]);
    for (const page of [5, 6, 7, 9]) {
      look([page]);
      await vi.advanceTimersByTimeAsync(20);
    }
    await vi.advanceTimersByTimeAsync(5000);
    expect(offsets()).toEqual([0, 900]);
    end();
  });

  test('is cancelled while it loads', async () => {
    hanging.add(300);
    const { look, hasCome, end } = begin();
    look([3]);
    await vi.waitFor(() => expect(offsets()).toContain(300));
    look([8]);
    await hasCome(8);
    expect(sent.find(({ offset }) => offset === 300)?.signal.aborted).toBe(true);
    expect(sent.find(({ offset }) => offset === 800)?.signal.aborted).toBe(false);
    end();
  });

  test('is cancelled when the page closes', async () => {
    hanging.add(0);
    const { end } = begin();
    await vi.waitFor(() => expect(offsets()).toEqual([0]));
    end();
    await vi.waitFor(() => expect(sent[0]?.signal.aborted).toBe(true));
  });

  test('stays cached once loaded, and is not requested again', async () => {
    const { look, hasCome, resultOf, end } = begin();
    await hasCome(0);
    const answer = resultOf(0).result.data;
    look([8]);
    await hasCome(8);
    look([0]);
    expect(resultOf(0).result.data).toBe(answer);
    expect(offsets()).toEqual([0, 800]);
    end();
  });
});

describe('pages held', () => {
  const page = (offset: number) => ({ queryKey: ['records', offset], gcTime: 1000 });
  const hashes = (...offsets: number[]) => offsets.map((offset) => hashKey(page(offset).queryKey));

  /** With pages that nothing but the hold observes. */
  function withPages(...offsets: number[]) {
    vi.useFakeTimers();
    const queries = new QueryClient();
    for (const offset of offsets) void queries.prefetchQuery({ ...page(offset), queryFn: () => 'rows' });
    const cached = () =>
      queries
        .getQueryCache()
        .findAll()
        .map(({ queryKey }) => queryKey.at(-1));
    return { queries, cached, hold: pageHold(queries) };
  }

  test('stay however long nothing draws them, and leave once they are held no longer', async () => {
    const { hold, cached } = withPages(0, 100, 200);
    hold.keep('a', hashes(0, 100));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(cached()).toEqual([0, 100]);
    hold.keep('a', hashes(100));
    expect(cached()).toEqual([100]);
    hold.end();
    await vi.advanceTimersByTimeAsync(1000);
    expect(cached()).toEqual([]);
  });

  test('of another query stay a while', async () => {
    const { hold, cached } = withPages(0, 100);
    hold.keep('a', hashes(0));
    hold.keep('b', hashes(0, 100));
    hold.keep('b', hashes(100));
    expect(cached()).toEqual([0, 100]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(cached()).toEqual([100]);
    hold.end();
  });

  test('stay where something else looks at them', async () => {
    const { queries, hold, cached } = withPages(0);
    await vi.advanceTimersByTimeAsync(1);
    const stop = new QueryObserver(queries, { ...page(0), enabled: false }).subscribe(() => {});
    hold.keep('a', hashes(0));
    hold.keep('a', []);
    expect(cached()).toEqual([0]);
    stop();
  });
});

test('a prefetched page becomes urgent when it comes into view', async () => {
  vi.useFakeTimers();
  // Two of the three sends in a second belong to the user.
  const { look, end } = begin(testClient({ budget: createBudget(3, memoryStore()) }));
  await vi.advanceTimersByTimeAsync(0);
  look([0], { ahead: [1] });
  await vi.advanceTimersByTimeAsync(20);
  expect(offsets()).toEqual([0]);
  look([1]);
  await vi.advanceTimersByTimeAsync(20);
  expect(offsets()).toEqual([0, 100]);
  end();
});

describe('a page that fails', () => {
  test('links to the failed request, and to the successful one later', async () => {
    failing.add(100);
    const { look, resultOf, requestOf, hasCome, end } = begin();
    await hasCome(0);
    look([0, 1]);
    await vi.waitFor(() => expect(resultOf(1).result.error).not.toBeNull());
    const failed = requestOf(1);
    expect(activityEntry(failed ?? -1)).toMatchObject({ traceId: 't100', code: 20001 });
    expect(activityEntry(requestOf(0) ?? -1)).toMatchObject({ traceId: 't0', outcome: 'success' });
    failing.clear();
    void resultOf(1).result.refetch();
    await hasCome(1);
    expect(resultOf(1).result.error).toBeNull();
    expect(activityEntry(requestOf(1) ?? -1)).toMatchObject({ outcome: 'success' });
    expect(requestOf(1)).not.toBe(failed);
    // It was not requested.
    expect(requestOfPage(undefined, undefined)).toBeNull();
    end();
  });

  test('is reported from its first failure on while it is retried, and can be retried at once', async () => {
    vi.useFakeTimers();
    const { look, queries, resultOf, end } = begin(
      testClient(),
      new QueryClient({ defaultOptions: { queries: { retry: mayRetryRead, retryDelay } } }),
    );
    await vi.advanceTimersByTimeAsync(1);
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
    look([0, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(resultOf(1).result.error).toBeNull();
    const told = failingRead(queries, [resultOf(0), resultOf(1)]);
    expect(told?.error).toMatchObject({ status: 502, fault: 'notJson' });
    vi.stubGlobal('fetch', async () =>
      Response.json({ code: 0, message: 'success', data: { items: [] }, meta: { trace_id: 't' } }),
    );
    told?.tryNow();
    await vi.advanceTimersByTimeAsync(1);
    expect(resultOf(1).result).toMatchObject({ error: null, failureReason: null });
    expect(resultOf(1).result.data).toBeDefined();
    expect(failingRead(queries, [resultOf(0), resultOf(1)])).toBeNull();
    end();
  });

  test('keeps previously loaded rows, and is retried once by a press', async () => {
    const { queries, resultOf, hasCome, end } = begin();
    await hasCome(0);
    const before = resultOf(0).result.data;
    failing.add(0);
    void queries.invalidateQueries();
    await vi.waitFor(() => expect(resultOf(0).result.error).not.toBeNull());
    expect(resultOf(0).result.data).toBe(before);
    failing.clear();
    void resultOf(0).result.refetch();
    await vi.waitFor(() => expect(resultOf(0).result.data).not.toBe(before));
    expect(resultOf(0).result.error).toBeNull();
    expect(offsets()).toEqual([0, 0, 0]);
    end();
  });

  test('is no error while it is only prefetched', async () => {
    failing.add(100);
    const { look, resultOf, end } = begin();
    look([0], { ahead: [1] });
    await vi.waitFor(() => expect(resultOf(1).result.error).not.toBeNull());
    const reads = [0, 1].map((page) => ({ page, ...resultOf(page) }));
    expect(readsUnder({ under: [0], ahead: [1] }, reads)).toMatchObject({ error: null, seen: [{ page: 0 }] });
    expect(readsUnder({ under: [1], ahead: [] }, reads).error).not.toBeNull();
    end();
  });
});
