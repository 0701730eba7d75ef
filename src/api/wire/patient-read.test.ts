import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../contract/errors';
import { failingWalkOf, readPatiently } from './patient-read';
import { testClient } from './test-client';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const client = testClient();
const failed = () =>
  new ApiError({ kind: 'system', operation: 'listRecords', message: 'down', code: 500, status: 503 });

/** A read that fails so many times, and the times of its tries. */
function failingTimes(times: number): { run: () => Promise<string>; tries: number[] } {
  const tries: number[] = [];
  return {
    tries,
    run: async () => {
      tries.push(Date.now() - 1_000_000);
      if (tries.length <= times) throw failed();
      return 'read';
    },
  };
}

describe('a read outside of the query cache that fails', () => {
  test('is said from its first failure on, is tried again, and is over when it has come', async () => {
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

  test('is tried at once by a press, and once', async () => {
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

  test('throws what its third try failed of, and says nothing more', async () => {
    const { run, tries } = failingTimes(9);
    const read = readPatiently(client, run, new AbortController().signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await read).toMatchObject({ code: 500 });
    expect(tries).toHaveLength(3);
    expect(failingWalkOf(client)).toBeNull();
  });

  test('ends at once when it is called off, without a further try', async () => {
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

  test('of several that fail together the others are still said when one has come', async () => {
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
