/**
 * The database of the gateway's own state: secret, seals, events, callbacks on their way. It is apart from the service's, so that no read and no load of that
 * one keeps it waiting: in a folder a database of its own, on Postgres connections of its own.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase, type Queries } from '../database/database';
import type { Config } from './config/config';
import { prepareGatewayTables } from './inbox/inbox-store';

export type Stores = {
  state: Database;
  /** Of the embedded service; the same one without a service, and where data are in memory. */
  service: Database;
  close(): Promise<void>;
};

/** @throws DatabaseError when one cannot be opened */
export async function openStores(
  { dataDir, databaseUrl, postgres }: Pick<Config, 'dataDir' | 'databaseUrl' | 'postgres'>,
  hasService: boolean,
): Promise<Stores> {
  const isFolder = databaseUrl === null && !dataDir.startsWith('memory://');
  const opened: Database[] = [];
  const open = async (folder: string, poolSize: number, small = false) => {
    const settings = { ...postgres, poolSize };
    const database = await openDatabase({
      dataDir: folder,
      databaseUrl: databaseUrl ?? undefined,
      postgres: settings,
      small,
    });
    opened.push(database);
    return database;
  };
  const close = async () => {
    for (const database of opened.splice(0).reverse()) await database.close();
  };
  try {
    const own = hasService ? Math.max(1, Math.floor(postgres.poolSize / 4)) : postgres.poolSize;
    const state = await open(isFolder ? join(dataDir, 'gateway') : dataDir, own, isFolder);
    await prepareGatewayTables(state);
    if (isFolder && existsSync(join(dataDir, 'pg', 'PG_VERSION')) && !(await hasSecret(state))) {
      const before = await openDatabase({ dataDir });
      await moveState(before, state).finally(before.close);
    }
    const isApart = hasService && (isFolder || databaseUrl !== null);
    return { state, service: isApart ? await open(dataDir, postgres.poolSize - own) : state, close };
  } catch (fault) {
    // An open database would keep the process, and its folder locked.
    await close();
    throw fault;
  }
}

async function hasSecret({ query }: Queries): Promise<boolean> {
  return (await query('select 1 from gateway_secret')).length > 0;
}

/** Rows carried at once; an event has a megabyte at most. */
const ROWS = 20;

/** Moves what an earlier version kept in the database of the service. Broken off, it begins anew. */
async function moveState(from: Database, to: Database): Promise<void> {
  const kept = await from.query(`select 1 from pg_tables where tablename = 'gateway_secret'`);
  if (kept.length === 0) return;
  await prepareGatewayTables(from);
  const tables = await from.query<{ name: string }>(
    `select tablename as name from pg_tables where tablename like 'gateway\\_%' order by tablename`,
  );
  await to.transaction((target) =>
    from.transaction(async (source) => {
      for (const { name } of tables) await moveRows(source, target, name);
    }),
  );
  for (const { name } of tables) await from.query(`drop table ${name}`);
}

/** @param name of a table that is in both */
async function moveRows(source: Queries, target: Queries, name: string): Promise<void> {
  await source.query(`declare moved cursor for select * from ${name}`);
  for (;;) {
    const rows = await source.query<Record<string, string | number | boolean | Uint8Array | null>>(
      `fetch ${ROWS} from moved`,
    );
    for (const row of rows) {
      const columns = Object.keys(row);
      await target.query(
        `insert into ${name} (${columns.join(', ')}) overriding system value values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
        Object.values(row),
      );
    }
    if (rows.length < ROWS) break;
  }
  await source.query('close moved');
  // What numbers rows goes on after them.
  const numbered = await target.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and is_identity = 'YES'`,
    [name],
  );
  for (const column of numbered) {
    await target.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest(1, (select coalesce(max(${column.name}), 0) from ${name})))`,
      [name, column.name],
    );
  }
}
