import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import { type Database, driverParams, type Queries } from './connection';
import { lockFolder } from './folder-lock';

/** Folder name that keeps the database out of any. */
const inMemory = 'memory://';

/** Nobody follows this database's log, and a first loading must not leave a gigabyte of it behind. */
const startParams = [
  ...PGlite.defaultStartParams,
  ...['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=128MB', 'min_wal_size=32MB'].flatMap((setting) => [
    '-c',
    setting,
  ]),
];

const asText = (value: string): string => value;

/**
 * PGlite in `<dataDir>/pg`, or in memory. One connection in this process: statements wait for each other.
 * @throws DatabaseError when another living process has the folder open
 */
export async function openPglite(dataDir: string): Promise<Database> {
  const memory = dataDir.startsWith(inMemory);
  const folder = memory ? dataDir : join(dataDir, 'pg');
  if (!memory) await mkdir(dataDir, { recursive: true });
  const unlock = memory ? async () => {} : await lockFolder(folder);
  let lite: PGlite;
  try {
    lite = await PGlite.create({
      dataDir: folder,
      startParams,
      parsers: { [types.INT8]: asText, [types.NUMERIC]: asText, [types.JSON]: asText, [types.JSONB]: asText },
    });
  } catch (error) {
    await unlock();
    throw error;
  }
  const queriesOf = (connection: Pick<PGlite, 'query'>): Queries => ({
    async query<Row>(text: string, params?: Parameters<Queries['query']>[1]) {
      return (await connection.query<Row>(text, driverParams(params))).rows;
    },
  });
  let closing: Promise<void> | undefined;
  return {
    engine: 'pglite',
    ...queriesOf(lite),
    transaction: (run) =>
      lite.transaction((connection) => run(queriesOf(connection as unknown as Pick<PGlite, 'query'>))),
    close: () => {
      closing ??= lite.close().finally(unlock);
      return closing;
    },
  };
}
