import type { Queries } from '../../database/database';

/** What was learnt of several things of one kind, by their names. */
export type Facts<Fact> = Map<string, Fact>;

/** Most that is kept in mind of one kind. */
const mostFacts = 1000;

/** Keeps what was learnt. Only of what is there: that there is none is asked again each time. */
export function learn<Fact>(facts: Facts<Fact>, name: string, fact: Fact): Fact {
  if (facts.size >= mostFacts) facts.clear();
  facts.set(name, fact);
  return fact;
}

/** What calls have learnt of keys and tables: true as long as the catalogue has this version, which counts with every change of them (schema.ts). */
export interface Known<Key, Table> {
  readonly version: string;
  readonly keys: Facts<Key>;
  readonly tables: Facts<Table>;
}

/** What every call would ask anew, and nearly always get the same: who a key is, what a table is. */
export interface Memory<Key, Table> {
  /** What was last known to be true; null before the first call. */
  latest(): Known<Key, Table> | null;
  /** What is true at a version that a statement has read. One that comes late, when a newer one is known, is nothing to begin on. */
  at(version: string): Known<Key, Table>;
  /** What is true now, by one question. */
  current(): Promise<Known<Key, Table>>;
}

/** The version of the catalogue as a value of any statement. */
export const versionSql = '(select version from catalogue)';

export function createMemory<Key, Table>(queries: Queries): Memory<Key, Table> {
  let known: Known<Key, Table> | null = null;
  const at = (version: string): Known<Key, Table> => {
    if (known?.version === version) return known;
    const fresh = { version, keys: new Map(), tables: new Map() };
    if (known === null || BigInt(version) > BigInt(known.version)) known = fresh;
    return fresh;
  };
  return {
    latest: () => known,
    at,
    async current() {
      const [row] = await queries.query<{ version: string }>(`select ${versionSql} as version`);
      return at(row?.version ?? '');
    },
  };
}
