import type { Database } from '../../database/database';
import type { Log } from '../context';
import { buildIndex, isIndexed, isLarge } from './field-index';

/** Has indexes of fields built behind the answers. */
export interface IndexKeeper {
  /** Told that a field was asked for that has no index: a large table gets one. Nobody waits for it, and however often it is told it is built once. */
  want(tableId: string, fieldId: string): void;
  /** Resolves when nothing is being built. */
  idle(): Promise<void>;
}

/** @param stopped ends what is being built; the rest is built another time */
export function createIndexKeeper(database: Database, log: Log, stopped: () => boolean): IndexKeeper {
  const wanted = new Set<string>();
  /** One after the other: the database is there for others. */
  let last: Promise<void> = Promise.resolve();
  const build = async (tableId: string, fieldId: string) => {
    if (stopped() || !(await isLarge(database, tableId)) || (await isIndexed(database, tableId, fieldId))) return;
    await buildIndex(database, tableId, fieldId, stopped);
  };
  return {
    want(tableId, fieldId) {
      const name = `${tableId} ${fieldId}`;
      if (wanted.has(name)) return;
      wanted.add(name);
      last = last
        .then(() => build(tableId, fieldId))
        .catch((error: unknown) => log('building the index of a field failed', error))
        .finally(() => wanted.delete(name));
    },
    idle: () => last,
  };
}
