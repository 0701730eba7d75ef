import type { Queries } from '../../database/database';

/** Most that is kept of one kind. */
const mostEntries = 1000;

/** Caches what was read. Only existing things: absence is queried each time. */
export function remember<Entry>(entries: Map<string, Entry>, name: string, entry: Entry): Entry {
  if (entries.size >= mostEntries) entries.clear();
  entries.set(name, entry);
  return entry;
}

/** What calls have read of keys and tables: true as long as the catalogue has this version, which counts with every change of them (schema.ts). */
export interface Snapshot<Key, Table> {
  readonly version: string;
  readonly keys: Map<string, Key>;
  readonly tables: Map<string, Table>;
}

/** What every call would query again, nearly always with the same result: whose key it is, what a table is. */
export interface Cache<Key, Table> {
  /** The newest snapshot; null before the first call. */
  latest(): Snapshot<Key, Table> | null;
  /** What is true at a version that a statement has read. One that comes late, when a newer one is there, is nothing to begin on. */
  at(version: string): Snapshot<Key, Table>;
  /** The current version, read in one query. */
  current(): Promise<Snapshot<Key, Table>>;
}

/** The version of the catalogue as a value of any statement. */
export const versionSql = '(select version from catalogue)';

export function createCache<Key, Table>(queries: Queries): Cache<Key, Table> {
  let newest: Snapshot<Key, Table> | null = null;
  const at = (version: string): Snapshot<Key, Table> => {
    if (newest?.version === version) return newest;
    const fresh = { version, keys: new Map<string, Key>(), tables: new Map<string, Table>() };
    if (newest === null || BigInt(version) > BigInt(newest.version)) newest = fresh;
    return fresh;
  };
  return {
    latest: () => newest,
    at,
    async current() {
      const [row] = await queries.query<{ version: string }>(`select ${versionSql} as version`);
      return at(row?.version ?? '');
    },
  };
}
