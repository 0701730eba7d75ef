/** Which fields get an index: those filtered often, up to a limit, for as long as they are used. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/json';
import { operations } from '../../../contract/operations';
import type { Database } from '../../database/database';
import { ids } from '../catalogue/catalogue';
import { makeTable, type OpenService, withService } from '../test-service';
import { isIndexed } from './field-index';
import { hasRoom, readIndexFigures } from './index-bounds';
import { createIndexKeeper, type IndexKeeper } from './index-keeper';

const table = ids.table(750);
const [name, amount] = [1, 2].map((position) => ids.field(750, position)) as [string, string];
/** More than are read without an index. */
const records = 5500;
const minute = 60_000;
const day = 24 * 60 * minute;

let opened: OpenService;
let database: Database;
let now = Date.now();
let keeper: IndexKeeper;
const faults: unknown[] = [];

withService('none', 60_000, async (open) => {
  opened = open;
  database = open.database;
  await makeTable(database, {
    number: 750,
    name: 'Kept',
    alias: '',
    spaceName: 'Kept',
    fields: ['text', 'number'].map((type) => ({ name: type, type })),
    rows: Array.from({ length: records }, (_, row): JsonObject => ({ [name]: `row ${row % 5000}`, [amount]: row })),
    nextRow: records + 1,
  });
});

beforeEach(async () => {
  for (const names of ['dw_order', 'dw_ordered']) await database.query(`delete from ${names}`);
  now = Date.now();
  keeper = createIndexKeeper(
    database,
    () => now,
    (...fault) => faults.push(fault),
    () => false,
  );
});

const entries = async () => Number((await database.query<{ n: string }>('select count(*) as n from dw_order'))[0]?.n);
const list = async (body: JsonObject) => {
  const { path, decode } = operations.listRecords;
  const { data } = await opened.call('POST', path, { table_id: table, limit: 100, ...body });
  return decode(data).items.map(({ item_id }) => item_id);
};
const tidyAt = async (time: number) => {
  now = time;
  await keeper.tidy();
};

describe('field indexes', () => {
  it('are built in the background after a few queries', async () => {
    const filter = { and: [{ field: name, query: { eq: 'row 4321' } }] };
    const wanted = [ids.item(750, 4322)];
    for (let time = 0; time < 2; time += 1) expect(await list({ filter })).toEqual(wanted);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await readIndexFigures(database)).toEqual({ ready: 0, building: 0, entries: 0 });
    expect(await list({ filter })).toEqual(wanted);
    await expect
      .poll(() => readIndexFigures(database), { timeout: 20_000 })
      .toEqual({ ready: 1, building: 0, entries: records });
    expect(await list({ filter })).toEqual(wanted);
    expect(opened.faults).toEqual([]);
  });

  it('are not built for small tables', async () => {
    await database.query(
      `insert into dw_table select ${ids.table(751)}, space_id, position, name, type, alias, created_on, title_field, 1, loaded from dw_table limit 1`,
    );
    keeper.want(ids.table(751), name);
    await keeper.idle();
    expect(await readIndexFigures(database)).toEqual({ ready: 0, building: 0, entries: 0 });
  });

  it('are dropped after a week unused, first marked and a minute later removed', async () => {
    keeper.want(table, name);
    keeper.want(table, amount);
    await keeper.idle();
    await tidyAt(now + 6 * day);
    // From then on one of the two is used.
    keeper.want(table, amount);
    await tidyAt(now + 2 * day);
    expect(await readIndexFigures(database)).toEqual({ ready: 2, building: 0, entries: 2 * records });
    await tidyAt(now + 6 * day);
    expect([await isIndexed(database, table, name), await isIndexed(database, table, amount)]).toEqual([false, true]);
    expect(await entries()).toBe(2 * records);
    await tidyAt(now + 2 * minute);
    expect([await entries(), await readIndexFigures(database)]).toEqual([
      records,
      { ready: 1, building: 0, entries: records },
    ]);
  });

  it('stay while used, also by a service that never runs for an hour', async () => {
    keeper.want(table, name);
    await keeper.idle();
    keeper.want(table, amount);
    now += 6 * day;
    await keeper.end();
    const [{ used }] = (await database.query<{ used: string }>(
      'select min(used_at)::text as used from dw_ordered',
    )) as [{ used: string }];
    expect(Number(used)).toBe(now);
  });

  it('are rebuilt completely when needed again, also during removal', async () => {
    keeper.want(table, name);
    await keeper.idle();
    await tidyAt(now + 8 * day);
    await tidyAt(now + 8 * day);
    expect(await isIndexed(database, table, name)).toBe(false);
    await database.query(`delete from dw_order where item_id < ${ids.item(750, 1000)}`);
    keeper = createIndexKeeper(
      database,
      () => now,
      () => {},
      () => false,
    );
    keeper.want(table, name);
    await keeper.idle();
    expect([await isIndexed(database, table, name), await entries()]).toEqual([true, records]);
    await tidyAt(now + 2 * minute);
    expect([await isIndexed(database, table, name), await entries()]).toEqual([true, records]);
  });

  it('skip records written without them, once tidied', async () => {
    const lookedAt = async () => {
      const plan = await database.query<Record<string, string>>(
        `explain (analyze) select item_id from dw_record where table_id = ${table} order by item_id desc limit 10 offset 2000`,
      );
      return Number(/Heap Fetches: (\d+)/.exec(plan.map((line) => Object.values(line)[0]).join('\n'))?.[1]);
    };
    await database.query('vacuum (analyze) dw_record');
    expect(await lookedAt()).toBe(0);
    await database.query(`update dw_record set title = title || '' where table_id = ${table}`);
    expect(await lookedAt()).toBeGreaterThan(1000);
    await keeper.tidy();
    expect(await lookedAt()).toBe(0);
  });

  it('are at most eight per table; the least recently used is replaced, unless used today', async () => {
    for (let field = 1; field <= 8; field += 1)
      await database.query(
        `insert into dw_ordered (table_id, field, upto, ready, used_at) values (${table}, ${field}, 0, true, ${now - field * minute})`,
      );
    const fields = () => database.query('select field from dw_ordered where ready order by used_at limit 1');
    expect([await hasRoom(database, table, now), await fields()]).toEqual([false, [{ field: '8' }]]);
    // If it runs again before the entries of the dropped index are deleted, no other index is dropped.
    for (let time = 0; time < 3; time += 1)
      expect([await hasRoom(database, table, now + day), await fields()]).toEqual([false, [{ field: '7' }]]);
    await tidyAt(now + day + 2 * minute);
    expect(await hasRoom(database, table, now)).toBe(true);
    expect(await hasRoom(database, ids.table(751), now)).toBe(true);
    await database.query('update dw_ordered set entries = 3000000');
    expect(await hasRoom(database, ids.table(751), now)).toBe(false);
    expect(faults).toEqual([]);
  });
});
