import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import type { JobRow, Outcome } from '../storage/job-rows';
import type { Behaviour } from './test-simulation';
import { endWorlds, ids, outcomesOf, type World, world } from './test-world';

afterEach(endWorlds);

async function oneCall(
  behaviour: Behaviour,
  withEvents = true,
  count = 4,
): Promise<{ job: JobRow; world: World; id: string }> {
  const here = world([behaviour], count, withEvents);
  const id = await here.add(ids(count), () => ({ f: 'new' }));
  await here.run();
  return { job: await here.job(id), world: here, id };
}

describe('one call', () => {
  test.each<[Behaviour, Partial<Record<Outcome, number>>]>([
    ['applies', { verified: 4 }],
    ['applies-late', { verified: 4 }],
    ['applies-after-deadline', { unknown: 4 }],
    ['never-applies', { unknown: 4 }],
    ['applies-some', { verified: 2, refused: 2 }],
    ['refuses', { refused: 4 }],
    ['parameter', { refused: 4 }],
    ['too-many', { verified: 4 }],
    ['unreachable', { verified: 4 }],
    ['fails-before', { unknown: 4 }],
    ['fails-after', { verified: 4 }],
    ['cut-before', { unknown: 4 }],
    ['cut-after', { verified: 4 }],
    ['cut-applies-late', { verified: 4 }],
    ['somebody-else-after', { verified: 4 }],
  ])('that %s', async (behaviour, expected) => {
    const { job, world: here } = await oneCall(behaviour);
    expect(outcomesOf(job)).toEqual(expected);
    expect(job.open).toBe(0);
    expect(here.platform.calls.length).toBe(behaviour === 'too-many' || behaviour === 'unreachable' ? 2 : 1);
  });

  test.each<[Behaviour, Partial<Record<Outcome, number>>]>([
    ['applies', { verified: 4 }],
    ['applies-some', { verified: 2, unknown: 2 }],
    ['somebody-else-after', { verified: 3, differs: 1 }],
  ])('that %s, without events: by reading back', async (behaviour, expected) => {
    expect(outcomesOf((await oneCall(behaviour, false)).job)).toEqual(expected);
  });

  test('the ledger has its times, its trace id and the request it was', async () => {
    const { world: here, id, job } = await oneCall('applies-late', false);
    const [{ batch } = { batch: null }] = await here.rows(id);
    expect(batch).toMatchObject({ attempts: 1, trace_id: 't2', request: 2, state: 'decided' });
    const times = [job.started_at, batch?.sent_at, batch?.answered_at, batch?.read_at, job.ended_at];
    expect(times.every((time) => typeof time === 'number')).toBe(true);
    expect([...times].sort()).toEqual(times);
  });

  test('a row that differs says what it holds', async () => {
    const { world: here, id } = await oneCall('somebody-else-after', false);
    const [first] = (await here.rows(id))[0]?.batch.rows ?? [];
    expect(first).toMatchObject({ outcome: 'differs', proof: 'read-back', now: { f: 'somebody' } });
  });

  test('while proof is awaited, such a row says what the last reading held, and when', async () => {
    const here = world(['somebody-else-after'], 4, false);
    const id = await here.add(ids(4), () => ({ f: 'new' }));
    const first = async () => (await here.rows(id))[0]?.batch;
    await here.run([], async () => (await first())?.rows[0]?.now !== undefined);
    expect(await first()).toMatchObject({
      read_at: expect.any(Number),
      rows: [{ outcome: 'accepted', now: { f: 'somebody' } }, {}, {}, {}],
    });
    here.platform.records.set('1000', { f: 'new', k: 'k1000' });
    await here.run();
    const [row] = (await first())?.rows ?? [];
    expect(row).toMatchObject({ outcome: 'verified', proof: 'read-back' });
    expect(row?.now).toBeUndefined();
  });

  test('an event is quicker than reading back and spares it', async () => {
    const { world: here, id } = await oneCall('applies');
    expect((await here.rows(id))[0]?.batch).toMatchObject({ reads: 0, rows: [{ proof: 'event' }, {}, {}, {}] });
  });
});

describe('one call by key: two records that are there, two to be created', () => {
  const keys = ['k1000', 'k1001', 'new1', 'new2'];
  const upserted = async (behaviour: Behaviour, withEvents: boolean) => {
    const here = world([behaviour], 4, withEvents);
    const id = await here.upsert(keys, () => ({ f: 'new' }));
    await here.run();
    return { here, job: await here.job(id), rows: (await here.rows(id))[0]?.batch.rows ?? [] };
  };

  test.each<[Behaviour, boolean, Partial<Record<Outcome, number>>, number]>([
    ['applies', true, { verified: 4 }, 2],
    ['applies', false, { verified: 4 }, 2],
    ['applies-late', false, { verified: 4 }, 2],
    ['applies-after-deadline', false, { unknown: 4 }, 2],
    ['never-applies', false, { unknown: 4 }, 0],
    ['applies-some', true, { verified: 2, refused: 2 }, 0],
    ['cut-before', false, { unknown: 4 }, 0],
    ['cut-after', false, { verified: 4 }, 2],
    ['fails-after', true, { verified: 4 }, 2],
    ['too-many', true, { verified: 4 }, 2],
    ['somebody-else-after', false, { verified: 3, differs: 1 }, 2],
  ])('that %s (events: %s)', async (behaviour, withEvents, expected, created) => {
    const { here, job, rows } = await upserted(behaviour, withEvents);
    await here.elapse(600_000);
    expect(outcomesOf(job)).toEqual(expected);
    expect(here.platform.calls.filter(({ tookNothing }) => !tookNothing).length).toBe(1);
    const made = [...here.platform.records.values()].filter(({ k }) => String(k).startsWith('new'));
    expect(made.length).toBe(created);
    for (const { outcome, item_id } of rows) if (outcome === 'verified') expect(item_id).toMatch(/^[19]00/);
    if (job.counts.verified === 4) expect(rows.map((row) => row.created ?? false)).toEqual([false, false, true, true]);
  });

  test('records with the same key appear while the call is on its way: told, not called verified', async () => {
    const here = world(['applies'], 4, false);
    const id = await here.upsert(['new1'], () => ({ f: 'new' }));
    const update = here.platform.update.bind(here.platform);
    here.platform.update = (input) => {
      for (const record of ['7', '8']) here.platform.records.set(record, { k: 'new1', f: 'theirs' });
      return update(input);
    };
    await here.run();
    expect((await here.rows(id))[0]?.batch.rows).toMatchObject([{ outcome: 'differs', reason: 'several-match' }]);
  });

  test('a second job waits for the records that the first one creates', async () => {
    const here = world(['applies-late'], 1, false);
    const first = await here.upsert(['new1'], () => ({ f: 'first' }));
    const second = await here.upsert(['new1'], () => ({ f: 'second' }));
    await here.run();
    expect(outcomesOf(await here.job(first))).toEqual({ verified: 1 });
    expect(outcomesOf(await here.job(second))).toEqual({ verified: 1 });
    expect([...here.platform.records.values()].filter(({ k }) => k === 'new1')).toEqual([{ k: 'new1', f: 'second' }]);
  });
});

test('a refused key holds the job; with an order to go on it is sent once more, as nothing had been taken', async () => {
  const here = world(['key'], 2);
  const id = await here.add(ids(2), () => ({ f: 'new' }));
  await here.run([], async () => (await here.job(id)).hold !== null);
  expect(await here.job(id)).toMatchObject({ hold: { reason: 'key-refused', code: 100 }, counts: { 'not-sent': 2 } });
  await here.ledger.order(id, 'run');
  await here.run();
  expect(outcomesOf(await here.job(id))).toEqual({ verified: 2 });
});

test('a job that waits for a key goes on by itself when the key is renewed, and not before', async () => {
  const here = world([], 900, true, { keyEndsAfter: 1 });
  const id = await here.add(ids(900), () => ({ f: 'new' }));
  let waited = 0;
  await here.run([], async () => {
    const job = await here.job(id);
    if (job.hold?.reason === 'key-refused') {
      waited += 1;
      // A while with the refused key: nothing is tried with it again.
      if (waited === 30) {
        expect(here.platform.calls.length).toBeLessThanOrEqual(5);
        here.platform.key = 'renewed';
      }
    }
    return job.open === 0;
  });
  expect(waited).toBeGreaterThanOrEqual(30);
  expect(outcomesOf(await here.job(id))).toEqual({ verified: 900 });
  expect(here.platform.calls.filter(({ tookNothing }) => !tookNothing).length).toBe(9);
});

test('slower: a job keeps to its share, with its read-backs; faster: at once', async () => {
  const here = world([], 900, false);
  const id = await here.add(ids(900), () => ({ f: 'new' }));
  await here.ledger.pace(id, 0.1);
  const times: number[] = [];
  for (const name of ['update', 'list'] as const) {
    const run = here.platform[name].bind(here.platform) as (input: never) => Promise<never>;
    Object.assign(here.platform, {
      [name]: (input: never) => {
        times.push(here.clock.now());
        return run(input);
      },
    });
  }
  await here.run([], async () => {
    if (times.length === 6) await here.ledger.pace(id, 1);
    return (await here.job(id)).open === 0;
  });
  // One of ten requests a second – a call and the reading right before it are two, without a wait between – then all of them.
  const gaps = times.slice(2).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...gaps.slice(0, 4))).toBeGreaterThanOrEqual(2000);
  expect(Math.min(...gaps.slice(6))).toBeLessThan(1000);
  expect(outcomesOf(await here.job(id))).toEqual({ verified: 900 });
});

test('several failures in a row hold the job instead of spending it', async () => {
  const here = world(Array<Behaviour>(20).fill('refuses'), 900);
  const id = await here.add(ids(900), () => ({ f: 'new' }));
  await here.run([], async () => (await here.job(id)).hold !== null);
  const job = await here.job(id);
  expect(job.hold?.reason).toBe('failing');
  expect(job.counts['not-sent']).toBeGreaterThan(0);
});

test('calls that one accident takes from the wire are one failure: the job goes on by itself', async () => {
  const twoAccidents = Array<Behaviour>(4).fill('cut-before');
  const here = world(twoAccidents, 900, false);
  const id = await here.add(ids(900), () => ({ f: 'new' }));
  await here.run([], async () => {
    const { hold, open } = await here.job(id);
    return hold !== null || open === 0;
  });
  expect((await here.job(id)).hold).toBeNull();
  expect(outcomesOf(await here.job(id))).toEqual({ verified: 500, unknown: 400 });
});

test('after a call without an answer nothing is sent before something was read', async () => {
  const here = world(['cut-before'], 900, false);
  const sentWhen: number[] = [];
  const update = here.platform.update.bind(here.platform);
  let reads = 0;
  const list = here.platform.list.bind(here.platform);
  here.platform.update = (input) => {
    sentWhen.push(reads);
    return update(input);
  };
  here.platform.list = (input) => {
    reads += 1;
    return list(input);
  };
  const id = await here.add(ids(900), () => ({ f: 'new' }));
  await here.run();
  // Two calls, each read once more before it left, are on the wire when the first one is cut; those that are ready behind them wait for a read-back too.
  expect(sentWhen.slice(0, 2)).toEqual([2, 2]);
  expect(sentWhen[2]).toBeGreaterThan(3);
  expect(outcomesOf(await here.job(id))).toEqual({ verified: 800, unknown: 100 });
});

test.each(['while the page is open', 'while it was closed'])(
  'an event that comes after a call was given up as unknown still counts: %s',
  async (when) => {
    const here = world(['applies-after-deadline'], 3);
    const id = await here.add(ids(3), () => ({ f: 'new' }));
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ unknown: 3 });
    const proven = async (): Promise<boolean> => (await here.job(id)).counts.verified === 3;
    if (when === 'while it was closed') await here.elapse(600_000);
    await here.run([], proven);
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 3 });
  },
);

test('a second job waits for the first one’s records, and no longer', async () => {
  const here = world(['applies-late'], 3, false);
  const first = await here.add(ids(2), () => ({ f: 'first' }));
  const second = await here.add(ids(3), () => ({ f: 'second' }));
  await here.run();
  expect(outcomesOf(await here.job(first))).toEqual({ verified: 2 });
  expect(outcomesOf(await here.job(second))).toEqual({ verified: 3 });
  expect(here.platform.records.get('1000')).toMatchObject({ f: 'second' });
});

test('a job that was paused when nothing was left to send still ends, also in another tab', async () => {
  const here = world(['applies'], 2, false);
  const id = await here.add(ids(2), () => ({ f: 'new' }));
  await here.run([], async () => (await here.job(id)).counts.accepted === 2);
  await here.ledger.order(id, 'pause');
  await here.run();
  expect(await here.job(id)).toMatchObject({ open: 0, counts: { verified: 2 } });
});
