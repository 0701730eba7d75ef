/** What a batch meets that was accepted before the table, or the queue, was as it is now. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UpdateItem, UpdateType } from '../../../contract/records';
import { type Database, DatabaseUnavailable } from '../../database/database';
import { anyTable, ids } from '../catalogue/catalogue';
import { itemFailures } from '../http/errors';
import { buildIndex, isIndexed } from '../records/field-index';
import type { Service } from '../service';
import { madeSpace, makeTable, update, withService } from '../test-service';
import { applyBatch } from './apply';
import type { Batch } from './batch';
import { testWork } from './test-work';
import { type Accepted, applyQueued, createAccepted, type Work } from './worker';

const number = 720;
const table = ids.table(number);
const title = ids.field(number, 1);
const [note, amount] = [ids.field(number, 2), ids.field(number, 3)];
/** More than are looked through without an index. */
const records = 5002;
let database: Database;
let service: Service;
let work: Work;
const faults: unknown[] = [];
const wanted: string[] = [];

withService(
  'none',
  60_000,
  async (opened) => {
    ({ database, service } = opened);
    await makeTable(database, {
      number,
      name: 'Worked',
      fields: ['text', 'text', 'number'],
      rows: Array.from({ length: records }, (_, row) => ({ [title]: `row ${row + 1}`, [amount]: row + 0.5 })),
    });
    work = testWork(database, {
      log: (...fault) => faults.push(fault),
      wantIndex: (...asked) => wanted.push(asked.join(' ')) > 0,
    });
  },
  { isStarted: false },
);

const send = (
  update_type: UpdateType,
  itemIds: string | null | readonly (string | null)[],
  name: string,
  field = title,
) => {
  const items = [itemIds].flat().map((item_id) => ({ item_id, fields: { [field]: name } }));
  return update(service, { table_id: table, update_type, update_by_fields: [title], items });
};

/** What is queued, as the process keeps it that accepted it. */
async function keptAccepted(): Promise<Accepted> {
  const accepted = createAccepted();
  const { version, tables } = await work.catalogue.current();
  await anyTable(database, tables, table);
  const rows = await database.query<
    Omit<Batch, 'items' | 'update_by_fields'> & Record<'seq' | 'address' | 'items', string>
  >(
    `select seq, address, table_id, space_id, trace_id, update_type, user_id, items::text as items from update_batch where state = 'queued' order by seq`,
  );
  for (const { seq, address, items, ...about } of rows) {
    const batch: Batch = { ...about, update_by_fields: [], items: JSON.parse(items) };
    accepted.add(table, { seq, address, batch, version });
  }
  return accepted;
}

const queued = async () => {
  const rows = await database.query<{ update_type: string }>(
    `select update_type from update_batch where state = 'queued' order by seq`,
  );
  return rows.map(({ update_type }) => update_type);
};

const lastEvent = async (): Promise<unknown> => {
  const [last] = await database.query<{ event: string }>('select event from update_batch order by seq desc limit 1');
  return JSON.parse(last?.event ?? '');
};

describe('the worker', () => {
  it('applies a batch by a key without index, and requests that index', async () => {
    wanted.length = 0;
    await send('upsert', null, 'row 7');
    await send('update', ids.item(number, 1), 'first');
    expect([await applyQueued(work, [table]), await applyQueued(work)]).toEqual([1, 1]);
    expect([await queued(), wanted]).toEqual([[], [`${table} ${title}`]]);
    expect(await isIndexed(database, table, title)).toBe(false);
    expect(faults).toEqual([]);
  });

  describe('on a table too large to be read whole', () => {
    const key = 'row 8';
    const attempts = async () =>
      (await database.query<{ attempts: number }>(`select attempts from update_batch where state = 'queued'`)).map(
        (batch) => batch.attempts,
      );
    beforeAll(() => database.query(`update update_turn set records = 20000001 where table_id = ${table}`));
    afterAll(() => database.query(`update update_turn set records = ${records} where table_id = ${table}`));

    it('lets a batch by a key wait as long as its index is being built, and others go on', async () => {
      const waiting: Work = { ...work, resting: new Map() };
      await send('upsert', null, key);
      expect(await applyQueued(waiting)).toBe(0);
      expect([await attempts(), await queued()]).toEqual([[0], ['upsert']]);
      // Not looked at again before its time, although its index is there.
      expect(await applyQueued({ ...waiting, wantIndex: () => false }, [table])).toBe(0);
      expect(await applyQueued({ ...waiting, resting: new Map(), wantIndex: () => false })).toBe(1);
      expect([await queued(), faults]).toEqual([[], []]);
    });

    it('counts no attempt that ran out of time meanwhile', async () => {
      await database.query(`update update_turn set records = 6000 where table_id = ${table}`);
      let isLate = false;
      const timed: Database = {
        ...database,
        transaction: (run) =>
          database.transaction((own) => {
            isLate = false;
            const cancelled = () => Promise.reject(new DatabaseUnavailable('A statement took longer than 30 seconds.'));
            return run({ ...own, query: (...asked) => (isLate ? cancelled() : own.query(...asked)) });
          }),
      };
      const wantIndex = () => {
        isLate = true;
        return true;
      };
      await send('upsert', null, key);
      for (let time = 0; time < 7; time += 1)
        await applyQueued({ ...work, database: timed, wantIndex, resting: new Map() });
      expect([await attempts(), faults.splice(0)]).toEqual([[0], Array(7).fill(expect.anything())]);
      expect(await applyQueued(work)).toBe(1);
      expect(await queued()).toEqual([]);
    });
  });

  it('waits longer after each failure of a table, and not at all after a success', async () => {
    const failing: Work = {
      ...work,
      resting: new Map(),
      database: { ...database, transaction: () => Promise.reject(new Error('failed')) },
    };
    const rests: number[] = [];
    await send('update', ids.item(number, 6), 'at last');
    for (let time = 0; time < 6; time += 1) {
      const before = performance.now();
      expect(await applyQueued(failing)).toBe(0);
      const rest = failing.resting.get(table);
      rests.push(Math.round(((rest?.until ?? 0) - before) / 1000));
      expect(await applyQueued(failing, [table])).toBe(0);
      if (rest) rest.until = 0;
    }
    expect(rests).toEqual([1, 4, 16, 60, 60, 60]);
    expect(faults.splice(0)).toHaveLength(6);
    expect(await applyQueued({ ...failing, database })).toBe(1);
    expect(failing.resting.size).toBe(0);
  });

  it('writes a table while a field index is built, which then has all writes', async () => {
    const writes = [1, 2500, records].map((row) => async () => {
      await send('update', ids.item(number, row), `written to ${row}`);
      expect(await applyQueued(work)).toBe(1);
    });
    const between: Database = {
      ...database,
      async transaction(run) {
        const done = await database.transaction(run);
        await writes.shift()?.();
        return done;
      },
    };
    await buildIndex(between, table, title, () => false);
    expect(writes).toEqual([]);
    const wrong = await database.query(
      `select r.title, o.txt from dw_record r left join dw_order o on o.table_id = r.table_id and o.item_id = r.item_id and o.field = ${title}
       where r.table_id = ${table} and o.txt is distinct from r.title`,
    );
    expect([await isIndexed(database, table, title), wrong]).toEqual([true, []]);
  });

  it.each([
    ['a text and a number', [title, amount]],
    ['a number and a text', [amount, title]],
  ])('finds a record by %s, the first of which has an index', async (_, update_by_fields) => {
    await buildIndex(database, table, update_by_fields[0] ?? '', () => false);
    const items = [{ item_id: null, fields: { [title]: 'row 4322', [amount]: 4321.5, [note]: 'found' } }];
    await update(service, { table_id: table, update_type: 'upsert', update_by_fields, items });
    expect(await applyQueued(work)).toBe(1);
    expect(await lastEvent()).toMatchObject({
      success: [{ item_id: ids.item(number, 4322), action: 'updated' }],
      fail: [],
    });
  });

  it.each([
    ['there', [ids.item(number, 3)]],
    ['there and records that are gone', [ids.item(number, 4), ids.item(number, 9999)]],
  ])('writes nothing as long as its event cannot be written with it: records that are %s', async (_, itemIds) => {
    const [first = ''] = itemIds;
    const titleOf = async () =>
      (await database.query(`select title from dw_record where item_id = ${first}`)) as { title: string }[];
    const before = await titleOf();
    await database.query('alter table update_batch add constraint no_room check (event is null) not valid');
    await send('update', itemIds, 'told');
    expect(await applyQueued(work, [table])).toBe(0);
    expect(await titleOf()).toEqual(before);
    expect(await queued()).toEqual(['update']);
    expect(faults.splice(0)).toHaveLength(1);
    await database.query('alter table update_batch drop constraint no_room');
    work.resting.clear();
    expect(await applyQueued(work, [table])).toBe(1);
    expect(await titleOf()).toEqual([{ title: 'told' }]);
  });

  describe('applies a batch as it was accepted', () => {
    const record = ids.item(number, 5);
    const titles = () => database.query(`select title from dw_record where item_id = ${record}`);
    const events = async () =>
      Number((await database.query<{ n: string }>('select count(event) as n from update_batch'))[0]?.n);

    it('without reading it again', async () => {
      await send('update', [record], 'kept');
      const told = await events();
      const accepted = await keptAccepted();
      await database.query(`update update_batch set items = '[]' where state = 'queued'`);
      expect(await applyQueued({ ...work, accepted }, [table])).toBe(1);
      expect([await titles(), await queued(), await events()]).toEqual([[{ title: 'kept' }], [], told + 1]);
    });

    it.each([
      ['that has an index, which follows', title, 1],
      ['that has none', note, 0],
    ])('in a field %s', async (_, field, entries) => {
      await send('update', [record], 'kept and followed', field);
      expect(await applyQueued({ ...work, accepted: await keptAccepted() }, [table])).toBe(1);
      expect(await queued()).toEqual([]);
      const walked = await database.query(
        `select item_id from dw_order where field = ${field} and item_id = ${record} and txt = 'kept and followed'`,
      );
      expect(walked).toHaveLength(entries);
    });

    it('only in order: earlier batches come first', async () => {
      await send('update', [record], 'first');
      await send('update', [record], 'second');
      const told = await events();
      const accepted = await keptAccepted();
      accepted.take(table);
      expect(await applyQueued({ ...work, accepted }, [table])).toBe(1);
      expect([await titles(), await queued()]).toEqual([[{ title: 'first' }], ['update']]);
      expect(await applyQueued({ ...work, accepted }, [table])).toBe(1);
      expect([await titles(), await queued(), await events()]).toEqual([[{ title: 'second' }], [], told + 2]);
    });

    it('once, although another process may have applied it', async () => {
      await send('update', [record], 'theirs');
      const accepted = await keptAccepted();
      expect(await applyQueued(work, [table])).toBe(1);
      await database.query(`update dw_record set title = 'since then' where item_id = ${record}`);
      const told = await events();
      expect(await applyQueued({ ...work, accepted }, [table])).toBe(0);
      expect([await titles(), await events()]).toEqual([[{ title: 'since then' }], told]);
    });

    it('by the current table, if that has changed since', async () => {
      await send('update', [record], 'by another field');
      const accepted = await keptAccepted();
      await database.query('update dw_table set title_field = 1 where table_id = $1::bigint', [table]);
      expect(await applyQueued({ ...work, accepted }, [table])).toBe(1);
      expect([await titles(), await queued()]).toEqual([[{ title: 'since then' }], []]);
      await database.query('update dw_table set title_field = $2::bigint where table_id = $1::bigint', [table, title]);
    });

    it('reports a deleted record', async () => {
      await send('update', [record, ids.item(number, 9999)], 'beside one that is gone');
      expect(await applyQueued({ ...work, accepted: await keptAccepted() }, [table])).toBe(1);
      expect([await titles(), await queued()]).toEqual([[{ title: 'beside one that is gone' }], []]);
      expect(await lastEvent()).toMatchObject({
        success: [{ index: 0, item_id: record, action: 'updated' }],
        fail: [{ index: 1, code: itemFailures.gone }],
      });
      expect(faults).toEqual([]);
    });
  });

  it.each([
    ['update', [], ids.item(number, 2)],
    ['upsert', [], null],
    ['upsert', [title], null],
    ['upsert', [], ids.item(number, 2)],
    ['delete', [], ids.item(number, 2)],
  ] as const)(
    'writes nothing to a table that was deleted after the batch was claimed: %s by %j',
    async (type, byFields, itemId) => {
      const items: UpdateItem[] = [{ item_id: itemId, fields: { [title]: 'written' } }];
      const batch: Batch = {
        table_id: table,
        space_id: madeSpace,
        trace_id: 'trace',
        update_type: type,
        update_by_fields: [...byFields],
        items,
        user_id: '1',
      };
      const undone = new Error('undone');
      const written = `select item_id from dw_record where item_id < 1000 or fields->>'${title}' = 'written'`;
      const applied = database.transaction(async (queries) => {
        const asClaimed = await anyTable(queries, new Map(), table);
        await queries.query(`delete from dw_table where table_id = ${table}`);
        const { event } = await applyBatch(queries, asClaimed, batch, Date.now(), null);
        expect(event.success).toEqual([]);
        expect(event.fail).toEqual([
          { index: 0, item_id: itemId, code: itemFailures.gone, reason: 'the table does not exist or was deleted' },
        ]);
        expect(await queries.query(written)).toEqual([]);
        expect(await queries.query(`select 1 from dw_record where item_id = ${ids.item(number, 2)}`)).toHaveLength(1);
        throw undone;
      });
      await expect(applied).rejects.toBe(undone);
    },
  );
});
