import type { Queries } from '../../database/database';

/** What waits to be done; ages in seconds, 0 where nothing waits. */
export interface Backlog {
  batches: number;
  oldestBatch: number;
  events: number;
  oldestEvent: number;
  eventsGivenUp: number;
}

/** @param now epoch milliseconds */
export async function readBacklog({ query }: Queries, now: number): Promise<Backlog | null> {
  const [row] = await query<Backlog>(
    `select b.waiting as batches, b.age as "oldestBatch", e.waiting as events, e.age as "oldestEvent",
       (select count(*)::int from update_batch where event_state = 'given-up') as "eventsGivenUp"
     from (select count(*)::int as waiting, coalesce(greatest(0, $1::bigint - min(accepted_at)), 0)::float8 / 1000 as age
           from update_batch where state = 'queued') b,
          (select count(*)::int as waiting, coalesce(greatest(0, $1::bigint - min(applied_at)), 0)::float8 / 1000 as age
           from update_batch where event_state = 'waiting') e`,
    [now],
  );
  return row ?? null;
}
