import { afterEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../storage/outcomes';
import type { Behaviour } from './test-simulation';
import { endWorlds, ids, outcomesOf, type World, world } from './test-world';

afterEach(endWorlds);

const day = 24 * 60 * 60_000;

/** Sets the clock as soon as something is so, and runs on to the end. @returns for how long it ran on, in milliseconds */
async function runWithClockSet(here: World, by: number, when: () => Promise<boolean>, closed = false): Promise<number> {
  let since: number | null = null;
  const set = (): void => {
    here.clock.set(by);
    since = here.clock.steady();
  };
  if (closed) {
    await here.run([], when);
    set();
    await here.run();
  } else {
    await here.run([], async () => {
      if (since === null && (await when())) set();
      return since !== null && (await here.ledger.openJobs({ environment: 'lab', identity: 'i1' })).length === 0;
    });
  }
  return here.clock.steady() - (since ?? 0);
}

describe.each([
  ['put ahead by a day', day, false],
  ['put back by a day', -day, false],
  ['put back by a day while no tab was open', -day, true],
])('the clock is %s', (_how, by, closed) => {
  test.each<[Behaviour, Partial<Record<Outcome, number>>, number]>([
    ['applies-late', { verified: 3 }, 0],
    ['never-applies', { unknown: 3 }, 60_000],
    ['cut-before', { unknown: 3 }, 60_000],
    ['cut-after', { verified: 3 }, 0],
  ])('under a call that %s: it has the time that it had left, and is sent once', async (behaviour, expected, least) => {
    const here = world([behaviour], 3, false);
    const id = await here.add(ids(3), () => ({ f: 'new' }));
    const ranOn = await runWithClockSet(
      here,
      by,
      async () => ['accepted', 'unanswered'].includes((await here.rows(id))[0]?.batch.state ?? ''),
      closed,
    );
    const job = await here.job(id);
    expect(outcomesOf(job)).toEqual(expected);
    expect(here.platform.calls.length).toBe(1);
    expect(ranOn).toBeGreaterThanOrEqual(least);
    expect(ranOn).toBeLessThan(200_000);
    // Its timeline is ordered, and not before its creation.
    const [{ batch } = { batch: null }] = await here.rows(id);
    const times = [batch?.sent_at, batch?.answered_at, batch?.read_at, job.ended_at].map(Number);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    if (by < 0 && !closed) expect(Number(job.started_at)).toBeLessThanOrEqual(times[0] ?? 0);
  });

  test('a clock change while a job waits: it continues', async () => {
    const here = world(['too-many-says-when'], 3);
    const id = await here.add(ids(3), () => ({ f: 'new' }));
    const ranOn = await runWithClockSet(here, by, async () => (await here.job(id)).hold !== null, closed);
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 3 });
    expect(ranOn).toBeLessThan(60_000);
  });

  test('a clock change while a closed tab had asked to stop: the job continues', async () => {
    const here = world([], 3);
    const id = await here.add(ids(3), () => ({ f: 'new' }));
    await here.ledger.ask(id, here.clock.now() + 90_000);
    const ranOn = await runWithClockSet(here, by, async () => true, closed);
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 3 });
    expect(ranOn).toBeLessThan(120_000);
  });

  test('a clock change during a prolonged wait: it is no longer than requested', async () => {
    const here = world(['never-applies'], 3, false);
    const id = await here.add(ids(3), () => ({ f: 'new' }));
    const accepted = async () => (await here.job(id)).counts.accepted === 3;
    await here.run([], accepted);
    await here.ledger.prolong(id, here.clock.now() + 300_000);
    const ranOn = await runWithClockSet(here, by, accepted, closed);
    expect(outcomesOf(await here.job(id))).toEqual({ unknown: 3 });
    expect(ranOn).toBeGreaterThan(250_000);
    expect(ranOn).toBeLessThan(350_000);
  });
});
