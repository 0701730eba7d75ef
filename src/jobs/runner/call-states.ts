import type { BatchRow, RowResult } from '../../storage/job-rows';
import { canBeVerifiedAgain } from '../../storage/outcomes';
import { withRows } from '../ledger/job-state';
import { fateOfFailure } from '../proof/proof';

/** A row of a call that was sent, as long as nothing was read of it. */
export function openRow({ state, failure, look_only }: Pick<BatchRow, 'state' | 'failure' | 'look_only'>): RowResult {
  if (state === 'accepted') return { outcome: 'accepted', reason: null };
  const fate = fateOfFailure(failure);
  // One that was given up is not sent again.
  const isOver = fate === 'unknown' || (look_only === true && fate !== 'refused');
  return { outcome: 'unknown', reason: isOver ? 'no-answer' : 'turned-away' };
}

/** A call being sent: the result of an earlier attempt does not apply to this one. */
export function sendingBatch(batch: BatchRow, now: number): BatchRow {
  return {
    ...allRows(batch, { outcome: 'sending', reason: null }),
    state: 'sending',
    attempts: batch.attempts + 1,
    sent_at: now,
    answered_at: null,
    trace_id: null,
    request: null,
    failure: null,
  };
}

/** A call with code 0: its rows wait for proof until `proofUntil`, epoch milliseconds. */
export function acceptedBatch(
  batch: BatchRow,
  { trace_id, request }: { trace_id: string | null; request: number },
  now: number,
  proofUntil: number,
): BatchRow {
  const accepted: BatchRow = {
    ...batch,
    state: 'accepted',
    answered_at: now,
    trace_id,
    request,
    proof_until: proofUntil,
  };
  return allRows(accepted, openRow(accepted));
}

/** A call that may or may not have written: it got no response, or one that only reading back can confirm. */
export function unansweredBatch(batch: BatchRow, proofUntil: number): BatchRow {
  const unanswered: BatchRow = { ...batch, state: 'unanswered', proof_until: proofUntil };
  return allRows(unanswered, openRow(unanswered));
}

/** A call that the gateway did not pass on, as it would none of its size: never sent. */
export function tooLargeBatch(batch: BatchRow, now: number): BatchRow {
  return { ...allRows(batch, { outcome: 'invalid', reason: 'too-large', at: now }), state: 'left-out' };
}

/** Nothing of it was written, and that is known: it waits as before. */
export function waitingBatch(batch: BatchRow): BatchRow {
  return { ...allRows(batch, { outcome: 'not-sent', reason: null }), state: 'waiting' };
}

/**
 * A decided call whose rows are verified again, except those that were read as sent and those that never left. Reports of events stay, and so does an end
 * that was told, until something else is read.
 */
export function reopenedBatch(batch: BatchRow): BatchRow {
  const state = batch.failure === null && batch.answered_at !== null ? 'accepted' : 'unanswered';
  const open = openRow({ ...batch, state, look_only: true });
  const rows = batch.rows.map(({ at, ...row }): RowResult => {
    if (!canBeVerifiedAgain(row)) return { ...row, at };
    if (row.outcome === 'differs' || row.outcome === 'refused') return row;
    return row.said ? { ...open, said: row.said } : open;
  });
  return { ...withRows(batch, rows), state, look_only: true };
}

function allRows(batch: BatchRow, row: RowResult): BatchRow {
  return withRows(
    batch,
    batch.rows.map(() => row),
  );
}
