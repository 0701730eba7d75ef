/** One table's updates do not wait for another's. */
import { expect, it } from 'vitest';
import { ids } from '../catalogue/catalogue';
import { makeTable, type OpenService, update, withService } from '../test-service';

const [slow, quick] = [ids.table(730), ids.table(731)];
let opened: OpenService;
/** What the next transaction waits for before it begins. */
let held: Promise<void> | null = null;

withService(
  'none',
  60_000,
  async (open) => {
    opened = open;
    for (const number of [730, 731]) await makeTable(open.database, { number, name: `Table ${number}`, rows: [] });
  },
  {
    between: (database) => ({
      ...database,
      async transaction(run) {
        const until = held;
        held = null;
        await until;
        return database.transaction(run);
      },
    }),
  },
);

const create = (table_id: string) =>
  update(opened.service, { table_id, update_type: 'upsert', items: [{ item_id: null, fields: {} }] });
const states = async () =>
  (await opened.database.query<{ state: string }>('select state from update_batch order by table_id, seq')).map(
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
    await expect.poll(() => opened.delivered.length, { timeout: 5000 }).toBe(told);
  }
  expect(await states()).toEqual(['queued', 'applied', 'applied']);
  go();
  await expect.poll(() => opened.delivered.length, { timeout: 5000 }).toBe(3);
  expect(await states()).toEqual(['applied', 'applied', 'applied']);
});
