import { expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json';
import { operations } from '../../contract/operations';
import { ids } from './catalogue/catalogue';
import { isIndexed } from './records/field-index';
import { type OpenService, withService } from './test-service';

/** On a machine that does other things as well. */
const LOADING_MS = 500_000;
const cities = ids.table(1);
const [name, latitude] = [ids.field(1, 1), ids.field(1, 5)];
let opened: OpenService;

withService('full', LOADING_MS, async (open) => {
  opened = open;
  const isIdle = async () =>
    (await opened.database.query('select 1 from file where size < 0')).length === 0 &&
    (await isIndexed(opened.database, cities, name)) &&
    isIndexed(opened.database, cities, latitude);
  // Drawing the files continues in the background; it is awaited, as it would be measured too.
  await expect.poll(isIdle, { timeout: LOADING_MS, interval: 300 }).toBe(true);
});

/** Time of a page of 100 cities in milliseconds: the fastest of many, as others may use the machine. */
async function fastest(asked: JsonObject, wanted = 100): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 15; run += 1) {
    const start = performance.now();
    const { data } = await opened.ask(operations.listRecords, { table_id: cities, limit: 100, ...asked });
    times.push(performance.now() - start);
    expect(data.items).toHaveLength(wanted);
  }
  return Math.min(...times);
}

it('returns a page at 100,000 of 171,000 rows in less than 60 ms, sorted or not, and the first page in less than 20', async () => {
  for (const order of [null, { field_id: name, type: 'asc' }, { field_id: latitude, type: 'desc' }]) {
    expect(await fastest({ order })).toBeLessThan(20);
    expect(await fastest({ order, offset: 100_000 })).toBeLessThan(60);
  }
});

it('finds a city by its name and latitude in less than 20 ms', async () => {
  const [city] = await opened.list({ table_id: cities, limit: 1, offset: 100_000 });
  const conditions = [name, latitude].map((field) => ({ field, query: { eq: city?.fields[field] ?? null } }));
  expect(await fastest({ filter: { and: conditions } }, 1)).toBeLessThan(20);
});
