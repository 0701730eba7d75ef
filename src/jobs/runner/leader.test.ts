import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askMs, leadInTurn } from './leader';

type Work = () => Promise<unknown>;

/** One Web Lock: its holder, and who waits for it. */
function fakeLock() {
  let holder: { reject(reason: unknown): void } | null = null;
  const waiting: (() => void)[] = [];
  const grant = (work: Work, resolve: (result: unknown) => void, reject: (reason: unknown) => void): void => {
    const mine = { reject };
    holder = mine;
    work()
      .then(resolve, reject)
      .finally(() => {
        if (holder !== mine) return;
        holder = null;
        waiting.shift()?.();
      });
  };
  return {
    request(_name: string, { signal, steal }: { signal?: AbortSignal; steal?: boolean }, work: Work) {
      return new Promise((resolve, reject) => {
        const begin = (): void => grant(work, resolve, reject);
        if (steal || !holder) {
          holder?.reject(new DOMException('stolen', 'AbortError'));
          return begin();
        }
        waiting.push(begin);
        signal?.addEventListener('abort', () => {
          const place = waiting.indexOf(begin);
          if (place === -1) return;
          waiting.splice(place, 1);
          reject(signal.reason);
        });
      });
    },
  };
}

let lock: ReturnType<typeof fakeLock>;
const page = { visibilityState: 'visible' };
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  lock = fakeLock();
  page.visibilityState = 'visible';
  vi.stubGlobal('navigator', { locks: lock });
  vi.stubGlobal('document', page);
});

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await vi.advanceTimersByTimeAsync(0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A tab that leads as soon as it may. */
function openTab(isWanted = true) {
  const tab = { leads: false };
  const run = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      tab.leads = true;
      signal.addEventListener('abort', () => {
        tab.leads = false;
        resolve();
      });
    });
  stops.push(leadInTurn('jobs:lab:i1', { isWanted: async () => isWanted, run }));
  return tab;
}

/** A tab that held the lock when its browser froze it. */
function frozenTab() {
  const lost = vi.fn();
  lock.request('', {}, () => new Promise(() => {})).catch(lost);
  return lost;
}

const aWhile = 10 * askMs;

test('a tab that is alive keeps the lead, however long others wait, and hands it on when it ends', async () => {
  const first = openTab();
  const second = openTab();
  await vi.advanceTimersByTimeAsync(aWhile);
  expect([first.leads, second.leads]).toEqual([true, false]);
  stops.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect([first.leads, second.leads]).toEqual([false, true]);
});

test('a frozen tab loses the lead to one that is seen and has jobs, within half a minute', async () => {
  const lost = frozenTab();
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(tab.leads).toBe(false);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(tab.leads).toBe(true);
  expect(lost).toHaveBeenCalledOnce();
  // Others hear of the new one.
  const other = openTab();
  await vi.advanceTimersByTimeAsync(aWhile);
  expect([tab.leads, other.leads]).toEqual([true, false]);
});

test.each([
  ['a hidden tab', true, 'hidden'],
  ['a tab without jobs', false, 'visible'],
])('%s takes nothing from a frozen one', async (_which, isWanted, visibilityState) => {
  frozenTab();
  page.visibilityState = visibilityState;
  const tab = openTab(isWanted);
  await vi.advanceTimersByTimeAsync(aWhile);
  expect(tab.leads).toBe(false);
});

test('a tab from which the lead was taken ends its run, and waits for its next turn', async () => {
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.leads).toBe(true);
  let end = (): void => {};
  void lock.request('', { steal: true }, () => new Promise<void>((resolve) => (end = resolve)));
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.leads).toBe(false);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.leads).toBe(true);
});
