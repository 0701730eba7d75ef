import type { Database } from './connection';
import { openPglite } from './pglite';
import { openPostgres, type PostgresSettings } from './postgres';

export {
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  type Param,
  type Queries,
  type Transaction,
} from './connection';

export interface DatabaseOptions {
  /** Folder for PGlite (its data are in `pg` below it), or `memory://` for one that ends with the process. */
  dataDir: string;
  /** Address of a Postgres; wins over `dataDir`. */
  databaseUrl?: string | undefined;
  /** What only a Postgres heeds. */
  postgres?: PostgresSettings | undefined;
  /** Whether a folder's database keeps little of it in memory. */
  small?: boolean;
}

/**
 * Opens Postgres at `databaseUrl`, else PGlite in `dataDir`.
 * @throws DatabaseError when another process holds the folder, or Postgres cannot be reached
 */
export function openDatabase({ dataDir, databaseUrl, postgres, small }: DatabaseOptions): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl, postgres) : openPglite(dataDir, small);
}
