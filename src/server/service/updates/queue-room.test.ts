import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/json';
import { operations } from '../../../contract/operations';
import { ids } from '../catalogue/catalogue';
import { makeTable, type OpenService, withService } from '../test-service';
import { tableOfWords } from '../test-words';

let opened: OpenService;
withService(
  'none',
  60_000,
  async (open) => {
    opened = open;
    await makeTable(open.database, { ...tableOfWords, number: 705 });
  },
  { isStarted: false, queueBytes: 250_000 },
);

it('updates beyond the bytes that may wait are turned away with 429, and accepted again when others are applied', async () => {
  const { database } = opened;
  const send = async (size: number) => {
    // Not to be compressed.
    const text = Array.from({ length: size / 8 }, () => Math.random().toString(36).slice(2, 10).padEnd(8, '0')).join(
      '',
    );
    const items: JsonObject[] = [{ item_id: ids.item(705, 1), fields: { [ids.field(705, 1)]: text } }];
    const body = { table_id: ids.table(705), update_type: 'update', items };
    const { status, code, retryAfter } = await opened.ask(operations.updateRecords, body);
    return [status, code, retryAfter];
  };
  const taken = [200, 0, null];
  const turnedAway = [429, 429, '5'];
  for (const answer of [taken, taken, taken, turnedAway]) expect(await send(80_000)).toEqual(answer);
  expect(await send(2000)).toEqual(taken);
  expect(await database.query(`select 1 from update_batch where state = 'queued'`)).toHaveLength(4);
  await database.query(`update update_batch set state = 'applied', items = '[]'`);
  await expect.poll(() => send(80_000), { timeout: 10_000, interval: 200 }).toEqual(taken);
});
