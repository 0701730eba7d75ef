import { afterAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../database/database';
import { createService } from '../service';

const opened: Database[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

/**
 * All records that a service has loaded, in one sum for each table.
 * @param between what is between the service and its database once it has started
 */
async function loadedBy(
  between: (transaction: Database['transaction']) => Database['transaction'],
): Promise<unknown[]> {
  const database = await openDatabase({ dataDir: 'memory://' });
  opened.push(database);
  let started = false;
  const shaky = between(database.transaction);
  const service = await createService({
    database: { ...database, transaction: (run) => (started ? shaky : database.transaction)(run) },
    clock: Date.now,
    seed: 'small',
    callbackAddress: () => 'test:',
    deliver: async () => true,
    pause: async () => {},
  });
  started = true;
  await service.start();
  await expect.poll(() => service.progress().done, { timeout: 200_000 }).toBe(true);
  await service.stop();
  return database.query(
    `select table_id, count(*)::int as records, md5(string_agg(item_id || fields::text, '' order by item_id)) as sum
     from dw_record group by table_id order by table_id`,
  );
}

it('goes on after its database was gone, and loads each record once, also when nobody knows whether a part was written', async () => {
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
