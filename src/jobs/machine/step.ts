/**
 * The one machine of a call. Its states are those of `BatchRow.state`; `docs/architecture.md` has the drawing, which `step.test.ts` compares with this file.
 * A fact in a state in which it says nothing leaves the call as it is.
 */

import type { ApiError } from '../../contract/errors';
import type { DwRecord } from '../../contract/records';
import type { BatchRow, RowResult } from '../../storage/job-rows';
import { type EventProof, eventRowsOf, fateOf, isDecided } from '../proof/proof';
import { countRows, isTurnedAway } from '../table/job-state';
import { createsRecord } from '../table/record-names';
import { type Call, deadlineOf, isInDoubt, isTouched, isUntouched, look, openRows } from './call';
import {
  decidedRow,
  isFinal,
  mergedReport,
  openRow,
  reopenedRow,
  rowAsSeen,
  rowsAfterEvent,
  rowsAfterHint,
} from './rows';

/** From a call to its first reading: an event is usually quicker, and saves it. */
export const firstReadMs = 700;
/** From a call without response to the read that shows whether the platform can be reached. */
const blindReadMs = 100;
/** Pause after a failed reading, and after one that came when the wait had ended. */
const retryMs = 1000;
/** Readings follow each other in growing pauses, up to this one. */
export const longestPauseMs = 15_000;
/** Answered readings that a row gets at least before its wait ends: where many fail, the clock alone decides nothing. */
const fairReads = 3;
/** After the wait and this many readings in a row without a valid record, the last seen state counts. */
const fairTries = 8;

/** What happens to a call. `at` is in epoch milliseconds, and so is `until`, up to which its job waits for proof in any case. */
export type Fact =
  /** It is marked as being sent, and leaves. */
  | { is: 'sent'; at: number }
  /** Code 0. */
  | { is: 'accepted'; at: number; trace_id: string | null; request: number; proofMs: number }
  /** Its request failed. @property pauseMs how long its job pauses then */
  | { is: 'failed'; at: number; error: ApiError; proofMs: number; pauseMs: number }
  /** The tab that was sending it has ended. */
  | { is: 'interrupted'; at: number; proofMs: number }
  /** The records that its open rows mean were read. @property quietMs how long it must look untouched before it is sent again */
  | {
      is: 'read';
      at: number;
      until: number;
      records: (index: number) => readonly DwRecord[] | null;
      isShown: (id: string) => boolean;
      quietMs: number;
    }
  /** They could not be read. @property isStopped its job was stopped, and sends nothing again */
  | { is: 'unread'; at: number; until: number; error: ApiError; isStopped: boolean }
  /** A callback event is about it. */
  | { is: 'reported'; at: number; event: EventProof }
  /** Nothing more is read of it; where its wait has ended, the last seen state counts. */
  | { is: 'waited'; at: number; until: number }
  /** A person does not want to wait for the next reading. */
  | { is: 'hurried' }
  /** A person, or an event that came later, has it verified again or longer. */
  | { is: 'prolonged'; at: number }
  /** The clock was set, by so many milliseconds. */
  | { is: 'shifted'; by: number };

type FactOf<Name extends Fact['is']> = Extract<Fact, { is: Name }>;

/** The call after a fact; the same object where that changes nothing. */
export function step(call: Call, fact: Fact): Call {
  const { state } = call.batch;
  const isProving = state === 'accepted' || state === 'unanswered';
  switch (fact.is) {
    case 'sent':
      return state === 'waiting' ? sent(call, fact) : call;
    case 'accepted':
      return state === 'sending' ? accepted(call, fact) : call;
    case 'failed':
      return state === 'sending' ? failed(call, fact) : call;
    case 'interrupted':
      return state === 'sending' ? unanswered(call, fact.at + fact.proofMs, fact.at + firstReadMs) : call;
    case 'read':
      return isProving ? read(call, fact) : call;
    case 'unread':
      return isProving ? unread(call, fact) : call;
    case 'reported':
      if (state === 'waiting' && call.batch.trace_id !== null && fact.event.trusted)
        return reported(openAgain(call), fact);
      return state === 'decided' || isProving ? reported(call, fact) : call;
    case 'waited':
      return isProving ? givenUp(call, fact) : call;
    case 'hurried':
      return isProving ? { ...call, nextRead: 0 } : call;
    case 'prolonged':
      return state === 'decided' || isProving ? prolonged(call, fact) : call;
    case 'shifted':
      return shifted(call, fact.by);
  }
}

/** The result of an earlier attempt does not apply to this one. */
function sent(call: Call, { at }: FactOf<'sent'>): Call {
  const { attempts } = call.batch;
  const fresh = { sent_at: at, answered_at: null, trace_id: null, request: null, failure: null };
  const evidence = call.evidence.map(() => ({ seen: null }));
  const batch: BatchRow = { ...call.batch, ...fresh, state: 'sending', attempts: attempts + 1 };
  const again = { ...call, evidence, reads: 0, failures: 0, refusals: 0 };
  return withAll(again, batch, { outcome: 'sending', reason: null });
}

/** Its rows wait for proof. */
function accepted(call: Call, { at, trace_id, request, proofMs }: FactOf<'accepted'>): Call {
  const about = { answered_at: at, trace_id, request, proof_until: at + proofMs };
  const batch: BatchRow = { ...call.batch, ...about, state: 'accepted' };
  return { ...withAll(call, batch, openRow(batch)), nextRead: at + firstReadMs };
}

/**
 * Certain by the gateway, which never passed it on: it is too large, and never leaves, or was not reached, and waits as before. A platform's report of a failed
 * call is not reliable: its rows are read back before they are judged, or sent again.
 */
function failed(call: Call, { at, error, proofMs, pauseMs }: FactOf<'failed'>): Call {
  const { kind, message, code, status, traceId, request } = error;
  const about = { answered_at: at, trace_id: traceId, request, failure: { kind, message, code, status } };
  const fate = fateOf(error);
  const ended = { ...call, batch: { ...call.batch, ...about } };
  if (fate === 'not-reached') return waiting(ended);
  if (fate === 'too-large') {
    const row: RowResult = { outcome: 'invalid', reason: 'too-large', at };
    return withAll(ended, { ...ended.batch, state: 'left-out' }, row);
  }
  // That no record has a key shows nothing while reading lags: what creates records is not repeated by itself.
  const isLast = fate === 'later' && call.payload.items.some((_item, index) => createsRecord(call.payload, index));
  const batch: BatchRow = isLast ? { ...ended.batch, look_only: true } : ended.batch;
  const firstMs = fate === 'unknown' ? blindReadMs : fate === 'later' ? pauseMs : firstReadMs;
  return unanswered({ ...ended, batch }, at + proofMs, at + firstMs);
}

/** It may or may not have written. */
function unanswered(call: Call, proof_until: number, nextRead: number): Call {
  const batch: BatchRow = { ...call.batch, state: 'unanswered', proof_until };
  return { ...withAll(call, batch, openRow(batch)), nextRead };
}

/** Nothing of it was written, and that is known: it waits as before. */
function waiting(call: Call): Call {
  return withAll(call, { ...call.batch, state: 'waiting' }, { outcome: 'not-sent', reason: null });
}

function read(before: Call, { at, until, records, isShown, quietMs }: FactOf<'read'>): Call {
  const open = new Set(openRows(before));
  const evidence = before.evidence.map((row, index) =>
    open.has(index) ? look(before, index, records(index), isShown) : row,
  );
  const batch = { ...before.batch, read_at: at, reads: before.batch.reads + 1 };
  const call: Call = { ...before, batch, evidence, reads: before.reads + 1, failures: 0, refusals: 0 };
  const mayLeave = isTurnedAway(batch) && !isTouched(call);
  // Reading may lag, and show what was there before the platform applied it all the same.
  const quietUntil = mayLeave ? (batch.answered_at ?? 0) + quietMs : 0;
  if (mayLeave && at >= quietUntil && isUntouched(call)) return waiting(call);
  const end = Math.max(deadlineOf(call, until), quietUntil);
  const isOver = at >= end;
  const pause = Math.min(firstReadMs * 2 ** call.reads, longestPauseMs);
  const next = [isOver ? at + retryMs : Math.min(at + pause, end)];
  if (quietUntil > at) next.push(quietUntil);
  if (evidence.some(isInDoubt)) next.push(at + retryMs);
  const mayDecide = (index: number) => isOver && call.reads >= fairReads && !isInDoubt(evidence[index]);
  const rows = batch.rows.map((row, index) => {
    if (!open.has(index)) return row;
    return mayDecide(index) || isFinal(call, index) ? decidedRow(call, index, at) : rowAsSeen(call, index);
  });
  return { ...withRows(call, rows), nextRead: Math.min(...next) };
}

/** An unreachable platform decides nothing, however long; many invalid responses do, once the wait has ended. */
function unread(before: Call, { at, until, error, isStopped }: FactOf<'unread'>): Call {
  const isOutOfReach = error.kind === 'no-answer' || error.status === 429;
  const failures = before.failures + 1;
  const refusals = before.refusals + (isOutOfReach ? 0 : 1);
  const pause = Math.min(retryMs * 2 ** (failures - 1), longestPauseMs);
  const nextRead = at + Math.max(error.retryAfterMs ?? 0, pause);
  const call = { ...before, failures, refusals, nextRead };
  const waitsToLeave = isTurnedAway(call.batch) && !isStopped;
  return isOutOfReach || waitsToLeave || refusals < fairTries ? call : givenUp(call, { at, until });
}

/** Its rows as they were seen last, where its wait has ended. */
function givenUp(call: Call, { at, until }: { at: number; until: number }): Call {
  if (at < deadlineOf(call, until)) return call;
  const open = new Set(openRows(call));
  return withRows(
    call,
    call.batch.rows.map((row, index) => (open.has(index) ? decidedRow(call, index, at) : row)),
  );
}

/** A trusted event proves its rows, and what it cannot decide is read at once. Any other is a hint: of an open row it is read at once if it is new, of a decided one it counts as reported. */
function reported(call: Call, { event, at }: FactOf<'reported'>): Call {
  const { batch, payload } = call;
  if (event.trusted || batch.state === 'decided') {
    const rows = (event.trusted ? rowsAfterEvent : rowsAfterHint)(payload, batch.rows, event, at);
    const isNews = rows.some((row, index) => row !== batch.rows[index]);
    const next = isNews ? withRows(call, rows) : call;
    return openRows(next).length > 0 ? { ...next, nextRead: Math.min(next.nextRead, at) } : next;
  }
  const open = new Set(openRows(call));
  const reports = eventRowsOf(payload, event);
  let isNew = false;
  const evidence = call.evidence.map((row, index) => {
    const report = reports[index];
    if (!report || !open.has(index)) return row;
    const said = mergedReport(row.said, report);
    isNew ||= said.written !== row.said?.written;
    return { ...row, said };
  });
  return isNew ? { ...call, evidence, nextRead: 0 } : call;
}

/** It was to be sent again, and an event proves in that moment what became of it. */
function openAgain(call: Call): Call {
  const batch: BatchRow = { ...call.batch, state: 'unanswered' };
  return withAll(call, batch, openRow(batch));
}

/** Every row has its chances once more; one that ended without being read as sent is open again, and nothing of the call is ever sent again. */
function prolonged(call: Call, { at }: FactOf<'prolonged'>): Call {
  const again = { ...call, reads: 0, failures: 0, refusals: 0 };
  if (call.batch.state !== 'decided') return again;
  const batch: BatchRow = { ...call.batch, state: askedState(call.batch), look_only: true };
  const next = withRows(
    { ...again, batch },
    batch.rows.map((row) => reopenedRow(row, batch)),
  );
  // Nothing of it can be another than it is.
  return openRows(next).length === 0 ? call : { ...next, nextRead: at + firstReadMs };
}

/** Every wait keeps its remaining time. What was done is not before now by a clock that went back; by one that went ahead it may truly be so long ago, as a computer slept. */
function shifted(call: Call, by: number): Call {
  const { sent_at, answered_at, proof_until } = call.batch;
  const back = (at: number | null): number | null => (at === null ? null : at + Math.min(0, by));
  const batch = {
    ...call.batch,
    sent_at: back(sent_at),
    answered_at: back(answered_at),
    proof_until: proof_until === null ? null : proof_until + by,
  };
  return { ...call, batch, nextRead: call.nextRead + by };
}

/** How a call that was sent was answered. */
function askedState({ failure, answered_at }: BatchRow): 'accepted' | 'unanswered' {
  return failure === null && answered_at !== null ? 'accepted' : 'unanswered';
}

/** A call that was sent, with other rows: decided when each of them is. Two trusted events may contradict each other: then it is open again. */
function withRows(call: Call, rows: RowResult[]): Call {
  const state = rows.every(isDecided) ? 'decided' : askedState(call.batch);
  return { ...call, batch: { ...call.batch, rows, counts: countRows(rows), state } };
}

function withAll(call: Call, batch: BatchRow, row: RowResult): Call {
  const rows = batch.rows.map(() => row);
  return { ...call, batch: { ...batch, rows, counts: countRows(rows) } };
}
