import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatJson } from '../../contract/json';
import { operations } from '../../contract/operations';
import type { Order } from '../../contract/records';
import { openTestDatabase } from '../database/test-database';
import { ids } from './catalogue/catalogue';
import { isIndexed } from './records/field-index';
import { createService, type Service } from './service';

const name = ids.field(1, 1);
const latitude = ids.field(1, 5);
let service: Service;
let end: () => Promise<void>;

beforeAll(async () => {
  const database = await openTestDatabase();
  service = await createService({
    database,
    clock: Date.now,
    callbackAddress: () => 'test:',
    deliver: async () => true,
  });
  await service.start();
  const ready = async () =>
    service.progress().done &&
    (await database.query('select 1 from file where size < 0')).length === 0 &&
    (await isIndexed(database, service.demo.citiesTableId, name)) &&
    isIndexed(database, service.demo.citiesTableId, latitude);
  // Drawing the files continues in the background; it is awaited, as it would be measured too.
  while (!(await ready())) await new Promise((resolve) => setTimeout(resolve, 300));
  end = async () => {
    await service.stop();
    await database.close();
  };
}, 180_000);

afterAll(() => end?.());

/** Time of a page of 100 cities in milliseconds: the fastest of many, as others may use the machine. */
async function fastest(order: Order | null, offset: number): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 15; run += 1) {
    const body = formatJson(
      operations.listRecords.encode({ table_id: service.demo.citiesTableId, order, offset, limit: 100 }),
    );
    const headers = { 'Open-Authorization': `Bearer ${service.demo.apiKey}` };
    const start = performance.now();
    const response = await service.fetch(
      new Request(`http://service.test${operations.listRecords.path}`, { method: 'POST', headers, body }),
    );
    const { data } = (await response.json()) as { data: { items: unknown[] } };
    times.push(performance.now() - start);
    expect(data.items).toHaveLength(100);
  }
  return Math.min(...times);
}

it('returns a page at 100,000 of 171,000 rows in less than 60 ms, sorted or not, and the first page in less than 20', async () => {
  for (const order of [null, { field_id: name, type: 'asc' }, { field_id: latitude, type: 'desc' }] as const) {
    expect(await fastest(order, 0)).toBeLessThan(20);
    expect(await fastest(order, 100_000)).toBeLessThan(60);
  }
});
