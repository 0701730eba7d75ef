/**
 * A call as the machine knows it: what is stored of it, and what readings and events have shown of its rows since it was taken up. All of it is values:
 * only `step` (`step.ts`) makes another call of one.
 */

import type { JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { BatchRow, JobField, PayloadRow, RowReport, RowResult } from '../../storage/job-rows';
import { isDecided, isOwnCreation, type Seen, seenOf, seenOfDeleted, writtenFields } from '../proof/proof';
import { createsRecord } from '../table/record-names';

export interface Call {
  readonly batch: BatchRow;
  readonly payload: PayloadRow;
  /** What its job knows of the fields that it writes. */
  readonly fields: readonly JobField[];
  /** One for each row. */
  readonly evidence: readonly Evidence[];
  /** When it is read back next, epoch milliseconds. */
  readonly nextRead: number;
  /** Readings that were answered, since it was sent or its wait prolonged: the pauses between them grow. */
  readonly reads: number;
  /** Readings that failed since the last answered one; and those of them that count as evidence. */
  readonly failures: number;
  readonly refusals: number;
}

/** What is shown of one row. */
export interface Evidence {
  /** By the last reading; null: nothing could be read yet. */
  readonly seen: Seen | null;
  /** The record was read, and the platform leaves out a field of it. */
  readonly isHidden?: boolean;
  /** The last reading showed no record, though there was one: that is told only if the next one shows none either. */
  readonly isMissing?: boolean;
  /** What the written fields hold. */
  readonly held?: JsonObject;
  /** The record of a row that named none. */
  readonly known?: Pick<RowResult, 'item_id' | 'created' | 'unsure'>;
  /** Reports of hints. */
  readonly said?: RowReport | undefined;
}

/**
 * A call of the ledger, taken up: nothing is known of its rows but what was stored.
 * @param nextRead when it is read back first, epoch milliseconds
 */
export function takenUp(
  { batch, payload }: Pick<Call, 'batch' | 'payload'>,
  { fields }: { fields: readonly JobField[] },
  nextRead = 0,
): Call {
  const evidence = batch.rows.map(({ said }): Evidence => ({ seen: null, said }));
  return { batch, payload, fields, evidence, nextRead, reads: 0, failures: 0, refusals: 0 };
}

/** Places of the rows that are not decided: they wait for proof, or differ and may still be written. */
export function openRows({ batch }: Call): number[] {
  if (batch.state !== 'accepted' && batch.state !== 'unanswered') return [];
  return batch.rows.flatMap((row, index) => (isDecided(row) ? [] : [index]));
}

/** Until when proof is waited for, epoch milliseconds. @param until as of its job */
export function deadlineOf({ batch }: Call, until: number): number {
  return Math.max(batch.proof_until ?? 0, until);
}

/** Whether reading shows of any row that some of it was written. */
export function isTouched({ batch, evidence }: Call): boolean {
  return batch.rows.some(
    ({ outcome }, index) => outcome === 'verified' || ['as-sent', 'part'].includes(evidence[index]?.seen ?? ''),
  );
}

/** Whether every row was read, and none shows anything of the call. */
export function isUntouched(call: Call): boolean {
  return (
    !isTouched(call) && call.evidence.every((row) => row.seen !== null && row.seen !== 'several' && !isInDoubt(row))
  );
}

/** Whether one reading showed no record, and none since. */
export function isInDoubt(row: Evidence | undefined): boolean {
  return row?.isMissing === true && !isAbsent(row.seen);
}

/** What a row is seen as whose record is not there. */
function isAbsent(seen: Seen | null): boolean {
  return seen === 'deleted' || seen === 'key-lost' || seen === 'as-sent';
}

/** Whether a reading showed a row written that an earlier one had shown as before: readings lag. */
export function isSeenLate(before: Call, after: Call): boolean {
  return after.evidence.some(({ seen }, index) => seen === 'as-sent' && before.evidence[index]?.seen === 'as-before');
}

/**
 * What is shown of a row after every record that it means was read.
 * @param records null: that could not be read
 * @param isShown whether a field that a record lacks is empty, as the platform would show it
 */
export function look(
  { payload, fields, evidence }: Call,
  index: number,
  records: readonly DwRecord[] | null,
  isShown: (id: string) => boolean,
): Evidence {
  const before = evidence[index] ?? { seen: null };
  const item = payload.items[index];
  if (!item || records === null) return before;
  const { said } = before;
  const [live = null] = records;
  const creates = createsRecord(payload, index);
  const several = records.length > 1;
  const deletes = payload.update_type === 'delete';
  const seen = several
    ? 'several'
    : deletes
      ? seenOfDeleted(live)
      : seenOf(item, payload.before[index] ?? null, live, fields, isShown, creates);
  if (seen === null) return { seen, isHidden: true, said };
  const isMissing = live === null && !creates;
  // What was just written may be missing on a replica that lags.
  if (isMissing && !before.isMissing) return { ...before, isMissing };
  const isNamed = item.item_id !== null || live === null || several;
  const own = creates && seen === 'as-sent' && live && { [isOwnCreation(item, live) ? 'created' : 'unsure']: true };
  return {
    seen,
    isMissing,
    said,
    ...(live && { held: writtenFields(item, live) }),
    ...(!isNamed && { known: { item_id: live.item_id, ...own } }),
  };
}
