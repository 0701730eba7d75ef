import type { Id } from '../contract/ids';
import type { Json } from '../contract/json';
import type { Outcome } from '../storage/outcomes';

/** A sent value that is not verified: it stays in its cell until it is, or is reverted. */
export interface SentCell {
  before: Json | undefined;
  after: Json;
  /** What was read back where it is another value; undefined: not set. */
  held?: { value: Json | undefined };
  outcome: Outcome;
  /** Outcome and reason, in words. */
  said: string;
  /** It may still come to be what was sent: there is nothing to do. */
  isPending: boolean;
  /** It can be staged and sent once more. */
  canRetry: boolean;
}

/** What is known of a record's cells that a job wrote; null: verified, so that notes of earlier jobs no longer apply. */
export type SentRecord = ReadonlyMap<string, SentCell | null>;

/** What a job reports of records, by ID. */
export interface SentByJob {
  /** When it was made, epoch milliseconds. */
  at: number;
  /** It has ended, and all its rows are verified. */
  isWhole: boolean;
  records: ReadonlyMap<Id, SentRecord>;
}

/** Sent values by record and field. */
export type SentCells = ReadonlyMap<Id, ReadonlyMap<string, SentCell>>;

/** Names one cell. */
export function sentKey(job: string, item_id: Id, field_id: string): string {
  return `${job}/${item_id}/${field_id}`;
}

/**
 * The combined notes of several jobs: for each cell those of the latest.
 * @param taken cells that were sent again or reverted, by `sentKey`
 */
export function sentCellsOf(jobs: ReadonlyMap<string, SentByJob>, taken: ReadonlySet<string>): SentCells {
  const latest = new Map<Id, Map<string, SentCell | null>>();
  for (const [job, { records }] of [...jobs].sort(([, a], [, b]) => a.at - b.at)) {
    for (const [item_id, cells] of records) {
      const own = latest.get(item_id) ?? new Map<string, SentCell | null>();
      latest.set(item_id, own);
      for (const [field_id, cell] of cells) own.set(field_id, taken.has(sentKey(job, item_id, field_id)) ? null : cell);
    }
  }
  const shown = new Map<Id, Map<string, SentCell>>();
  for (const [item_id, cells] of latest) {
    const left = [...cells].flatMap(([field_id, cell]) => (cell ? [[field_id, cell] as const] : []));
    if (left.length > 0) shown.set(item_id, new Map(left));
  }
  return shown;
}
