/** Which fields get an index: those filtered often, up to a limit, for as long as they are used. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/json';
import type { Database } from '../../database/database';
import { ids } from '../catalogue/catalogue';
import { makeTable, type OpenService, withService } from '../test-service';
import { isIndexed } from './field-index';
import { noRoom, readIndexFigures } from './index-bounds';
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
    fields: ['text', 'number'],
    rows: Array.from({ length: records }, (_, row): JsonObject => ({ [name]: `row ${row % 5000}`, [amount]: row })),
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
const list = async (filter: JsonObject) =>
  (await opened.list({ table_id: table, filter })).map(({ item_id }) => item_id);
const tidyAt = async (time: number) => {
  now = time;
  await keeper.tidy();
};

describe('field indexes', () => {
  it('are built in the background, for a sort at once', async () => {
    const order = { field_id: 'updated_on', type: 'desc' };
    const latest = await opened.list({ table_id: table, order });
    await expect.poll(() => isIndexed(database, table, 'updated_on'), { timeout: 20_000 }).toBe(true);
    expect(await opened.list({ table_id: table, order })).toEqual(latest);
  });

  it('are built in the background, for a filter after a few queries', async () => {
    const filter = { and: [{ field: name, query: { eq: 'row 4321' } }] };
    const wanted = [ids.item(750, 4322)];
    for (let time = 0; time < 2; time += 1) expect(await list(filter)).toEqual(wanted);
    // Requested after it, and built.
    for (let time = 0; time < 3; time += 1) await list({ and: [{ field: amount, query: { eq: 4321 } }] });
    await expect.poll(() => isIndexed(database, table, amount), { timeout: 20_000 }).toBe(true);
    expect(await readIndexFigures(database)).toEqual({ ready: 1, building: 0, entries: records });
    expect(await list(filter)).toEqual(wanted);
    await expect
      .poll(() => readIndexFigures(database), { timeout: 20_000 })
      .toEqual({ ready: 2, building: 0, entries: 2 * records });
    expect(await list(filter)).toEqual(wanted);
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

  it('are at most eight per table; the least recently used is replaced, unless used today', async () => {
    for (let field = 1; field <= 8; field += 1)
      await database.query(
        `insert into dw_ordered (table_id, field, upto, ready, used_at) values (${table}, ${field}, 0, true, ${now - field * minute})`,
      );
    const fields = () => database.query('select field from dw_ordered where ready order by used_at limit 1');
    expect([await noRoom(database, table, now), await fields()]).toEqual([
      'the table has 8, all used within a day',
      [{ field: '8' }],
    ]);
    // If it runs again before the entries of the dropped index are deleted, no other index is dropped.
    for (let time = 0; time < 3; time += 1)
      expect([await noRoom(database, table, now + day), await fields()]).toEqual([
        'the table has 8, of which one is being dropped',
        [{ field: '7' }],
      ]);
    await tidyAt(now + day + 2 * minute);
    expect(await noRoom(database, table, now)).toBe(null);
    expect(await noRoom(database, ids.table(751), now)).toBe(null);
    expect(faults).toEqual([]);
  });

  it.each([
    ['a table of 20 million records and a disk for it', 20_000_000, 9e9, true],
    ['a table of 300 million records and a Postgres', 300_000_000, undefined, true],
    ['a table of 20 million records and too small a disk', 20_000_000, 8e9, false],
    ['a table of six thousand records and a nearly full disk', 6000, 1e8, false],
  ])('are bounded by the disk alone: %s', async (_, counted, free, isBuilt) => {
    const { freeBytes: _own, ...others } = database;
    const sized = free === undefined ? others : { ...others, freeBytes: async () => free };
    keeper = createIndexKeeper(
      sized,
      () => now,
      (...fault) => faults.push(fault),
      () => false,
    );
    await database.query(`update update_turn set records = ${counted} where table_id = ${table}`);
    try {
      expect(keeper.want(table, name)).toBe(true);
      await keeper.idle();
      expect(await isIndexed(database, table, name)).toBe(isBuilt);
      // Whoever waits for it need not any more, and the log has one line.
      expect(keeper.want(table, name)).toBe(false);
      expect(faults.splice(0)).toEqual(
        isBuilt
          ? []
          : [[expect.stringMatching(/^field \d+ of table \d+ gets no index, .* the disk has [\d,]+ MB left/)]],
      );
    } finally {
      await database.query(`update update_turn set records = ${records} where table_id = ${table}`);
    }
  });
});
