import { afterEach, describe, expect, test } from 'vitest';
import type { JobRow } from '../../storage/job-rows';
import type { Outcome } from '../../storage/outcomes';
import { createJobReader } from '../ledger/use-jobs';
import { linesOfCall, linesOfJob } from '../results/job-lines';
import { rowsToSend } from '../table/job-state';
import { onlyCreated, undoable, undoOf } from '../undo/undo';
import type { Behaviour, Forgery } from './test-simulation';
import { endWorlds, ids, outcomesOf, type World, world } from './test-world';

afterEach(endWorlds);

async function oneCall(
  behaviour: Behaviour,
  withEvents = true,
  count = 4,
): Promise<{ job: JobRow; world: World; id: string }> {
  const here = world([behaviour], count, withEvents, { trustEvents: true });
  const id = await here.add(ids(count), () => ({ f: 'new' }));
  await here.run();
  return { job: await here.job(id), world: here, id };
}

describe('one batch', () => {
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

  test('that is too large for the gateway: its rows were never sent, and nothing is said of the platform', async () => {
    const { job, world: here, id } = await oneCall('too-large');
    expect(outcomesOf(job)).toEqual({ invalid: 4 });
    expect(here.platform.calls.length).toBe(1);
    const [{ batch } = { batch: null }] = await here.rows(id);
    expect(batch).toMatchObject({ state: 'left-out', failure: { status: 413 } });
    expect(batch?.rows[0]).toMatchObject({ reason: 'too-large' });
    expect(batch?.rows[0]?.proof).toBeUndefined();
    expect((await createJobReader(id, here.db)())?.calls[0]?.whys).toEqual({ size: 4 });
  });

  test.each<[Behaviour, Partial<Record<Outcome, number>>]>([
    ['refuses', { refused: 4 }],
    ['refuses-applies', { verified: 4 }],
    ['refuses-applies-some', { verified: 2, refused: 2 }],
    ['refuses-applies-late', { verified: 4 }],
    ['parameter', { refused: 4 }],
    ['parameter-applies', { verified: 4 }],
    ['too-many-applies', { verified: 4 }],
    ['too-many-applies-some', { verified: 2, unknown: 2 }],
    ['key-applies', { verified: 4 }],
    ['fails-with-code-applies-late', { verified: 4 }],
  ])('that %s: what it said of itself is read back, and it is not made twice', async (behaviour, expected) => {
    const here = world([behaviour], 4, false);
    const id = await here.add(ids(4), () => ({ f: 'new' }));
    await here.run([], async () => {
      const { open, hold } = await here.job(id);
      if (hold?.reason === 'key-refused') here.platform.key = 'renewed';
      return open === 0;
    });
    expect(outcomesOf(await here.job(id))).toEqual(expected);
    expect(here.platform.calls.length).toBe(1);
  });

  test('a refusal is reported as soon as it was read back, and watched to the end of the wait', async () => {
    const here = world(['refuses'], 2, false);
    const id = await here.add(ids(2), () => ({ f: 'new' }));
    const first = async () => (await here.rows(id))[0]?.batch;
    await here.run([], async () => (await first())?.state === 'unanswered');
    expect((await first())?.rows[0]).toEqual({ outcome: 'unknown', reason: 'turned-away' });
    await here.run([], async () => (await first())?.rows[0]?.reason === 'call-refused');
    expect((await first())?.rows[0]).toMatchObject({ outcome: 'unknown', message: 'as scheduled', code: 3500102 });
    expect((await first())?.rows[0]?.at).toBeUndefined();
    await here.run();
    const batch = await first();
    expect(batch?.rows[0]).toMatchObject({
      outcome: 'refused',
      reason: 'call-refused',
      message: 'as scheduled',
      code: 3500102,
      proof: 'read-back',
    });
    expect((batch?.rows[0]?.at ?? 0) - (batch?.answered_at ?? 0)).toBeGreaterThanOrEqual(60_000);
  });

  test('a rejected batch is read back before it is sent again', async () => {
    const here = world(['too-many-says-when'], 2, false);
    const steps: string[] = [];
    const { update, list } = here.platform;
    here.platform.update = (input) => {
      steps.push('update');
      return update.call(here.platform, input);
    };
    here.platform.list = (input) => {
      steps.push('read');
      return list.call(here.platform, input);
    };
    const id = await here.add(ids(2), () => ({ f: 'new' }));
    await here.run();
    expect(steps.filter((step) => step === 'update')).toHaveLength(2);
    // Read back as long as it may have been applied, and once more right before it leaves.
    expect(steps.lastIndexOf('update') - steps.indexOf('update')).toBeGreaterThan(3);
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 2 });
  });

  test.each<[Behaviour, Partial<Record<Outcome, number>>]>([
    ['applies', { verified: 4 }],
    ['applies-some', { verified: 2, unknown: 2 }],
    ['somebody-else-after', { verified: 3, differs: 1 }],
  ])('that %s, without events: by reading back', async (behaviour, expected) => {
    expect(outcomesOf((await oneCall(behaviour, false)).job)).toEqual(expected);
  });

  test('the ledger has its times, its trace ID and its request', async () => {
    const { world: here, id, job } = await oneCall('applies-late', false);
    const [{ batch } = { batch: null }] = await here.rows(id);
    expect(batch).toMatchObject({ attempts: 1, trace_id: 't2', request: 2, state: 'decided' });
    const times = [job.started_at, batch?.sent_at, batch?.answered_at, batch?.read_at, job.ended_at];
    expect(times.every((time) => typeof time === 'number')).toBe(true);
    expect([...times].sort()).toEqual(times);
  });

  test('a row that differs shows its current value', async () => {
    const { world: here, id } = await oneCall('somebody-else-after', false);
    const [first] = (await here.rows(id))[0]?.batch.rows ?? [];
    expect(first).toMatchObject({ outcome: 'differs', proof: 'read-back', now: { f: 'somebody' } });
  });

  test('during verification such a row differs at once, with its last value and time', async () => {
    const here = world(['somebody-else-after'], 4, false);
    const id = await here.add(ids(4), () => ({ f: 'new' }));
    const first = async () => (await here.rows(id))[0]?.batch;
    await here.run([], async () => (await first())?.rows[0]?.now !== undefined);
    expect(await first()).toMatchObject({
      read_at: expect.any(Number),
      rows: [{ outcome: 'differs', now: { f: 'somebody' } }, {}, {}, {}],
    });
    here.platform.records.set('1000', { f: 'new', k: 'k1000' });
    await here.run();
    const [row] = (await first())?.rows ?? [];
    expect(row).toMatchObject({ outcome: 'verified', proof: 'read-back' });
    expect(row?.now).toBeUndefined();
  });

  test('a trusted event replaces reading back', async () => {
    const { world: here, id } = await oneCall('applies');
    expect((await here.rows(id))[0]?.batch).toMatchObject({ reads: 0, rows: [{ proof: 'event' }, {}, {}, {}] });
  });
});

describe('events that are not trusted are hints', () => {
  const forgedAbout = async (forgery: Forgery, behaviour: Behaviour) => {
    const here = world([behaviour], 2, false, { forged: [forgery] });
    const id = await here.add(ids(2), () => ({ f: 'new' }));
    await here.run();
    return { here, id, job: await here.job(id), rows: (await here.rows(id))[0]?.batch.rows ?? [] };
  };

  test.each<[Forgery, Behaviour, Partial<Record<Outcome, number>>]>([
    ['says-written', 'never-applies', { unknown: 2 }],
    ['says-written', 'applies', { verified: 2 }],
    ['says-refused', 'applies-late', { verified: 2 }],
    ['says-refused', 'never-applies', { reported: 2 }],
    ['foreign', 'never-applies', { unknown: 2 }],
    ['foreign', 'applies-late', { verified: 2 }],
    ['contradicts', 'never-applies', { unknown: 2 }],
    ['contradicts', 'applies-late', { verified: 2 }],
  ])('one that %s, of a call that %s', async (forgery, behaviour, expected) => {
    const { job, rows } = await forgedAbout(forgery, behaviour);
    expect(outcomesOf(job)).toEqual(expected);
    for (const row of rows) if (row.outcome === 'verified') expect(row.proof).toBe('read-back');
  });

  test('an event starts reading back at once, also while batches are sent', async () => {
    const wait = async (withEvents: boolean) => {
      const here = world(['applies-before-answer'], 2, withEvents);
      const id = await here.add(ids(2), () => ({ f: 'new' }));
      await here.run();
      const [{ batch } = { batch: null }] = await here.rows(id);
      return (batch?.read_at ?? 0) - (batch?.answered_at ?? 0);
    };
    expect(await wait(true)).toBeLessThan(100);
    expect(await wait(false)).toBeGreaterThan(600);
  });

  test.each([false, true])(
    'where rows cannot be read, a hint makes them reported, never verified (later: %s)',
    async (later) => {
      const events = [[later ? 90_000 : 0]];
      const here = world(['applies'], 2, true, { events, reads: Array<'no-envelope'>(400).fill('no-envelope') });
      const id = await here.add(ids(2), () => ({ f: 'new' }));
      // Read by the review, and never after.
      await here.db.jobs.update(id, { kind: 'edit', read_at: here.clock.now() });
      await here.run();
      const reported = async (): Promise<boolean> => (await here.job(id)).counts.reported === 2;
      if (later) expect(outcomesOf(await here.job(id))).toEqual({ unknown: 2 });
      if (later) await here.run([], reported);
      expect(outcomesOf(await here.job(id))).toEqual({ reported: 2 });
      expect((await here.rows(id))[0]?.batch.rows[0]).toMatchObject({ reason: 'reported-written', proof: 'event' });
    },
  );

  test('the same event at each start reopens a job only once', async () => {
    const here = world(['never-applies'], 2, false, { forged: ['says-refused'] });
    const id = await here.add(ids(2), () => ({ f: 'new' }));
    await here.run();
    const { reads } = (await here.rows(id))[0]?.batch ?? {};
    for (let starts = 0; starts < 3; starts += 1) await here.run();
    expect(await here.job(id)).toMatchObject({ open: 0, counts: { reported: 2 } });
    expect((await here.rows(id))[0]?.batch.reads).toBe(reads);
  });
});

describe('one batch by key: two existing records, two to be created', () => {
  const keys = ['k1000', 'k1001', 'new1', 'new2'];
  const upserted = async (behaviour: Behaviour, withEvents: boolean) => {
    const here = world([behaviour], 4, withEvents, { trustEvents: true });
    const id = await here.upsert(keys, () => ({ f: 'new' }));
    await here.run([], async () => {
      const { open, hold } = await here.job(id);
      if (hold?.reason === 'key-refused') here.platform.key = 'renewed';
      return open === 0;
    });
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
    ['too-many', true, { unknown: 4 }, 0],
    ['key', true, { verified: 4 }, 2],
    ['somebody-else-after', false, { verified: 3, differs: 1 }, 2],
  ])('that %s (events: %s)', async (behaviour, withEvents, expected, created) => {
    const { here, job, rows } = await upserted(behaviour, withEvents);
    await here.elapse(600_000);
    expect(outcomesOf(job)).toEqual(expected);
    expect(here.platform.calls.filter(({ tookNothing }) => !tookNothing).length).toBe(behaviour === 'too-many' ? 0 : 1);
    const made = [...here.platform.records.values()].filter(({ k }) => String(k).startsWith('new'));
    expect(made.length).toBe(created);
    for (const { outcome, item_id } of rows) if (outcome === 'verified') expect(item_id).toMatch(/^[19]00/);
    if (job.counts.verified === 4) expect(rows.map((row) => row.created ?? false)).toEqual([false, false, true, true]);
  });

  test('records with the same key that appear during sending are reported, not verified', async () => {
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

  test.each<[string, object, boolean]>([
    ['with the same fields', { f: 'theirs' }, false],
    ['with other fields too', { f: 'theirs', house: 'theirs' }, false],
    ['with the same fields, as a trusted event says', { f: 'theirs' }, true],
  ])(
    'somebody creates the key while the call is on its way, %s: not called created, and undo does not say so',
    async (_name, fields, trustEvents) => {
      const here = world(['applies'], 4, trustEvents, { trustEvents });
      const id = await here.upsert(['new1', 'new2'], () => ({ f: 'new' }));
      const update = here.platform.update.bind(here.platform);
      here.platform.update = async (input) => {
        here.platform.createBySomebody('7', { k: 'new1', ...fields });
        await here.clock.sleep(3_000, new AbortController().signal);
        return update(input);
      };
      await here.run();
      const rows = (await here.rows(id))[0]?.batch.rows ?? [];
      expect(rows).toMatchObject([
        { outcome: 'verified', item_id: '7' },
        { outcome: 'verified', created: true },
      ]);
      expect(rows[0]?.created).toBeUndefined();
      expect([rows[0]?.unsure, rows[0]?.reason]).toEqual(trustEvents ? [undefined, 'updated-instead'] : [true, null]);
      const view = await createJobReader(id, here.db)();
      const lines = await linesOfCall(id, 1, here.db);
      expect(undoOf(lines, view?.job.fields ?? [])).toMatchObject({ changes: [], impossible: 1 });
      expect(undoOf(lines, view?.job.fields ?? []).created.map(({ line }) => line)).toEqual([2]);
      expect(
        await onlyCreated(linesOfJob(id, view?.calls ?? [], undoable, here.db), view?.job.fields ?? [], 5),
      ).toBeNull();
      expect(view?.calls[0]).toMatchObject({ created: 1, unsure: trustEvents ? 0 : 1 });
    },
  );

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

test('a refused key pauses the job; on resume its rows are read back, and unwritten ones are sent again', async () => {
  const here = world(['key'], 2);
  const id = await here.add(ids(2), () => ({ f: 'new' }));
  await here.run([], async () => (await here.job(id)).hold !== null);
  expect(await here.job(id)).toMatchObject({ hold: { reason: 'key-refused', code: 100 }, counts: { unknown: 2 } });
  await here.ledger.order(id, 'run');
  await here.run();
  expect(outcomesOf(await here.job(id))).toEqual({ verified: 2 });
});

test('rows left to send are unsent and rejected ones, and none that were given up', async () => {
  const here = world(['never-applies', 'cut-before', 'key'], 4, false, {}, 1);
  const id = await here.add(ids(4), () => ({ f: 'new' }));
  await here.run([], async () => (await here.job(id)).hold?.reason === 'key-refused');
  const held = await here.job(id);
  expect(held.counts.unknown).toBeGreaterThan(held.turned_away?.length ?? 0);
  expect(held.turned_away).toEqual([{ number: 3, rows: 1 }]);
  expect(rowsToSend(held)).toBe(held.counts['not-sent'] + 1);
  here.platform.key = 'renewed';
  await here.run();
  expect(rowsToSend(await here.job(id))).toBe(0);
});

test('a job that waits for a key continues automatically when it is renewed, and not before', async () => {
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

test('slower: a job and its read-backs keep to their share; faster: at once', async () => {
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

test('several failures in a row pause the job', async () => {
  const here = world(Array<Behaviour>(20).fill('refuses'), 900);
  const id = await here.add(ids(900), () => ({ f: 'new' }));
  await here.run([], async () => (await here.job(id)).hold !== null);
  const job = await here.job(id);
  expect(job.hold?.reason).toBe('failing');
  expect(job.counts['not-sent']).toBeGreaterThan(0);
});

test('a resumed job may fail as often again before it is paused', async () => {
  const here = world(Array<Behaviour>(4).fill('fails-before'), 900, false);
  const id = await here.add(ids(900), () => ({ f: 'new' }));
  let held = 0;
  await here.run([], async () => {
    const { hold, open } = await here.job(id);
    if (hold?.reason !== 'failing' || held > 1) return open === 0 || held > 1;
    held += 1;
    await here.ledger.order(id, 'run');
    return false;
  });
  expect(held).toBe(1);
  expect(outcomesOf(await here.job(id))).toEqual({ verified: 500, unknown: 400 });
});

test('requests lost by one outage are one failure: the job continues automatically', async () => {
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

test.each([false, true])(
  'after a request without response nothing is sent before a read succeeds (just checked: %s)',
  async (isJustRead) => {
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
    if (isJustRead) await here.db.jobs.update(id, { read_at: here.clock.now() });
    await here.run();
    // Two calls, each read once more before it left, are on the wire when the first one is cut; those that are ready behind them wait for a read-back too.
    const before = isJustRead ? 0 : 2;
    expect(sentWhen.slice(0, 2)).toEqual([before, before]);
    expect(sentWhen[2]).toBeGreaterThan(isJustRead ? 0 : 3);
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 800, unknown: 100 });
  },
);

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

test('a job paused with nothing left to send still ends, also in another tab', async () => {
  const here = world(['applies'], 2, false);
  const id = await here.add(ids(2), () => ({ f: 'new' }));
  await here.run([], async () => (await here.job(id)).counts.accepted === 2);
  await here.ledger.order(id, 'pause');
  await here.run();
  expect(await here.job(id)).toMatchObject({ open: 0, counts: { verified: 2 } });
});
