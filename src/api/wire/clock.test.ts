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

test('a visible tab uses the page’s own timer, and no worker', async () => {
  vi.stubGlobal('document', { hidden: false });
  const run = vi.fn();
  steadyTimeout(run, 100);
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toHaveBeenCalledOnce();
  expect(ticks).toEqual([]);
});

test('a hidden tab uses the worker’s timer, which fires once', async () => {
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

test('a cancelled timer does not fire, whichever timer ends', async () => {
  vi.stubGlobal('document', { hidden: true });
  const run = vi.fn();
  const callOff = steadyTimeout(run, 100_000);
  await vi.waitFor(() => expect(ticks.length).toBe(1));
  callOff();
  ticks[0]?.run();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(run).not.toHaveBeenCalled();
});
