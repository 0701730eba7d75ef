import type { Client } from './client';
import type { RecordQuery } from './records';
import { send } from './send';

/** What a count knows on its way: at least this many; `exact` at its end. */
export interface CountProgress {
  atLeast: number;
  exact: boolean;
  requests: number;
}

/** No table is taken to be larger than this, so that a service that ignores `offset` cannot be asked for ever. */
const largest = 2 ** 40;

/**
 * Counts the records of a query by one-row probes: the offset doubles until nothing is there, then the gap is halved. 4.4 gives no total.
 * About 2 × log2(count) requests.
 * @param start records already known to exist
 * @throws ApiError of a probe; the signal's reason when it is stopped; RangeError when no end is found
 */
export async function countRecords(
  client: Client,
  query: RecordQuery,
  options: { signal?: AbortSignal; start?: number; onProgress?: (progress: CountProgress) => void } = {},
): Promise<CountProgress> {
  const { signal, onProgress } = options;
  let requests = 0;
  const exists = async (offset: number): Promise<boolean> => {
    const answer = await send(client, 'listRecords', { ...query, limit: 1, offset }, { signal });
    requests += 1;
    return answer.data.items.length > 0;
  };
  // A record at an offset proves offset + 1 records; none there proves at most offset.
  let low = options.start ?? 0;
  let high: number | null = null;
  for (let offset = low; high === null; ) {
    if (offset > largest) throw new RangeError('no end of the table was found');
    if (await exists(offset)) {
      low = offset + 1;
      offset = Math.max(low * 2, 100);
      onProgress?.({ atLeast: low, exact: false, requests });
    } else high = offset;
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await exists(middle)) {
      low = middle + 1;
      onProgress?.({ atLeast: low, exact: false, requests });
    } else high = middle;
  }
  const result = { atLeast: low, exact: true, requests };
  onProgress?.(result);
  return result;
}
