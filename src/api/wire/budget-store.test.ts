import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BudgetState, BudgetStore } from './budget-store';

let isFull = false;
const kept = new Map<string, string>();

beforeEach(() => {
  isFull = false;
  kept.clear();
  vi.resetModules();
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, run: () => Promise<unknown>) => {
    last = last.then(run);
    return last;
  };
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => kept.delete(name),
    setItem(name: string, text: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(name, text);
    },
  });
});

afterEach(() => vi.unstubAllGlobals());

const idle: BudgetState = { sends: [], rate: 10, pausedFrom: 0, pausedUntil: 0 };

/** A tab that sends at a time. @returns the sends that it knew of before */
const sendAt = (tab: BudgetStore, time: number) =>
  tab.change((state) => {
    const before = state ?? idle;
    return { state: { ...before, sends: [...before.sends, time] }, result: before.sends };
  });

test.each(['before the first request', 'after some'])(
  'local storage that is full, %s: every tab still knows the requests of all of them',
  async (when) => {
    const { sharedStore } = await import('./budget-store');
    const [one, other] = [sharedStore(when), sharedStore(when)];
    isFull = when === 'before the first request';
    expect(await sendAt(one, 1)).toEqual([]);
    isFull = true;
    expect(await sendAt(one, 2)).toEqual([1]);
    expect(await sendAt(other, 3)).toEqual([1, 2]);
    expect(await sendAt(one, 4)).toEqual([1, 2, 3]);
    expect(one.peek()?.sends).toEqual([1, 2, 3, 4]);
    isFull = false;
    expect(await sendAt(other, 5)).toEqual([1, 2, 3, 4]);
    expect(await sendAt(one, 6)).toEqual([1, 2, 3, 4, 5]);
  },
);

test('where the browser keeps nothing at all, a tab still keeps to the limit on its own', async () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied });
  vi.stubGlobal('indexedDB', undefined);
  const { sharedStore } = await import('./budget-store');
  const tab = sharedStore('denied');
  expect(await sendAt(tab, 1)).toEqual([]);
  expect(await sendAt(tab, 2)).toEqual([1]);
});
