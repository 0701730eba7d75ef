import { afterEach, expect, test, vi } from 'vitest';
import { standStill } from '../ledger/ledger';

afterEach(() => {
  vi.useRealTimers();
});

test('a job is paused while a stop is being confirmed, and no longer than that tab lives', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const asked: number[] = [];
  const ask = async (_id: string, until: number) => {
    asked.push(until);
  };
  const goOn = await standStill('j', { ask });
  const [first = 0] = asked;
  expect(first).toBeGreaterThan(Date.now());
  // Renewed well before it ends: a hidden tab is woken once a minute only.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Date.now()).toBeLessThan(first);
  expect(asked.at(-1)).toBeGreaterThan(first);
  await goOn();
  expect(asked.at(-1)).toBe(0);
  const { length } = asked;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toHaveLength(length);
});
