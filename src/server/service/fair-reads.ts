/** Reads of the service: a bounded number at a time, those of each caller in turn, and each with an end. */
import { type Database, DatabaseUnavailable, type Param } from '../database/database';
import { ServiceError } from './http/errors';

export interface ReadBounds {
  /** For the statements of one call together, once they run. */
  readMs: number;
  /** For its turn. */
  waitMs: number;
}
const usual: ReadBounds = { readMs: 20_000, waitMs: 20_000 };

export interface FairReads {
  /**
   * The database for one call of a caller: its statements outside transactions wait for their turn, and end when the caller leaves.
   * @throws ServiceError from a statement past the end, DatabaseUnavailable from one whose turn did not come in time
   */
  of(caller: string, signal: AbortSignal): Database;
}

/** Leaves at least half of the database to writes, and lets no caller's reads wait for more than one of another's. */
export function createFairReads(database: Database, { readMs, waitMs }: ReadBounds = usual): FairReads {
  /** What waits of each caller; the caller whose turn is next comes first. */
  const waiting = new Map<string, Set<() => void>>();
  let running = 0;

  const next = () => {
    while (running < database.reads) {
      const [first] = waiting;
      if (first === undefined) return;
      const [caller, turns] = first;
      const [go] = turns;
      waiting.delete(caller);
      if (go === undefined) continue;
      turns.delete(go);
      if (turns.size > 0) waiting.set(caller, turns);
      running += 1;
      go();
    }
  };
  const turn = (caller: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const turns = waiting.get(caller) ?? new Set();
      const end = (how: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        turns.delete(go);
        how();
      };
      const go = () => end(resolve);
      const leave = () => end(() => reject(signal.reason));
      const timer = setTimeout(
        () => end(() => reject(new DatabaseUnavailable('Other reads took all the time that there is for them.'))),
        waitMs,
      );
      signal.addEventListener('abort', leave);
      waiting.set(caller, turns.add(go));
      next();
    });

  return {
    of(caller, signal) {
      let leftMs = readMs;
      return {
        ...database,
        async query<Row>(text: string, params?: readonly Param[]) {
          signal.throwIfAborted();
          await turn(caller, signal);
          const began = performance.now();
          const late = new AbortController();
          const timer = setTimeout(() => late.abort(tooLong(readMs)), leftMs);
          try {
            return await database.until(AbortSignal.any([signal, late.signal])).query<Row>(text, params);
          } finally {
            clearTimeout(timer);
            leftMs = Math.max(0, leftMs - (performance.now() - began));
            running -= 1;
            next();
          }
        },
      };
    },
  };
}

function tooLong(ms: number): ServiceError {
  return new ServiceError(
    'tooLong',
    `the read took longer than ${ms / 1000} seconds and was ended; a narrower filter, fewer values in it, or another order is quicker`,
  );
}
