/**
 * Verification is reading: whether an accepted row is as it was sent, by reading back and by callback events.
 * A row is verified only if its values were seen; otherwise it is unknown.
 */

import { valueWithoutCredentials } from '../../api/wire/remove-credentials';
import { isDecimal, numberOf } from '../../contract/decimal';
import { ApiError, knownCodes } from '../../contract/errors';
import { readBatchEvent } from '../../contract/events';
import type { Id } from '../../contract/ids';
import type { ReceivedEvent } from '../../contract/inbox';
import { isEmptyValue, type Json, type JsonObject, parseJson, sameJson } from '../../contract/json';
import { type DwRecord, isSystemField, type UpdateItem } from '../../contract/records';
import { sameValue } from '../../edits/same-value';
import type { BatchRow, JobField, PayloadRow, RowResult } from '../../storage/job-rows';
import type { Outcome } from '../../storage/outcomes';

/**
 * What a row that was read back shows: what was sent, what was there before, some of its fields as sent and others not, something else, no record with its
 * id, none with its key any more, or several with its key.
 */
export type Seen = 'as-sent' | 'as-before' | 'part' | 'other' | 'deleted' | 'key-lost' | 'several';

/**
 * Compares a row read back with what was sent and with its previous values. The written and the loaded form of a value are equal.
 * @param before null when unknown: then a row is either as sent or different
 * @param isShown whether a field that the record lacks is empty, as the platform would show it
 * @param creates the row is to create a record: its absence is then its previous state
 * @returns null when one of its fields is not shown, so that nothing is known
 */
export function seenOf(
  item: UpdateItem,
  before: JsonObject | null,
  live: DwRecord | null,
  fields: readonly JobField[],
  isShown: (id: string) => boolean,
  creates = false,
): Seen | null {
  if (live === null) {
    if (creates) return 'as-before';
    return item.item_id === null ? 'key-lost' : 'deleted';
  }
  const fieldOf = new Map(fields.map((field) => [field.field_id, field]));
  // System fields among the key only matched (4.5 rule 7).
  const ids = Object.keys(item.fields).filter((id) => !isSystemField(id));
  const own = (fields: JsonObject, id: string): Json | undefined =>
    Object.hasOwn(fields, id) ? fields[id] : undefined;
  if (ids.some((id) => own(live.fields, id) === undefined && !isShown(id))) return null;
  const isNow = (fields: JsonObject, id: string): boolean =>
    isHeld(own(fields, id), own(live.fields, id), fieldOf.get(id));
  const asSent = (id: string): boolean => isNow(item.fields, id);
  const asBefore = (id: string): boolean => before !== null && isNow(before, id);
  if (ids.every(asSent)) return 'as-sent';
  if (ids.every(asBefore)) return 'as-before';
  // A value that was the same before does not show who wrote it.
  return before !== null && ids.some((id) => asSent(id) && !asBefore(id)) ? 'part' : 'other';
}

/** What the record of a row that deletes it shows, where it was read: it is not there, or nothing has happened to it yet. */
export function seenOfDeleted(live: DwRecord | null): Seen {
  return live === null ? 'as-sent' : 'as-before';
}

/** Whether a field that was read back has a value. What is read has no credential in it: the value is compared as it would be read, too. */
export function isHeld(value: Json | undefined, now: Json | undefined, field?: JobField): boolean {
  return [value, valueWithoutCredentials(value)].some((each) => sameValue(each, now, field)) || isLongForm(value, now);
}

/** Whether a number that was read is how some platforms write the double that was sent, with 17 digits: `0.10000000000000001` for 0.1. */
function isLongForm(sent: Json | undefined, now: Json | undefined): boolean {
  return typeof sent === 'number' && isDecimal(now) && sameJson(now, numberOf(sent.toPrecision(17)));
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

const platformTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** The later of two times of the platform, as it writes them (2.4); what is no such time is never later. */
export function laterTime(one: string | null, other: string | null): string | null {
  if (other === null || !platformTime.test(other)) return one;
  return one === null || other > one ? other : one;
}

/**
 * Whether a record that holds what a row was to create came to be by that row: it was written last in the second in which it was created, by the same person,
 * and holds nothing but what was sent. That no record had its key before was read; no time of the platform shows it, as a clock may be put back, and one record
 * may be of the year 9999. Otherwise someone else may have created it in between.
 */
export function isOwnCreation({ fields }: UpdateItem, live: DwRecord): boolean {
  const { created_on, updated_on, created_by, updated_by } = live;
  const others = Object.keys(live.fields).some((id) => !Object.hasOwn(fields, id) && !isEmptyValue(live.fields[id]));
  const sameHand = (created_by?.user_id ?? null) === (updated_by?.user_id ?? null);
  return isSameMoment(created_on, updated_on) && sameHand && !others;
}

const quarterHourMs = 15 * 60_000;
/** Between the first and the last zone of the day. */
const zonesApartMs = 26 * 3_600_000;

/** Whether two times of the platform, whole seconds without a zone (2.4), may be the same one: zones differ by quarters of an hour. */
function isSameMoment(one: string | null, other: string | null): boolean {
  if (one === null || other === null || !platformTime.test(one) || !platformTime.test(other)) return false;
  const apart = Math.abs(Date.parse(`${one}Z`) - Date.parse(`${other}Z`));
  return apart % quarterHourMs === 0 && apart <= zonesApartMs;
}

/** Outcomes that a row may have while it is watched. */
const watched: ReadonlySet<Outcome> = new Set(['accepted', 'unknown', 'differs', 'refused']);

/** Whether a sent row is no longer watched: it has the time when that ended. */
export function isDecided({ outcome, at }: Pick<RowResult, 'outcome' | 'at'>): boolean {
  return outcome !== 'accepted' && (at !== undefined || !watched.has(outcome));
}

/** A callback event's report of a call: for each record whether it was written. */
export interface EventProof {
  /** Of the accepted request. */
  trace_id: string;
  /** The table it reports; for another table than the call's it has no effect. */
  table_id: Id;
  /** Only the platform can have sent it. Others can be sent by anyone who knows the callback address: they are hints, and read back. */
  trusted: boolean;
  rows: readonly EventRow[];
}

export interface EventRow {
  item_id: Id | null;
  /** Index in the call's items, if the event has it. */
  index: number | null;
  written: boolean;
  /** It was written by creating a record. */
  created?: boolean;
  code: number | null;
  message: string | null;
}

/** An event's report of each row of a call; undefined where it has none. */
export function eventRowsOf({ items }: Pick<PayloadRow, 'items'>, event: EventProof): (EventRow | undefined)[] {
  const byId = new Map(event.rows.flatMap((row) => (row.item_id === null ? [] : [[row.item_id, row]])));
  const byIndex = new Map(event.rows.flatMap((row) => (row.index === null ? [] : [[row.index, row]])));
  return items.map(({ item_id }, index) => {
    const said = byIndex.get(index) ?? (item_id === null ? undefined : byId.get(item_id));
    // An event about another record in this place is not about this call's row.
    return said && item_id !== null && said.item_id !== null && said.item_id !== item_id ? undefined : said;
  });
}

/**
 * What a failed call means for its rows (sections 2.1, 7; field notes). Certain by the gateway, which never passed all of it on: `too-large`, `not-reached`.
 * Reported by the platform, and to be read back before rows are judged or sent again: `refused` by a rule or a parameter; `key`, and so every call until
 * there is another key; `later`. `unknown`: nothing reliable.
 */
type Fate = 'too-large' | 'not-reached' | 'refused' | 'key' | 'later' | 'unknown';

const tooManyRequests = 429;
/** From this HTTP status on the platform failed, regardless of the code in the response. */
const serverFailed = 500;

/** The fate of a call by the error it ended in. */
export function fateOf(error: unknown): Fate {
  if (!(error instanceof ApiError)) return 'unknown';
  // The gateway would refuse so large a call again and again.
  if (error.gateway === 'too-large') return 'too-large';
  return error.neverReached ? 'not-reached' : fateOfFailure(error);
}

/** The fate of a call that may have reached the platform, by what is kept of its end; null where it never came to one. */
export function fateOfFailure(failure: BatchRow['failure']): Exclude<Fate, 'too-large' | 'not-reached'> {
  if (failure === null) return 'unknown';
  const { kind, code, status } = failure;
  if (status === tooManyRequests) return 'later';
  if (code === knownCodes.authenticationFailed) return 'key';
  if (status !== null && status >= serverFailed) return 'unknown';
  return kind === 'business' || (kind === 'system' && code === knownCodes.parameterInvalid) ? 'refused' : 'unknown';
}

/**
 * What a callback event reports of a batch update; null for anything but a known result. The contract shows no payload (section 6), so whatever is not
 * understood is stored raw and has no effect.
 * @param trusting its environment trusts events, as only the platform can send them; those of the embedded service, which never leave the process, are always
 * trusted
 */
export function proofOfEvent(
  event: Pick<ReceivedEvent, 'encoding' | 'body' | 'own'>,
  trusting = false,
): EventProof | null {
  if (event.encoding !== 'text') return null;
  try {
    const update = readBatchEvent(parseJson(event.body));
    if (!update) return null;
    const written = update.success.map(({ index, item_id, action }) => ({
      item_id,
      index,
      written: true,
      ...(action === null ? {} : { created: action === 'created' }),
      code: null,
      message: null,
    }));
    const failed = update.fail.map(({ index, item_id, code, reason }) => ({
      item_id,
      index,
      written: false,
      code,
      message: reason === '' ? null : reason,
    }));
    const { trace_id, table_id } = update;
    return { trace_id, table_id, trusted: trusting || event.own === true, rows: [...written, ...failed] };
  } catch {
    return null;
  }
}
