import { expect, it, vi } from 'vitest';
import { openTestDatabase } from '../database/test-database';
import { testService } from './test-service';

it('a start with nothing to load writes nothing; another provider gets its own', async () => {
  const database = await openTestDatabase();
  const start = async (appId?: string) => {
    const credentials = appId === undefined ? {} : { appId, appSecret: 'secret' };
    const service = await testService(database, { seed: 'small', credentials });
    await service.start();
    await vi.waitUntil(() => service.progress().done, { timeout: 60_000 });
    await service.stop();
    return service.demo;
  };
  /** A number for each table that is another one once a row of it is written. */
  const written = async () => {
    const tables = await database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    const latest = tables.map(({ name }) => `(select max(xmin::text::bigint) from ${name}) as ${name}`);
    return database.query(`select ${latest.join(', ')}`);
  };
  const first = await start();
  // What follows the last record is not part of the progress; a start that ended before it does it again.
  await start();
  const before = await written();
  expect(await start()).toEqual(first);
  expect(await written()).toEqual(before);

  await start('another-app');
  expect(await written()).not.toEqual(before);
  expect(await database.query('select app_id, avatar_file is not null as shown from provider')).toEqual([
    { app_id: 'another-app', shown: true },
  ]);
  await database.close();
});
