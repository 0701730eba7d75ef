import { afterEach, describe, expect, test } from 'vitest';
import type { Json } from '../../contract/json';
import type { RowResult } from '../../storage/job-rows';
import { holds } from './test-schedules';
import type { Circumstances } from './test-simulation';
import { endWorlds, ids, outcomesOf, type World, world } from './test-world';

afterEach(endWorlds);

/** Rows of a job that were skipped, with the record or key that each means. */
async function skippedRows(here: World, id: string): Promise<Record<string, RowResult>> {
  const rows = await here.rows(id);
  return Object.fromEntries(
    rows.flatMap(({ batch, payload }) =>
      batch.state === 'left-out'
        ? batch.rows.map((row, index) => {
            const item = payload.items[index];
            return [String(item?.item_id ?? item?.fields.k), row];
          })
        : [],
    ),
  );
}

/** Requests of each kind. */
function counted(here: World): { reads: number; writes: number } {
  const count = { reads: 0, writes: 0 };
  const { list, update } = here.platform;
  here.platform.list = (input) => {
    count.reads += 1;
    return list.call(here.platform, input);
  };
  here.platform.update = (input) => {
    count.writes += 1;
    return update.call(here.platform, input);
  };
  return count;
}

describe('a record changes between check and sending', () => {
  test('of a long job: the row is skipped with its current value, and all others are written', async () => {
    const here = world([], 300, true, { somebody: [{ after: 0, item_id: '1250', fields: { f: 'theirs' } }] });
    const id = await here.add(ids(300), () => ({ f: 'mine' }));
    await here.run();
    expect(here.platform.records.get('1250')).toMatchObject({ f: 'theirs' });
    const job = await here.job(id);
    expect(outcomesOf(job)).toEqual({ verified: 299, invalid: 1 });
    expect(job).toMatchObject({ total: 300, calls: 3 });
    expect(await skippedRows(here, id)).toEqual({
      1250: { outcome: 'invalid', reason: 'changed-since-check', at: expect.any(Number), now: { f: 'theirs' } },
    });
    expect(here.platform.calls.map(({ items }) => items.length).sort()).toEqual([100, 100, 99]);
    const [part] = (await here.rows(id)).filter(({ batch }) => batch.state === 'left-out');
    expect(part?.payload).toMatchObject({ lines: [251], before: [{ f: 'old' }], items: [{ item_id: '1250' }] });
  });

  test('during other batches of the same job: the later batch is checked right before it is sent', async () => {
    const somebody = [{ after: 4_500, item_id: '1950', fields: { f: 'theirs' } }];
    const here = world([], 1000, true, { somebody });
    const id = await here.add(ids(1000), () => ({ f: 'mine' }));
    await here.ledger.pace(id, 0.2);
    await here.run();
    expect(here.platform.calls.some(({ at }) => at < 1_000_000_004_500)).toBe(true);
    expect(here.platform.records.get('1950')).toMatchObject({ f: 'theirs' });
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 999, invalid: 1 });
  });

  test('in every row of a batch: it is not sent, and the job ends', async () => {
    const somebody = ids(2).map((item_id) => ({ after: 0, item_id, fields: { f: 'theirs' } }));
    const here = world([], 2, true, { somebody });
    const id = await here.add(ids(2), () => ({ f: 'mine' }));
    await here.run();
    expect(here.platform.calls).toEqual([]);
    expect(await here.job(id)).toMatchObject({ open: 0, calls: 0, counts: { invalid: 2, 'not-sent': 0 } });
  });

  test('only in another field, or to the same value: nothing is skipped', async () => {
    const somebody: Circumstances['somebody'] = [
      { after: 0, item_id: '1000', fields: { g: 'theirs' } },
      { after: 0, item_id: '1001', fields: { f: 'mine' } },
    ];
    const here = world([], 3, true, { somebody });
    const id = await here.add(ids(3), () => ({ f: 'mine' }));
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 2, 'no-change': 1 });
    expect(here.platform.records.get('1000')).toMatchObject({ f: 'mine', g: 'theirs' });
  });

  test('a record is deleted: its row is skipped', async () => {
    const here = world([], 2, true, { somebody: [{ after: 0, item_id: '1000', fields: null }] });
    const id = await here.add(ids(2), () => ({ f: 'mine' }));
    await here.run();
    expect(await skippedRows(here, id)).toMatchObject({ 1000: { outcome: 'invalid', reason: 'gone' } });
  });

  test('a record that one reading does not show is read a second time, and written', async () => {
    const here = world([], 2);
    const id = await here.add(ids(2), () => ({ f: 'mine' }));
    const { list } = here.platform;
    let readings = 0;
    here.platform.list = async (input) => {
      readings += 1;
      const page = await list.call(here.platform, input);
      // The reading itself, and that of one row alone.
      return readings <= 2 ? { ...page, items: [] } : page;
    };
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 2 });
  });

  test('by key: created, lost or changed since', async () => {
    const somebody: Circumstances['somebody'] = [
      { after: 0, item_id: '7', fields: { k: 'new1', f: 'theirs' } },
      { after: 0, item_id: '1000', fields: { k: 'another' } },
      { after: 0, item_id: '1001', fields: { f: 'theirs' } },
    ];
    const here = world([], 4, true, { somebody });
    const id = await here.upsert(['k1000', 'k1001', 'k1002', 'new1', 'new2'], () => ({ f: 'mine' }));
    await here.run();
    expect(await skippedRows(here, id)).toMatchObject({
      k1000: { outcome: 'invalid', reason: 'key-lost' },
      k1001: { outcome: 'invalid', reason: 'changed-since-check', now: { f: 'theirs' } },
      new1: { outcome: 'invalid', reason: 'exists-now', item_id: '7' },
    });
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 2, invalid: 3 });
    expect(here.platform.records.get('7')).toMatchObject({ f: 'theirs' });
    expect(here.platform.records.size).toBe(6);
  });

  test('by key: two records have the key by now, so that none is meant', async () => {
    const somebody: Circumstances['somebody'] = [
      { after: 0, item_id: '7', fields: { k: 'new1', f: 'theirs' } },
      { after: 0, item_id: '8', fields: { k: 'another', f: 'theirs' } },
      { after: 0, item_id: '8', fields: { k: 'new1' } },
    ];
    const here = world([], 2, true, { somebody });
    const id = await here.upsert(['new1', 'k1001'], () => ({ f: 'mine' }));
    await here.run();
    expect(await skippedRows(here, id)).toMatchObject({
      new1: { outcome: 'invalid', reason: 'several-match', matches: ['7', '8'] },
    });
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 1, invalid: 1 });
    expect(['7', '8'].map((item_id) => here.platform.records.get(item_id)?.f)).toEqual(['theirs', 'theirs']);
  });

  test('killed at each step: nothing is lost, duplicated or silently overwritten', async () => {
    const somebody = [
      { after: 0, item_id: '1003', fields: { f: 'theirs' } },
      { after: 70, item_id: '1025', fields: { f: 'theirs' } },
    ];
    for (let step = 1; step <= 24; step += 1) {
      for (const how of ['before', 'after'] as const) {
        const mode = step % 2 === 0 ? 'update' : 'upsert';
        await holds({ platform: ['applies'], ends: [{ step, how }], withEvents: step % 3 > 0, mode, somebody });
      }
    }
  }, 120_000);
});

describe('what an earlier job of one’s own wrote since', () => {
  test('is accepted as the base of the second job', async () => {
    const here = world(['applies-late'], 2);
    const first = await here.add(ids(2), () => ({ f: 'first' }));
    const second = await here.add(ids(2), () => ({ f: 'second' }));
    await here.run();
    expect(outcomesOf(await here.job(first))).toEqual({ verified: 2 });
    expect(outcomesOf(await here.job(second))).toEqual({ verified: 2 });
    expect(here.platform.records.get('1000')).toMatchObject({ f: 'second' });
  });

  test.each<[string, string, Json, Json]>([
    ['a list', 'list', ['1', '2'], ['2']],
    ['cleared', 'f', null, 'second'],
  ])('is accepted as that base also as %s', async (_what, field, one, other) => {
    const here = world(['applies-late'], 2);
    const first = await here.add(ids(2), () => ({ [field]: one }));
    const second = await here.add(ids(2), () => ({ [field]: other }));
    await here.run();
    expect(outcomesOf(await here.job(first))).toEqual({ verified: 2 });
    expect(outcomesOf(await here.job(second))).toEqual({ verified: 2 });
  });

  test('is reported where someone else changed it', async () => {
    const here = world(['applies'], 2, true, {
      somebody: [{ after: 2_000, item_id: '1000', fields: { f: 'theirs' } }],
    });
    await here.add(ids(2), () => ({ f: 'first' }));
    const second = await here.add(ids(2), () => ({ f: 'second' }));
    await here.ledger.order(second, 'pause');
    await here.run([], async () => here.clock.now() > 1_000_000_005_000);
    await here.ledger.order(second, 'run');
    await here.run();
    expect(outcomesOf(await here.job(second))).toEqual({ verified: 1, invalid: 1 });
  });

  test('is reported where the later job came first', async () => {
    const here = world([], 2);
    const import_ = await here.add(ids(2), () => ({ f: 'import' }));
    await here.ledger.order(import_, 'pause');
    const edit = await here.add(ids(1), () => ({ f: 'edit' }));
    await here.run([], async () => (await here.job(edit)).open === 0);
    await here.ledger.order(import_, 'run');
    await here.run();
    expect(outcomesOf(await here.job(import_))).toEqual({ verified: 1, invalid: 1 });
    expect(here.platform.records.get('1000')).toMatchObject({ f: 'edit' });
  });
});

describe('the check before sending', () => {
  test('is repeated where the mark came too late for it', async () => {
    const here = world([], 100, false, { somebody: [{ after: 5_500, item_id: '1000', fields: { f: 'theirs' } }] });
    const { mark } = here.ledger;
    let marks = 0;
    here.ledger.mark = async (batch) => {
      marks += 1;
      // A disk that is busy for six seconds.
      if (marks === 1) here.clock.set(6_000);
      return mark(batch);
    };
    const id = await here.add(ids(100), () => ({ f: 'mine' }));
    await here.ledger.pace(id, 0.5);
    await here.run();
    expect(marks).toBe(2);
    expect(here.platform.calls.length).toBe(1);
  });

  test('is one request for a hundred rows, beside the write and the read-back', async () => {
    const here = world([], 300, false);
    const count = counted(here);
    const id = await here.add(ids(300), () => ({ f: 'mine' }));
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 300 });
    expect(count).toEqual({ reads: 6, writes: 3 });
  });

  test('is skipped if the review just checked the rows, but never in an import', async () => {
    const reads = async (kind: 'edit' | 'import', ago: number): Promise<number> => {
      const here = world([], 2, true, { trustEvents: true });
      const count = counted(here);
      const id = await here.add(ids(2), () => ({ f: 'mine' }));
      await here.db.jobs.update(id, { kind, read_at: here.clock.now() - ago });
      await here.run();
      return count.reads;
    };
    expect(await reads('edit', 500)).toBe(0);
    expect(await reads('edit', 60_000)).toBe(1);
    expect(await reads('import', 500)).toBe(1);
  });

  test('is what a connection is kept for: a batch that needs none is marked as being sent only with one, too', async () => {
    const here = world([], 900, true, { trustEvents: true });
    const id = await here.add(ids(900), () => ({ f: 'mine' }));
    await here.db.jobs.update(id, { read_at: here.clock.now() - 500 });
    let most = 0;
    await here.run([], async () => {
      const { counts, open } = await here.job(id);
      most = Math.max(most, counts.sending);
      return open === 0;
    });
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 900 });
    // There are two connections.
    expect(most).toBe(200);
  });

  test('is repeated where the turn comes too late, which is left to others', async () => {
    const here = world([], 900, true, { trustEvents: true, turnMs: 2000 });
    const count = counted(here);
    const id = await here.add(ids(900), () => ({ f: 'mine' }));
    await here.db.jobs.update(id, { read_at: here.clock.now() - 500 });
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 900 });
    expect(here.platform.turns).toBe(count.writes);
    expect(count.writes).toBe(9);
  });

  test('if it fails, nothing of the batch is sent; the job shows why it waits, and retries', async () => {
    const here = world([], 2, true, { trustEvents: true, reads: ['fails', 'cut', 'fails', 'cut'] });
    const count = counted(here);
    const id = await here.add(ids(2), () => ({ f: 'mine' }));
    const pauses: number[] = [];
    await here.run([], async () => {
      const { hold, counts, open } = await here.job(id);
      const pause = hold === null ? 0 : (hold.until ?? 0) - (hold.since ?? 0);
      if (hold !== null && pauses.at(-1) !== pause) {
        pauses.push(pause);
        expect(hold).toMatchObject({ reason: 'unread', message: 'as scheduled' });
        expect(counts).toMatchObject({ 'not-sent': 2, sending: 0 });
        // The first two are read again in their turn.
        expect(count).toEqual({ reads: pauses.length + 2, writes: 0 });
      }
      return open === 0;
    });
    expect(pauses).toEqual([1000, 2000]);
    expect(await here.job(id)).toMatchObject({ hold: null, counts: { verified: 2 } });
    expect(count).toEqual({ reads: 5, writes: 1 });
  });

  test('if refused with the key, the job waits for another one', async () => {
    const here = world([], 2, true, { keyEndsAfter: 0 });
    const id = await here.add(ids(2), () => ({ f: 'mine' }));
    await here.run([], async () => (await here.job(id)).hold !== null);
    expect((await here.job(id)).hold).toMatchObject({ reason: 'key-refused', code: 100 });
    here.platform.key = 'renewed';
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 2 });
  });
});

describe('where a platform cannot be queried for records', () => {
  /** As after a check that loaded the whole table, before anyone wrote. */
  const checked = async (here: World, id: string) => {
    await here.db.jobs.update(id, { changed_on: here.platform.time() });
    return id;
  };

  test('its changes since the check are read: the changed row is skipped, and all others are written', async () => {
    const somebody = [{ after: 0, item_id: '1750', fields: { f: 'theirs' } }];
    const here = world([], 1200, false, { ignoresFilters: true, somebody });
    const id = await checked(here, await here.add(ids(800), () => ({ f: 'mine' })));
    const count = counted(here);
    await here.run();
    expect(here.platform.records.get('1750')).toMatchObject({ f: 'theirs' });
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 799, invalid: 1 });
    expect(await skippedRows(here, id)).toMatchObject({
      1750: { reason: 'changed-since-check', now: { f: 'theirs' } },
    });
    // However long the job is: what was read once of its own writes is not read again.
    expect(count.reads / count.writes).toBeLessThan(12);
  });

  test('beside a record of the year 9999', async () => {
    const somebody = [{ after: 1_000, item_id: '1150', fields: { f: 'theirs' } }];
    const here = world([], 220, false, { ignoresFilters: true, somebody, turnMs: 3_000 });
    const far = '9999-12-31 23:59:59';
    here.platform.times.set('1219', { created_on: far, created_by: null, updated_on: far, updated_by: null });
    const id = await here.add(ids(200), () => ({ f: 'mine' }));
    await here.db.jobs.update(id, { changed_on: here.platform.times.get('1000')?.updated_on });
    await here.run();
    expect(here.platform.records.get('1150')).toMatchObject({ f: 'theirs' });
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 199, invalid: 1 });
  });

  test('by key: created, changed and lost records are reported, too', async () => {
    const somebody: Circumstances['somebody'] = [
      { after: 0, item_id: '7', fields: { k: 'new1', f: 'theirs' } },
      { after: 0, item_id: '1000', fields: { k: 'another' } },
      { after: 0, item_id: '1001', fields: { f: 'theirs' } },
    ];
    const here = world([], 4, false, { ignoresFilters: true, somebody });
    const id = await checked(
      here,
      await here.upsert(['k1000', 'k1001', 'k1002', 'new1', 'new2'], () => ({ f: 'mine' })),
    );
    await here.run();
    expect(await skippedRows(here, id)).toMatchObject({
      k1000: { reason: 'key-lost' },
      k1001: { reason: 'changed-since-check', now: { f: 'theirs' } },
      new1: { reason: 'exists-now', item_id: '7' },
    });
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 2, invalid: 3 });
    expect(here.platform.records.size).toBe(6);
  });

  test('a job whose check did not load the whole table sends nothing it cannot check', async () => {
    const here = world([], 6, false, { ignoresFilters: true });
    const id = await here.add(ids(4), () => ({ f: 'mine' }));
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ invalid: 4 });
    expect(here.platform.calls).toEqual([]);
  });
});
