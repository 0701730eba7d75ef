import type { Database } from '../../database/database';
import type { Clock } from '../clock';
import { buildIndex, countRecords, readyFields } from './field-index';
import { dropUnused, noRoom, stampUsed } from './index-bounds';

/** What is known of a table for finding its pages. */
interface KnownTable {
  /** Whether it has more records than are read without an index. */
  large: boolean;
  records: number;
  /** Numbers of the fields whose index is whole. */
  ready: ReadonlySet<string>;
}

/** Which fields have an index: those that large tables are often asked for by. */
export interface IndexKeeper {
  /** As it was at most a second ago. An index that was whole then still is, as one that is given up stays for a while (index-bounds.ts). */
  known(tableId: string): Promise<KnownTable>;
  /** Notes a query by a field number. After a few of them an index is built in the background. */
  asked(tableId: string, field: string): void;
  /**
   * Notes a query that is worth an index at once: without, the whole table is sorted, or read for each batch.
   * @returns whether it may be being built: what takes too long without it can wait for it
   */
  want(tableId: string, field: string): boolean;
  /** Records index usage and drops unused ones. */
  tidy(): Promise<0>;
  /** Resolves when nothing is being built. */
  idle(): Promise<void>;
  /** Notes which indexes were used, when nothing is being built any more. */
  end(): Promise<void>;
}

const knownMs = 1000;
/** Tables up to this size are sorted as they are: that takes a few milliseconds. */
const sortedWithoutIndex = 5000;
/** How long it is not looked again whether a wanted index is to be built. */
const settledMs = 60_000;
/** Queries by a field within an hour before it gets an index. */
const timesAsked = 3;
/** Most tables and fields that are kept in mind. */
const mostKept = 1000;

/** @param stopped interrupts a build; the rest is built later */
export function createIndexKeeper(
  database: Database,
  clock: Clock,
  log: (message: string, error?: unknown) => void,
  stopped: () => boolean,
): IndexKeeper {
  const tables = new Map<string, { at: number; known: Promise<KnownTable> }>();
  const asks = new Map<string, number>();
  /** Asked for since they were last noted: a table and a field. */
  const used = new Map<string, [tableId: string, field: string]>();
  const building = new Set<string>();
  /** When it was last seen that an index is there, or is not to be built. */
  const settled = new Map<string, number>();
  /** Those without room that the log has already, within an hour. */
  const told = new Set<string>();
  /** One at a time, to leave the database to other work. */
  let last: Promise<void> = Promise.resolve();

  const known = (tableId: string) => {
    const kept = tables.get(tableId);
    if (kept && performance.now() - kept.at < knownMs) return kept.known;
    const read = Promise.all([countRecords(database, tableId), readyFields(database, tableId)]).then(
      ([records, ready]): KnownTable => ({ large: records > sortedWithoutIndex, records, ready }),
    );
    if (tables.size >= mostKept) tables.clear();
    tables.set(tableId, { at: performance.now(), known: read });
    read.catch(() => tables.delete(tableId));
    return read;
  };
  const build = async (tableId: string, field: string) => {
    const { large, ready } = await known(tableId);
    if (stopped() || !large || ready.has(field)) return;
    const reason = await noRoom(database, tableId, clock());
    if (reason === null) {
      await buildIndex(database, tableId, field, stopped);
      tables.delete(tableId);
    } else if (!told.has(`${tableId} ${field}`)) {
      told.add(`${tableId} ${field}`);
      log(`field ${field} of table ${tableId} gets no index, so its queries read the whole table: ${reason}`);
    }
  };
  const want = (tableId: string, field: string) => {
    const name = `${tableId} ${field}`;
    used.set(name, [tableId, field]);
    if (building.has(name)) return true;
    if (performance.now() - (settled.get(name) ?? Number.NEGATIVE_INFINITY) < settledMs) return false;
    if (settled.size >= mostKept) settled.clear();
    building.add(name);
    last = last
      .then(() => build(tableId, field))
      .catch((error: unknown) => log('building the index of a field failed', error))
      .finally(() => {
        building.delete(name);
        settled.set(name, performance.now());
      });
    return true;
  };
  const note = async () => {
    const noted = [...used.values()];
    used.clear();
    await stampUsed(database, noted, clock());
  };
  return {
    known,
    want,
    asked(tableId, field) {
      const name = `${tableId} ${field}`;
      if (asks.size >= mostKept) asks.clear();
      const times = (asks.get(name) ?? 0) + 1;
      asks.set(name, times);
      if (times >= timesAsked) want(tableId, field);
    },
    async tidy() {
      asks.clear();
      told.clear();
      await note();
      await dropUnused(database, clock(), stopped);
      return 0;
    },
    idle: () => last,
    async end() {
      await last;
      await note();
    },
  };
}
