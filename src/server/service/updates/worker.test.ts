/** What a batch meets that was accepted before the table, or the queue, was as it is now. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatJson, type Json } from '../../../contract/json';
import { operations } from '../../../contract/operations';
import type { UpdateItem, UpdateType } from '../../../contract/records';
import { type Database, DatabaseUnavailable, type Param, type Transaction } from '../../database/database';
import { openTestDatabase } from '../../database/test-database';
import { createCache } from '../catalogue/cache';
import { anyTable, ids } from '../catalogue/catalogue';
import { itemFailures } from '../http/errors';
import { buildIndex, isIndexed } from '../records/field-index';
import { createService, type Service } from '../service';
import { madeSpace, makeTable } from '../test-service';
import { applyBatch, type Batch } from './apply';
import { type Accepted, applyQueued, createAccepted, type Work } from './worker';

const number = 720;
const table = ids.table(number);
const title = ids.field(number, 1);
const note = ids.field(number, 2);
/** More than are looked through without an index. */
const records = 5002;
let database: Database;
/** Not started: nothing is applied but by the tests. */
let service: Service;
let work: Work;
const faults: unknown[] = [];
const wanted: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  service = await createService({
    database,
    clock: Date.now,
    seed: 'none',
    callbackAddress: () => 'test:',
    deliver: async () => true,
  });
  await makeTable(database, {
    number,
    name: 'Worked',
    alias: '',
    spaceName: 'Worked',
    fields: [
      { name: 'Name', type: 'text' },
      { name: 'Note', type: 'text' },
    ],
    rows: Array.from({ length: records }, (_, row) => ({ [title]: `row ${row + 1}` })),
    nextRow: records + 1,
  });
  work = {
    database,
    catalogue: createCache(database),
    clock: Date.now,
    log: (...fault) => faults.push(fault),
    accepted: createAccepted(),
    hand: () => {},
    wantIndex: (...asked) => wanted.push(asked.join(' ')) > 0,
    busy: new Set(),
    resting: new Map(),
  };
});

afterAll(async () => {
  await service?.stop();
  await database?.close();
});

const send = async (
  updateType: UpdateType,
  itemIds: string | null | readonly (string | null)[],
  name: string,
  field = title,
) => {
  const { method, path, encode } = operations.updateRecords;
  const items = [itemIds].flat().map((item_id) => ({ item_id, fields: { [field]: name } }));
  const byKey = { update_type: updateType, update_by_fields: updateType === 'upsert' ? [title] : undefined };
  const body: Json | undefined = encode({ table_id: table, items, ...byKey });
  const headers = { 'Open-Authorization': `Bearer ${service.demo.apiKey}` };
  const request = new Request(`http://service.test${path}`, { method, headers, body: formatJson(body ?? null) });
  expect(await (await service.fetch(request)).json()).toMatchObject({ code: 0 });
};

/** The database, the statements that its transactions are asked, and whether the last of them was committed with. */
function listening() {
  const asked: string[] = [];
  const committed: boolean[] = [];
  const heard = (transaction: Transaction): Transaction => ({
    query: (text, params) => {
      asked.push(text);
      return transaction.query(text, params);
    },
    async queryLast<Row extends { last: boolean }>(text: string, params?: readonly Param[]) {
      asked.push(text);
      const rows = await transaction.queryLast<Row>(text, params);
      committed.push(rows[0]?.last === true);
      return rows;
    },
  });
  const transaction: Database['transaction'] = (run) => database.transaction((own) => run(heard(own)));
  return { asked, committed, database: { ...database, transaction } };
}

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
      const { database: heard, asked } = listening();
      const waiting: Work = { ...work, database: heard, resting: new Map() };
      await send('upsert', null, key);
      expect(await applyQueued(waiting)).toBe(0);
      expect(asked.filter((text) => text.includes('join dw_record'))).toEqual([]);
      expect([await attempts(), waiting.resting.has(table)]).toEqual([[0], true]);
      // Not looked at again before its time.
      asked.length = 0;
      expect([await applyQueued(waiting, [table]), asked]).toEqual([0, []]);
      expect(await applyQueued({ ...waiting, resting: new Map(), wantIndex: () => false })).toBe(1);
      expect([await queued(), faults]).toEqual([[], []]);
    });

    it('counts no attempt that ran out of time meanwhile', async () => {
      await database.query(`update update_turn set records = 6000 where table_id = ${table}`);
      const late: Database = {
        ...database,
        transaction: (run) =>
          database.transaction((own) =>
            run({
              ...own,
              query: (text, params) =>
                text.includes('join dw_record')
                  ? Promise.reject(
                      new DatabaseUnavailable('A statement took longer than 30 seconds and was cancelled.'),
                    )
                  : own.query(text, params),
            }),
          ),
      };
      await send('upsert', null, key);
      for (let time = 0; time < 7; time += 1) await applyQueued({ ...work, database: late, resting: new Map() });
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
    ['update', [ids.item(number, 3), ids.item(number, 4)]],
    ['upsert', [ids.item(number, 3), ids.item(number, 4)]],
    ['upsert', [ids.item(number, 3), null]],
    ['upsert', null],
  ] as const)(
    'takes a batch out of the queue by the statement that writes its records: %s of %j',
    async (type, itemIds) => {
      await send(type, itemIds, `by ${type}`);
      const { database, asked } = listening();
      expect(await applyQueued({ ...work, database })).toBe(1);
      const ending = asked.filter((text) => text.includes('event = '));
      expect(ending).toEqual([expect.stringContaining('update dw_record')]);
    },
  );

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

    it('with two statements sent together', async () => {
      await send('update', [record], 'kept');
      const told = await events();
      const { database, asked } = listening();
      expect(await applyQueued({ ...work, database, accepted: await keptAccepted() }, [table])).toBe(1);
      expect(asked.filter((text) => !text.includes('dw_order '))).toEqual([
        expect.stringMatching(/update update_turn(?!.*items::text)/s),
        expect.stringContaining('update dw_record'),
      ]);
      expect([await titles(), await queued(), await events()]).toEqual([[{ title: 'kept' }], [], told + 1]);
    });

    it('commits with the second, unless a field index has to follow', async () => {
      for (const [field, last] of [
        [note, true],
        [title, false],
      ] as const) {
        await send('update', [record], 'kept and committed', field);
        const { database, committed } = listening();
        expect(await applyQueued({ ...work, database, accepted: await keptAccepted() }, [table])).toBe(1);
        expect([field, committed, await queued()]).toEqual([field, [last], []]);
      }
      const walked = await database.query(
        `select item_id from dw_order where field = ${title} and item_id = ${record} and txt = 'kept and committed'`,
      );
      expect(walked).toHaveLength(1);
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
      const { database: heard, asked } = listening();
      expect(await applyQueued({ ...work, database: heard, accepted }, [table])).toBe(1);
      expect(asked.some((text) => text.includes('items::text'))).toBe(true);
      expect([await titles(), await queued()]).toEqual([[{ title: 'since then' }], []]);
      await database.query('update dw_table set title_field = $2::bigint where table_id = $1::bigint', [table, title]);
    });

    it('reports a deleted record', async () => {
      await send('update', [record, ids.item(number, 9999)], 'beside one that is gone');
      expect(await applyQueued({ ...work, accepted: await keptAccepted() }, [table])).toBe(1);
      expect([await titles(), await queued()]).toEqual([[{ title: 'beside one that is gone' }], []]);
      const [event] = await database.query<{ body: string }>(
        'select event as body from update_batch order by seq desc limit 1',
      );
      expect(JSON.parse(event?.body ?? '')).toMatchObject({
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
        throw undone;
      });
      await expect(applied).rejects.toBe(undone);
    },
  );
});
