import type { ApiError } from '../../contract/errors';
import type { JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { encodeUpdate, type UpdateInput } from '../../contract/updates';
import type { BatchRow, JobHold, JobRow, PayloadRow, RowResult } from '../../storage/job-rows';
import { withRows } from '../counts';
import type { BatchWithPayload } from '../ledger-calls';
import { sha256 } from '../plan';
import { fateOf } from '../proof';
import { keyMaker } from '../record-key';
import { staleRow } from './stale-row';
import {
  keyedTable,
  keysOf,
  markBusy,
  namesOfRow,
  type RunnerPorts,
  type RunnerState,
  type RunningJob,
  takeSlot,
} from './state';

const firstPauseMs = 1000;
/** What was read so many milliseconds ago is not read again: by the review when it was sent, or before a call waited for its turn. */
export const freshMs = 5000;

/**
 * Reads once more what a call will write, right before it leaves, and takes the rows out of it that are no more what the check found: each is kept with why.
 * @returns the call with what is left of it; null where nothing is. @throws ApiError when the rows could not be read: nothing was changed then
 */
export async function freshCall(
  state: RunnerState,
  ports: RunnerPorts,
  job: RunningJob,
  call: BatchWithPayload,
): Promise<BatchWithPayload | null> {
  const { clock, ledger } = ports;
  if (wasJustRead(job.row, clock.now())) return call;
  takeSlot(job, ports);
  const { payload } = call;
  const look = await readNow(state, ports, job.row, payload);
  const judge = (own: ReadonlyMap<string, readonly JsonObject[]>): Map<number, RowResult> => {
    const stale = new Map<number, RowResult>();
    for (const index of payload.items.keys()) {
      const sent = namesOfRow(job.row, payload, index).flatMap((name) => own.get(name) ?? []);
      const result = staleRow(payload, index, { records: look(index), own: sent }, job.row, clock.now());
      if (result) stale.set(index, result);
    }
    return stale;
  };
  let stale = judge(new Map());
  if (stale.size === 0) return call;
  // What an own earlier job wrote since, the person knows of.
  const names = new Set([...stale.keys()].flatMap((index) => namesOfRow(job.row, payload, index)));
  const own = await ports.sentBefore(job.row, names);
  if (own.size > 0) stale = judge(own);
  if (stale.size === 0) return call;
  const rest = await without(call, stale, job.row);
  await ledger.takeOut(rest, withOnly(call, stale, rest === null));
  markBusy(state, job.row, payload, -1);
  if (rest !== null) markBusy(state, job.row, rest.payload, 1);
  return rest;
}

/** Whether the review read the rows when it was sent. An import is checked in a step of its own, before anybody presses *Send*. */
function wasJustRead({ kind, read_at }: JobRow, now: number): boolean {
  return kind !== 'import' && read_at <= now && now - read_at <= freshMs;
}

/** Every record that a row means now; null where that could not be read. */
async function readNow(
  state: RunnerState,
  { wire }: RunnerPorts,
  row: JobRow,
  payload: PayloadRow,
): Promise<(index: number) => readonly DwRecord[] | null> {
  const keys = keysOf(row, payload);
  const maker = keyMaker(row, row.fields);
  const idOf = (index: number) => payload.items[index]?.item_id ?? payload.found[index] ?? null;
  const indexes = [...payload.items.keys()];
  const ids = indexes.flatMap((index) => idOf(index) ?? []);
  const byId = ids.length > 0 ? await wire.read(row.table_id, ids, state.signal) : null;
  /** A row that is found by its key is read by the id that the check found, one request for all, as long as its record still has the key. */
  const recordOf = (index: number): DwRecord | null => byId?.records.get(idOf(index) ?? '') ?? null;
  const isThere = (index: number): boolean => {
    const key = keys[index] ?? null;
    const record = recordOf(index);
    return record !== null && (key === null || maker.ofRecord(record)?.text === key.text);
  };
  const left = indexes.flatMap((index) => (isThere(index) ? [] : (keys[index] ?? [])));
  const byKey = left.length > 0 ? await wire.readKeys(keyedTable(row), left, state.signal) : null;
  return (index) => {
    const record = recordOf(index);
    if (record !== null && isThere(index)) return [record];
    const key = keys[index] ?? null;
    if (key !== null) return byKey?.records.get(key.text) ?? null;
    return byId?.missing.has(idOf(index) ?? '') ? [] : null;
  };
}

/** The call without its stale rows; null where no other is in it. */
async function without(
  { batch, payload }: BatchWithPayload,
  stale: ReadonlyMap<number, RowResult>,
  job: JobRow,
): Promise<BatchWithPayload | null> {
  const isKept = (_row: unknown, index: number): boolean => !stale.has(index);
  const rest = payloadWith(payload, isKept);
  if (rest.items.length === 0) return null;
  const hash = await sha256(encodeUpdate(inputOf(job, rest)));
  return { payload: rest, batch: { ...withRows(batch, batch.rows.filter(isKept)), hash } };
}

/** The stale rows of a call, as a part of the job that is never sent. */
function withOnly(
  { batch, payload }: BatchWithPayload,
  stale: ReadonlyMap<number, RowResult>,
  isAll: boolean,
): BatchWithPayload {
  const left = isAll ? payload : payloadWith(payload, (_row, index) => stale.has(index));
  const places = [...stale.keys()].sort((a, b) => a - b);
  const rows = places.flatMap((index) => stale.get(index) ?? []);
  const never: BatchRow = {
    ...withRows(batch, rows),
    first_line: batch.first_line + (places[0] ?? 0),
    state: 'left-out',
    hash: '',
    attempts: 0,
    sent_at: null,
    answered_at: null,
    trace_id: null,
    request: null,
    failure: null,
  };
  return { batch: never, payload: left };
}

function payloadWith(payload: PayloadRow, isIn: (row: unknown, index: number) => boolean): PayloadRow {
  return {
    ...payload,
    items: payload.items.filter(isIn),
    found: payload.found.filter(isIn),
    lines: payload.lines.filter(isIn),
    before: payload.before.filter(isIn),
    titles: payload.titles.filter(isIn),
  };
}

/** The input of a call, as the plan showed it. */
export function inputOf({ table_id, update_by_fields }: JobRow, { update_type, items }: PayloadRow): UpdateInput {
  return update_type === 'upsert'
    ? { table_id, update_type, update_by_fields, items }
    : { table_id, update_type, items };
}

/**
 * Why a job waits whose rows could not be read right before sending, and until when.
 * @param failures readings and calls in a row that were turned away
 */
export function holdOfUnread(error: ApiError, failures: number, longestPauseMs: number, now: number): JobHold {
  const { message, code, traceId } = error;
  const about = { message, code, trace_id: traceId };
  const fate = fateOf(error);
  if (fate === 'key') return { reason: 'key-refused', ...about, until: null };
  const pause = error.retryAfterMs ?? Math.min(firstPauseMs * 2 ** failures, longestPauseMs);
  const reason = fate === 'later' ? 'too-many' : fate === 'not-reached' ? 'unreachable' : 'unread';
  return { reason, ...about, since: now, until: now + pause };
}
