import { afterEach, describe, expect, test } from 'vitest';
import type { RecordPage } from '../../contract/records';
import type { Behaviour } from './test-simulation';
import { endWorlds, ids, outcomesOf, type World, world } from './test-world';

afterEach(endWorlds);

const rowsOf = async (here: World, id: string) => (await here.rows(id))[0]?.batch.rows ?? [];
const longLater = 600_000;

describe('a call that the platform refused, and applied all the same', () => {
  test.each<[Behaviour, number]>([
    ['refuses-applies', 0],
    ['refuses-applies-late', 8_000],
    ['refuses-applies-late', 20_000],
  ])('%s, seen %i ms later: its rows are verified, and are never called refused', async (behaviour, lagMs) => {
    const here = world([behaviour], 2, false, { lagMs });
    const id = await here.add(ids(2), () => ({ f: 'new' }));
    let refused = 0;
    await here.run([], async () => {
      const { counts, open } = await here.job(id);
      refused += counts.refused;
      return open === 0;
    });
    expect([outcomesOf(await here.job(id)), refused]).toEqual([{ verified: 2 }, 0]);
  });

  describe('after its wait', () => {
    const ended = async (withEvents: boolean, trustEvents = false) => {
      const here = world(['refuses-applies-after-deadline'], 2, withEvents, { trustEvents });
      const id = await here.add(ids(2), () => ({ f: 'new' }));
      await here.run();
      expect(outcomesOf(await here.job(id))).toEqual({ refused: 2 });
      await here.elapse(longLater);
      return { here, id, isVerified: async () => (await here.job(id)).counts.verified === 2 };
    };

    test.each([false, true])('an event corrects it (trusted: %s)', async (trusted) => {
      const { here, id, isVerified } = await ended(true, trusted);
      await here.run([], isVerified);
      expect((await rowsOf(here, id)).map(({ proof }) => proof)).toEqual(
        Array(2).fill(trusted ? 'event' : 'read-back'),
      );
    });

    test('a later look corrects it', async () => {
      const { here, id, isVerified } = await ended(false);
      await here.ledger.prolong(id, here.clock.now() + 300_000);
      await here.run([], isVerified);
      expect(here.platform.calls.length).toBe(1);
    });

    test.each([false, true])(
      'what was not written stays refused, looked at again or hinted at (%s)',
      async (hinted) => {
        const here = world(['refuses'], 2, false);
        const id = await here.add(ids(2), () => ({ f: 'new' }));
        await here.run();
        const [{ batch } = { batch: null }] = await here.rows(id);
        const rows = ids(2).map((item_id, index) => ({ item_id, index, written: true, code: null, message: null }));
        const hint = { trace_id: batch?.trace_id ?? '', table_id: '21', trusted: false, rows };
        if (hinted) here.platform.tell(hint);
        else await here.ledger.prolong(id, here.clock.now() + 60_000);
        const reads = async () => (await here.rows(id))[0]?.batch.reads ?? 0;
        await here.run([], async () => (await reads()) > (batch?.reads ?? 0) && (await here.job(id)).open === 0);
        expect(outcomesOf(await here.job(id))).toEqual({ refused: 2 });
        // The same hint again opens nothing.
        const after = await reads();
        await here.run();
        expect(await reads()).toBe(after);
      },
    );
  });
});

describe('a call that was turned away, and applied all the same, on a replica that lags', () => {
  test.each<[Behaviour, number, 'update' | 'upsert']>([
    ['too-many-applies', 3_000, 'update'],
    ['too-many-applies', 8_000, 'update'],
    ['too-many-applies', 16_000, 'update'],
    ['too-many-applies-late', 12_000, 'update'],
    ['key-applies', 8_000, 'update'],
    ['too-many-applies', 8_000, 'upsert'],
    ['too-many-applies', 45_000, 'upsert'],
    ['key-applies', 8_000, 'upsert'],
  ])('%s, seen %i ms later (%s): it is not made twice', async (behaviour, lagMs, mode) => {
    const here = world([behaviour], 2, false, { lagMs });
    const id =
      mode === 'update'
        ? await here.add(ids(2), () => ({ f: 'new' }))
        : await here.upsert(['k1000', 'new1'], () => ({ f: 'new' }));
    await here.run([], async () => {
      const { open, hold } = await here.job(id);
      if (hold?.reason === 'key-refused') here.platform.key = 'renewed';
      return open === 0;
    });
    expect(here.platform.calls.length).toBe(1);
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 2 });
  });

  test('one that was seen to lag more before is waited for longer', async () => {
    const here = world(['applies', 'too-many-applies'], 2, false, { lagMs: 36_000 });
    const first = await here.add(['1000'], () => ({ f: 'new' }));
    let second: string | null = null;
    await here.run([], async () => {
      if ((await here.job(first)).open === 0) second ??= await here.add(['1001'], () => ({ f: 'new' }));
      return second !== null && (await here.job(second)).open === 0;
    });
    expect(outcomesOf(await here.job(second ?? ''))).toEqual({ verified: 1 });
    expect(here.platform.calls.length).toBe(2);
  });

  test('resumed by a person it is still not made twice', async () => {
    const here = world(['too-many-applies'], 2, false, { lagMs: 16_000 });
    const id = await here.add(ids(2), () => ({ f: 'new' }));
    await here.run([], async () => (await here.job(id)).hold !== null);
    await here.ledger.order(id, 'run');
    await here.run();
    expect(here.platform.calls.length).toBe(1);
  });
});

test('a call that was turned away and creates a record is read back, and left to a person', async () => {
  const here = world(['too-many'], 2, false);
  const id = await here.upsert(['k1000', 'new1'], () => ({ f: 'new' }));
  await here.run();
  expect(here.platform.calls.length).toBe(1);
  expect(await rowsOf(here, id)).toMatchObject([
    { outcome: 'unknown', reason: 'turned-away', at: expect.any(Number) },
    { outcome: 'unknown', reason: 'turned-away', at: expect.any(Number) },
  ]);
});

describe('own new records are told as created', () => {
  const hour = 3_600_000;
  const worlds: Record<string, (here: World) => void> = {
    'whose clock was put back by an hour while they were sent': ({ platform, clock }) => {
      const { time, update } = platform;
      let back = 0;
      platform.time = (at = clock.now()) => time.call(platform, at - back);
      platform.update = (input) => {
        back = hour;
        return update.call(platform, input);
      };
    },
    'that writes the two times in two zones': ({ platform }) => {
      const { list } = platform;
      const inZone = (time: string | null) =>
        time && new Date(Date.parse(`${time}Z`) + 8 * hour).toISOString().slice(0, 19).replace('T', ' ');
      platform.list = async (input): Promise<RecordPage> => {
        const page = await list.call(platform, input);
        return { ...page, items: page.items.map((record) => ({ ...record, updated_on: inZone(record.updated_on) })) };
      };
    },
    'with a record of the year 9999': ({ platform }) => {
      const time = '9999-12-31 23:59:59';
      platform.times.set('1000', { created_on: time, created_by: null, updated_on: time, updated_by: null });
    },
  };

  test.each(Object.keys(worlds))('by a platform %s', async (what) => {
    const here = world([], 2, false);
    worlds[what]?.(here);
    const first = await here.upsert(['k1000', 'new1'], () => ({ f: 'new' }));
    const second = await here.upsert(['new2', 'new3'], () => ({ f: 'new' }));
    await here.run();
    const rows = [...(await rowsOf(here, first)), ...(await rowsOf(here, second))];
    expect(rows.map(({ outcome, created, reason }) => [outcome, created ?? false, reason])).toEqual([
      ['verified', false, null],
      ['verified', true, null],
      ['verified', true, null],
      ['verified', true, null],
    ]);
  });
});
