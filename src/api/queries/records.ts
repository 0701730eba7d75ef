import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../contract/errors';
import type { Filter } from '../../contract/filter';
import type { Id } from '../../contract/ids';
import { formatJson } from '../../contract/json';
import { limits } from '../../contract/limits';
import type { DwRecord, Order, RecordPage } from '../../contract/records';
import type { PriorityNow } from '../wire/budget';
import { type Client, keyOf } from '../wire/client';
import { type Answer, type SendOptions, send } from '../wire/send';

/** Which records of which table, in which order; the page within it is an offset. */
export interface RecordQuery {
  table_id: Id;
  filter: Filter | null;
  order: Order | null;
}

/** Prefix of the keys of every page of a table. */
export function recordsKey(client: Client, tableId: Id) {
  return keyOf(client, 'listRecords', tableId);
}

/** Prefix of the keys of every page of a query. */
export function recordQueryKey(client: Client, query: RecordQuery) {
  return [
    ...recordsKey(client, query.table_id),
    formatJson({ filter: query.filter, order: query.order && { ...query.order } }),
  ];
}

/** Of each query the last full page: its offset and record IDs. */
const fullPages = new Map<string, { offset: number; ids: string }>();
const fullPagesMax = 50;

/**
 * One page of `limits.pageSizeMax` records (4.4).
 * @throws ApiError; with the fault `samePage` where the platform ignores the offset: what it returned is not the page of it
 */
export async function readRecords(
  client: Client,
  query: RecordQuery,
  offset: number,
  options: SendOptions,
): Promise<Answer<RecordPage>> {
  const answer = await send(client, 'listRecords', { ...query, limit: limits.pageSizeMax, offset }, options);
  const { items } = answer.data;
  const [first] = items;
  if (!first || items.length < limits.pageSizeMax) return answer;
  const key = JSON.stringify(recordQueryKey(client, query));
  const ids = items.map(({ item_id }) => item_id).join(' ');
  const before = fullPages.get(key);
  if (before && before.offset !== offset && before.ids === ids) {
    // As many records may have been added or removed in between: then another one is where this one was.
    const there = await send(client, 'listRecords', { ...query, limit: 1, offset: before.offset }, options);
    if (there.data.items[0]?.item_id === first.item_id) throw samePage(answer);
  }
  fullPages.delete(key);
  fullPages.set(key, { offset, ids });
  for (const oldest of fullPages.keys()) if (fullPages.size > fullPagesMax) fullPages.delete(oldest);
  return answer;
}

/** The platform returned at one offset what is at another. */
export function samePage({ traceId, request }: Pick<Answer<unknown>, 'traceId' | 'request'>): ApiError {
  const message = 'the same records at every offset';
  return new ApiError({ kind: 'malformed', operation: 'listRecords', message, fault: 'samePage', traceId, request });
}

/**
 * One page of `limits.pageSizeMax` records (4.4).
 * @param offset of the first record, in records
 * @param fields ids of the only fields to return, in order (4.1); null: all. Another page than the whole one
 */
export function recordPageOptions(
  client: Client,
  query: RecordQuery,
  offset: number,
  priority: PriorityNow = 'interactive',
  fields: readonly string[] | null = null,
) {
  const key = [...recordQueryKey(client, query), offset];
  return queryOptions({
    queryKey: fields === null ? key : [...key, fields],
    queryFn: async ({ signal }) => {
      const returnFields = fields === null ? undefined : { own: ['*'], collection: { fields } };
      const answer = await readRecords(client, query, offset, { signal, priority, returnFields });
      if (fields !== null) noteRequestedFields(answer.data.items, fields);
      return answer;
    },
    // Comparing every cell of a page with what was there costs more than drawing it.
    structuralSharing: false,
    // A page is large, and there may be a hundred thousand of them: unused pages are dropped soon.
    gcTime: 60_000,
  });
}

const requestedOf = new WeakMap<DwRecord, ReadonlySet<string>>();

/** Marks records as loaded with these fields only: others were not requested and are not missing. If the service returned others anyway, they are complete. */
export function noteRequestedFields(records: readonly DwRecord[], fields: readonly string[]): void {
  const asked = new Set(fields);
  if (records.some((record) => Object.keys(record.fields).some((id) => !asked.has(id)))) return;
  for (const record of records) requestedOf.set(record, asked);
}

/** The fields that a record was asked for; null: all. */
export function requestedFields(record: DwRecord): ReadonlySet<string> | null {
  return requestedOf.get(record) ?? null;
}

/** Whether a record was asked for all of these fields; null: for every field there is. */
export function wasRequested(record: DwRecord, fields: readonly string[] | null): boolean {
  const asked = requestedFields(record);
  return asked === null || (fields?.every((id) => asked.has(id)) ?? false);
}

/** Whether a query has a record at an offset: a page of one row (4.4), for the sake of the number of rows alone. */
export function recordThereOptions(client: Client, query: RecordQuery, offset: number) {
  return queryOptions({
    queryKey: [...recordQueryKey(client, query), offset, 'there'],
    queryFn: async ({ signal }) => {
      const answer = await send(
        client,
        'listRecords',
        { ...query, limit: 1, offset },
        { signal, priority: 'prefetch' },
      );
      return answer.data.items.length > 0;
    },
  });
}
