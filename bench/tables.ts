/**
 * `npm run bench:tables`: rows written and read a second by the embedded service over several tables at once, on the database of `DATABASE_URL`: a Postgres or
 * the coordinator of a Citus cluster, empty; otherwise on PGlite in memory. Built and started by scripts/bench-server.mjs.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { readUpdateEvent } from '../src/contract/events';
import { formatJson, type Json } from '../src/contract/json';
import { operations } from '../src/contract/operations';
import { openDatabase } from '../src/server/database/database';
import { ids } from '../src/server/service/catalogue/catalogue';
import { createService } from '../src/server/service/service';

const help = `npm run bench:tables -- [--tables N] [--records N] [--seconds N] [--callers N]
  --tables N   tables that are written and read at once (8)
  --records N  records in each (20000)
  --seconds N  length of each measurement (10)
  --callers N  callers of each table: each sends its next batch when the one before is told, and reads page after page (2)`;

const { values } = parseArgs({
  options: {
    program: { type: 'string' },
    tables: { type: 'string', default: '8' },
    records: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '10' },
    callers: { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(help);
  process.exit();
}
const [count, records, seconds, callers] = [values.tables, values.records, values.seconds, values.callers].map(
  Number,
) as [number, number, number, number];
const tables = Array.from({ length: count }, (_, index) => 800 + index);
const batch = 100;

/** By trace id: rows of an event that came before its answer was read, or who waits for it. */
const early = new Map<string, number>();
const waiting = new Map<string, (rows: number) => void>();
const database = await openDatabase({
  dataDir: 'memory://',
  databaseUrl: process.env.DATABASE_URL,
  postgres: { poolSize: 20, statementTimeoutMs: 0 },
});
const service = await createService({
  database,
  clock: Date.now,
  seed: 'none',
  callbackAddress: () => 'bench:',
  deliver: async (_address, given) => {
    const event = readUpdateEvent(given);
    if (!event) return true;
    const { trace_id, success } = event;
    const tell = waiting.get(trace_id);
    if (tell) tell(success.length);
    else early.set(trace_id, success.length);
    waiting.delete(trace_id);
    return true;
  },
});
console.log(`loading ${count} tables of ${records} records`);
for (const number of tables) await load(number);
await database.query('vacuum (analyze) dw_record');
await service.start();

const [size] = await database.query<{ citus: boolean }>(
  `select exists (select 1 from pg_extension where extname = 'citus') as citus`,
);
const sizeSql = size?.citus ? 'citus_total_relation_size' : 'pg_total_relation_size';
const [bytes] = await database.query<{ bytes: string }>(`select ${sizeSql}('dw_record') as bytes`);
console.log(
  `on ${size?.citus ? 'Citus' : database.engine}, ${callers} callers of each table, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}; ` +
    `${Math.round(Number(bytes?.bytes) / (count * records))} bytes a record with its key`,
);
await measured('written, in batches of 100 up to their events', write);
await measured('read, in pages of 100', read);
await service.stop();
await database.close();

/** Has all callers do `one` again and again, a while before it counts: connections are opened, and plans made, once. */
async function measured(what: string, one: (table: number) => Promise<number>): Promise<void> {
  await rowsIn(seconds / 2, one);
  console.log(`${Math.round(await rowsIn(seconds, one))} rows a second ${what}`);
}

/** @returns rows a second */
async function rowsIn(length: number, one: (table: number) => Promise<number>): Promise<number> {
  let rows = 0;
  const began = performance.now();
  const caller = async (table: number) => {
    while (performance.now() < began + length * 1000) rows += await one(table);
  };
  await Promise.all(tables.flatMap((table) => Array.from({ length: callers }, () => caller(table))));
  return (rows * 1000) / (performance.now() - began);
}

async function ask(method: string, path: string, body: Json): Promise<{ data: unknown; meta: { trace_id: string } }> {
  const headers = { 'Open-Authorization': `Bearer ${service.demo.apiKey}` };
  const response = await service.fetch(new Request(`http://bench${path}`, { method, headers, body: formatJson(body) }));
  const answer = (await response.json()) as { code: number; data: unknown; meta: { trace_id: string } };
  if (answer.code !== 0) throw new Error(`${method} ${path}: ${JSON.stringify(answer).slice(0, 300)}`);
  return answer;
}

/** A batch of records, up to its event. */
async function write(table: number): Promise<number> {
  const { method, path, encode } = operations.updateRecords;
  const first = 1 + Math.floor(Math.random() * (records - batch));
  const items = Array.from({ length: batch }, (_, index) => ({
    item_id: ids.item(table, first + index),
    fields: { [ids.field(table, 2)]: Math.floor(Math.random() * 1e6) },
  }));
  const input = encode({ table_id: ids.table(table), update_type: 'update', items });
  const { meta } = await ask(method, path, input ?? null);
  const come = early.get(meta.trace_id);
  early.delete(meta.trace_id);
  return come ?? new Promise((resolve) => waiting.set(meta.trace_id, resolve));
}

/** A page anywhere near the beginning, where no one has to walk far. */
async function read(table: number): Promise<number> {
  const { method, path, encode } = operations.listRecords;
  const offset = Math.floor(Math.random() * 1000);
  const { data } = await ask(method, path, encode({ table_id: ids.table(table), limit: 100, offset }) ?? null);
  return (data as { items: unknown[] }).items.length;
}

async function load(number: number): Promise<void> {
  const [table, space] = [ids.table(number), ids.space(8)];
  await database.query(
    `insert into space values ($1::bigint, 0, 'Bench', '2025-01-01 00:00:00', 1, true) on conflict do nothing`,
    [space],
  );
  await database.query(`insert into customer_key_space values ('demo', $1::bigint) on conflict do nothing`, [space]);
  await database.query(
    `insert into dw_table values ($1::bigint, $2::bigint, 0, 'Bench', 'ext', '', '2025-01-01 00:00:00', $3::bigint, $4::bigint, true)`,
    [table, space, ids.field(number, 1), ids.item(number, records + 1)],
  );
  const fields = ['text', 'number', 'date', 'text', 'number', 'text'];
  for (const [index, type] of fields.entries()) {
    await database.query(
      `insert into dw_field values ($1::bigint, $2::bigint, $3::int, $4::text, $4::text, false, '{}')`,
      [table, ids.field(number, index + 1), index, type],
    );
  }
  const [name, amount, day, city, height, note] = fields.map((_, index) => ids.field(number, index + 1));
  const slice = 20_000;
  for (let from = 1; from <= records; from += slice) {
    await database.query(
      `insert into dw_record select $1::bigint, $2::bigint + n, 'name ' || n, '2025-01-01 00:00:00', 1, '2025-01-01 00:00:00', 1,
         jsonb_build_object('${name}', 'name ' || n, '${amount}', n, '${day}', '2025-01-01', '${city}', 'city ' || n % 500, '${height}', n % 9000, '${note}', 'a note of thirty letters: ' || n)
       from generate_series($3::bigint, $4::bigint) n`,
      [table, ids.item(number, 0), from, Math.min(records, from + slice - 1)],
    );
  }
  // Counts them.
  await database.query('update dw_table set loaded = true where table_id = $1::bigint', [table]);
}
