import type { JobRow } from '../../storage/job-rows';
import type { Call } from '../machine/call';
import type { TableChanges } from './table-changes';

/** An open job, and what is under way of it. */
export class RunningJob {
  /** Calls that are read from the ledger and not sent. */
  readonly queue: Call[] = [];
  /** Number up to which waiting calls were read from the ledger. */
  fetched = 0;
  /** No more waiting calls in the ledger. */
  exhausted = false;
  fetching = false;
  sending = 0;
  /** Calls that were sent and are not decided, by number. */
  readonly watched = new Map<number, Call>();
  /** Numbers of those of which a reading is under way. */
  readonly reading = new Set<number>();
  /** With a share of less than 1: when its next request may leave, epoch milliseconds. */
  nextSlot = 0;
  /** The key that was refused, as long as it waits for another one. */
  refusedKey: string | null = null;
  /** Its holds that are being stored. */
  holding = 0;
  failures = 0;
  /** Calls that were turned away with "later", in a row. */
  later = 0;
  /** Readings right before sending that failed, in a row. */
  unread = 0;
  /** It is not in the ledger any more: nothing more of it is sent. */
  isLost = false;
  /** Where its records can be asked for in no way: what changed since its check. */
  changes: TableChanges | null = null;

  /** @param row its commands and state; its counts are maintained by the ledger */
  constructor(public row: JobRow) {}

  /** Whether nothing of it can be read before there is another key. */
  get waitsForKey(): boolean {
    return this.row.hold?.reason === 'key-refused';
  }

  /** A call that is not sent waits where it belongs: several may come back, in any order, and leave in that of the plan. */
  putBack(call: Call): void {
    const behind = this.queue.findIndex(({ batch }) => batch.number > call.batch.number);
    this.queue.splice(behind === -1 ? this.queue.length : behind, 0, call);
  }
}
