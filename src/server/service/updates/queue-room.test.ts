import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/json';
import { operations } from '../../../contract/operations';
import { openTestDatabase } from '../../database/test-database';
import { ids } from '../catalogue/catalogue';
import { createService } from '../service';
import { makeTable } from '../test-service';
import { tableOfWords } from '../test-words';

it('updates beyond the bytes that may wait are turned away with 429, and accepted again when others are applied', async () => {
  const database = await openTestDatabase();
  const service = await createService({
    database,
    clock: Date.now,
    seed: 'none',
    queueBytes: 250_000,
    callbackAddress: () => 'test:',
    deliver: async () => true,
  });
  await makeTable(database, { ...tableOfWords, number: 705 });
  /** Nothing is applied: the service was not started. */
  const send = async (size: number) => {
    // Not to be compressed.
    const text = Array.from({ length: size / 8 }, () => Math.random().toString(36).slice(2, 10).padEnd(8, '0')).join(
      '',
    );
    const items: JsonObject[] = [{ item_id: ids.item(705, 1), fields: { [ids.field(705, 1)]: text } }];
    const body = JSON.stringify({ table_id: ids.table(705), update_type: 'update', items });
    const { method, path } = operations.updateRecords;
    const headers = { 'Open-Authorization': `Bearer ${service.demo.apiKey}` };
    const answer = await service.fetch(new Request(`http://service.test${path}`, { method, headers, body }));
    const { code } = (await answer.json()) as { code: number };
    return [answer.status, code, answer.headers.get('retry-after')];
  };
  const taken = [200, 0, null];
  const turnedAway = [429, 429, '5'];
  expect(await send(80_000)).toEqual(taken);
  expect(await send(80_000)).toEqual(taken);
  expect(await send(80_000)).toEqual(taken);
  expect(await send(80_000)).toEqual(turnedAway);
  expect(await send(2000)).toEqual(taken);
  expect(await database.query(`select 1 from update_batch where state = 'queued'`)).toHaveLength(4);
  await database.query(`update update_batch set state = 'applied', items = '[]'`);
  await expect.poll(() => send(80_000), { timeout: 10_000, interval: 200 }).toEqual(taken);
  await service.stop();
  await database.close();
});
