import { type Json, parseJson } from '../../../contract/json';
import type { Database } from '../../database/database';
import type { Clock } from '../clock';

/** Hands an event to a callback address; true once the other side has taken it. */
export type Deliver = (address: string, event: unknown) => Promise<boolean>;

/** Attempts before an event is given up and only kept; with the waits below that is some eighteen hours. */
const maxAttempts = 30;
/** For so long nobody else tries an event that one process is delivering. */
const leaseMs = 60_000;
const firstWaitMs = 1000;
const longestWaitMs = 60 * 60 * 1000;

/** How long to wait after so many attempts that failed; null: it is given up. */
export function retryWaitMs(attempts: number): number | null {
  return attempts >= maxAttempts ? null : Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1));
}

/** An event is written with a first lease, for the process that wrote it: that need not look for it. Short, as it is waited out where that one has ended. */
export const firstLeaseMs = 5000;

/** An event whose lease this process has. */
export interface LeasedEvent {
  event_id: string;
  address: string;
  body: string;
  attempts: number;
  /** When others may try it, epoch milliseconds. */
  due_at: string;
}

/**
 * Delivers the events that are due, each until it is taken once. An event whose process ended between delivery and note is sent again: its trace id tells.
 * @returns how many were taken
 */
export async function deliverDue(database: Database, clock: Clock, deliver: Deliver): Promise<number> {
  const now = clock();
  const due = await database.query<LeasedEvent>(
    `update outbox set due_at = $1::bigint, attempts = attempts + 1
     where event_id in (select event_id from outbox where state = 'waiting' and due_at <= $2::bigint order by due_at, event_id limit 20 for update skip locked)
     returning event_id, address, body, attempts, due_at`,
    [now + leaseMs, now],
  );
  return deliverEvents(database, clock, deliver, due);
}

/** Delivers events as long as their leases run. @returns how many were taken */
export async function deliverEvents(
  database: Database,
  clock: Clock,
  deliver: Deliver,
  events: readonly LeasedEvent[],
): Promise<number> {
  let taken = 0;
  for (const event of events.toSorted((a, b) => Number(BigInt(a.event_id) - BigInt(b.event_id)))) {
    if (clock() >= Number(event.due_at)) continue;
    if (await attempt(deliver, event.address, parseJson(event.body))) {
      taken += 1;
      await database.query(`update outbox set state = 'delivered' where event_id = $1::bigint`, [event.event_id]);
      continue;
    }
    const wait = retryWaitMs(event.attempts);
    if (wait === null) {
      await database.query(`update outbox set state = 'given-up' where event_id = $1::bigint`, [event.event_id]);
    } else {
      await database.query('update outbox set due_at = $2::bigint where event_id = $1::bigint', [
        event.event_id,
        clock() + wait,
      ]);
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
