import type { ApiError } from '../../contract/errors';
import { isEmptyValue, type JsonObject, sameJson } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { BatchRow, JobRow, PayloadRow, RowReport, RowResult } from '../../storage/job-rows';
import { isTurnedAway, withRows } from '../ledger/job-state';
import type { BatchWithPayload } from '../ledger/ledger-calls';
import {
  type EventProof,
  eventRowsOf,
  isDecided,
  isOwnCreation,
  mergedReport,
  resultAtDeadline,
  rowsAfterEvent,
  type Seen,
  seenOf,
  writtenFields,
} from '../proof/proof';
import { createsRecord } from '../results/job-lines';
import { openRow } from './call-states';
import type { Tuning } from './ports';
import type { TableChanges } from './table-changes';

/** Answered readings that a row gets at least before its wait ends: where many fail, the clock alone decides nothing. */
const fairReads = 3;
/** After the wait and this many read-backs in a row without a valid record, the last seen state counts. */
const fairTries = 8;
/** Pause after a failed reading, and after one that came when the wait had ended. */
const retryMs = 1000;

/** An open job, and what is under way of it. */
export class RunningJob {
  /** Calls that are read from the ledger and not sent. */
  readonly queue: BatchWithPayload[] = [];
  /** Number up to which waiting calls were read from the ledger. */
  fetched = 0;
  /** No more waiting calls in the ledger. */
  exhausted = false;
  fetching = false;
  sending = 0;
  readonly watched = new Set<WatchedCall>();
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
  putBack(call: BatchWithPayload): void {
    const behind = this.queue.findIndex(({ batch }) => batch.number > call.batch.number);
    this.queue.splice(behind === -1 ? this.queue.length : behind, 0, call);
  }
}

/** What a reading shows of one row. */
interface RowSeen {
  /** null: nothing could be read yet. */
  seen: Seen | null;
  /** The record was read, and the platform leaves out a field of it. */
  isHidden?: boolean;
  /** The last reading showed no record, though there was one: that is told only if the next one shows none either. */
  isMissing?: boolean;
  /** What the written fields hold. */
  held?: JsonObject;
  /** The record of a row that named none. */
  known?: Pick<RowResult, 'item_id' | 'created' | 'unsure'>;
}

/** A sent call whose rows are not all decided: what was read of them, reports of events, and the next read. */
export class WatchedCall {
  /** Places of its rows that are not decided; there may be a thousand calls, and each is looked at with every step. */
  open: number[];
  /** A reading of it is under way. */
  reading = false;
  private readonly rows: RowSeen[];
  private readonly sentAs: BatchRow['state'];
  /** Reports of hints about its rows. */
  private readonly said: (RowReport | undefined)[];
  /** Readings that were answered, since it was sent or its wait prolonged: the pauses between them grow. */
  private reads = 0;
  /** Failed reads since the last successful one; and those of them that count as evidence. */
  private failures = 0;
  private refusals = 0;

  /** @param nextRead when it is read back first, epoch milliseconds */
  constructor(
    readonly job: RunningJob,
    public batch: BatchRow,
    readonly payload: PayloadRow,
    public nextRead: number,
  ) {
    this.open = undecided(batch);
    this.sentAs = batch.state;
    this.rows = payload.items.map(() => ({ seen: null }));
    this.said = batch.rows.map(({ said }) => said);
  }

  /** Until when proof is waited for, epoch milliseconds. */
  get deadline(): number {
    return Math.max(this.batch.proof_until ?? 0, this.job.row.proof_until);
  }

  /** Whether the last reading failed. */
  get readFailed(): boolean {
    return this.failures > 0;
  }

  /** Whether it must be read back before it is sent again: time alone does not give it up, unless its job is stopped. */
  get isTurnedAway(): boolean {
    return isTurnedAway(this.batch);
  }

  /**
   * Whether a call that was turned away may leave once more: so long after its answer every row of it was read, and none shows anything of it.
   * @param quietMs how long at least, in milliseconds
   */
  maySendAgain(now: number, quietMs: number): boolean {
    if (now < this.quietUntil(quietMs)) return false;
    const isUntouched = (row: RowSeen): boolean => row.seen !== null && row.seen !== 'several' && !isInDoubt(row);
    return this.isTurnedAway && !this.isTouched && this.rows.every(isUntouched);
  }

  /** The wait was prolonged: every row has its chances once more. */
  beginAgain(): void {
    this.reads = 0;
    this.failures = 0;
    this.refusals = 0;
  }

  /**
   * Puts down every record that a row means now; null: that could not be read.
   * @param isShown whether a field that a record lacks is empty, as the platform would show it
   * @returns `late` where it is seen written, and was read without that before
   */
  look(index: number, records: readonly DwRecord[] | null, isShown: (id: string) => boolean): 'late' | undefined {
    const item = this.payload.items[index];
    if (!item || records === null) return undefined;
    const [live = null] = records;
    const creates = createsRecord(this.payload, index);
    const before = this.payload.before[index] ?? null;
    const several = records.length > 1;
    const seen = several ? 'several' : seenOf(item, before, live, this.job.row.fields, isShown, creates);
    if (seen === null) {
      this.rows[index] = { seen, isHidden: true };
      return undefined;
    }
    const row: RowSeen = { seen, isMissing: seen === 'deleted' || seen === 'key-lost' };
    // What was just written may be missing on a replica that lags.
    if (row.isMissing && !this.rows[index]?.isMissing) {
      this.rows[index] = { seen: null, ...this.rows[index], isMissing: true };
      return undefined;
    }
    if (live) row.held = writtenFields(item, live);
    if (item.item_id === null && live && !several) {
      row.known = { item_id: live.item_id };
      if (creates && seen === 'as-sent') row.known[isOwnCreation(item, live) ? 'created' : 'unsure'] = true;
    }
    const isLate = seen === 'as-sent' && this.rows[index]?.seen === 'as-before';
    this.rows[index] = row;
    return isLate ? 'late' : undefined;
  }

  /** Its rows after a reading that was answered (`look` was called for each open one), and when the next is due. */
  afterReading(now: number, tuning: Tuning, quietMs: number): RowResult[] {
    this.reads += 1;
    this.failures = 0;
    this.refusals = 0;
    const quietUntil = this.isTurnedAway && !this.isTouched ? this.quietUntil(quietMs) : 0;
    const end = Math.max(this.deadline, quietUntil);
    const isOver = now >= end;
    const pause = Math.min(tuning.firstReadMs * 2 ** this.reads, tuning.longestPauseMs);
    this.nextRead = isOver ? now + retryMs : Math.min(now + pause, end);
    if (quietUntil > now) this.nextRead = Math.min(this.nextRead, quietUntil);
    if (this.rows.some(isInDoubt)) this.nextRead = Math.min(this.nextRead, now + retryMs);
    const mayDecide = (index: number) => isOver && this.reads >= fairReads && !isInDoubt(this.rows[index]);
    return this.batch.rows.map((row, index) => {
      if (!this.open.includes(index)) return row;
      if (mayDecide(index) || this.isFinal(index)) return this.decided(index, now);
      return this.asSeen(index);
    });
  }

  /**
   * Its rows after a failed read, and the next read; null: none of them is decided by it. An unreachable platform decides nothing, however long; many invalid
   * responses do, once the wait has ended.
   */
  afterFailure(error: ApiError, now: number, tuning: Tuning): RowResult[] | null {
    this.failures += 1;
    const pause = Math.min(retryMs * 2 ** (this.failures - 1), tuning.longestPauseMs);
    this.nextRead = now + Math.max(error.retryAfterMs ?? 0, pause);
    const isOutOfReach = error.kind === 'no-answer' || error.status === 429;
    if (!isOutOfReach) this.refusals += 1;
    const waitsToLeave = this.isTurnedAway && this.job.row.order !== 'stop';
    if (isOutOfReach || waitsToLeave || this.refusals < fairTries) return null;
    return this.givenUp(now);
  }

  /** Its rows as they were seen last, where its wait has ended; null: it has not. */
  givenUp(now: number): RowResult[] | null {
    if (now < this.deadline) return null;
    return this.batch.rows.map((row, index) => (this.open.includes(index) ? this.decided(index, now) : row));
  }

  /** Its rows after a trusted event, or the same rows if that is nothing new. What it alone cannot decide is read at once. */
  afterEvent(event: EventProof, now: number): RowResult[] {
    const rows = rowsAfterEvent(this.payload, this.batch.rows, event, now);
    if (undecided({ ...this.batch, rows }).length > 0) this.nextRead = Math.min(this.nextRead, now);
    return rows;
  }

  /** Takes in a hint. @returns whether it is new: repeating the same causes no reads */
  hear(event: EventProof): boolean {
    const reportedRows = eventRowsOf(this.payload, event);
    let isNew = false;
    for (const index of this.open) {
      const said = reportedRows[index];
      if (!said) continue;
      const together = mergedReport(this.said[index], said);
      isNew ||= together.written !== this.said[index]?.written;
      this.said[index] = together;
    }
    return isNew;
  }

  /** Takes other results over. */
  settle(rows: RowResult[], about: Partial<Pick<BatchRow, 'read_at' | 'reads'>>): void {
    const batch = { ...withRows(this.batch, rows), ...about };
    this.open = undecided(batch);
    // Two trusted events may contradict each other: then it is watched again.
    this.batch = { ...batch, state: this.open.length === 0 ? 'decided' : this.sentAs };
  }

  /** Whether reading shows of any row that some of it was written. */
  private get isTouched(): boolean {
    return this.batch.rows.some(
      ({ outcome }, index) => outcome === 'verified' || ['as-sent', 'part'].includes(this.rows[index]?.seen ?? ''),
    );
  }

  private quietUntil(quietMs: number): number {
    return (this.batch.answered_at ?? 0) + quietMs;
  }

  /** Whether further waiting changes nothing: it was written; or it cannot be queried and an event reported it. */
  private isFinal(index: number): boolean {
    const seen = this.rows[index]?.seen ?? null;
    if (seen === null) return this.said[index] !== undefined && this.said[index]?.written !== 'contradicted';
    return seen === 'as-sent';
  }

  private decided(index: number, now: number): RowResult {
    const { seen, isHidden, held, known } = this.rows[index] ?? { seen: null };
    const end = this.toldEnd(index);
    if (end !== null) return { ...end, at: now };
    const said = this.said[index];
    const result = resultAtDeadline(seen, this.batch, now, held, said);
    return {
      ...result,
      ...(isHidden && result.reason === 'cannot-read' ? { reason: 'not-shown' as const } : {}),
      ...(seen === 'as-sent' && this.isEmptyOtherwise(index) ? { now: held } : {}),
      ...known,
      // Kept where reading did not decide, so that the same event has it read no second time.
      ...(said && seen !== 'as-sent' ? { said } : {}),
    };
  }

  /** Whether a field was read back as empty in another way than it was sent: missing instead of `null`. */
  private isEmptyOtherwise(index: number): boolean {
    const held = this.rows[index]?.held ?? {};
    const sent = Object.entries(this.payload.items[index]?.fields ?? {});
    return sent.some(([id, value]) => isEmptyValue(value) && !sameJson(value, held[id]));
  }

  /** The end of a row that is verified again, as long as no reading shows another: null where one does, or there was none. */
  private toldEnd(index: number): RowResult | null {
    const row = this.batch.rows[index];
    const seen = this.rows[index]?.seen ?? null;
    if (row?.outcome === 'differs') return seen === null ? row : null;
    return row?.outcome === 'refused' && seen !== 'as-sent' && seen !== 'part' ? row : null;
  }

  /** An undecided row as last seen: a difference, or what was refused, is reported at once, and watched to the end of the wait. */
  private asSeen(index: number): RowResult {
    const { seen, held } = this.rows[index] ?? { seen: null };
    const end = this.toldEnd(index);
    if (end !== null) return end;
    // For a call that may be sent again, the check before sending decides its rows.
    const mayLeave = this.isTurnedAway && !this.isTouched;
    const { at: _open, ...row } = resultAtDeadline(seen, this.batch, 0, held);
    const said = this.batch.rows[index]?.said;
    const kept = said ? { said } : {};
    // What a platform refused may be written all the same, as long as it is watched.
    if (row.outcome === 'refused') return { ...row, outcome: 'unknown', ...kept };
    const mayDiffer = seen !== null && seen !== 'as-sent' && seen !== 'as-before' && !mayLeave;
    return { ...(mayDiffer ? row : openRow(this.batch)), ...kept };
  }
}

/** Whether one reading showed no record, and none since. */
function isInDoubt(row: RowSeen | undefined): boolean {
  return row?.isMissing === true && row.seen !== 'deleted' && row.seen !== 'key-lost';
}

/** Places of the rows that are not decided: they wait for proof, or differ and may still be written. */
function undecided({ rows }: BatchRow): number[] {
  return rows.flatMap((row, index) => (isDecided(row) ? [] : [index]));
}
