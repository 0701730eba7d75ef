import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../contract/errors';
import { rowsToSend } from '../table/job-state';
import { flakySchedule, holds } from './test-schedules';
import type { ReadFailure } from './test-simulation';
import { endWorlds, ids, outcomesOf, type World, world } from './test-world';

afterEach(endWorlds);

const failing = (count: number, how: ReadFailure = 'fails'): ReadFailure[] => Array<ReadFailure>(count).fill(how);

/** A job whose rows the review read when it was sent: every reading is one that looks for proof. */
async function justReviewed(here: World, count: number): Promise<string> {
  const id = await here.add(ids(count), () => ({ f: 'new' }));
  await here.db.jobs.update(id, { kind: 'edit', read_at: here.clock.now() });
  return id;
}

describe('reading back while many readings fail', () => {
  test('a row’s wait does not end before a few reads succeeded', async () => {
    // Read for the first time when the wait of a minute has nearly ended.
    const here = world(['never-applies'], 2, false, { reads: failing(7) });
    const id = await justReviewed(here, 2);
    await here.run();
    const [{ batch } = { batch: null }] = await here.rows(id);
    expect(batch?.reads).toBeGreaterThanOrEqual(3);
    expect(outcomesOf(await here.job(id))).toEqual({ unknown: 2 });
    expect(batch?.rows[0]).toMatchObject({ reason: 'not-seen' });
  });

  test('a late write is found after the wait, if earlier reads failed', async () => {
    const here = world(['applies-late'], 2, false, { reads: failing(7) });
    const id = await justReviewed(here, 2);
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 2 });
  });

  test('where no read succeeds, the row ends as not readable', async () => {
    const here = world(['applies'], 2, false, { reads: failing(100) });
    const id = await justReviewed(here, 2);
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ unknown: 2 });
    expect((await here.rows(id))[0]?.batch.rows[0]).toMatchObject({ reason: 'cannot-read' });
  });

  test('while sending is blocked by a missing response, other rows are read back at full speed', async () => {
    const here = world(['applies', 'applies', 'cut-before'], 900, false, {
      reads: [null, null, null, null, 'cut', 'cut'],
    });
    const id = await here.add(ids(900), () => ({ f: 'new' }));
    const times: number[] = [];
    const { update } = here.platform;
    here.platform.update = (input) => {
      times.push(here.clock.now());
      return update.call(here.platform, input);
    };
    await here.run();
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(2000);
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 800, unknown: 100 });
  });

  test('a failed read before one batch delays no other batch', async () => {
    const here = world([], 400, false, { reads: [null, 'fails', null, 'cut'] });
    const id = await here.add(ids(400), () => ({ f: 'new' }));
    let held = false;
    await here.run([], async () => {
      const { hold, open } = await here.job(id);
      held ||= hold !== null;
      return open === 0;
    });
    expect(held).toBe(false);
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 400 });
  });
});

test('one in five requests fails and tabs are killed: written rows are found, none is duplicated or misreported', async () => {
  await fc.assert(
    fc.asyncProperty(flakySchedule, (schedule) => holds(schedule, { findsAllWritten: true })),
    { numRuns: 20 },
  );
}, 300_000);

test('rows that wait for another job do not delay the others', async () => {
  const here = world(['never-applies'], 300, false);
  const first = await here.add(ids(1), () => ({ f: 'first' }));
  const second = await here.add(ids(300), () => ({ f: 'second' }));
  await here.run([], async () => (await here.job(second)).counts.verified === 200);
  expect(await here.job(first)).toMatchObject({ counts: { accepted: 1 } });
  expect(await here.job(second)).toMatchObject({ counts: { verified: 200, 'not-sent': 100 } });
  await here.run();
});

describe('a batch that one query reads back', () => {
  const requestsFor = async (add: (here: World) => Promise<string>): Promise<number> => {
    const here = world([], 400, false);
    let requests = 0;
    const { list, update } = here.platform;
    Object.assign(here.platform, {
      list: (input: Parameters<typeof list>[0]) => {
        requests += 1;
        return list.call(here.platform, input);
      },
      update: (input: Parameters<typeof update>[0]) => {
        requests += 1;
        return update.call(here.platform, input);
      },
    });
    const id = await add(here);
    await here.run();
    const { counts, calls } = await here.job(id);
    expect(counts.verified).toBeGreaterThan(0);
    return requests / calls;
  };
  const byKey = (from: number, count: number) => (here: World) =>
    here.upsert(
      Array.from({ length: count }, (_, index) => `k${1000 + from + index}`),
      () => ({ f: 'new' }),
    );

  test('takes three requests by ID', async () => {
    expect(await requestsFor((here) => here.add(ids(400), () => ({ f: 'new' })))).toBe(3);
  });

  test.each([
    ['updates', 0, 396],
    ['creates', 400, 396],
    ['updates and creates', 200, 396],
  ])(
    'takes three requests by key that %s, and two once to learn how the platform filters',
    async (_what, from, count) => {
      expect(await requestsFor(byKey(from, count))).toBeLessThanOrEqual(3 + 2 / 4);
    },
  );
});

describe('what a read-back shows is reported at once', () => {
  /** A call that is accepted and not applied, and what happens in between. */
  const meanwhile = async (
    does: (here: World) => void,
    behaviour: 'never-applies' | 'applies-late' | 'too-many' = 'never-applies',
  ) => {
    const here = world([behaviour], 2, false);
    const id = await here.upsert(['k1000', 'k1001'], () => ({ f: 'new', house: 'new house' }));
    await here.run([], async () => (await here.rows(id))[0]?.batch.answered_at != null);
    const since = here.clock.now();
    does(here);
    const first = async () => (await here.rows(id))[0]?.batch.rows[0];
    const { outcome } = (await first()) ?? {};
    await here.run([], async () => (await first())?.outcome !== outcome);
    return { here, id, first, after: here.clock.now() - since };
  };

  test('a deleted record, once a second look shows none either', async () => {
    const here = world(['never-applies'], 2, false);
    const id = await here.add(ids(2), () => ({ f: 'new' }));
    await here.run([], async () => (await here.job(id)).counts.accepted === 2);
    const since = here.clock.now();
    const held = here.platform.records.get('1000') ?? {};
    here.platform.records.delete('1000');
    const first = async () => (await here.rows(id))[0]?.batch.rows[0];
    await here.run([], async () => (await here.job(id)).counts.differs === 1);
    expect(here.clock.now() - since).toBeLessThan(4000);
    expect(await first()).toMatchObject({ reason: 'deleted' });
    expect((await first())?.at).toBeUndefined();
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ differs: 1, unknown: 1 });
    expect(await first()).toMatchObject({ reason: 'deleted', at: expect.any(Number) });
    // It was not: verified again, it is found as it was sent.
    here.platform.records.set('1000', { ...held, f: 'new' });
    await here.ledger.prolong(id, here.clock.now() + 60_000);
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 1, unknown: 1 });
  });

  test.each(['by id', 'by key'])('no record that one read does not show, %s, even as the wait ends', async (by) => {
    for (const at of [2_000, 40_000, 59_000]) {
      const here = world(['applies-late'], 2, false);
      const id = await (by === 'by id'
        ? here.add(ids(2), () => ({ f: 'new' }))
        : here.upsert(['k1000', 'k1001'], () => ({ f: 'new' })));
      await here.run([], async () => (await here.job(id)).counts.accepted === 2);
      const { list } = here.platform;
      const since = here.clock.now();
      let emptyUntil: number | null = null;
      // A reading that finds nothing asks once more, for one row alone.
      here.platform.list = async (input) => {
        const page = await list.call(here.platform, input);
        const now = here.clock.now() - since;
        if (!input.filter || now < at) return page;
        emptyUntil ??= now + 500;
        return now < emptyUntil ? { ...page, items: [] } : page;
      };
      const told = new Set<string>();
      await here.run([], async () => {
        for (const row of (await here.rows(id))[0]?.batch.rows ?? []) told.add(`${row.outcome} ${row.reason}`);
        return (await here.job(id)).open === 0;
      });
      expect([...told].filter((each) => each.startsWith('differs'))).toEqual([]);
      expect(outcomesOf(await here.job(id))).toEqual({ verified: 2 });
    }
  });

  test('a refused row that was written later, verified again', async () => {
    const here = world(['refuses', 'refuses'], 2, false);
    const id = await here.add(ids(2), () => ({ f: 'new' }));
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ refused: 2 });
    const before = (await here.rows(id))[0]?.batch.rows[1];
    here.platform.records.set('1000', { f: 'new' });
    here.platform.records.set('1001', { f: 'theirs' });
    await here.ledger.prolong(id, here.clock.now() + 30_000);
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 1, refused: 1 });
    // What someone else wrote is no reason to call it written.
    expect((await here.rows(id))[0]?.batch.rows[1]).toEqual({ ...before, at: expect.any(Number) });
    expect(here.platform.calls.length).toBe(1);
  });

  test('a row that an event refused, and a batch that never left, verified again', async () => {
    const here = world(['never-applies'], 2, false, { trustEvents: true });
    const id = await here.add(ids(2), () => ({ f: 'new' }));
    await here.run([], async () => (await here.job(id)).counts.accepted === 2);
    const [call] = await here.rows(id);
    const rows = [{ item_id: '1000', index: 0, written: false, code: 7, message: 'a rule' }];
    here.platform.tell({ trace_id: call?.batch.trace_id ?? '', table_id: '21', trusted: true, rows });
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ refused: 1, unknown: 1 });
    await here.ledger.prolong(id, here.clock.now() + 30_000);
    await here.run();
    expect((await here.rows(id))[0]?.batch.rows[0]).toMatchObject({ outcome: 'refused', reason: 'event', code: 7 });

    const tooLarge = world([], 1, false);
    tooLarge.platform.update = () =>
      Promise.reject(new ApiError({ kind: 'no-answer', operation: 'o', message: 'm', gateway: 'too-large' }));
    const other = await tooLarge.add(ids(1), () => ({ f: 'new' }));
    await tooLarge.run();
    await tooLarge.ledger.prolong(other, tooLarge.clock.now() + 30_000);
    await tooLarge.run();
    expect(outcomesOf(await tooLarge.job(other))).toEqual({ invalid: 1 });
  });

  test('a partly written row, while the rest is missing', async () => {
    const { here, id, first, after } = await meanwhile((world) =>
      world.platform.records.set('1000', { f: 'new', k: 'k1000', house: 'house 0' }),
    );
    expect(after).toBeLessThan(3000);
    expect(await first()).toMatchObject({ outcome: 'differs', reason: 'in-part', now: { f: 'new', house: 'house 0' } });
    expect((await first())?.at).toBeUndefined();
    // What the page has loaded lacks what was written.
    await vi.waitFor(() => expect(here.platform.outdated).toBe(1));
    here.platform.records.set('1000', { f: 'new', k: 'k1000', house: 'new house' });
    await here.run();
    expect(await first()).toMatchObject({ outcome: 'verified' });
    expect((await here.job(id)).open).toBe(0);
  });

  test('a row with another value, until the write appears', async () => {
    const { here, first, after } = await meanwhile(
      (world) => world.platform.records.set('1000', { f: 'theirs', k: 'k1000', house: 'house 0' }),
      'applies-late',
    );
    expect(after).toBeLessThan(3000);
    expect(await first()).toMatchObject({ outcome: 'differs', reason: null, now: { f: 'theirs' } });
    await here.run();
    expect(await first()).toMatchObject({ outcome: 'verified' });
  });

  test('a row partly written by a rejected batch, which is not sent again', async () => {
    const { here, id, first, after } = await meanwhile(
      (world) => world.platform.records.set('1000', { f: 'new', k: 'k1000', house: 'house 0' }),
      'too-many',
    );
    expect(after).toBeLessThan(10_000);
    expect(await first()).toMatchObject({ outcome: 'differs', reason: 'in-part' });
    expect(rowsToSend(await here.job(id))).toBe(0);
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ differs: 1, unknown: 1 });
    // Looked for again it is read back, and there is still nothing to send.
    await here.ledger.prolong(id, here.clock.now() + 60_000);
    await here.run([], async () => (await here.rows(id))[0]?.batch.state === 'unanswered');
    expect((await here.rows(id))[0]?.batch.rows[1]).toMatchObject({ outcome: 'unknown', reason: 'no-answer' });
    expect(rowsToSend(await here.job(id))).toBe(0);
    await here.run();
    expect(here.platform.calls.length).toBe(1);
  });

  test('a row by key whose key is lost', async () => {
    const here = world(['never-applies'], 2, false);
    const id = await here.upsert(['k1000', 'k1001'], () => ({ f: 'new' }));
    await here.run([], async () => (await here.job(id)).counts.accepted === 2);
    here.platform.records.delete('1000');
    await here.run([], async () => (await here.job(id)).counts.differs === 1);
    expect((await here.rows(id))[0]?.batch.rows[0]).toMatchObject({ outcome: 'differs', reason: 'key-lost' });
    await here.run();
  });
});

test('two contradicting trusted events are both ignored, and the rows are read back', async () => {
  for (const [written, outcome] of [
    ['applies', 'verified'],
    ['never-applies', 'unknown'],
  ] as const) {
    const here = world([written], 2, false, { trustEvents: true });
    const id = await here.add(ids(2), () => ({ f: 'new' }));
    await here.run([], async () => (await here.job(id)).counts.accepted === 2);
    const tell = (isWritten: boolean): void => {
      const about = { written: isWritten, code: null, message: null };
      const rows = ids(2).map((item_id, index) => ({ item_id, index, ...about }));
      here.platform.tell({ trace_id: 't2', table_id: '21', trusted: true, rows });
    };
    tell(true);
    tell(false);
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ [outcome]: 2 });
  }
});

test('a stopped job whose last batch was refused with its key ends after its wait, without another key', async () => {
  const here = world([], 2, false, { keyEndsAfter: 1 });
  const id = await here.add(ids(2), () => ({ f: 'new' }));
  await here.run([], async () => (await here.job(id)).hold?.reason === 'key-refused');
  await here.ledger.order(id, 'stop');
  await here.run();
  expect(await here.job(id)).toMatchObject({ open: 0, counts: { unknown: 2 } });
  expect((await here.rows(id))[0]?.batch.rows[0]).toMatchObject({ reason: 'cannot-read' });
});
