import type { BatchEvent, BatchFailure, BatchSuccess } from '../../../contract/events';
import type { JsonObject } from '../../../contract/json';
import { isSystemField, type UpdateItem } from '../../../contract/records';
import type { Queries, Transaction } from '../../database/database';
import type { FieldRow, TableRow, TableWithFields } from '../catalogue/catalogue';
import { timeText } from '../clock';
import type { LeasedEvent } from '../events/outbox';
import type { ItemFailure } from '../http/errors';
import { refreshIndex } from '../records/field-index';
import { namesFor, storedValue, titleOf, ValueError } from '../records/values';
import { type Batch, eventOf, eventOfGoneTable, eventText, failureOf, recordGone, refused } from './batch';
import { applyDelete } from './delete';
import { findMatches, type KeyMatch, type MatchKey, matchesKey, readKey } from './match';
import { loadRecords, recordIds, supposedRecords, type WorkRecord, writeRecords } from './work-records';

/** A batch as it was accepted: with it nothing has to be read again. */
export interface KeptBatch {
  seq: string;
  address: string;
  batch: Batch;
  /** Of the catalogue when it was accepted. */
  version: string;
}

/** How a batch leaves the queue. */
export interface Ending {
  seq: string;
  /** What the claim on it was marked with. */
  claim: string;
  address: string;
  /** Whether its event is sent. */
  tells: boolean;
  /** Whether nothing is done in the transaction after it. */
  last: boolean;
}

/** What came of a batch. */
export interface Applied {
  /** Reports the result. */
  event: BatchEvent;
  /** Whether the batch is out of the queue. */
  ended: boolean;
  /** Its event, for this process to deliver after the commit; null if still to be written, or if there is none. */
  leased: LeasedEvent | null;
}

/** What is still to be removed from the queue, and reported. */
export function notEnded(event: BatchEvent): Applied {
  return { event, ended: false, leased: null };
}

/** An item that is reported as failure data; the others of its batch are applied. */
class ItemError extends Error {
  override readonly name = 'ItemError';
  constructor(
    readonly failure: ItemFailure,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Applies a batch in the caller's transaction, which has the table's turn. Items count in sequence, as if each were a call: a later one sees what an earlier
 * one created.
 * @param known the table as it was when the batch was claimed; null when it was gone
 * @param ending what removes the batch from the queue and writes its event, unless others do
 * @returns the event with the result
 */
export async function applyBatch(
  queries: Transaction,
  known: TableWithFields | null,
  batch: Batch,
  now: number,
  ending: Ending | null,
): Promise<Applied> {
  if (batch.update_type === 'delete') return notEnded(await applyDelete(queries, batch, now, ending?.claim ?? null));
  const work = known && (await prepare(queries, batch, known, timeText(now)));
  if (work === null) return notEnded(eventOfGoneTable(batch, now));
  const success: BatchSuccess[] = [];
  const fail: BatchFailure[] = [];
  for (const [index, item] of batch.items.entries()) {
    try {
      success.push({ index, ...applyItem(work, batch, item, index) });
    } catch (error) {
      if (error instanceof ItemError) fail.push(failureOf(index, item, error.failure, error.message));
      else throw error;
    }
  }
  const touched = [...work.records.values()].filter((record) => record.touched);
  const event = eventOf(batch, now, success, fail);
  const closing = ending && { ...ending, now, event: ending.tells ? eventText(event) : null };
  const written = await writeRecords(queries, batch.table_id, touched, work.supposed, closing);
  if (written === null) return notEnded(eventOfGoneTable(batch, now));
  const { found, ordered, closed, leased } = written;
  await refreshIndex(queries, batch.table_id, touched, ordered);
  if (closed) return { event, ended: true, leased };
  const gone = new Set(work.supposed.filter((id) => !found.has(id)));
  return notEnded(eventOf(batch, now, ...judged(batch, gone, success, fail)));
}

/** What was written to a record that is not there was not written. */
function judged(
  batch: Batch,
  gone: ReadonlySet<string>,
  success: BatchSuccess[],
  fail: BatchFailure[],
): [BatchSuccess[], BatchFailure[]] {
  if (gone.size === 0) return [success, fail];
  const missing = batch.items.flatMap((item, index) =>
    item.item_id !== null && gone.has(item.item_id) && !batch.refuses?.(index) ? [recordGone(index, item)] : [],
  );
  const told = new Set(missing.map(({ index }) => index));
  return [
    success.filter(({ index }) => !told.has(index)),
    [...fail.filter(({ index }) => !told.has(index)), ...missing].sort((a, b) => a.index - b.index),
  ];
}

interface Work {
  table: TableRow;
  fields: ReadonlyMap<string, FieldRow>;
  names: Awaited<ReturnType<typeof namesFor>>;
  records: Map<string, WorkRecord>;
  /** IDs that were not looked up: writing shows whether they exist. */
  supposed: readonly string[];
  /** By item index: what it is matched by, or why it cannot be. */
  keys: Map<number, MatchKey | ItemError>;
  matches: ReadonlyMap<number, KeyMatch>;
  newId: () => string;
  time: string;
}

/** The table the items are applied to; null when it no longer exists. */
async function prepare(
  queries: Queries,
  batch: Batch,
  { table, fields }: TableWithFields,
  time: string,
): Promise<Work | null> {
  const names = await namesFor(queries, [...fields.values()], batch.items);
  const given = batch.items.flatMap((item) => item.item_id ?? []);
  const keys = new Map<number, MatchKey | ItemError>();
  const common = { table, fields, names, keys, time };
  if (batch.update_type === 'update') {
    const newId = () => {
      throw new Error('an update creates nothing');
    };
    return { ...common, records: supposedRecords(given), supposed: [...new Set(given)], matches: new Map(), newId };
  }
  if (batch.update_by_fields.length > 0) {
    // Also for those with an id, which may be that of no record.
    for (const [index, item] of batch.items.entries()) {
      keys.set(index, keyOrError(batch.update_by_fields, item, fields, names));
    }
  }
  const usable = new Map([...keys].filter((entry): entry is [number, MatchKey] => !(entry[1] instanceof ItemError)));
  const matches = await findMatches(queries, table.table_id, batch.update_by_fields, usable, fields);
  const wanted = [...given, ...[...matches.values()].flatMap((match) => (match.count === 1 ? match.ids : []))];
  const loaded = await loadRecords(queries, table.table_id, wanted, batch.update_by_fields);
  return loaded && { ...common, records: loaded.records, supposed: [], matches, newId: recordIds(loaded.nextItem) };
}

function keyOrError(byFields: readonly string[], item: UpdateItem, fields: Work['fields'], names: Work['names']) {
  try {
    return readKey(byFields, item.fields, fields, names);
  } catch (error) {
    if (error instanceof ValueError) return new ItemError('invalidValue', error.message);
    throw error;
  }
}

function applyItem(
  work: Work,
  batch: Batch,
  item: UpdateItem,
  index: number,
): Pick<BatchSuccess, 'item_id' | 'action'> {
  if (batch.refuses?.(index)) throw new ItemError('notApplied', refused);
  const found = findTarget(work, item, index);
  const values = valuesOf(work, item, found !== null);
  if (found === null) return { item_id: create(work, batch, values).item_id, action: 'created' };
  Object.assign(found.fields, values);
  Object.assign(found.patch, values);
  found.touched = true;
  found.updated_on = work.time;
  found.updated_by = batch.user_id;
  if (Object.hasOwn(values, work.table.title_field)) found.title = titleOf(values[work.table.title_field]);
  return { item_id: found.item_id, action: 'updated' };
}

/** The record an item means; null when one is to be created (4.5 rules 3, 4, 6). */
function findTarget(work: Work, item: UpdateItem, index: number): WorkRecord | null {
  const own = item.item_id === null ? undefined : work.records.get(item.item_id);
  if (own !== undefined) return own;
  const key = work.keys.get(index);
  if (key === undefined) return null;
  if (key instanceof ItemError) throw key;
  // What the database found, less what earlier items of this batch changed, plus what matches because of them.
  const touched = [...work.records.values()].filter((record) => record.touched);
  const match = work.matches.get(index) ?? { count: 0, ids: [] };
  const now = touched.filter((record) => matchesKey(record.fields, record, key));
  const before = touched.filter((record) => record.original !== null && matchesKey(record.original, record, key));
  const count = match.count - before.length + now.length;
  if (count > 1) throw new ItemError('severalMatch', `${count} records match; none was updated`);
  if (count === 0) return null;
  const changed = new Set(touched.map((record) => record.item_id));
  const id = now[0]?.item_id ?? match.ids.find((candidate) => !changed.has(candidate));
  const record = id === undefined ? undefined : work.records.get(id);
  if (record === undefined)
    throw new ItemError('severalMatch', 'several records matched when the batch began; none was updated');
  return record;
}

/** The values to write; system fields only match and are left out (4.5 rule 7). A required field holds a record that is there only (4.5 rule 4). */
function valuesOf(work: Work, item: UpdateItem, isThere: boolean): JsonObject {
  const values: JsonObject = {};
  for (const [fieldId, value] of Object.entries(item.fields)) {
    if (isSystemField(fieldId)) continue;
    const field = work.fields.get(fieldId);
    if (!field) throw new ItemError('unknownField', `field ${fieldId} does not exist in this table`);
    try {
      if (value === null && field.required && isThere) throw new ValueError('is required and cannot be cleared');
      values[fieldId] = storedValue(field, value, work.names);
    } catch (error) {
      if (error instanceof ValueError)
        throw new ItemError('invalidValue', `field ${fieldId} (${field.name}) ${error.message}`);
      throw error;
    }
  }
  return values;
}

function create(work: Work, batch: Batch, values: JsonObject): WorkRecord {
  const record: WorkRecord = {
    item_id: work.newId(),
    title: titleOf(values[work.table.title_field]),
    created_on: work.time,
    created_by: batch.user_id,
    updated_on: work.time,
    updated_by: batch.user_id,
    fields: { ...values },
    original: null,
    patch: { ...values },
    created: true,
    touched: true,
  };
  work.records.set(record.item_id, record);
  return record;
}
