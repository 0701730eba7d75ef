import { expect, it, vi } from 'vitest';
import type { Database, Queries } from '../database/database';
import { openTestDatabase } from '../database/test-database';
import { createService } from './service';

/** The database, and every statement that it is asked. */
function listening(database: Database): { database: Database; asked: string[] } {
  const asked: string[] = [];
  const heard = <Kind extends Queries>(queries: Kind): Kind => ({
    ...queries,
    query: (text, params) => {
      asked.push(text);
      return queries.query(text, params);
    },
  });
  return {
    asked,
    database: {
      ...heard(database),
      transaction: (run) => database.transaction((own) => run(heard(own))),
      unhurried: (text) => {
        asked.push(text);
        return database.unhurried(text);
      },
    },
  };
}

it('a start with nothing to load asks few statements and leaves the catalogue as it is; another provider gets its own', async () => {
  const own = await openTestDatabase();
  const start = async (database: Database, appId?: string) => {
    const options = { clock: Date.now, callbackAddress: () => 'test:', deliver: async () => true };
    const credentials = appId === undefined ? {} : { appId, appSecret: 'secret' };
    const service = await createService({ database, seed: 'small', credentials, ...options });
    await service.start();
    await vi.waitUntil(() => service.progress().done, { timeout: 60_000 });
    await service.stop();
    return service.demo;
  };
  const version = async () => own.query('select version from catalogue');
  const first = await start(own);
  // What follows the last record is not part of the progress; a start that ended before it does it again.
  await start(own);
  const before = await version();
  const { database, asked } = listening(own);
  expect(await start(database)).toEqual(first);
  expect(await version()).toEqual(before);
  // Without what the loops of a running service look for.
  const starting = asked.filter((text) => !/update_batch|dw_ordered/.test(text));
  expect(starting.filter((text) => /^\s*(insert|delete|vacuum|analyze|checkpoint)/.test(text))).toEqual([]);
  expect(starting.length).toBeLessThan(25);

  await start(own, 'another-app');
  expect(await version()).not.toEqual(before);
  expect(await own.query('select app_id, avatar_file is not null as shown from provider')).toEqual([
    { app_id: 'another-app', shown: true },
  ]);
  await own.close();
});
