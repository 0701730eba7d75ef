import type { JsonObject } from '../contract/json';
import type { Database } from '../database/database';
import type { Access, Identity } from './access';
import type { Clock } from './clock';
import type { RenderFile } from './file-bytes';
import type { Links } from './links';
import type { Returned } from './returned';

/** Where faults of the service itself are told. */
export type Log = (message: string, error?: unknown) => void;

/** What every operation works with. */
export interface Context {
  database: Database;
  clock: Clock;
  links: Links;
  renderFile: RenderFile;
  callbackAddress(identity: Identity): string;
  /** Called when a batch was accepted, so that it need not wait for the next look at the queue. */
  wakeWorker(): void;
  /** Waits for so many milliseconds. */
  pause(ms: number): Promise<void>;
  /** Has the order index of a field built behind the answers; once, however often it is asked for. */
  prepareOrder(tableId: string, fieldId: string): void;
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
}
