import { afterAll, expect, it } from 'vitest';
import type { Database } from '../../database/database';
import { openTestDatabase } from '../../database/test-database';
import { testService } from '../test-service';
import { createLoader } from './load';

const opened: Database[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

/**
 * All records that a service has loaded, in one sum for each table.
 * @param shaken what is between the service and its database once it has started
 */
async function loadedBy(shaken: (transaction: Database['transaction']) => Database['transaction']): Promise<unknown[]> {
  const database = await openTestDatabase();
  opened.push(database);
  let started = false;
  const shaky = shaken(database.transaction);
  const between: Database = {
    ...database,
    transaction: (run) => (started ? shaky : database.transaction)(run),
  };
  const service = await testService(between, { seed: 'small', pause: async () => {} });
  started = true;
  await service.start();
  await expect.poll(() => service.progress().done, { timeout: 200_000 }).toBe(true);
  await service.stop();
  return database.query(
    `select table_id, count(*)::int as records, md5(string_agg(item_id || fields::text, '' order by item_id)) as sum
     from dw_record group by table_id order by table_id`,
  );
}

it('continues after an outage of its database, and loads each record once', async () => {
  let faults = 0;
  let calls = 0;
  const loaded = await loadedBy((transaction) => async (run) => {
    calls += 1;
    if (calls % 4 === 1) {
      faults += 1;
      throw new Error('the database is gone');
    }
    const result = await transaction(run);
    if (calls % 4 !== 3) return result;
    faults += 1;
    throw new Error('the line broke after the commit');
  });
  expect(loaded).toEqual(await loadedBy((transaction) => transaction));
  expect(faults).toBeGreaterThan(2);
});

it('stops at once while building indexes of the largest tables, and the next start builds the rest', async () => {
  const database = await openTestDatabase();
  opened.push(database);
  const service = await testService(database, { seed: 'full' });
  const indexed = async () => {
    const [row] = await database.query<{ fields: number; rows: number; whole: number }>(
      `select (select count(*)::int from dw_ordered where ready) as fields, (select count(*)::int from dw_order) as rows,
         (select count(*)::int from dw_ordered o join dw_record r on r.table_id = o.table_id) as whole`,
    );
    return row;
  };
  let stopped = false;
  let slices = 0;
  const asked: string[] = [];
  const heard: Database = {
    ...database,
    async query(text, params) {
      if (stopped) asked.push(text);
      return database.query(text, params);
    },
    async transaction(run) {
      if (stopped) asked.push('a transaction');
      const result = await database.transaction(run);
      if (result === false) slices += 1;
      stopped ||= slices === 3;
      return result;
    },
  };
  await (await createLoader(heard, 'full')).loadRest(() => stopped);
  expect(stopped).toBe(true);
  expect(asked).toEqual([]);
  expect(await indexed()).toMatchObject({ fields: 0, rows: 3000 });
  expect(service.progress().loaded).toBeLessThan((await createLoader(database, 'full')).progress().loaded);

  await (await createLoader(database, 'full')).loadRest(() => false);
  const after = await indexed();
  expect(after?.fields).toBeGreaterThan(2);
  expect(after?.rows).toBe(after?.whole);
});
