/** Callback events of the service (section 6): what batches came to is kept until it was handed over, or given up. */

import { type Json, parseJson } from '../../../contract/json';
import type { Database, Queries } from '../../database/database';
import type { Clock } from '../clock';

/** Hands an event to a callback address; true once the other side has taken it. */
export type Deliver = (address: string, event: unknown) => Promise<boolean>;

/** Attempts before an event is given up and only kept; with the waits below that is some eighteen hours. */
const maxAttempts = 30;
/** For so long no other process tries an event that one is delivering. */
const leaseMs = 60_000;
const firstWaitMs = 1000;
const longestWaitMs = 60 * 60 * 1000;

/** How long to wait after this many failed attempts; null: give up. */
export function retryWaitMs(attempts: number): number | null {
  return attempts >= maxAttempts ? null : Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1));
}

/** An event is written with a first lease, for the process that wrote it: that need not look for it. Short, as it is waited out where that one has ended. */
export const firstLeaseMs = 5000;

/** Sets the event of a batch, in its own row: written with its records, whenever the process ends. Null: no event. */
export function eventSql(event: string, attempts: string, dueAt: string): string {
  return `event = ${event}, event_state = case when ${event} is not null then 'waiting' end, event_attempts = ${attempts}, event_due_at = ${dueAt}`;
}

/** An event leased by this process, by its batch. */
export interface LeasedEvent {
  table_id: string;
  seq: string;
  address: string;
  body: string;
  attempts: number;
  /** When others may try it, epoch milliseconds. */
  due_at: string;
}

/**
 * Delivers the events that are due, each until it is accepted once. An event whose process ended between delivery and note is sent again: its trace ID shows
 * that.
 * @returns how many were accepted
 */
export async function deliverDue(database: Database, clock: Clock, deliver: Deliver): Promise<number> {
  const now = clock();
  const due = await database.query<{ table_id: string; seqs: string[] }>(
    `select table_id, array_agg(seq::text) as seqs from (
       select table_id, seq from update_batch where event_state = 'waiting' and event_due_at <= $1::bigint order by event_due_at limit 20) due
     group by table_id`,
    [now],
  );
  const leased: LeasedEvent[] = [];
  for (const { table_id, seqs } of due) leased.push(...(await lease(database, table_id, seqs, now)));
  return deliverEvents(database, clock, deliver, leased);
}

/** Of the events of a table those that are still due, in its order: another process may have been quicker. */
async function lease(
  { query }: Queries,
  tableId: string,
  seqs: readonly string[],
  now: number,
): Promise<LeasedEvent[]> {
  const events = await query<LeasedEvent>(
    `update update_batch set event_due_at = $3::bigint, event_attempts = event_attempts + 1
     where table_id = $1::bigint and seq = any($2::bigint[]) and event_state = 'waiting' and event_due_at <= $4::bigint
     returning table_id, seq, address, event as body, event_attempts as attempts, event_due_at as due_at`,
    [tableId, seqs, now + leaseMs, now],
  );
  return events.sort((a, b) => Number(BigInt(a.seq) - BigInt(b.seq)));
}

/** Delivers events in their order as long as their leases run. @returns how many were taken */
export async function deliverEvents(
  database: Database,
  clock: Clock,
  deliver: Deliver,
  events: readonly LeasedEvent[],
): Promise<number> {
  let taken = 0;
  for (const event of events) {
    if (clock() >= Number(event.due_at)) continue;
    const of = [event.table_id, event.seq];
    if (await attempt(deliver, event.address, parseJson(event.body))) {
      taken += 1;
      await database.query(
        `update update_batch set event_state = 'delivered' where table_id = $1::bigint and seq = $2::bigint`,
        of,
      );
      continue;
    }
    const wait = retryWaitMs(event.attempts);
    if (wait === null) {
      await database.query(
        `update update_batch set event_state = 'given-up' where table_id = $1::bigint and seq = $2::bigint`,
        of,
      );
    } else {
      await database.query(
        'update update_batch set event_due_at = $3::bigint where table_id = $1::bigint and seq = $2::bigint',
        [...of, clock() + wait],
      );
    }
  }
  return taken;
}

async function attempt(deliver: Deliver, address: string, event: Json): Promise<boolean> {
  try {
    return await deliver(address, event);
  } catch {
    return false;
  }
}
