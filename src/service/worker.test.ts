/** What a batch meets that was accepted before the table, or the queue, was as it is now. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatJson, type Json } from '../contract/json';
import { operations } from '../contract/operations';
import type { UpdateItem, UpdateType } from '../contract/updates';
import { type Database, openDatabase } from '../database/database';
import { applyBatch, type Batch } from './apply';
import { anyTable, ids } from './catalogue';
import { itemFailures } from './errors';
import { createMemory } from './known';
import { isOrdered } from './order-index';
import { createService, type Service } from './service';
import { madeSpace, makeTable } from './test-service';
import { applyQueued, type Work } from './worker';

const number = 720;
const table = ids.table(number);
const title = ids.field(number, 1);
/** More than are looked through without an index. */
const records = 5002;
let database: Database;
/** Not started: nothing is applied but by the tests. */
let service: Service;
let work: Work;
const faults: unknown[] = [];

beforeAll(async () => {
  database = await openDatabase({ dataDir: 'memory://' });
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
    fields: [{ name: 'Name', type: 'text' }],
    rows: Array.from({ length: records }, (_, row) => ({ [title]: `row ${row + 1}` })),
    nextRow: records + 1,
  });
  work = {
    database,
    memory: createMemory(database),
    clock: Date.now,
    log: (...fault) => faults.push(fault),
    hand: () => {},
  };
});

afterAll(async () => {
  await service?.stop();
  await database?.close();
});

const send = async (updateType: UpdateType, itemIds: string | null | readonly (string | null)[], name: string) => {
  const { method, path, encode } = operations.updateRecords;
  const items = [itemIds].flat().map((item_id) => ({ item_id, fields: { [title]: name } }));
  const byKey = { update_type: updateType, update_by_fields: updateType === 'upsert' ? [title] : undefined };
  const body: Json | undefined = encode({ table_id: table, items, ...byKey });
  const headers = { 'Open-Authorization': `Bearer ${service.demo.apiKey}` };
  const request = new Request(`http://service.test${path}`, { method, headers, body: formatJson(body ?? null) });
  expect(await (await service.fetch(request)).json()).toMatchObject({ code: 0 });
};

const queued = async () => {
  const rows = await database.query<{ update_type: string }>(
    `select update_type from update_batch where state = 'queued' order by seq`,
  );
  return rows.map(({ update_type }) => update_type);
};

describe('the worker', () => {
  it('looks a key up in a large table by an index alone, also where an update that needs none was accepted after it', async () => {
    await send('upsert', null, 'row 7');
    await send('update', ids.item(number, 1), 'first');
    expect(await applyQueued(work, [table])).toBe(0);
    expect(await queued()).toEqual(['upsert', 'update']);
    expect(await isOrdered(database, table, title)).toBe(false);
    expect(await applyQueued(work)).toBe(1);
    expect(await isOrdered(database, table, title)).toBe(true);
    expect(await queued()).toEqual(['update']);
    expect(await applyQueued(work, [table])).toBe(1);
    expect(await queued()).toEqual([]);
    expect(faults).toEqual([]);
  });

  it.each([
    ['update', [ids.item(number, 3), ids.item(number, 4)]],
    ['upsert', [ids.item(number, 3), ids.item(number, 4)]],
    ['upsert', [ids.item(number, 3), null]],
    ['upsert', null],
  ] as const)(
    'takes a batch out of the queue by the statement that writes its records: %s of %j',
    async (type, itemIds) => {
      const asked: string[] = [];
      const database: Database = {
        ...work.database,
        transaction: (run) =>
          work.database.transaction(({ query }) =>
            run({
              query(text, params) {
                asked.push(text);
                return query(text, params);
              },
            }),
          ),
      };
      await send(type, itemIds, `by ${type}`);
      expect(await applyQueued({ ...work, database })).toBe(1);
      const ending = asked.filter((text) => text.includes('insert into outbox'));
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
    await database.query('alter table outbox add constraint no_room check (false) not valid');
    await send('update', itemIds, 'told');
    expect(await applyQueued(work, [table])).toBe(0);
    expect(await titleOf()).toEqual(before);
    expect(await queued()).toEqual(['update']);
    expect(faults.splice(0)).toHaveLength(1);
    await database.query('alter table outbox drop constraint no_room');
    expect(await applyQueued(work, [table])).toBe(1);
    expect(await titleOf()).toEqual([{ title: 'told' }]);
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
