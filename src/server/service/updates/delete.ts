import type { BatchEvent, BatchFailure, BatchSuccess } from '../../../contract/events';
import type { Queries } from '../../database/database';
import { type Batch, eventOf, eventOfGoneTable, failureOf, recordGone, refused } from './batch';
import { deleteRecords } from './work-records';

/**
 * Deletes the records of a batch in the caller's transaction. Items count in sequence, as those of an update do: of an id that is named twice only the first
 * finds its record.
 * @param claim what the claim on the batch was marked with; null if the caller has the table's turn
 * @returns the event with the result
 */
export async function applyDelete(
  queries: Queries,
  batch: Batch,
  now: number,
  claim: string | null,
): Promise<BatchEvent> {
  const wanted = batch.items.flatMap(({ item_id }, index) => (batch.refuses?.(index) ? [] : (item_id ?? [])));
  const deleted = await deleteRecords(queries, batch.table_id, [...new Set(wanted)], claim);
  if (deleted === null) return eventOfGoneTable(batch, now);
  const untold = new Set(deleted);
  const success: BatchSuccess[] = [];
  const fail: BatchFailure[] = [];
  for (const [index, item] of batch.items.entries()) {
    if (batch.refuses?.(index)) fail.push(failureOf(index, item, 'notApplied', refused));
    else if (item.item_id !== null && untold.delete(item.item_id))
      success.push({ index, item_id: item.item_id, action: 'deleted' });
    else fail.push(recordGone(index, item));
  }
  return eventOf(batch, now, success, fail);
}
