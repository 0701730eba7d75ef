/** One table's updates do not wait for another's. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatJson } from '../../../contract/json';
import { operations } from '../../../contract/operations';
import type { Database } from '../../database/database';
import { openTestDatabase } from '../../database/test-database';
import { ids } from '../catalogue/catalogue';
import { createService, type Service } from '../service';
import { makeTable } from '../test-service';

const [slow, quick] = [ids.table(730), ids.table(731)];
const field = ids.field(730, 1);
const delivered: unknown[] = [];
let database: Database;
let service: Service;
/** What the next transaction waits for before it begins. */
let held: Promise<void> | null = null;

beforeAll(async () => {
  database = await openTestDatabase();
  const holding: Database = {
    ...database,
    async transaction(run) {
      const until = held;
      held = null;
      await until;
      return database.transaction(run);
    },
  };
  service = await createService({
    database: holding,
    clock: Date.now,
    seed: 'none',
    callbackAddress: () => 'test:',
    deliver: async (_address, event) => delivered.push(event) > 0,
  });
  const fields = [{ name: 'Name', type: 'text' }];
  await makeTable(database, { number: 730, name: 'Slow', alias: '', spaceName: 'Two', fields, rows: [], nextRow: 1 });
  await database.query(
    `insert into dw_table select ${quick}, space_id, position, name, type, alias, created_on, title_field, ${ids.item(731, 1)}, loaded
     from dw_table where table_id = ${slow}`,
  );
  await database.query(
    `insert into dw_field select ${quick}, field_id, position, name, field_type, required, config from dw_field where table_id = ${slow}`,
  );
  await service.start();
});

afterAll(async () => {
  await service?.stop();
  await database?.close();
});

const create = async (tableId: string) => {
  const { method, path, encode } = operations.updateRecords;
  const body = encode({
    table_id: tableId,
    update_type: 'upsert',
    items: [{ item_id: null, fields: { [field]: 'new' } }],
  });
  const headers = { 'Open-Authorization': `Bearer ${service.demo.apiKey}` };
  const request = new Request(`http://service.test${path}`, { method, headers, body: formatJson(body ?? null) });
  expect(await (await service.fetch(request)).json()).toMatchObject({ code: 0 });
};
const states = async () =>
  (await database.query<{ state: string }>('select state from update_batch order by table_id, seq')).map(
    ({ state }) => state,
  );

it('applies and reports a table’s batch while another table’s is being applied', async () => {
  let go = () => {};
  held = new Promise((resolve) => {
    go = resolve;
  });
  await create(slow);
  await expect.poll(() => held === null).toBe(true);
  for (const told of [1, 2]) {
    await create(quick);
    await expect.poll(() => delivered.length, { timeout: 5000 }).toBe(told);
  }
  expect(await states()).toEqual(['queued', 'applied', 'applied']);
  go();
  await expect.poll(() => delivered.length, { timeout: 5000 }).toBe(3);
  expect(await states()).toEqual(['applied', 'applied', 'applied']);
});
