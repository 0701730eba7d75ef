import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { afterEnding, type Budget, createBudget, leaseAfter, type Priority } from './budget';
import { formatState, memoryStore, parseState, together } from './budget-store';
import { SimulatedWire, seeded, wires } from './test-wire';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const start = 1_000_000;
const idle = { sends: [], pausedFrom: 0, pausedUntil: 0 };

/** Asks for turns and returns the times at which they came, by name. */
function take(budget: Budget, name: string, priority: Priority, log: [string, number][], signal?: AbortSignal) {
  return budget.take(priority, signal).then(() => {
    const now = Date.now();
    log.push([name, now - start]);
    budget.leave(now);
    budget.end(now);
  });
}

describe('rate budget', () => {
  test('no window of one second ever has more requests than the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(3000), fc.constantFrom<Priority>('interactive', 'prefetch', 'job')), {
          maxLength: 60,
        }),
        async (asked) => {
          vi.setSystemTime(start);
          const budget = createBudget(10, memoryStore());
          const log: [string, number][] = [];
          for (const [delay, priority] of asked) setTimeout(() => void take(budget, 'x', priority, log), delay);
          await vi.advanceTimersByTimeAsync(30_000);
          expect(log).toHaveLength(asked.length);
          const times = log.map(([, time]) => time);
          for (const [index, time] of times.entries()) {
            expect(times.slice(index).filter((later) => later - time < 1000).length).toBeLessThanOrEqual(10);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('two tabs on one store share one limit', async () => {
    const store = memoryStore();
    const tabs = [createBudget(10, store), createBudget(10, store)];
    const log: [string, number][] = [];
    for (const tab of tabs) for (let index = 0; index < 10; index += 1) void take(tab, 'x', 'interactive', log);
    await vi.advanceTimersByTimeAsync(900);
    expect(log).toHaveLength(10);
    await vi.advanceTimersByTimeAsync(1000);
    expect(log).toHaveLength(20);
  });

  test('with hundreds of requests per second several are taken at a time, and no second exceeds the limit', async () => {
    const store = memoryStore();
    const tabs = [createBudget(400, store), createBudget(400, store)];
    const log: [string, number][] = [];
    for (const tab of tabs) {
      const askAgain = (): void => {
        if (log.length < 1500) void take(tab, 'x', 'job', log).then(askAgain);
      };
      for (let index = 0; index < 4; index += 1) askAgain();
    }
    await vi.advanceTimersByTimeAsync(10_000);
    const times = log.map(([, time]) => time);
    expect(times.length).toBeGreaterThanOrEqual(1500);
    for (const [index, time] of times.entries()) {
      expect((times[index + 400] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(1000);
    }
    expect(leaseAfter({ ...idle, rate: 400 }, start)).toMatchObject({ sends: 5, state: { sends: { length: 5 } } });
    expect(leaseAfter({ ...idle, rate: 10 }, start).sends).toBe(0);
  });

  test('none are taken ahead while a person may need them, or during a pause', () => {
    const full = { ...idle, rate: 400, sends: Array(396).fill(start - 500) };
    expect(leaseAfter(full, start).sends).toBe(2);
    expect(leaseAfter({ ...full, sends: Array(399).fill(start - 500) }, start).sends).toBe(0);
    expect(leaseAfter({ ...full, sends: Array(396).fill(start - 1500) }, start).sends).toBe(5);
    expect(leaseAfter({ ...idle, rate: 400, pausedFrom: start, pausedUntil: start + 1 }, start).sends).toBe(0);
  });

  test('requests taken ahead and not used are returned', async () => {
    const store = memoryStore();
    const budget = createBudget(1000, store);
    await take(budget, 'x', 'job', []);
    expect(store.peek()?.sends.length).toBeGreaterThan(10);
    await vi.advanceTimersByTimeAsync(3000);
    await take(budget, 'x', 'job', []);
    await vi.advanceTimersByTimeAsync(10);
    expect(budget.snapshot().free).toBeGreaterThan(970);
  });

  test('the state is read back as written, and anything else is ignored', () => {
    const state = {
      sends: [start, start, start + 7, start + 1000],
      rate: 2.5,
      pausedFrom: start,
      pausedUntil: start + 5,
    };
    expect(parseState(formatState(state))).toEqual(state);
    expect(parseState(formatState({ ...state, sends: [] }))).toEqual({ ...state, sends: [] });
    for (const text of [
      null,
      '',
      'null',
      '{"sends":["1"],"rate":1,"pausedFrom":"0","pausedUntil":0}',
      '{"sends":[],"rate":0}',
      ...['"sends":[1e999]', '"rate":1e-300', '"rate":null', '"pausedUntil":1e999', '"pausedFrom":[]'].map((odd) =>
        formatState(state).replace('}', `,${odd}}`),
      ),
    ]) {
      expect(parseState(text)).toBeNull();
    }
  });

  test('what a killed browser left is taken in: each send once, and the latest pause', () => {
    const older = { sends: [start, start, start + 20], rate: 10, pausedFrom: 0, pausedUntil: 0 };
    const newer = {
      sends: [start, start + 20, start + 50],
      rate: 5,
      pausedFrom: start + 60,
      pausedUntil: start + 9000,
    };
    const both = { ...newer, sends: [start, start, start + 20, start + 50] };
    expect(together(older, newer)).toEqual(both);
    expect(together(newer, older)).toEqual(both);
    expect(together(null, newer)).toEqual(newer);
    // Resumed since.
    const resumed = { ...newer, pausedFrom: start + 100, pausedUntil: start + 100 };
    expect(together(newer, resumed)).toMatchObject({ pausedUntil: start + 100 });
  });

  test('a pause noted before the clock was set back has ended', async () => {
    const budget = createBudget(10, memoryStore());
    const log: [string, number][] = [];
    budget.note(429, 60_000);
    await vi.advanceTimersByTimeAsync(0);
    expect(budget.snapshot().pausedMs).toBe(60_000);
    vi.setSystemTime(start - 600_000);
    expect(budget.snapshot().pausedMs).toBe(0);
    void take(budget, 'after', 'interactive', log);
    await vi.advanceTimersByTimeAsync(100);
    expect(log).toEqual([['after', -600_000]]);
    // Nor does it lengthen the next one.
    budget.note(429, 1000);
    await vi.advanceTimersByTimeAsync(0);
    expect(budget.snapshot().pausedMs).toBe(1000);
  });

  test.each([-600_000, -1500, -900, 900, 1500, 600_000])(
    'a clock that is set by %i ms lets no more requests leave, and keeps none for long',
    async (by) => {
      const store = memoryStore();
      const tabs = [createBudget(10, store), createBudget(10, store)];
      const leave = vi.fn();
      const ask = (): void =>
        void tabs.map((tab) => take(tab, 'x', 'interactive', []).then(() => leave(performance.now())));
      for (let index = 0; index < 5; index += 1) ask();
      await vi.advanceTimersByTimeAsync(100);
      expect(leave).toHaveBeenCalledTimes(10);
      vi.setSystemTime(Date.now() + by);
      for (let index = 0; index < 5; index += 1) ask();
      await vi.advanceTimersByTimeAsync(3200);
      const times = leave.mock.calls.map(([time]) => time);
      expect(times).toHaveLength(20);
      for (const [index, time] of times.entries()) expect((times[index + 10] ?? 1e9) - time).toBeGreaterThan(900);
    },
  );

  test('with a thousand requests per second a job is not limited by timer resolution', async () => {
    const exact = setTimeout;
    vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => exact(run, Math.max(4, ms)));
    const budget = createBudget(1000, memoryStore());
    const log: [string, number][] = [];
    const askAgain = (): void => void take(budget, 'job', 'job', log).then(() => exact(askAgain, 1));
    for (let index = 0; index < 5; index += 1) askAgain();
    await vi.advanceTimersByTimeAsync(3000);
    vi.unstubAllGlobals();
    const times = log.map(([, time]) => time);
    expect(times.length).toBeGreaterThan(2500);
    for (const [index, time] of times.entries()) {
      expect(times.slice(index).filter((later) => later - time < 1000).length).toBeLessThanOrEqual(1000);
    }
    // Never more in a tenth of a second than one and a half of its share.
    expect(
      Math.max(...times.map((time) => times.filter((other) => other >= time && other < time + 100).length)),
    ).toBeLessThan(150);
  });

  test('interactive requests go before prefetch, prefetch before jobs', async () => {
    const budget = createBudget(1, memoryStore());
    const log: [string, number][] = [];
    await take(budget, 'first', 'interactive', log);
    for (const priority of ['job', 'prefetch', 'interactive'] as const) void take(budget, priority, priority, log);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(log.map(([name]) => name)).toEqual(['first', 'interactive', 'prefetch', 'job']);
  });

  test('a job uses at least 9.3 of 10 requests per second and delays a person by at most 0.11 s', async () => {
    const budget = createBudget(10, memoryStore());
    const log: [string, number][] = [];
    for (let index = 0; index < 200; index += 1) void take(budget, 'job', 'job', log);
    await vi.advanceTimersByTimeAsync(10_050);
    const asked = Date.now() - start;
    expect(log.length).toBeGreaterThanOrEqual(93);
    void take(budget, 'person', 'interactive', log);
    await vi.advanceTimersByTimeAsync(1000);
    expect((log.find(([name]) => name === 'person')?.[1] ?? Number.NaN) - asked).toBeLessThanOrEqual(110);
  });

  test('a prefetch becomes interactive as soon as a person waits for it', async () => {
    const budget = createBudget(3, memoryStore());
    const log: [string, number][] = [];
    let seen: Priority = 'prefetch';
    for (const name of ['a', 'b']) void take(budget, name, 'interactive', log);
    void budget.take(() => seen).then(() => void log.push(['ahead', Date.now() - start]));
    await vi.advanceTimersByTimeAsync(100);
    expect(log.map(([name]) => name)).toEqual(['a', 'b']);
    seen = 'interactive';
    budget.review();
    await vi.advanceTimersByTimeAsync(1);
    expect(log.map(([name]) => name)).toEqual(['a', 'b', 'ahead']);
  });

  test('requests that can leave at once are taken together', async () => {
    const store = memoryStore();
    let turns = 0;
    const budget = createBudget(10, {
      ...store,
      // A turn is waited for, as that of a lock over tabs is.
      change: async (run) => {
        turns += 1;
        await Promise.resolve();
        return store.change(run);
      },
    });
    await Promise.all(['a', 'b', 'c'].map(() => budget.take('interactive')));
    expect(turns).toBe(1);
  });

  /** A store whose turns come late, as those of a lock over tabs do while a frame is being drawn. */
  const slowStore = (lateMs: number) => {
    const store = memoryStore();
    const late = () => new Promise((resolve) => setTimeout(resolve, lateMs));
    return {
      ...store,
      change: async <Result>(run: Parameters<typeof store.change<Result>>[0]) => late().then(() => store.change(run)),
    };
  };

  test('what a person waits for leaves before the turn while less than half of the limit is used', async () => {
    const store = slowStore(40);
    const budget = createBudget(10, store);
    const log: [string, number][] = [];
    void take(budget, 'job', 'job', log);
    for (let index = 0; index < 7; index += 1) void take(budget, `${index}`, 'interactive', log);
    await vi.advanceTimersByTimeAsync(0);
    expect(log.map(([name]) => name)).toEqual(['0', '1', '2', '3', '4']);
    await vi.advanceTimersByTimeAsync(50);
    expect(log.map(([name]) => name)).toEqual(['0', '1', '2', '3', '4', '5', '6']);
    expect(store.peek()?.sends).toHaveLength(7);
    // A change of another tab has undone one that left early: the turn makes sure of it.
    await vi.advanceTimersByTimeAsync(2000);
    void take(budget, 'undone', 'interactive', log);
    store.put({ ...idle, rate: 10 });
    await vi.advanceTimersByTimeAsync(50);
    expect(store.peek()?.sends).toHaveLength(1);
    budget.note(429, 5000);
    await vi.advanceTimersByTimeAsync(50);
    void take(budget, 'paused', 'interactive', log);
    await vi.advanceTimersByTimeAsync(100);
    expect(log.at(-1)?.[0]).toBe('undone');
  });

  test('tabs whose turns come late stay within the limit together', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(1500), fc.nat(2), fc.constantFrom<Priority>('interactive', 'job')), { maxLength: 60 }),
        fc.nat(60),
        async (asked, lateMs) => {
          vi.setSystemTime(start);
          const store = slowStore(lateMs);
          const tabs = [createBudget(10, store), createBudget(10, store), createBudget(10, store)];
          const log: [string, number][] = [];
          for (const [delay, tab, priority] of asked)
            setTimeout(() => void take(tabs[tab] as Budget, 'x', priority, log), delay);
          await vi.advanceTimersByTimeAsync(30_000);
          expect(log).toHaveLength(asked.length);
          for (const [index, [, time]] of log.entries()) {
            expect(log.slice(index).filter(([, later]) => later - time < 1000).length).toBeLessThanOrEqual(10);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  test('a job with late timers still uses at least 9.3 of 10 requests per second', async () => {
    // As on a machine that has much to do.
    const inTime = globalThis.setTimeout;
    vi.stubGlobal('setTimeout', (run: () => void, wait = 0) => inTime(run, wait + 9));
    const budget = createBudget(10, memoryStore());
    const log: [string, number][] = [];
    const askAgain = (): void => void take(budget, 'job', 'job', log).then(askAgain);
    for (let index = 0; index < 4; index += 1) askAgain();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(log.length).toBeGreaterThanOrEqual(186);
    vi.unstubAllGlobals();
  });

  test('an aborted request uses no budget', async () => {
    const budget = createBudget(1, memoryStore());
    const log: [string, number][] = [];
    await take(budget, 'first', 'interactive', log);
    const controller = new AbortController();
    const aborted = take(budget, 'aborted', 'interactive', log, controller.signal);
    const next = take(budget, 'next', 'interactive', log);
    controller.abort(new Error('superseded'));
    await expect(aborted).rejects.toThrow('superseded');
    await vi.advanceTimersByTimeAsync(1100);
    await next;
    expect(log.map(([name]) => name)).toEqual(['first', 'next']);
  });

  test.each(['up to 100 ms late', 'stalls', 'six connections', 'connections that are opened first'])(
    'wire: %s, two tabs: never more than ten in a second arrive',
    async (name) => {
      const [least, make] = wires[name] ?? [0, () => ({ there: () => 0, back: () => 0 })];
      const wire = new SimulatedWire({ limit: 10, tabs: 2, ...make(seeded(17)) });
      wire.keepAsking('job', 20, 25_000);
      wire.keepAsking('interactive', 2, 25_000, 1);
      await wire.run(30_000);
      expect(wire.most()).toBeLessThanOrEqual(10);
      expect(wire.rate(5000, 25_000) / 10).toBeGreaterThan(least - 0.05);
    },
  );

  test('a turn that is used late counts from when it is used', async () => {
    const budget = createBudget(10, memoryStore());
    await Promise.all(Array.from({ length: 10 }, () => budget.take('interactive')));
    await vi.advanceTimersByTimeAsync(900);
    const left = Date.now();
    for (let index = 0; index < 10; index += 1) budget.leave(left);
    for (let index = 0; index < 10; index += 1) budget.end(left);
    const log: [string, number][] = [];
    void take(budget, 'next', 'interactive', log);
    await vi.advanceTimersByTimeAsync(2000);
    expect(log[0]?.[1]).toBeGreaterThanOrEqual(1900);
  });

  test('a turn that is never used is returned', async () => {
    const budget = createBudget(1, memoryStore());
    await budget.take('job');
    const log: [string, number][] = [];
    void take(budget, 'next', 'interactive', log);
    await vi.advanceTimersByTimeAsync(3100);
    expect(log).toHaveLength(1);
  });

  test('no wait is longer than five minutes, whatever is asked for, stored, or done to the clock', async () => {
    const longest = 300_000;
    for (const asked of [946_080_000_000, Number.POSITIVE_INFINITY, longest + 1]) {
      const budget = createBudget(10, memoryStore());
      budget.note(429, asked);
      await vi.advanceTimersByTimeAsync(0);
      expect(budget.snapshot().pausedMs).toBe(longest);
    }
    const now = Date.now();
    const stored = [
      { pausedFrom: now, pausedUntil: 1e300, left: longest },
      { pausedFrom: now - 299_000, pausedUntil: now + 946_080_000_000, left: 1000 },
      { pausedFrom: 0, pausedUntil: now + 946_080_000_000, left: 0 },
      { pausedFrom: now + 10_000, pausedUntil: now + 946_080_000_000, left: 0 },
      { pausedFrom: -1e300, pausedUntil: 1e300, left: 0 },
    ];
    for (const { left, ...pause } of stored) {
      const store = memoryStore();
      store.put({ sends: [], rate: 1e-9, ...pause });
      const budget = createBudget(10, store);
      expect(budget.snapshot().pausedMs).toBe(left);
      // A rate that was never given is none.
      expect(budget.snapshot().rate).toBe(0.5);
    }
  });

  test('a clock that is set back in a pause does not prolong it', async () => {
    const budget = createBudget(10, memoryStore());
    const log: [string, number][] = [];
    budget.note(429, 60_000);
    await vi.advanceTimersByTimeAsync(50_000);
    vi.setSystemTime(Date.now() - 40_000);
    void take(budget, 'next', 'interactive', log);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(log).toHaveLength(1);
  });

  test('a pause is ended in all tabs', async () => {
    const store = memoryStore();
    const [one, other] = [createBudget(10, store), createBudget(10, store)];
    const log: [string, number][] = [];
    one.note(429, 200_000);
    await vi.advanceTimersByTimeAsync(0);
    void take(one, 'one', 'job', log);
    void take(other, 'other', 'interactive', log);
    await vi.advanceTimersByTimeAsync(5000);
    expect(log).toEqual([]);
    other.resume();
    await vi.advanceTimersByTimeAsync(300);
    expect(log.map(([name]) => name).sort()).toEqual(['one', 'other']);
    expect(one.snapshot().pausedMs).toBe(0);
  });

  test('a 429 pauses as long as it asks and halves the rate; successful responses restore it', async () => {
    const budget = createBudget(10, memoryStore());
    budget.note(429, 5000);
    const log: [string, number][] = [];
    void take(budget, 'x', 'interactive', log);
    await vi.advanceTimersByTimeAsync(4990);
    expect(log).toEqual([]);
    await vi.advanceTimersByTimeAsync(20);
    expect(log).toHaveLength(1);
    expect(budget.snapshot().rate).toBe(5);
    for (let index = 0; index < 10; index += 1) budget.note(200);
    await vi.advanceTimersByTimeAsync(0);
    expect(budget.snapshot().rate).toBe(10);
  });

  test('timeouts slow requests down without a pause, and never below one in two seconds', async () => {
    for (const ending of ['late', 408, 504] as const) {
      const budget = createBudget(10, memoryStore());
      budget.note(ending, 60_000);
      await vi.advanceTimersByTimeAsync(0);
      expect(budget.snapshot(), String(ending)).toMatchObject({ rate: 5, pausedMs: 0 });
    }
    let state = { ...idle, sends: [], rate: 10 };
    for (let index = 0; index < 20; index += 1) state = { ...afterEnding(state, 10, 'late', 0, null), sends: [] };
    expect(state.rate).toBe(0.5);
  });

  test('a failing operation does not slow the others: 5xx changes neither rate nor pause', async () => {
    const budget = createBudget(10, memoryStore());
    const log: [string, number][] = [];
    // Every second request is of the failing operation, and has Retry-After.
    const fail = (): void => {
      void take(budget, 'failing', 'interactive', log).then(() => {
        budget.note(log.length % 4 === 0 ? 503 : 502, 60_000);
        if (log.length < 40) fail();
      });
    };
    const succeed = (): void => {
      void take(budget, 'good', 'interactive', log).then(() => {
        budget.note(200);
        if (log.length < 40) succeed();
      });
    };
    fail();
    succeed();
    await vi.advanceTimersByTimeAsync(5000);
    expect(budget.snapshot()).toMatchObject({ rate: 10, pausedMs: 0 });
    const good = log.filter(([name]) => name === 'good').map(([, time]) => time);
    expect(good.length).toBeGreaterThanOrEqual(19);
    expect(good.at(-1)).toBeLessThan(4200);
  });

  test('a reduced rate stays while requests fail, and recovers only with successful responses', () => {
    const busy = afterEnding({ ...idle, sends: [], rate: 10 }, 10, 429, 0, null);
    expect(busy.rate).toBe(5);
    expect(afterEnding(busy, 10, 500, 0, null)).toBe(busy);
    expect(afterEnding(busy, 10, 200, 0, null).rate).toBe(5.5);
    let state = busy;
    for (let index = 0; index < 10; index += 1) state = afterEnding(state, 10, 200, 0, null);
    expect(state.rate).toBe(10);
  });

  test('a later refusal with a shorter wait does not shorten the pause', async () => {
    const budget = createBudget(10, memoryStore());
    budget.note(429, 5000);
    await vi.advanceTimersByTimeAsync(1000);
    budget.note(429, 1000);
    await vi.advanceTimersByTimeAsync(0);
    expect(budget.snapshot().pausedMs).toBe(4000);
  });
});
