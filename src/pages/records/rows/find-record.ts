import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import { send } from '../../../api/wire/send';
import type { Id } from '../../../contract/ids';
import { limits } from '../../../contract/limits';
import { recordColumnId } from '../../../grid/columns/columns-of';
import { addToFilter } from '../query/add-to-filter';

/** Where a record is among the rows of a query. */
export type RecordPlace =
  | { row: number }
  /** `isHidden`: the filter leaves it out. Otherwise it is on a page that was not read. */
  | { row: null; isHidden: boolean };

/** A longer query is not read to its end, as that takes too long and too many requests. */
const pagesMost = 10;
const pageSize = limits.pageSizeMax;

/**
 * Looks for a record among the rows of a query. The API has no way to ask for its place (4.4): the last page comes first, as a new record mostly is
 * there, then those from the beginning on.
 * @param rows how many the query has, as far as that is known
 * @throws what a read throws
 */
export async function findRecord(
  client: Client,
  query: RecordQuery,
  id: Id,
  rows: number | null,
  signal: AbortSignal,
): Promise<RecordPlace> {
  if (query.filter !== null) {
    const filter = addToFilter(query.filter, { field: recordColumnId, query: { eq: id } });
    const own = await send(client, 'listRecords', { ...query, filter, limit: 1, offset: 0 }, { signal });
    if (own.data.items.length === 0) return { row: null, isHidden: true };
  }

  let ended = false;
  async function rowOnPage(page: number): Promise<number | null> {
    const offset = page * pageSize;
    const { data } = await send(client, 'listRecords', { ...query, limit: pageSize, offset }, { signal });
    if (data.items.length < pageSize) ended = true;
    const place = data.items.findIndex(({ item_id }) => item_id === id);
    return place < 0 ? null : offset + place;
  }
  const last = rows === null ? 0 : Math.floor(rows / pageSize);
  if (last > 0) {
    // It may have been counted before the record was there, or after.
    const row = (await rowOnPage(last)) ?? (rows === last * pageSize ? await rowOnPage(last - 1) : null);
    if (row !== null) return { row };
    ended = false;
  }
  const few = rows === null || last < pagesMost;
  for (let page = 0; page < (few ? pagesMost : 1) && !ended; page += 1) {
    const row = await rowOnPage(page);
    if (row !== null) return { row };
  }
  return { row: null, isHidden: false };
}
