import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { steadyTimeout } from './clock';

const ticks: { milliseconds: number; run: () => void }[] = [];
vi.mock('./ticker', () => ({
  afterTicks: (milliseconds: number, run: () => void) => ticks.push({ milliseconds, run }),
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  ticks.length = 0;
});

test('in a tab that is seen the page’s own timer counts, and no worker is asked', async () => {
  vi.stubGlobal('document', { hidden: false });
  const run = vi.fn();
  steadyTimeout(run, 100);
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toHaveBeenCalledOnce();
  expect(ticks).toEqual([]);
});

test('in a tab that is not seen the worker’s does, and it runs once', async () => {
  vi.stubGlobal('document', { hidden: true });
  const run = vi.fn();
  // The page’s timer comes as late as a hidden page’s may.
  steadyTimeout(run, 100_000);
  await vi.waitFor(() => expect(ticks.map(({ milliseconds }) => milliseconds)).toEqual([100_000]));
  ticks[0]?.run();
  expect(run).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(run).toHaveBeenCalledOnce();
});

test('what is called off does not run, whichever timer ends', async () => {
  vi.stubGlobal('document', { hidden: true });
  const run = vi.fn();
  const callOff = steadyTimeout(run, 100_000);
  await vi.waitFor(() => expect(ticks.length).toBe(1));
  callOff();
  ticks[0]?.run();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(run).not.toHaveBeenCalled();
});
