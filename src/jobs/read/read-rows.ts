/**
 * Reading live rows for a check, for verification and before each batch: by ID or by key, or recent changes.
 * No response is trusted alone, as a platform may ignore a filter.
 */

import { ApiError, knownCodes } from '../../contract/errors';
import type { Filter } from '../../contract/filter';
import type { Id } from '../../contract/ids';
import type { JsonObject } from '../../contract/json';
import { limits } from '../../contract/limits';
import type { DwRecord, RecordListInput, RecordPage } from '../../contract/records';
import { chunks } from '../plan/plan';

/** One page of a table (4.4). @throws ApiError; the signal's reason */
export type ListRecords = (input: RecordListInput, signal: AbortSignal) => Promise<RecordPage>;

/** One record by its id, an optional operation (4.10). @throws ApiError; the signal's reason */
export type GetRecord = (item_id: Id, signal: AbortSignal) => Promise<DwRecord>;

/** What was found of the wanted ids. */
interface RowsRead {
  records: Map<Id, DwRecord>;
  /** Ids that the platform does not have. */
  missing: Set<Id>;
  /** IDs with unknown result, because the platform does not filter by record ID in any known way. */
  unreadable: Set<Id>;
  requests: number;
}

/** Reads rows of one table by id, `limits.pageSizeMax` in a request where the platform can. @throws ApiError; the signal's reason */
export type ReadRows = (table_id: Id, ids: readonly Id[], signal: AbortSignal) => Promise<RowsRead>;

type Way = 'in' | 'or' | 'one';

/** Filters that ask for records by id, the ones that need the fewest requests first. The contract itself shows `eq` with an array of strings (4.4.1). */
const ways: Record<Way, { size: number; filter: (ids: Id[]) => Filter }> = {
  in: { size: limits.pageSizeMax, filter: (ids) => ({ and: [condition({ in: ids })] }) },
  or: { size: limits.pageSizeMax, filter: (ids) => ({ or: ids.map((id) => condition({ eq: [id] })) }) },
  one: { size: 1, filter: (ids) => ({ and: [condition({ eq: ids })] }) },
};
const order: readonly Way[] = ['in', 'or', 'one'];

function condition(query: JsonObject): JsonObject {
  return { field: 'item_id', query };
}

/**
 * A reader of rows by ID that tests how the platform filters. An unknown operator seems to be ignored, not refused (field notes), so no response is trusted
 * alone: unrequested rows show that the filter was ignored, and if some are missing one of them is requested alone. What was learned is kept for the next call.
 * @param detail the last way, where the platform filters by no record ID at all
 */
export function createRowReader(list: ListRecords, detail: GetRecord): ReadRows {
  let start = 0;
  let hasDetail = true;

  async function readBy(way: Way, table_id: Id, ids: Id[], signal: AbortSignal, into: RowsRead): Promise<boolean> {
    into.requests += 1;
    const page = await list(
      { table_id, filter: ways[way].filter(ids), order: null, limit: limits.pageSizeMax, offset: 0 },
      signal,
    );
    const wanted = new Set(ids);
    if (page.items.some(({ item_id }) => !wanted.has(item_id))) return false;
    for (const record of page.items) into.records.set(record.item_id, record);
    const absent = ids.filter((id) => !into.records.has(id));
    if (absent.length > 0 && way !== 'one') {
      // Either they do not exist, or the filter does not find all: requesting one alone decides.
      const probe: RowsRead = { records: new Map(), missing: new Set(), unreadable: new Set(), requests: 0 };
      const works = await readBy('one', table_id, absent.slice(0, 1), signal, probe);
      into.requests += probe.requests;
      if (!works || probe.records.size > 0) return false;
    }
    for (const id of absent) into.missing.add(id);
    return true;
  }

  async function readDetail(id: Id, signal: AbortSignal, into: RowsRead): Promise<void> {
    if (!hasDetail) {
      into.unreadable.add(id);
      return;
    }
    into.requests += 1;
    try {
      into.records.set(id, await detail(id, signal));
    } catch (error) {
      if (!(error instanceof ApiError) || isPassing(error)) throw error;
      if (error.code === knownCodes.gone) into.missing.add(id);
      else {
        into.unreadable.add(id);
        hasDetail = false;
      }
    }
  }

  return async (table_id, ids, signal) => {
    const read: RowsRead = { records: new Map(), missing: new Set(), unreadable: new Set(), requests: 0 };
    let left = [...new Set(ids)];
    for (let index = start; index < order.length && left.length > 0; index += 1) {
      const way = order[index] ?? 'one';
      for (const piece of chunks(left, ways[way].size)) {
        if (await readBy(way, table_id, piece, signal, read)) continue;
        // A filter ignored once is ignored always: the next way reads the remaining rows.
        start = Math.min(index + 1, order.length - 1);
        break;
      }
      left = left.filter((id) => !read.records.has(id) && !read.missing.has(id));
    }
    // A platform that filters by no record id may still give single records.
    for (const id of left) await readDetail(id, signal, read);
    return read;
  };
}

/** Whether a response depends on the moment, and not on the platform's abilities. */
function isPassing({ kind, status, code }: ApiError): boolean {
  return kind === 'no-answer' || status === 429 || (status ?? 0) >= 500 || code === knownCodes.authenticationFailed;
}
