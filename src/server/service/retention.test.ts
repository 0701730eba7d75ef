/** What the service keeps of its own work, and for how long (docs/operations.md). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../database/database';
import { openTestDatabase } from '../database/test-database';
import { deliverDue, deliverEvents, firstLeaseMs, type LeasedEvent } from './events/outbox';
import { migrate } from './schema';
import { forgetOld } from './updates/worker';

const day = 24 * 60 * 60 * 1000;
let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await migrate(database);
});
beforeEach(() => database.query('delete from update_batch'));
afterAll(() => database?.close());

let batches = 0;
/** A batch without work but what is specified. */
async function add(batch: Record<string, string | number>): Promise<void> {
  batches += 1;
  const columns = { table_id: 1, seq: batches, trace_id: '', space_id: 1, update_type: 'update', user_id: 1 };
  const row = { ...columns, state: 'applied', attempts: 0, accepted_at: 0, applied_at: 0, ...batch };
  const names = Object.keys(row);
  await database.query(
    `insert into update_batch (update_by_fields, items, ${names.join(', ')}) values ('[]', '[]', ${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}

it('deletes what was applied and reported a day ago, and nothing that still waits', async () => {
  const now = 100 * day;
  const longAgo = now - day - 1;
  await add({ address: 'queued long ago', state: 'queued' });
  for (const [address, applied_at, event_state] of [
    ['delivered long ago', longAgo, 'delivered'],
    ['delivered lately', now - day + 1, 'delivered'],
    ['given up long ago', longAgo, 'given-up'],
    ['waiting long', 0, 'waiting'],
  ] as const) {
    await add({ address, applied_at, event: '{}', event_state });
  }
  await add({ address: 'applied long ago, and nobody is told', applied_at: longAgo });
  await forgetOld(database, now);
  const kept = await database.query<{ address: string }>('select address from update_batch order by address');
  expect(kept.map(({ address }) => address)).toEqual(['delivered lately', 'queued long ago', 'waiting long']);
});

it('retries an undeliverable event for eighteen hours with growing waits, thirty times', async () => {
  await add({ address: 'nobody', event: '{}', event_state: 'waiting', event_due_at: 0 });
  const tried: number[] = [];
  let now = 0;
  const refuse = async () => {
    tried.push(now);
    if (tried.length % 2 === 0) throw new Error('not there');
    return false;
  };
  const due = async () =>
    (
      await database.query<{ due_at: string }>(
        `select event_due_at as due_at from update_batch where event_state = 'waiting'`,
      )
    )[0]?.due_at;
  for (let next = await due(); next !== undefined && tried.length < 40; next = await due()) {
    now = Number(next);
    await deliverDue(database, () => now, refuse);
  }
  expect(tried).toHaveLength(30);
  const waits = tried.slice(1).map((time, index) => time - (tried[index] ?? 0));
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect([waits[0], waits.at(-1)]).toEqual([1000, 60 * 60 * 1000]);
  expect(Math.round((tried.at(-1) ?? 0) / (60 * 60 * 1000))).toBe(18);
  expect(await database.query('select event_state, event_attempts from update_batch')).toEqual([
    { event_state: 'given-up', event_attempts: 30 },
  ]);
});

it('leaves an event to its process while its lease runs, then to others, never to both', async () => {
  const written = 1_000_000;
  const due_at = written + firstLeaseMs;
  await add({ address: 'writer', event: '{}', event_state: 'waiting', event_attempts: 1, event_due_at: due_at });
  const events = await database.query<LeasedEvent>(
    'select table_id, seq, address, event as body, event_attempts as attempts, event_due_at as due_at from update_batch',
  );
  let delivered = 0;
  const deliver = async () => {
    delivered += 1;
    return true;
  };
  const others = (at: number) => deliverDue(database, () => at, deliver);
  const writer = (at: number) => deliverEvents(database, () => at, deliver, events);
  expect(await others(written + firstLeaseMs - 1)).toBe(0);
  expect(await writer(written + firstLeaseMs)).toBe(0);
  expect(await others(written + firstLeaseMs)).toBe(1);
  await database.query(`update update_batch set event_state = 'waiting'`);
  expect(await writer(written + firstLeaseMs - 1)).toBe(1);
  expect(await others(written + 2 * firstLeaseMs)).toBe(0);
  expect(delivered).toBe(2);
});
