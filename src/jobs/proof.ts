import { valueWithoutCredentials } from '../api/remove-credentials';
import { ApiError, knownCodes } from '../contract/errors';
import { isSystemField } from '../contract/fields';
import type { Id } from '../contract/ids';
import type { JsonObject } from '../contract/json';
import type { DwRecord } from '../contract/records';
import type { UpdateItem } from '../contract/updates';
import { sameValue } from '../edits/same-value';
import type { JobField, PayloadRow, RowResult } from '../storage/job-rows';

/** What a row that was read back shows: what was sent, what was there before, something else, no such record, or several with its key. */
export type Seen = 'as-sent' | 'as-before' | 'other' | 'gone' | 'several';

/**
 * Compares a row that was read back with what was sent and with what was there before. The written and the read form of a value are the same value.
 * @param before null when nothing is known of it: then a row is either as sent or another
 * @param creates the row is to create a record: that there is none is then what was there before
 */
export function seenOf(
  item: UpdateItem,
  before: JsonObject | null,
  live: DwRecord | null,
  fields: readonly JobField[],
  creates = false,
): Seen {
  if (live === null) return creates ? 'as-before' : 'gone';
  const options = new Map(fields.map((field) => [field.field_id, field.options]));
  // System fields among the key only matched (4.5 rule 7).
  const ids = Object.keys(item.fields).filter((id) => !isSystemField(id));
  // What is read has no credential in it: what was written is compared as it would be read, too.
  const isNow = (fields: JsonObject): boolean =>
    ids.every((id) =>
      [fields[id], valueWithoutCredentials(fields[id])].some((value) =>
        sameValue(value, live.fields[id], options.get(id)),
      ),
    );
  if (isNow(item.fields)) return 'as-sent';
  if (before !== null && isNow(before)) return 'as-before';
  return 'other';
}

/** The written fields as a live row holds them; a missing one is left out. */
export function writtenFields(item: UpdateItem, live: DwRecord): JsonObject {
  return Object.fromEntries(
    Object.keys(item.fields).flatMap((id) => {
      const value = Object.hasOwn(live.fields, id) ? live.fields[id] : undefined;
      return value === undefined ? [] : [[id, value]];
    }),
  );
}

/** Whether a row that was sent is watched no more: an unknown one says when that ended. */
export function isDecided({ outcome, at }: Pick<RowResult, 'outcome' | 'at'>): boolean {
  return outcome !== 'accepted' && (outcome !== 'unknown' || at !== undefined);
}

/**
 * What a row is called when its wait has ended without proof.
 * @param seen by the last read-back; null when no read-back worked
 * @param answered whether the call was accepted; otherwise nobody knows whether it arrived
 */
export function resultAtDeadline(
  seen: Seen | null,
  answered: boolean,
  now: number,
  held: JsonObject | undefined,
): RowResult {
  if (seen === 'as-sent') return { outcome: 'verified', reason: null, proof: 'read-back', at: now };
  if (seen === null) return { outcome: 'unknown', reason: 'cannot-read', at: now };
  if (seen === 'several') return { outcome: 'differs', reason: 'several-match', proof: 'read-back', at: now };
  if (seen === 'gone') return { outcome: 'differs', reason: 'gone', proof: 'read-back', at: now };
  if (seen === 'other') return { outcome: 'differs', reason: null, proof: 'read-back', at: now, now: held };
  return { outcome: 'unknown', reason: answered ? 'not-seen' : 'no-answer', at: now, now: held };
}

/** What a callback event says of a call: for each record whether it was written. Made from the event's own form by `event-proof`. */
export interface EventProof {
  /** Of the accepted request. */
  trace_id: string;
  rows: readonly EventRow[];
}

export interface EventRow {
  item_id: Id | null;
  /** Place in the call's items, where the event says it. */
  index: number | null;
  written: boolean;
  /** It was written by creating a record. */
  created?: boolean;
  code: number | null;
  message: string | null;
}

/**
 * The rows of a call after an event about it: what it says of a row stands, unless the row was already read back as sent.
 * @param found for each item without id, the record that the dry run found by its key
 */
export function rowsAfterEvent(
  { items, found }: Pick<PayloadRow, 'items' | 'found'>,
  rows: readonly RowResult[],
  event: EventProof,
  now: number,
): RowResult[] {
  const byId = new Map(event.rows.flatMap((row) => (row.item_id === null ? [] : [[row.item_id, row]])));
  const byIndex = new Map(event.rows.flatMap((row) => (row.index === null ? [] : [[row.index, row]])));
  return rows.map((row, index) => {
    const id = items[index]?.item_id ?? null;
    const said = byIndex.get(index) ?? (id === null ? undefined : byId.get(id));
    if (!said || row.outcome === 'verified' || row.outcome === 'refused') return row;
    // An event about another record in this place is not about this call's row.
    if (id !== null && said.item_id !== null && said.item_id !== id) return row;
    // It was read back as something else since: somebody wrote after us, or the platform keeps another form of it.
    if (said.written && row.outcome === 'differs') return row;
    if (said.written) {
      const about = { proof: 'event' as const, at: now, ...recordOf(id, said) };
      // The record that the dry run had found by this key is still as it was, and there are two now.
      const doubled = said.created === true && (id ?? found[index] ?? null) !== null;
      return doubled
        ? { outcome: 'differs', reason: 'created-instead', ...about }
        : { outcome: 'verified', reason: null, ...about };
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

/** The record that a row without id wrote. */
function recordOf(id: Id | null, said: EventRow): Pick<RowResult, 'item_id' | 'created'> {
  if (id !== null || said.item_id === null) return {};
  return said.created ? { item_id: said.item_id, created: true } : { item_id: said.item_id };
}

/**
 * What a failed call means for its rows (sections 2.1, 7; field notes). `refused`: nothing of it was written and nothing will be; `key`: the same, and
 * goes for every call until there is another key; `later`: the platform took nothing, and it may be sent again; `not-reached`: the same, as it certainly
 * never got there; `unknown`: it may have been written.
 */
export type Fate = 'refused' | 'key' | 'later' | 'not-reached' | 'unknown';

const tooManyRequests = 429;

/** The fate of a call by the error it ended in. */
export function fateOf(error: unknown): Fate {
  if (!(error instanceof ApiError)) return 'unknown';
  // The gateway would refuse so large a call again and again.
  if (error.gateway === 'too-large') return 'refused';
  if (error.neverReached) return 'not-reached';
  if (error.status === tooManyRequests) return 'later';
  if (error.code === knownCodes.authenticationFailed) return 'key';
  if (error.kind === 'business') return 'refused';
  if (error.kind === 'system' && error.code === knownCodes.parameterInvalid) return 'refused';
  return 'unknown';
}
