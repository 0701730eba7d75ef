import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { activityEntry, clearActivity } from '../../api/activity';
import { createBudget } from '../../api/budget';
import { memoryStore } from '../../api/budget-store';
import { mayRetryRead, retryDelay } from '../../api/retry';
import { testClient } from '../../api/test-client';
import { createPageReader, requestOfRow } from './page-reader';

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

function begin(client = testClient()) {
  const reader = createPageReader(new QueryClient({ defaultOptions: { queries: { retry: false } } }), client, query);
  const end = reader.subscribe(() => {});
  return { reader, end };
}

const look = (...pages: number[]) => ({ pages, ahead: [] });

describe('a page that is looked at no longer', () => {
  test('is not sent for, where it still waited for its turn', async () => {
    vi.useFakeTimers();
    const { reader, end } = begin(testClient({ budget: createBudget(1, memoryStore()) }));
    await vi.advanceTimersByTimeAsync(0);
    expect(offsets()).toEqual([0]);
    for (const page of [5, 6, 7, 9]) {
      reader.want(look(page));
      await vi.advanceTimersByTimeAsync(20);
    }
    await vi.advanceTimersByTimeAsync(5000);
    expect(offsets()).toEqual([0, 900]);
    end();
  });

  test('is given up while it is on its way', async () => {
    hanging.add(300);
    const { reader, end } = begin();
    reader.want(look(3));
    await vi.waitFor(() => expect(offsets()).toContain(300));
    reader.want(look(8));
    await vi.waitFor(() => expect(reader.reading.answers.has(8)).toBe(true));
    expect(sent.find(({ offset }) => offset === 300)?.signal.aborted).toBe(true);
    expect(sent.find(({ offset }) => offset === 800)?.signal.aborted).toBe(false);
    end();
  });

  test('is given up with the page of the console', async () => {
    hanging.add(0);
    const { end } = begin();
    await vi.waitFor(() => expect(offsets()).toEqual([0]));
    end();
    await vi.waitFor(() => expect(sent[0]?.signal.aborted).toBe(true));
  });
});

describe('a page that fails', () => {
  test('leads to the request that failed, and to the one that brought it once it has come', async () => {
    failing.add(100);
    const { reader, end } = begin();
    const requestOf = (row: number) => activityEntry(requestOfRow(reader.reading, reader, row) ?? -1);
    reader.want(look(0, 1));
    await vi.waitFor(() => expect(reader.state().error).not.toBeNull());
    expect(requestOf(150)).toMatchObject({ traceId: 't100', code: 20001 });
    expect(requestOf(50)).toMatchObject({ traceId: 't0', outcome: 'success' });
    // Nobody has asked for it.
    expect(requestOfRow(reader.reading, reader, 250)).toBeNull();
    failing.clear();
    const failed = requestOfRow(reader.reading, reader, 150);
    reader.retry();
    await vi.waitFor(() => expect(reader.reading.answers.has(1)).toBe(true));
    expect(reader.state().error).toBeNull();
    expect(requestOf(150)).toMatchObject({ outcome: 'success' });
    expect(requestOfRow(reader.reading, reader, 150)).not.toBe(failed);
    end();
  });

  test('says so from its first failure on, while it is tried again; a press has it tried at once', async () => {
    vi.useFakeTimers();
    const queries = new QueryClient({ defaultOptions: { queries: { retry: mayRetryRead, retryDelay } } });
    const reader = createPageReader(queries, testClient(), query);
    const end = reader.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(1);
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
    reader.want(look(0, 1));
    await vi.advanceTimersByTimeAsync(1);
    expect(reader.state()).toMatchObject({ error: null, failing: { status: 502, fault: 'notJson' } });
    // What is not under the window any more is not said.
    reader.want(look(0));
    expect(reader.state().failing).toBeNull();
    reader.want(look(0, 1));
    await vi.advanceTimersByTimeAsync(1);
    expect(reader.state().failing).not.toBeNull();
    vi.stubGlobal('fetch', async () =>
      Response.json({ code: 0, message: 'success', data: { items: [] }, meta: { trace_id: 't' } }),
    );
    reader.tryNow();
    await vi.advanceTimersByTimeAsync(1);
    expect(reader.reading.answers.has(1)).toBe(true);
    expect(reader.state()).toMatchObject({ error: null, failing: null });
    end();
  });

  test('keeps the rows that were read before, and is read once more by one press', async () => {
    const { reader, end } = begin();
    await vi.waitFor(() => expect(reader.reading.answers.has(0)).toBe(true));
    const before = reader.reading.answers.get(0);
    failing.add(0);
    reader.refresh();
    await vi.waitFor(() => expect(reader.state().error).not.toBeNull());
    expect(reader.reading.answers.get(0)).toBe(before);
    failing.clear();
    reader.retry();
    await vi.waitFor(() => expect(reader.reading.answers.get(0)).not.toBe(before));
    expect(reader.state().error).toBeNull();
    expect(offsets()).toEqual([0, 0, 0]);
    end();
  });

  test('is no error of the rows that are seen while it is only read ahead', async () => {
    failing.add(100);
    const { reader, end } = begin();
    reader.want({ pages: [0], ahead: [1] });
    await vi.waitFor(() => expect(reader.failureOf(1)).not.toBeNull());
    expect(reader.state().error).toBeNull();
    reader.want(look(1));
    expect(reader.state().error).not.toBeNull();
    end();
  });
});
