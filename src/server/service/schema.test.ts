import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatJson } from '../../contract/json';
import { type Database, DatabaseError } from '../database/database';
import { openTestDatabase } from '../database/test-database';
import { deliverDue } from './events/outbox';
import { migrate } from './schema';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database?.close());

it('keeps batches and events queued by an earlier version, and continues their numbering', async () => {
  await migrate(database, 4);
  await database.query(
    `insert into dw_table values (21, 1, 0, 'Kept', 'ext', '', '2025-01-01 00:00:00', 1, 700, true)`,
  );
  await database.query(
    `insert into update_batch (table_id, trace_id, space_id, update_type, update_by_fields, items, user_id, address, state, attempts, accepted_at)
     values (21, 'done', 1, 'update', '[]', '[]', 1, 'test:', 'applied', 0, 0), (21, 'waits', 1, 'update', '[]', '[]', 1, 'test:', 'queued', 0, 0)`,
  );
  await database.query(
    `insert into dw_record select 21, n, '', '2025-01-01 00:00:00', 1, '2025-01-01 00:00:00', 1, '{}' from generate_series(601, 607) n`,
  );
  for (const state of ['waiting', 'delivered']) {
    const event = formatJson({ table_id: '21', space_id: '1', trace_id: state });
    await database.query(
      `insert into outbox (address, body, state, attempts, due_at, created_at) values ('test:', $1::text, $2::text, 3, 5, 5)`,
      [event, state],
    );
  }
  await migrate(database);
  expect(await database.query(`select trace_id from update_batch where state = 'queued'`)).toEqual([
    { trace_id: 'waits' },
  ]);
  expect(await database.query('select state, next_item, records from update_turn')).toEqual([
    { state: 'open', next_item: '700', records: '7' },
  ]);
  const [count] = await database.query<{ last_seq: string }>('select last_seq from update_count');
  const [batches] = await database.query<{ seq: string }>('select max(seq) as seq from update_batch');
  expect(count?.last_seq).toBe(batches?.seq);
  const delivered: unknown[] = [];
  const deliver = async (address: string, event: unknown) => delivered.push([address, event]) > 0;
  expect(await deliverDue(database, () => 10, deliver)).toBe(1);
  expect(delivered).toEqual([['test:', { table_id: '21', space_id: '1', trace_id: 'waiting' }]]);
  expect(await deliverDue(database, () => 1e12, deliver)).toBe(0);
});

it('refuses what a newer version has upgraded, with what to do, and writes nothing to it', async () => {
  await migrate(database);
  await database.query('insert into migration select max(version) + 1 from migration');
  const versions = () => database.query('select version from migration order by version');
  const before = await versions();
  const refusal = await migrate(database).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatabaseError);
  expect((refusal as Error).message).toMatch(
    /its schema is 8, and this version knows 7\. Start the newer version, or /,
  );
  expect(await versions()).toEqual(before);
});
