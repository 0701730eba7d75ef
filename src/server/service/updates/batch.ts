import { type BatchEvent, type BatchFailure, type BatchSuccess, batchEvents } from '../../../contract/events';
import { formatJson, type Json } from '../../../contract/json';
import type { UpdateItem, UpdateType } from '../../../contract/records';
import { timeText } from '../clock';
import { type ItemFailure, itemFailures } from '../http/errors';

/** What a batch does with the records of its items: an update (4.5), or a delete (4.10), whose items have no fields. */
export type BatchType = UpdateType | 'delete';

/** An accepted call that writes records. */
export interface Batch {
  table_id: string;
  space_id: string;
  trace_id: string;
  update_type: BatchType;
  update_by_fields: string[];
  items: UpdateItem[];
  user_id: string;
  /** Items that become failure data in any case. */
  refuses?: (index: number) => boolean;
}

/** Why a drill's item was not applied. */
export const refused = 'this row is refused (a drill)';

export function failureOf(index: number, item: UpdateItem, failure: ItemFailure, reason: string): BatchFailure {
  return { index, item_id: item.item_id, reason, code: itemFailures[failure] };
}

/** The failure of an item whose record is not there. */
export function recordGone(index: number, item: UpdateItem): BatchFailure {
  return failureOf(index, item, 'gone', `record ${item.item_id} does not exist or was deleted`);
}

/** The event that reports what came of each item. @param now epoch milliseconds */
export function eventOf(batch: Batch, now: number, success: BatchSuccess[], fail: BatchFailure[]): BatchEvent {
  return {
    event: batchEvents[batch.update_type === 'delete' ? 'delete' : 'update'],
    trace_id: batch.trace_id,
    table_id: batch.table_id,
    space_id: batch.space_id,
    finished_on: timeText(now),
    success,
    fail,
  };
}

export function eventOfGoneTable(batch: Batch, now: number): BatchEvent {
  return eventOfNone(batch, now, 'gone', 'the table does not exist or was deleted');
}

/** The event of a batch that could not be applied at all, however often it was tried. */
export function eventOfDefeat(batch: Batch, now: number): BatchEvent {
  return eventOfNone(batch, now, 'notApplied', 'the batch could not be applied');
}

/** The event of a batch of which nothing was applied, for one reason. */
function eventOfNone(batch: Batch, now: number, failure: ItemFailure, reason: string): BatchEvent {
  const fail = batch.items.map((item, index) => failureOf(index, item, failure, reason));
  return eventOf(batch, now, [], fail);
}

/** The event as it is kept until delivered. */
export function eventText(event: BatchEvent): string {
  return formatJson(event as unknown as Json);
}
