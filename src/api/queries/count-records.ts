import type { Id } from '../../contract/ids';
import { limits } from '../../contract/limits';
import type { Client } from '../wire/client';
import { send } from '../wire/send';
import { type RecordQuery, samePage } from './records';

/** What a count knows on its way: at least this many; `exact` at its end. */
interface CountProgress {
  atLeast: number;
  exact: boolean;
  requests: number;
}

/** No table is taken to be larger than this, so that a service that ignores `offset` cannot be asked for ever. */
const largest = 2 ** 40;

/** More simultaneous probes would each cost more than they find out. */
const togetherMax = 4;

/**
 * Counts the records of a query by one-row probes: offsets double until nothing is there, then the gap is divided. 4.4 gives no total.
 * As many probes leave together as the budget lets go while one answer is waited for: one where answers are quick (about 2 × log2(count) requests), up to
 * `togetherMax` where they are slow.
 * @param start records already known to exist
 * @throws ApiError of a probe, or where the platform ignores offsets; the signal's reason when it is stopped; RangeError when no end is found
 */
export async function countRecords(
  client: Client,
  query: RecordQuery,
  options: { signal?: AbortSignal; start?: number; onProgress?: (progress: CountProgress) => void } = {},
): Promise<CountProgress> {
  const { signal, onProgress } = options;
  let requests = 0;
  let latency = 0;
  // A record at an offset proves offset + 1 records; none there proves at most offset.
  let low = options.start ?? 0;
  let high: number | null = null;
  /** Added or removed records move others, but not so far from one probe to the next. */
  const seenAt = new Map<Id, number>();

  const together = (): number =>
    Math.max(1, Math.min(togetherMax, Math.floor((latency / 1000) * client.budget.snapshot().rate)));
  const probe = async (offset: number): Promise<void> => {
    const answer = await send(client, 'listRecords', { ...query, limit: 1, offset }, { signal });
    requests += 1;
    latency = answer.milliseconds;
    const [record] = answer.data.items;
    if (!record) high = Math.min(high ?? offset, offset);
    else if (Math.abs((seenAt.get(record.item_id) ?? offset) - offset) >= limits.pageSizeMax) throw samePage(answer);
    else if (offset >= low) {
      seenAt.set(record.item_id, offset);
      low = offset + 1;
      onProgress?.({ atLeast: low, exact: false, requests });
    }
  };

  for (let offset = low; high === null; offset = Math.max(low * 2, 100)) {
    if (offset > largest) throw new RangeError('no end of the table was found');
    await Promise.all(Array.from({ length: together() }, (_, place) => probe(offset * 2 ** place)));
  }
  while (low < high) {
    await Promise.all(divided(low, high, together()).map(probe));
  }
  const result = { atLeast: low, exact: true, requests };
  onProgress?.(result);
  return result;
}

/** Offsets that divide a gap in parts of one size, each once. */
function divided(low: number, high: number, parts: number): number[] {
  const offsets = Array.from({ length: parts }, (_, place) =>
    Math.floor(low + ((high - low) * (place + 1)) / (parts + 1)),
  );
  return [...new Set(offsets)];
}
