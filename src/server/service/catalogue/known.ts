import type { Queries } from '../../database/database';
import type { KeyFacts } from '../http/access';
import type { TableWithFields } from './catalogue';
import type { Facts } from './facts';

/** What calls have learnt of keys and tables: true as long as the catalogue has this version, which counts with every change of them (schema.ts). */
export interface Known {
  readonly version: string;
  readonly keys: Facts<KeyFacts>;
  readonly tables: Facts<TableWithFields>;
}

/** What every call would ask anew, and nearly always get the same: who a key is, what a table is. */
export interface Memory {
  /** What was last known to be true; null before the first call. */
  latest(): Known | null;
  /** What is true at a version that a statement has read. One that comes late, when a newer one is known, is nothing to begin on. */
  at(version: string): Known;
  /** What is true now, by one question. */
  current(): Promise<Known>;
}

/** The version of the catalogue as a value of any statement. */
export const versionSql = '(select version from catalogue)';

export function createMemory(queries: Queries): Memory {
  let known: Known | null = null;
  const at = (version: string) => {
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
