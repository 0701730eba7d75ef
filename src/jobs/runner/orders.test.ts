import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JobHold, JobRow } from '../../storage/job-rows';
import { standStill } from '../ledger/ledger';
import { testJob, testJobRow } from '../test-job';
import type { RunnerPorts } from './ports';
import { Runner } from './runner';
import { RunningJob } from './running-job';
import { simulatedClock } from './test-clock';
import type { Behaviour } from './test-simulation';
import { endWorlds, ids, outcomesOf, world } from './test-world';

afterEach(async () => {
  vi.useRealTimers();
  await endWorlds();
});

describe('orders', () => {
  test('pause: nothing more is sent, sent rows are verified; resume: the rest is sent', async () => {
    const here = world([], 1200);
    const id = await here.add(ids(1200), () => ({ f: 'new' }));
    let ordered = false;
    await here.run([], async () => {
      const { counts } = await here.job(id);
      if (!ordered && counts.accepted > 0) {
        ordered = true;
        await here.ledger.order(id, 'pause');
      }
      return ordered && counts.sending + counts.accepted === 0;
    });
    const paused = await here.job(id);
    expect(paused.counts.verified).toBeGreaterThan(0);
    expect(paused.counts['not-sent']).toBeGreaterThan(0);
    expect(paused.open).toBe(1);
    await here.ledger.order(id, 'run');
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 1200 });
  });

  test('stop: the rest is never sent, and the job ends', async () => {
    const here = world([], 1200);
    const id = await here.add(ids(1200), () => ({ f: 'new' }));
    let ordered = false;
    await here.run([], async () => {
      const { counts, open: left } = await here.job(id);
      if (!ordered && counts.accepted > 0) {
        ordered = true;
        await here.ledger.order(id, 'stop');
      }
      return left === 0;
    });
    const { counts, open: left } = await here.job(id);
    expect(left).toBe(0);
    expect(counts.verified + counts['not-sent']).toBe(1200);
    expect(counts['not-sent']).toBeGreaterThan(0);
  });

  test('a stopped job ignores later commands of another tab', async () => {
    const here = world([], 1200);
    const id = await here.add(ids(1200), () => ({ f: 'new' }));
    await here.ledger.order(id, 'stop');
    for (const order of ['pause', 'run'] as const) await here.ledger.order(id, order);
    await here.run();
    const { counts, open: left, order } = await here.job(id);
    expect([left, order, counts['not-sent']]).toEqual([0, 'stop', 1200]);
    expect(here.platform.calls).toEqual([]);
  });

  test.each([
    ['stop', 'start'],
    ['pause', 'start'],
    ['stop', 'mark'],
    ['pause', 'mark'],
  ] as const)('%s while the first call is being written down (%s): it does not leave', async (order, step) => {
    const here = world([], 900);
    const id = await here.add(ids(900), () => ({ f: 'new' }));
    const write = here.ledger[step] as (...about: unknown[]) => Promise<unknown>;
    let ordered = false;
    const later = async (...about: unknown[]): Promise<unknown> => {
      if (!ordered) await here.ledger.order(id, order);
      ordered = true;
      return write(...about);
    };
    Object.assign(here.ledger, { [step]: later });
    await here.run([], async () => {
      const job = await here.job(id);
      return ordered && (order === 'pause' ? job.counts.sending === 0 : job.open === 0);
    });
    expect(here.platform.calls).toEqual([]);
    expect(outcomesOf(await here.job(id))).toEqual({ 'not-sent': 900 });
  });

  test('stop: batches waiting for a connection are not sent', async () => {
    const here = world([], 900);
    const id = await here.add(ids(900), () => ({ f: 'new' }));
    await here.run([], async () => {
      if (here.platform.calls.length === 2) await here.ledger.order(id, 'stop');
      return (await here.job(id)).open === 0;
    });
    expect(here.platform.calls.length).toBe(2);
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 200, 'not-sent': 700 });
  });

  test('with slow responses, only requests on the wire count as sending', async () => {
    const here = world(Array<Behaviour>(9).fill('applies-before-answer'), 900);
    const id = await here.add(ids(900), () => ({ f: 'new' }));
    let most = 0;
    await here.run([], async () => {
      const { counts, open: left } = await here.job(id);
      most = Math.max(most, counts.sending);
      return left === 0;
    });
    expect(most).toBe(200);
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 900 });
  });

  test('nothing is sent while a stop is being confirmed; the job continues when that ends', async () => {
    const here = world([], 900);
    const id = await here.add(ids(900), () => ({ f: 'new' }));
    let asked = 0;
    await here.run([], async () => {
      if (here.platform.calls.length === 2 && asked === 0) {
        asked = here.clock.now();
        await here.ledger.ask(id, asked + 20_000);
      }
      return (await here.job(id)).open === 0;
    });
    expect(here.platform.calls.slice(2).every(({ at }) => at >= asked + 20_000)).toBe(true);
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 900 });
  });

  test('prolonged after the end: late rows are found', async () => {
    const here = world(['applies-after-deadline'], 3, false);
    const id = await here.add(ids(3), () => ({ f: 'new' }));
    await here.run();
    const ended = await here.job(id);
    expect(outcomesOf(ended)).toEqual({ unknown: 3 });
    await here.ledger.prolong(id, (ended.ended_at ?? 0) + 600_000);
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 3 });
    expect(here.platform.calls.length).toBe(1);
  });

  test('prolonged after its last batches failed: nothing is left to send, so it ends again', async () => {
    const here = world(['applies', 'refuses', 'refuses', 'refuses'], 400, false);
    const id = await here.add(ids(400), () => ({ f: 'new' }));
    await here.run();
    expect(await here.job(id)).toMatchObject({ open: 0, hold: { reason: 'failing' } });
    await here.ledger.prolong(id, here.clock.now() + 60_000);
    await here.run();
    expect(await here.job(id)).toMatchObject({ open: 0, counts: { verified: 100, refused: 300 } });
  });
});

describe('a hold', () => {
  test('that is stored while orders are read stays: nothing leaves behind a page that says paused', async () => {
    const here = world(Array<Behaviour>(3).fill('refuses'), 900);
    const id = await here.add(ids(900), () => ({ f: 'new' }));
    const { openJobs, hold } = here.ledger;
    let before: JobRow[] | null = null;
    here.ledger.openJobs = async (owner) => before ?? openJobs(owner);
    here.ledger.hold = async (...about) => {
      before ??= await openJobs(testJob);
      // Some order comes at this moment: the jobs are read as they were before the hold.
      await here.ledger.pace(id, 1);
      await new Promise((resolve) => setImmediate(resolve));
      await hold(...about);
      before = null;
    };
    let callsAsHeld: number | null = null;
    await here.run([], async () => {
      const job = await here.job(id);
      if (job.hold) callsAsHeld ??= here.platform.calls.length;
      return job.open === 0 || (job.hold !== null && here.clock.now() > (job.started_at ?? 0) + 60_000);
    });
    expect((await here.job(id)).hold).toMatchObject({ reason: 'failing' });
    expect(here.platform.calls.length).toBe(callsAsHeld);
  });

  test.each<[first: Behaviour, second: Behaviour, reason: string]>([
    ['key', 'too-many', 'key-refused'],
    ['too-many-says-when', 'unreachable', 'too-many'],
  ])('%s stays where %s is answered later and would end it sooner', async (first, second, reason) => {
    const here = world([first, second], 900, false);
    const id = await here.add(ids(900), () => ({ f: 'new' }));
    const holds: JobHold[] = [];
    await here.run([], async () => {
      const { hold, counts } = await here.job(id);
      if (hold) holds.push(hold);
      return holds.length > 0 && counts.sending === 0;
    });
    const { hold } = await here.job(id);
    expect(hold?.reason).toBe(reason);
    expect(hold?.until).toBe(holds[0]?.until);
  });
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

test('an order that was announced and is not read yet may be about any job: nothing leaves until it is', () => {
  const runner = new Runner({ clock: simulatedClock() } as unknown as RunnerPorts, new AbortController().signal);
  const job = new RunningJob(testJobRow({}));
  // As it begins, the ledger is not read.
  expect(runner.mayLeave(job)).toBe(false);
  runner.unreadOrders = 0;
  expect(runner.mayLeave(job)).toBe(true);
  runner.unreadOrders = 1;
  expect(runner.mayLeave(job)).toBe(false);
});
