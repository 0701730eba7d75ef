import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../database/database';
import { copyInitialised } from '../database/test-database';
import { testFolder } from '../database/test-folder';
import { buildSender, expectEachOnce, startSender } from './test-durability';
import { testService } from './test-service';

const folder = testFolder();
let removeSender: (() => Promise<void>) | undefined;

beforeAll(async () => {
  copyInitialised(folder);
  removeSender = await buildSender('durability');
}, 60_000);

afterAll(() => removeSender?.());

/** Runs the process from a batch on; kills it once so many were accepted. Returns the numbers of those it reported. */
async function runUntilKilled(first: number, killAfter: number): Promise<number[]> {
  const sender = startSender('durability', folder, 2, first, ({ accepted, kill }) => {
    if (accepted.length === killAfter) void kill();
  });
  expect(await sender.ended).toBe('SIGKILL');
  return sender.accepted;
}

it('applies every accepted item exactly once, however often the process is killed', { timeout: 90_000 }, async () => {
  const accepted = await runUntilKilled(1, 11);
  accepted.push(...(await runUntilKilled((accepted.at(-1) ?? 0) + 2, 7)));
  expect(accepted.length).toBeGreaterThanOrEqual(11 + 7);

  const database = await openDatabase({ dataDir: folder });
  const service = await testService(database, { seed: 'small' });
  await service.start();
  const waiting = async () =>
    (
      await database.query<{ count: number }>(`select count(*)::int as count from update_batch where state = 'queued'`)
    )[0]?.count;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  await expectEachOnce(database, 2, accepted);
  await service.stop();
  await database.close();
});
