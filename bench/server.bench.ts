/**
 * The embedded service beside the same as plain SQL on the same database, in turns when both are warm: on an empty Postgres of `DATABASE_URL`, otherwise on
 * PGlite in memory, with `RECORDS` records (200,000). Plain SQL gives rows of the driver, the service the text of its response, after it has judged the key
 * and found the table. A batch is measured up to its event, beside a batch that is kept before it is accepted, and whose event is written with the change.
 */
import type { FilterGroup } from '../src/contract/filter';
import { formatJson, type Json } from '../src/contract/json';
import { operations } from '../src/contract/operations';
import type { RecordListInput } from '../src/contract/records';
import { type Database, openDatabase } from '../src/server/database/database';
import { ids } from '../src/server/service/catalogue/catalogue';
import { isIndexed } from '../src/server/service/records/field-index';
import { createService, type Service } from '../src/server/service/service';
import { test } from './bench';
import { median } from './report';

/** The service may take this many times as long as plain SQL. */
const mostTimes = 1.5;
const records = Number(process.env.RECORDS ?? 200_000);
const table = ids.table(900);
const [label, amount] = [1, 2].map((position) => ids.field(900, position)) as [string, string];
const fieldTypes = ['text', 'number'];

test('server', async ({ figure }) => {
  const database = await openDatabase({ dataDir: 'memory://', databaseUrl: process.env.DATABASE_URL });
  let told = (): void => {};
  const service = await createService({
    database,
    clock: Date.now,
    seed: 'none',
    callbackAddress: () => 'bench:',
    deliver: async () => {
      // One batch is under way at a time: whichever event comes is its own.
      told();
      return true;
    },
  });
  await load(database);
  await service.start();
  await database.query('vacuum (analyze) dw_record');
  const list = async (input: Omit<RecordListInput, 'table_id'>): Promise<void> => {
    const { method, path, encode } = operations.listRecords;
    await ask(service, method, path, encode({ limit: 100, ...input, table_id: table }) ?? null);
  };
  const write = async (turn: number): Promise<void> => {
    const { method, path, encode } = operations.updateRecords;
    const event = new Promise<void>((resolve) => {
      told = resolve;
    });
    await ask(service, method, path, encode({ table_id: table, update_type: 'update', items: batch(turn) }) ?? null);
    await event;
  };
  const deep = Math.floor(records * 0.9);
  const some = Math.floor(records / 2);
  const filter: FilterGroup = { and: [{ field: amount, query: { gte: some, lt: some + 50 } }] };
  const number = `(r.fields->>'${amount}')::numeric`;
  // The service makes an index for a field that is asked for.
  for (let time = 0; time < 3; time += 1) await list({ filter });
  while (!(await isIndexed(database, table, amount))) await new Promise((resolve) => setTimeout(resolve, 200));
  let turn = 0;
  const pairs: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['page at 0', () => list({}), () => database.query(pageSql(''))],
    [
      `page at ${deep.toLocaleString('en')}`,
      () => list({ offset: deep }),
      () => database.query(`${pageSql('')} offset ${deep}`),
    ],
    [
      'filter',
      () => list({ filter }),
      () => database.query(pageSql(`and ${number} >= ${some} and ${number} < ${some + 50}`)),
    ],
    ['batch of 100', () => write(++turn), () => writeSql(database, ++turn)],
  ];
  for (const [name, ours, plain] of pairs) {
    const { service: own, sql } = await inTurns(ours, plain);
    figure(`server: ${name}`, own, { unit: 'ms', most: mostTimes * sql });
  }
  await service.stop();
  await database.close();
});

/** Medians of both, in turns. */
async function inTurns(ours: () => Promise<unknown>, plain: () => Promise<unknown>) {
  const times = { service: [] as number[], sql: [] as number[] };
  // At first as often as it takes to be as fast as in a service that has been up for a while.
  for (let run = -20; run < 15; run += 1) {
    const [own, sql] = [await timeOf(ours), await timeOf(plain)];
    if (run < 0) continue;
    times.service.push(own);
    times.sql.push(sql);
  }
  return { service: median(times.service), sql: median(times.sql) };
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  // A batch is cleaned up after its event: neither waits for the other's.
  await new Promise((resolve) => setTimeout(resolve, 30));
  const began = performance.now();
  await run();
  return performance.now() - began;
}

async function ask(service: Service, method: string, path: string, body: Json): Promise<void> {
  const headers = { 'Open-Authorization': `Bearer ${service.demo.apiKey}` };
  const response = await service.fetch(new Request(`http://bench${path}`, { method, headers, body: formatJson(body) }));
  const answer = await response.text();
  if (!answer.startsWith('{"code":0,')) throw new Error(`${method} ${path}: ${answer.slice(0, 300)}`);
}

/** The first hundred records, with the names of their people. */
const pageSql = (condition: string): string =>
  `select r.item_id, r.title, r.created_on, r.created_by, c.name as creator, c.avatar_file as creator_file,
     r.updated_on, r.updated_by, u.name as updater, u.avatar_file as updater_file, r.fields::text as fields
   from dw_record r left join person c on c.user_id = r.created_by left join person u on u.user_id = r.updated_by
   where r.table_id = ${table} ${condition} order by r.item_id limit 100`;

function batch(turn: number) {
  return Array.from({ length: 100 }, (_, index) => ({
    item_id: ids.item(900, 1 + index * Math.floor(records / 100)),
    fields: { [label]: `written ${turn} ${index}` },
  }));
}

/** What has to be in the database before a batch is accepted, and what with its change. */
async function writeSql(database: Database, turn: number): Promise<void> {
  const items = JSON.stringify(batch(turn));
  await database.query(
    `insert into update_batch (table_id, seq, trace_id, space_id, update_type, update_by_fields, items, user_id, address, state, attempts, accepted_at)
     values ($1::bigint, $3::bigint, 'bench', 1, 'update', '[]', $2::jsonb, 1, 'bench:', 'bench', 0, 0)`,
    [table, items, -turn],
  );
  await database.transaction(async ({ query }) => {
    const written = await query(
      `update dw_record r set title = e->'fields'->>'${label}', updated_on = '2025-01-01 00:00:00', updated_by = 1, fields = r.fields || (e->'fields')
       from jsonb_array_elements($1::jsonb) e where r.table_id = $2::bigint and r.item_id = (e->>'item_id')::bigint returning r.item_id`,
      [items, table],
    );
    await query(
      `update update_batch set state = 'told', items = '[]', event = $3::text where table_id = $1::bigint and seq = $2::bigint`,
      [table, -turn, JSON.stringify(written)],
    );
  });
}

/** A table of records with a text and a number. */
async function load({ query }: Database): Promise<void> {
  const space = ids.space(9);
  await query(`insert into space values ($1::bigint, 0, 'Bench', '2025-01-01 00:00:00', 1, true)`, [space]);
  await query(`insert into customer_key_space values ('demo', $1::bigint)`, [space]);
  await query(
    `insert into dw_table values ($1::bigint, $2::bigint, 0, 'Bench', 'ext', '', '2025-01-01 00:00:00', $3::bigint, $4::bigint, true)`,
    [table, space, label, ids.item(900, records + 1)],
  );
  for (const [index, type] of fieldTypes.entries())
    await query(`insert into dw_field values ($1::bigint, $2::bigint, $3::int, $4::text, $4::text, false, '{}')`, [
      table,
      ids.field(900, index + 1),
      index,
      type,
    ]);
  const slice = 50_000;
  for (let from = 1; from <= records; from += slice)
    await query(
      `insert into dw_record select $1::bigint, $2::bigint + n, 'name ' || n, '2025-01-01 00:00:00', 1, '2025-01-01 00:00:00', 1,
         jsonb_build_object('${label}', 'name ' || n, '${amount}', (n * 7919) % ${records})
       from generate_series($3::bigint, $4::bigint) n`,
      [table, ids.item(900, 0), from, Math.min(records, from + slice - 1)],
    );
  // Counts them.
  await query('update dw_table set loaded = true where table_id = $1::bigint', [table]);
}
