import type { Id } from '../../contract/ids';
import type { JsonObject } from '../../contract/json';
import type { DeleteInput, UpdateInput } from '../../contract/records';
import type { Owner } from '../../storage/draft-rows';
import type { JobRow } from '../../storage/job-rows';
import type { Ledger } from '../ledger/ledger';
import type { EventProof } from '../proof/proof';
import type { ReadChanges } from '../read/read-changes';
import type { ReadKeys } from '../read/read-keys';
import type { ReadRows } from '../read/read-rows';
import type { ShownFields } from '../read/shown-fields';

/** The API as the runner uses it. */
export interface Wire {
  /** Waits until one update may leave, within the budget. @throws the signal's reason when it is aborted before: nothing of the budget was spent then */
  turn(signal: AbortSignal): Promise<void>;
  /** One batch update (4.5), once and at once, at the turn that was waited for. @throws ApiError */
  update(input: UpdateInput): Promise<{ trace_id: string | null; request: number }>;
  /** One batch delete, in the same way. @throws ApiError */
  remove(input: DeleteInput): Promise<{ trace_id: string | null; request: number }>;
  /** Rows as they are, for proof: those that cannot be asked for are looked for among the latest changes. */
  read: ReadRows;
  readKeys: ReadKeys;
  /** The same before sending; for those that cannot be queried, `changes` shows whether they are unchanged. */
  readAgain: ReadRows;
  readKeysAgain: ReadKeys;
  changes: ReadChanges;
  /** Which fields the platform shows, where records lack them. */
  shownFields: ShownFields;
}

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds since some moment, not affected when the clock is set. */
  steady(): number;
  /** Resolves after that many milliseconds, or as soon as the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Everything the runner has from outside: the key and the inbox are behind `wire` and `events`. */
export interface RunnerPorts {
  owner: Owner;
  /** What the environment allows one key. */
  requestsPerSecond: number;
  /** The key in use now, to distinguish a renewed one from the refused one; it is compared and never stored. */
  key(): string | null;
  wire: Wire;
  ledger: Ledger;
  /** What jobs made before one sent to its records since it was checked, by the names of rows (`namesOfRow`). */
  sentBefore(job: JobRow, names: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly JsonObject[]>>;
  clock: Clock;
  /** Calls the listener with callback events, each trusted or a hint. @returns unsubscribes */
  events(listener: (proofs: readonly EventProof[]) => void): () => void;
  /** Calls the listener when a job was created or commanded, in any tab. @returns unsubscribes */
  orders(listener: () => void): () => void;
  /** Rows of a table were just read back as something new: what was loaded of it before is outdated. */
  onOutdated(tableId: Id): void;
  tuning?: Partial<Tuning>;
}

export interface Tuning {
  /** Calls under way at once, each with a connection: a browser has six to an origin, and one is left for the page. While no call may be sent, read-backs use them. */
  callsAtOnce: number;
  /** Calls whose rows wait for proof before the runner stops sending more. */
  unverifiedCalls: number;
  /**
   * So long after a call was turned away its rows must still be as before until it is sent again; longer where the platform was seen to lag more. One that did
   * not know the key has hardly begun to process the call.
   */
  quietMs: Readonly<Record<'later' | 'key', number>>;
  /** Failed calls in a row after which a job pauses for the user; calls lost in the same outage count as one. */
  failuresInRow: number;
}

export const usualTuning: Tuning = {
  callsAtOnce: 5,
  unverifiedCalls: 1500,
  quietMs: { later: 20_000, key: 10_000 },
  failuresInRow: 5,
};
