import type { Id } from '../../contract/ids';
import { isEmptyValue, type JsonObject } from '../../contract/json';
import { type DwRecord, isSystemField } from '../../contract/records';
import { changesNothing, sameValue } from '../../edits/same-value';
import type { BatchRow, JobRow, PayloadRow, RowResult } from '../../storage/job-rows';
import type { BatchWithPayload } from '../ledger/ledger-calls';
import { type Call, takenUp } from '../machine/call';
import { bodyOf, neverSent, sha256 } from '../plan/plan';
import { writtenFields } from '../proof/proof';
import { shownBy } from '../read/shown-fields';
import { withRows } from '../table/job-state';
import { keyMaker, liveValue } from '../table/record-key';
import { keyedTable, keysOf, namesOfRow } from '../table/record-names';
import type { Runner } from './runner';
import type { RunningJob } from './running-job';
import { TableChanges } from './table-changes';

/** Rows read within this many milliseconds are not read again, whether at sending or before the call waited for its turn. */
export const freshMs = 5000;

/** A call whose rows are as the check found them, and when that was read, epoch milliseconds. */
export interface FreshCall {
  call: Call;
  readAt: number;
}

/**
 * Reads once more what a call will write, right before it is sent, and removes rows that no longer match the check: each is stored with its reason.
 * @returns the rest of the call; null if nothing is left. @throws ApiError when the rows could not be read: nothing was changed then
 */
export async function freshCall(runner: Runner, job: RunningJob, call: Call): Promise<FreshCall | null> {
  const { ledger, sentBefore } = runner.ports;
  runner.takeSlot(job);
  const { payload } = call;
  let look = await readNow(runner, job, payload);
  // A record that the check read is gone only if a second look does not show it either.
  if (payload.items.some((_item, index) => checkedRecord(payload, index) !== null && look(index)?.length === 0))
    look = await readNow(runner, job, payload);
  const shown = await shownFields(runner, job, payload, look);
  const readAt = runner.now();
  const judge = (own: ReadonlyMap<string, readonly JsonObject[]>): Map<number, RowResult> => {
    const stale = new Map<number, RowResult>();
    for (const index of payload.items.keys()) {
      const sent = namesOfRow(job.row, payload, index).flatMap((name) => own.get(name) ?? []);
      const result = staleRow(payload, index, { records: look(index), own: sent, shown }, job.row, readAt);
      if (result) stale.set(index, result);
    }
    return stale;
  };
  let stale = judge(new Map());
  if (stale.size === 0) return { call, readAt };
  // The user knows what their own earlier job has written since.
  const names = new Set([...stale.keys()].flatMap((index) => namesOfRow(job.row, payload, index)));
  const own = await sentBefore(job.row, names);
  if (own.size > 0) stale = judge(own);
  if (stale.size === 0) return { call, readAt };
  const rest = await without(call, stale, job.row);
  await ledger.takeOut(rest, withOnly(call, stale, rest === null));
  runner.busy.end(job.row, payload);
  if (rest !== null) runner.busy.begin(job.row, rest.payload);
  return rest && { call: takenUp(rest, job.row), readAt };
}

/** Whether the review read the rows when it was sent. An import is checked in an earlier step. */
export function wasJustRead({ kind, read_at }: JobRow, now: number): boolean {
  return kind !== 'import' && read_at <= now && now - read_at < freshMs;
}

/** The ID of the record that the check found for a row; null where it found none. */
function checkedRecord({ items, found }: PayloadRow, index: number): Id | null {
  return items[index]?.item_id ?? found[index] ?? null;
}

/** Every record that a row means now; unchanged since the check, which only the table's changes show; null if it could not be read. */
type Look = (index: number) => readonly DwRecord[] | 'as-checked' | null;

async function readNow(runner: Runner, job: RunningJob, payload: PayloadRow): Promise<Look> {
  const { ports, signal } = runner;
  const { wire } = ports;
  const { row } = job;
  const keys = keysOf(row, payload);
  const maker = keyMaker(row, row.fields);
  const indexes = [...payload.items.keys()];
  const idOf = (index: number) => checkedRecord(payload, index);
  // One request for all: by id where the check found a record for each row, by key where some have none.
  const allFound = indexes.every((index) => idOf(index) !== null);
  const ids = indexes.flatMap((index) => (allFound || keys[index] == null ? (idOf(index) ?? []) : []));
  const byId = ids.length > 0 ? await wire.readAgain(row.table_id, ids, signal) : null;
  /** The record of a row that is read by id, as long as it still has the key that found it. */
  const recordOf = (index: number): DwRecord | null => {
    const record = byId?.records.get(idOf(index) ?? '') ?? null;
    const key = keys[index] ?? null;
    return record !== null && (key === null || maker.ofRecord(record)?.text === key.text) ? record : null;
  };
  const left = indexes.flatMap((index) => (recordOf(index) === null ? (keys[index] ?? []) : []));
  const byKey = left.length > 0 ? await wire.readKeysAgain(keyedTable(row), left, signal) : null;
  const asked = (index: number): readonly DwRecord[] | null => {
    const record = recordOf(index);
    if (record !== null) return [record];
    const key = keys[index] ?? null;
    if (key !== null) return byKey?.records.get(key.text) ?? null;
    return byId?.missing.has(idOf(index) ?? '') ? [] : null;
  };
  if (indexes.every((index) => asked(index) !== null)) return asked;
  const changes = await changesUntilNow(runner, job);
  return (index) => asked(index) ?? changes?.of(idOf(index), keys[index]?.text ?? null) ?? null;
}

/** Fields of a call that had a value at the check: shown by its records now, or by the platform if they were not empty. */
async function shownFields(
  { ports: { wire }, signal }: Runner,
  { row }: RunningJob,
  payload: PayloadRow,
  look: Look,
): Promise<ReadonlySet<string>> {
  const rows = payload.before.flatMap((before, index) => {
    const records = look(index);
    const fields = Object.keys(before ?? {}).filter((id) => !isEmptyValue(before?.[id]));
    return records === null || records === 'as-checked' ? [] : records.map((live) => ({ live, fields }));
  });
  const { shown, open } = shownBy(rows);
  if (open.size === 0) return shown;
  const byId = payload.items.every((_item, index) => checkedRecord(payload, index) !== null);
  return new Set([...shown, ...(await wire.shownFields(row.table_id, open, byId, signal))]);
}

/** The changes of a job's table up to now; null where they cannot be known. */
async function changesUntilNow({ ports, signal }: Runner, job: RunningJob): Promise<TableChanges | null> {
  const { changed_on, table_id } = job.row;
  if (!job.changes && changed_on) job.changes = new TableChanges(keyMaker(job.row, job.row.fields), changed_on);
  const { changes } = job;
  const records = changes && (await ports.wire.changes(table_id, changes.until, signal));
  if (!changes || !records) return null;
  changes.add(records);
  return changes;
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
  const hash = await sha256(bodyOf(job, rest));
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
    ...neverSent,
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

/** What was read of one row right before it is sent. */
interface FreshRow {
  /** Every record that the row means now, or that it is as the check found it; null: that could not be read. */
  records: readonly DwRecord[] | 'as-checked' | null;
  /** What the user's own earlier jobs have sent to the record since it was checked. */
  own: readonly JsonObject[];
  /** Fields that are empty where a record lacks them. */
  shown: ReadonlySet<string>;
}

/**
 * Why a row of a batch is not sent after all, as it no longer matches the check: `changed-since-check` a field that it writes has another value,
 * `exists-now`, `gone`, `key-lost`, `several-match`, `not-checked`, or the outcome `no-change` where someone wrote the same values. Null: unchanged.
 * @param now epoch milliseconds
 */
function staleRow(
  payload: Pick<PayloadRow, 'update_type' | 'items' | 'found' | 'before'>,
  index: number,
  { records, own, shown }: FreshRow,
  { fields, update_by_fields }: Pick<JobRow, 'fields' | 'update_by_fields'>,
  now: number,
): RowResult | null {
  const item = payload.items[index];
  if (!item) return null;
  const left = (reason: RowResult['reason'], about: Partial<RowResult> = {}): RowResult => ({
    outcome: 'invalid',
    reason,
    at: now,
    ...about,
  });
  if (records === 'as-checked') return null;
  if (records === null) return left('not-checked');
  const [live] = records;
  const found = payload.found[index] ?? null;
  const byKey = item.item_id === null;
  if (records.length > 1) return left('several-match', { matches: records.slice(0, 10).map(({ item_id }) => item_id) });
  if (!live) {
    if (byKey && found === null) return null;
    return left(byKey ? 'key-lost' : 'gone');
  }
  const held = writtenFields(item, live);
  // An own earlier job created it, or wrote it: that is what this row was meant for.
  if (byKey && found === null && own.length === 0) return left('exists-now', { item_id: live.item_id, now: held });
  if (byKey && found !== null && live.item_id !== found) return left('changed-since-check', { now: held });
  const fieldOf = new Map(fields.map((field) => [field.field_id, field]));
  const before = payload.before[index] ?? null;
  let touched = false;
  let writes = false;
  const deletes = payload.update_type === 'delete';
  for (const id of Object.keys(deletes ? { ...before } : item.fields)) {
    // Neither is written: a system field (4.5 rule 7), nor the key that found the record.
    if (isSystemField(id) || (byKey && update_by_fields.includes(id))) continue;
    const value = liveValue(live, id);
    const after = item.fields[id] ?? null;
    if (value === undefined && !isEmptyValue(before?.[id]) && !shown.has(id)) return left('not-checked');
    const same = !deletes && changesNothing(value, after, fieldOf.get(id));
    if (!same) writes = true;
    // What is deleted is kept as the check read it, and undo brings back exactly that.
    if (deletes && !sameValue(value, before?.[id], fieldOf.get(id)))
      return left('changed-since-check', { now: live.fields });
    const expected = [
      ...(before === null ? [] : [before[id]]),
      ...own.flatMap((sent) => (Object.hasOwn(sent, id) ? [sent[id]] : [])),
    ];
    if (expected.length === 0 || expected.some((was) => sameValue(value, was, fieldOf.get(id)))) continue;
    if (!same) return left('changed-since-check', { now: held });
    touched = true;
  }
  return touched && !writes ? { outcome: 'no-change', reason: null, at: now } : null;
}
