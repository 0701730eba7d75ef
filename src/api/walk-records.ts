import type { Id } from '../contract/ids';
import { limits } from '../contract/limits';
import type { DwRecord, RecordPage } from '../contract/records';
import type { Priority } from './budget';
import type { Client } from './client';
import { mayRetryRead, retryDelay } from './query-client';
import type { RecordQuery } from './records';
import { send } from './send';

/** What a walk hands out after each page. */
export interface WalkStep {
  /** Records that were not handed out before, in the order read. */
  records: DwRecord[];
  requests: number;
  /** How often the table was found to have changed under the paging. */
  drifted: number;
}

/** Going back so often without coming on means that the order itself does not hold still: each step is twice as far as the one before. */
const backwardsMax = 60;

/**
 * Reads every page of a query. Each page begins with the last record of the one before: when another record stands there, the table has changed, and
 * the walk goes back to a record that it knows. So each record that stays and keeps its place among the others comes exactly once, whatever is added
 * or removed meanwhile.
 * @throws ApiError of a page that failed after its retries; the signal's reason when it is stopped; RangeError when the order does not hold still
 */
export async function* walkRecords(
  client: Client,
  query: RecordQuery,
  { signal, priority = 'job' }: { signal?: AbortSignal; priority?: Priority } = {},
): AsyncGenerator<WalkStep> {
  const seen = new Set<Id>();
  let offset = 0;
  let backwards = 0;
  let anchor: Id | null = null;
  let requests = 0;
  let drifted = 0;
  for (;;) {
    const { items, has_more } = await readPage(client, query, offset, { signal, priority });
    requests += 1;
    const first = items[0]?.item_id;
    if (anchor !== null && first !== anchor) drifted += 1;
    if (offset > 0 && (first === undefined || !seen.has(first))) {
      // Unknown rows at the start: others moved up past them, and were not read.
      backwards += 1;
      if (backwards > backwardsMax) throw new RangeError('the order of the records does not hold still');
      offset = Math.max(0, offset - (limits.pageSizeMax - 1) * 2 ** Math.min(backwards - 1, 20));
      anchor = null;
      continue;
    }
    if (offset > 0) backwards = 0;
    const records = items.filter(({ item_id }) => !seen.has(item_id));
    for (const { item_id } of records) seen.add(item_id);
    yield { records, requests, drifted };
    if (items.length < limits.pageSizeMax || has_more === false) return;
    anchor = items.at(-1)?.item_id ?? null;
    offset += items.length - 1;
  }
}

/** About how many requests a walk over so many records costs. */
export function walkRequests(records: number): number {
  return Math.max(1, Math.floor((records - 1) / (limits.pageSizeMax - 1)) + 1);
}

async function readPage(
  client: Client,
  query: RecordQuery,
  offset: number,
  options: { signal?: AbortSignal; priority: Priority },
): Promise<RecordPage> {
  for (let failures = 0; ; failures += 1) {
    try {
      return (await send(client, 'listRecords', { ...query, limit: limits.pageSizeMax, offset }, options)).data;
    } catch (error) {
      if (options.signal?.aborted || !mayRetryRead(failures, error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay(failures, error)));
    }
  }
}
