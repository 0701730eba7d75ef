/** What a row of a call is told as: by what a reading shows, by events, and where its wait has ended. */

import type { Id } from '../../contract/ids';
import { isEmptyValue, type JsonObject, sameJson } from '../../contract/json';
import type { BatchRow, PayloadRow, RowReason, RowReport, RowResult } from '../../storage/job-rows';
import { canBeVerifiedAgain } from '../../storage/outcomes';
import { type EventProof, type EventRow, eventRowsOf, fateOfFailure, type Seen } from '../proof/proof';
import { isTurnedAway } from '../table/job-state';
import { type Call, isTouched } from './call';

/** A row of a call that was sent, as long as nothing was read of it. */
export function openRow({ state, failure, look_only }: Pick<BatchRow, 'state' | 'failure' | 'look_only'>): RowResult {
  if (state === 'accepted') return { outcome: 'accepted', reason: null };
  const fate = fateOfFailure(failure);
  // One that was given up is not sent again.
  const isOver = fate === 'unknown' || (look_only === true && fate !== 'refused');
  return { outcome: 'unknown', reason: isOver ? 'no-answer' : 'turned-away' };
}

/** A row that is verified again: one that was read as sent, or never left, stays; so do reports of events, and an end that was told, until something else is read. */
export function reopenedRow({ at, ...row }: RowResult, batch: BatchRow): RowResult {
  if (!canBeVerifiedAgain(row)) return at === undefined ? row : { ...row, at };
  if (row.outcome === 'differs' || row.outcome === 'refused') return row;
  const open = openRow(batch);
  return row.said ? { ...open, said: row.said } : open;
}

/** An undecided row as last seen: a difference, or what was refused, is reported at once, and watched to the end of the wait. */
export function rowAsSeen(call: Call, index: number): RowResult {
  const { batch, evidence } = call;
  const { seen, held } = evidence[index] ?? { seen: null };
  const end = toldEnd(call, index);
  if (end !== null) return end;
  // For a call that may be sent again, the check before sending decides its rows.
  const mayLeave = isTurnedAway(batch) && !isTouched(call);
  const { at: _open, ...row } = resultAtDeadline(seen, batch, 0, held);
  const said = batch.rows[index]?.said;
  const kept = said ? { said } : {};
  // What a platform refused may be written all the same, as long as it is watched.
  if (row.outcome === 'refused') return { ...row, outcome: 'unknown', ...kept };
  const mayDiffer = seen !== null && seen !== 'as-sent' && seen !== 'as-before' && !mayLeave;
  return { ...(mayDiffer ? row : openRow(batch)), ...kept };
}

/** Whether further waiting changes nothing: the row was written; or it cannot be queried and an event reported it. */
export function isFinal({ evidence }: Call, index: number): boolean {
  const { seen, said, isMissing } = evidence[index] ?? { seen: null };
  if (seen === null) return !isMissing && said !== undefined && said.written !== 'contradicted';
  return seen === 'as-sent';
}

/** A row whose wait is over. @param at epoch milliseconds */
export function decidedRow(call: Call, index: number, at: number): RowResult {
  const end = toldEnd(call, index);
  if (end !== null) return { ...end, at };
  const { seen, isHidden, held, known, said } = call.evidence[index] ?? { seen: null };
  const result = resultAtDeadline(seen, call.batch, at, held, said);
  return {
    ...result,
    ...(isHidden && result.reason === 'cannot-read' ? { reason: 'not-shown' as const } : {}),
    ...(seen === 'as-sent' && isEmptyOtherwise(call, index) ? { now: held } : {}),
    ...known,
    // Kept where reading did not decide, so that the same event has it read no second time.
    ...(said && seen !== 'as-sent' ? { said } : {}),
  };
}

/** Whether a field was read back as empty in another way than it was sent: missing instead of `null`. */
function isEmptyOtherwise({ evidence, payload }: Call, index: number): boolean {
  const held: JsonObject = evidence[index]?.held ?? {};
  const sent = Object.entries(payload.items[index]?.fields ?? {});
  return sent.some(([id, value]) => isEmptyValue(value) && !sameJson(value, held[id]));
}

/** The end of a row that is verified again, as long as no reading shows another: null where one does, or there was none. */
function toldEnd({ batch, evidence }: Call, index: number): RowResult | null {
  const row = batch.rows[index];
  const seen = evidence[index]?.seen ?? null;
  if (row?.outcome === 'differs') return seen === null ? row : null;
  return row?.outcome === 'refused' && seen !== 'as-sent' && seen !== 'part' ? row : null;
}

const differsReasons = {
  other: null,
  part: 'in-part',
  deleted: 'deleted',
  'key-lost': 'key-lost',
  several: 'several-match',
} as const satisfies Record<Exclude<Seen, 'as-sent' | 'as-before'>, RowReason | null>;

/**
 * The outcome of a row whose wait ended unverified.
 * @param seen by the last read-back; null when no read-back worked
 * @param said by events that are hints
 * @param call `accepted`, or how it failed: then it is unknown whether it arrived, or whether the platform's refusal can be trusted
 */
export function resultAtDeadline(
  seen: Seen | null,
  call: Pick<BatchRow, 'state' | 'failure'>,
  now: number,
  held: JsonObject | undefined,
  said?: RowReport,
): RowResult {
  if (seen === 'as-sent') return { outcome: 'verified', reason: null, proof: 'read-back', at: now };
  const reported = said && said.written !== 'contradicted' ? reportedRow(said, now) : null;
  if (seen === null) return reported ?? { outcome: 'unknown', reason: 'cannot-read', at: now };
  if (seen !== 'as-before') {
    const differs: RowResult = { outcome: 'differs', reason: differsReasons[seen], proof: 'read-back', at: now };
    return held === undefined || seen === 'several' ? differs : { ...differs, now: held };
  }
  const fate = fateOfFailure(call.failure);
  if (call.state !== 'accepted' && fate === 'refused') return refusedByCall(call.failure, now);
  // That it was written is denied by the reading; that it was not is as likely as that it is late.
  if (reported?.reason === 'reported-not-written') return reported;
  if (call.state === 'accepted') return { outcome: 'unknown', reason: 'not-seen', at: now, now: held };
  return { outcome: 'unknown', reason: fate === 'unknown' ? 'no-answer' : 'turned-away', at: now, now: held };
}

/** A row of a call that the platform refused, where reading it back showed to the end of its wait that it was not written. */
function refusedByCall(failure: BatchRow['failure'], now: number): RowResult {
  const { message, code } = failure ?? {};
  return { outcome: 'refused', reason: 'call-refused', message, code: code ?? undefined, proof: 'read-back', at: now };
}

/** Reports of a row by hints, in order: two that contradict each other cancel out. */
export function mergedReport(before: RowReport | undefined, row: EventRow): RowReport {
  const { code, message } = row;
  if (before && before.written !== row.written) return { written: 'contradicted', code: null, message: null };
  return before ?? { written: row.written, code, message };
}

/** Of two trusted events that contradict each other neither is believed: the row is read. */
const contradicted: RowResult = {
  outcome: 'unknown',
  reason: 'cannot-read',
  said: { written: 'contradicted', code: null, message: null },
};

/**
 * The rows of a call after a trusted event: its report counts, unless the row was already read back as sent, or an earlier event contradicts it.
 * @param found for each item without ID, the record that the check matched by its key
 */
export function rowsAfterEvent(
  payload: Pick<PayloadRow, 'items' | 'found'>,
  rows: readonly RowResult[],
  event: EventProof,
  now: number,
): RowResult[] {
  const reportedRows = eventRowsOf(payload, event);
  return rows.map((row, index) => {
    const id = payload.items[index]?.item_id ?? null;
    const said = reportedRows[index];
    if (!said || row.said?.written === 'contradicted') return row;
    if (row.outcome === 'verified') return said.written || row.proof !== 'event' ? row : contradicted;
    // Of two events neither is believed; the platform's answer alone was read back, and only until then.
    if (row.outcome === 'refused' && (row.proof === 'event' || !said.written)) return said.written ? contradicted : row;
    // It was read back differently since: someone else wrote after us, or the platform stores another form.
    if (said.written && row.outcome === 'differs') return row;
    if (said.written) {
      const about = { proof: 'event' as const, at: now, ...recordOf(id, said) };
      // The record that the dry run had found by this key is still as it was, and there are two now.
      const repeated = said.created === true && (id ?? payload.found[index] ?? null) !== null;
      if (repeated) return { outcome: 'differs', reason: 'created-instead', ...about };
      const instead = (id ?? payload.found[index] ?? null) === null && said.created === false;
      return { outcome: 'verified', reason: instead ? 'updated-instead' : null, ...about };
    }
    return {
      outcome: 'refused',
      reason: 'event',
      proof: 'event',
      at: now,
      code: said.code ?? undefined,
      message: said.message ?? undefined,
    };
  });
}

/** A row reported by an event, which no read-back confirms or contradicts. */
function reportedRow({ written, code, message }: RowReport, now: number): RowResult {
  const reason = written === true ? 'reported-written' : 'reported-not-written';
  return {
    outcome: 'reported',
    reason,
    proof: 'event',
    at: now,
    code: code ?? undefined,
    message: message ?? undefined,
  };
}

/** The record that a row without id wrote. */
function recordOf(id: Id | null, said: EventRow): Pick<RowResult, 'item_id' | 'created'> {
  if (id !== null || said.item_id === null) return {};
  return said.created === true ? { item_id: said.item_id, created: true } : { item_id: said.item_id };
}

/** Rows given up as unknown, with a hint's report of them; and those called refused that it reports as written. */
export function rowsAfterHint(
  payload: PayloadRow,
  rows: readonly RowResult[],
  event: EventProof,
  now: number,
): RowResult[] {
  const reportedRows = eventRowsOf(payload, event);
  return rows.map((row, index) => {
    const said = reportedRows[index];
    const isRefused = row.outcome === 'refused' && row.reason === 'call-refused';
    const isOpen = row.outcome === 'unknown' || row.outcome === 'reported' || (isRefused && said?.written);
    if (!said || !isOpen) return row;
    const together: RowReport = mergedReport(row.said, said);
    if (together.written === row.said?.written) return row;
    return together.written === 'contradicted'
      ? { outcome: 'unknown', reason: 'cannot-read', said: together, at: now }
      : { ...reportedRow(together, now), said: together };
  });
}
