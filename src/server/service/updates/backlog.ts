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
       (select count(*)::int from outbox where state = 'given-up') as "eventsGivenUp"
     from (select count(*)::int as waiting, coalesce(greatest(0, $1::bigint - min(accepted_at)), 0)::float8 / 1000 as age
           from update_batch where state = 'queued') b,
          (select count(*)::int as waiting, coalesce(greatest(0, $1::bigint - min(created_at)), 0)::float8 / 1000 as age
           from outbox where state = 'waiting') e`,
    [now],
  );
  return row ?? null;
}
