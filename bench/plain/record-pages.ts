export const pageSize = 100;

export interface PlainRecord {
  item_id: string;
  fields: Record<string, unknown>;
}

/** A field to sort by; null for the order of the table. */
export type SortField = string | null;

const requests = new Map<string, Promise<readonly PlainRecord[]>>();

/** Requests a page of records once: the same request as that of the floor. */
export function readPage(table_id: number, sort: SortField, page: number): Promise<readonly PlainRecord[]> {
  const key = pageKey(sort, page);
  const known = requests.get(key);
  if (known) return known;
  const request = requestPage(table_id, sort, page);
  requests.set(key, request);
  return request;
}

export const pageKey = (sort: SortField, page: number): string => `${sort} ${page}`;

async function requestPage(table_id: number, sort: SortField, page: number): Promise<readonly PlainRecord[]> {
  const order = sort === null ? undefined : { field_id: sort, type: 'asc' };
  const response = await fetch('/env/bench/openapi/v1/dw_item/list', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Open-Authorization': 'Bearer key-of-the-bench' },
    body: JSON.stringify({ table_id, limit: pageSize, offset: page * pageSize, order }),
  });
  const answer = await response.json();
  return answer.data.items;
}
