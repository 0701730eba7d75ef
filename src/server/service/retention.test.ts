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
beforeEach(() => database.query('delete from outbox').then(() => database.query('delete from update_batch')));
afterAll(() => database?.close());

async function names(table: 'update_batch' | 'outbox'): Promise<string[]> {
  return (await database.query<{ address: string }>(`select address from ${table} order by address`)).map(
    ({ address }) => address,
  );
}

it('forgets what was applied and told a day ago, and nothing that still waits, however old it is', async () => {
  const now = 100 * day;
  for (const [name, state, applied] of [
    ['applied long ago', 'applied', now - day - 1],
    ['applied lately', 'applied', now - day + 1],
    ['queued long ago', 'queued', null],
  ] as const) {
    await database.query(
      `insert into update_batch (table_id, trace_id, space_id, update_type, update_by_fields, items, user_id, address, state, attempts, accepted_at, applied_at)
       values (1, '', 1, 'update', '[]', '[]', 1, $1::text, $2::text, 0, 0, $3::bigint)`,
      [name, state, applied],
    );
  }
  for (const [name, state, created] of [
    ['delivered long ago', 'delivered', now - day - 1],
    ['delivered lately', 'delivered', now - day + 1],
    ['given up long ago', 'given-up', now - day - 1],
    ['waiting long', 'waiting', 0],
  ] as const) {
    await database.query(
      `insert into outbox (address, body, state, attempts, due_at, created_at) values ($1::text, '{}', $2::text, 0, 0, $3::bigint)`,
      [name, state, created],
    );
  }
  await forgetOld(database, now);
  expect(await names('update_batch')).toEqual(['applied lately', 'queued long ago']);
  expect(await names('outbox')).toEqual(['delivered lately', 'waiting long']);
});

it('tries an event that nobody takes for eighteen hours, less and less often, and gives it up after thirty times', async () => {
  await database.query(
    `insert into outbox (address, body, state, attempts, due_at, created_at) values ('nobody', '{}', 'waiting', 0, 0, 0)`,
  );
  const tried: number[] = [];
  let now = 0;
  const refuse = async () => {
    tried.push(now);
    if (tried.length % 2 === 0) throw new Error('not there');
    return false;
  };
  const due = async () =>
    (await database.query<{ due_at: string }>(`select due_at from outbox where state = 'waiting'`))[0]?.due_at;
  for (let next = await due(); next !== undefined && tried.length < 40; next = await due()) {
    now = Number(next);
    await deliverDue(database, () => now, refuse);
  }
  expect(tried).toHaveLength(30);
  const waits = tried.slice(1).map((time, index) => time - (tried[index] ?? 0));
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect([waits[0], waits.at(-1)]).toEqual([1000, 60 * 60 * 1000]);
  expect(Math.round((tried.at(-1) ?? 0) / (60 * 60 * 1000))).toBe(18);
  expect(await database.query('select state, attempts from outbox')).toEqual([{ state: 'given-up', attempts: 30 }]);
});

it('leaves an event to the process that wrote it as long as its lease runs, and to others from then on, never to both', async () => {
  const written = 1_000_000;
  const events = await database.query<LeasedEvent>(
    `insert into outbox (address, body, state, attempts, due_at, created_at) values ('writer', '{}', 'waiting', 1, $1::bigint, $2::bigint)
     returning event_id, address, body, attempts, due_at`,
    [written + firstLeaseMs, written],
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
  await database.query(`update outbox set state = 'waiting'`);
  expect(await writer(written + firstLeaseMs - 1)).toBe(1);
  expect(await others(written + 2 * firstLeaseMs)).toBe(0);
  expect(delivered).toBe(2);
});
