import type { Database } from './connection';
import { openPglite } from './pglite';
import { openPostgres } from './postgres';

export { type Database, DatabaseError, type Param, type Queries, type Transaction } from './connection';

export interface DatabaseOptions {
  /** Folder for PGlite (its data are in `pg` below it), or `memory://` for one that ends with the process. */
  dataDir: string;
  /** Address of a Postgres; wins over `dataDir`. */
  databaseUrl?: string | undefined;
}

/**
 * Opens Postgres at `databaseUrl`, else PGlite in `dataDir`.
 * @throws DatabaseError when another process holds the folder, or Postgres cannot be reached
 */
export function openDatabase({ dataDir, databaseUrl }: DatabaseOptions): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl) : openPglite(dataDir);
}
