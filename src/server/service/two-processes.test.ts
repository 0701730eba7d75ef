import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../contract/operations';
import { openDatabase } from '../database/database';
import { findPostgres, openTestPostgres, type TestPostgres } from '../database/test-postgres';
import { ids } from './catalogue/catalogue';
import type { Service } from './service';
import { ask, testService, update } from './test-service';

// The tests on PGlite cannot show this, as it takes one process only.
const found = findPostgres();
const reason = 'missing' in found ? ` (skipped: ${found.missing})` : '';

describe.skipIf(reason !== '')(`two services on one Postgres${reason}`, () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    if ('bin' in found) postgres = await openTestPostgres(found.bin);
  });
  afterAll(() => postgres?.remove());

  it('start at once, load once, and apply every batch once between them, in order', { timeout: 180_000 }, async () => {
    const delivered: string[] = [];
    const databases = await Promise.all([1, 2].map(() => openDatabase({ dataDir: '', databaseUrl: postgres.url })));
    const services = await Promise.all(
      databases.map((database, index) =>
        testService(database, {
          // That of the first goes ahead.
          clock: () => Date.now() + 5000 * (1 - index),
          seed: 'small',
          deliver: async (_address, event) => delivered.push((event as { trace_id: string }).trace_id) > 0,
        }),
      ),
    );
    const [first, second] = services as [Service, Service];
    const [database] = databases;
    if (!database) throw new Error('no database');
    expect(second.demo).toEqual(first.demo);
    await Promise.all(services.map((service) => service.start()));
    await expect.poll(() => services.every((service) => service.progress().done), { timeout: 60_000 }).toBe(true);
    const cars = await database.query<{ count: number }>(
      'select count(*)::int as count from dw_record where table_id = $1::bigint',
      [ids.table(2)],
    );
    expect(cars[0]?.count).toBe(300);

    const send = (batch: number) => {
      const items = Array.from({ length: 10 }, (_, index) => ({
        item_id: null,
        fields: { [ids.field(2, 1)]: `batch ${batch} item ${index}` },
      }));
      const byName = { update_type: 'upsert', update_by_fields: [ids.field(2, 1)] } as const;
      return update(batch % 2 === 0 ? first : second, { table_id: ids.table(2), ...byName, items });
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => send(index % 30)));
    // Both still draw their pictures, on the one thread that they share here: each statement of a batch waits behind one.
    await expect.poll(() => delivered.length, { timeout: 90_000 }).toBe(60);
    expect(new Set(delivered).size).toBe(60);
    const made = await database.query<{ title: string; times: number }>(
      `select title, count(*)::int as times from dw_record where table_id = $1::bigint and title like 'batch %' group by title`,
      [ids.table(2)],
    );
    expect(made.length).toBe(300);
    expect(made.every(({ times }) => times === 1)).toBe(true);

    // Nothing is applied until both are queued, and the row of the earlier one is locked for longer, as by a process that counts an attempt at it.
    const car = ids.item(2, 1);
    let isLocked = false;
    let unlock = () => {};
    const unlocked = new Promise<void>((resolve) => {
      unlock = resolve;
    });
    const [holding] = await database.transaction(async ({ query }) => {
      await query('select 1 from update_turn where table_id = $1::bigint for update', [ids.table(2)]);
      for (const [service, name] of [
        [first, 'older'],
        [second, 'newer'],
      ] as const) {
        const items = [{ item_id: car, fields: { [ids.field(2, 1)]: name } }];
        await update(service, { table_id: ids.table(2), update_type: 'update', items });
      }
      const locking = database.transaction(async (other) => {
        await other.query(`select 1 from update_batch where state = 'queued' order by seq limit 1 for update`);
        isLocked = true;
        await unlocked;
      });
      await expect.poll(() => isLocked).toBe(true);
      return [locking];
    });
    const waitsOrWasApplied = `select 1 from pg_locks where not granted union all select 1 from dw_record where title = 'newer'`;
    await expect.poll(() => database.query(waitsOrWasApplied), { timeout: 30_000 }).not.toEqual([]);
    unlock();
    await holding;
    await expect.poll(() => delivered.length, { timeout: 30_000 }).toBe(62);
    expect(await database.query('select title from dw_record where item_id = $1::bigint', [car])).toEqual([
      { title: 'newer' },
    ]);

    const provider = { app_id: first.demo.appId, app_secret: first.demo.appSecret };
    const tokens = await Promise.all(
      [first, second, first, second].map(async (service) => {
        const { data } = await ask(
          service,
          operations.getAccessToken,
          operations.getAccessToken.encode(provider) ?? null,
        );
        return operations.getAccessToken.decode(data).access_token;
      }),
    );
    expect(new Set(tokens).size).toBe(1);
    await Promise.all(services.map((service) => service.stop()));
    await Promise.all(databases.map((each) => each.close()));
  });
});
