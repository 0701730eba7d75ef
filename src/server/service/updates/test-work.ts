import type { Database } from '../../database/database';
import { createCache } from '../catalogue/cache';
import { createAccepted, type Work } from './worker';

/** What batches of a database are applied with, by tests of what applies them: nothing is in memory, and no index is wanted. */
export function testWork(database: Database, options: Partial<Work> = {}): Work {
  return {
    database,
    catalogue: createCache(database),
    clock: Date.now,
    log: () => {},
    accepted: createAccepted(),
    hand: () => {},
    wantIndex: () => false,
    busy: new Set(),
    resting: new Map(),
    ...options,
  };
}
