import type { JsonObject } from '../../contract/json';
import type { Database } from '../database/database';
import type { Cache, Snapshot } from './catalogue/cache';
import type { TableWithFields } from './catalogue/catalogue';
import type { Clock } from './clock';
import type { FairReads } from './fair-reads';
import type { Links } from './files/file-links';
import type { Access, Identity, KeyFacts } from './http/access';
import type { Returned } from './http/return-fields';
import type { IndexKeeper } from './records/index-keeper';
import type { KeptBatch } from './updates/apply';
import type { QueueRoom } from './updates/queue-room';

/** Where internal errors of the service are reported. */
export type Log = (message: string, error?: unknown) => void;

export type CatalogueSnapshot = Snapshot<KeyFacts, TableWithFields>;
export type CatalogueCache = Cache<KeyFacts, TableWithFields>;

/** What every operation works with. */
export interface Context {
  database: Database;
  /** The same for calls that only read. */
  reads: FairReads;
  clock: Clock;
  links: Links;
  callbackAddress(identity: Identity): string;
  catalogue: CatalogueCache;
  /** Called when a batch was accepted, so that it need not wait for the next look at the queue; with its table where it may be applied at once. */
  wakeWorker(tableId: string | null, kept: KeptBatch | null): void;
  /** Room for batches that wait to be applied. */
  queueRoom: QueueRoom;
  /** Waits for this many milliseconds. */
  pause(ms: number): Promise<void>;
  /** Which fields have an index. */
  indexes: IndexKeeper;
}

/** One request, read and judged as far as all operations have it in common. */
export interface Call {
  body: JsonObject;
  /** What the `{…}` of the operation's path were. */
  path: Record<string, string>;
  wanted: Returned;
  now: number;
  traceId: string;
  /** Address under which the caller reaches this service, for absolute links. */
  base: string;
}

/** A request with a valid key. */
export interface AuthorizedCall extends Call {
  access: Access;
  /** Who keys are and what tables are, as far as that was read. */
  catalogue: CatalogueSnapshot;
  /** Reports the version of the catalogue that a statement of this call read: if it is that of `catalogue`, the cached result holds. */
  holdsAt(version: string): void;
  /** Does what must not be repeated when the call is judged again; from then on it returns the result. One thing for each call. */
  once<Result>(run: () => Promise<Result>): Promise<Result>;
}
