/**
 * `npm run bench:service`: the embedded service over a table of a million records, each request beside the same one as plain SQL on the same database. With
 * `DATABASE_URL` on an empty Postgres, otherwise on PGlite in memory. Built and started by scripts/bench-server.mjs.
 *
 * What is the same, measured in turns when both are warm: plain SQL gives the same records with the names of their people as rows of the driver, the
 * service the text of its answer; for that it judges the key and looks the table up. A batch is measured up to its event. Beside it stand two pieces of
 * plain SQL: one transaction that writes the hundred records and nothing else, and one that also keeps what the contract promises (the batch is kept
 * before it is answered, the event with the change).
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { FilterGroup } from '../src/contract/filter';
import { formatJson, type Json } from '../src/contract/json';
import { operations } from '../src/contract/operations';
import type { RecordListInput } from '../src/contract/records';
import { openDatabase, type Queries } from '../src/server/database/database';
import { ids } from '../src/server/service/catalogue/catalogue';
import { isIndexed } from '../src/server/service/records/field-index';
import { createService } from '../src/server/service/service';
import { median } from './results';

const help = `npm run bench:service -- [--records N] [--runs N]
  --records N  records of the table (1000000)
  --runs N     runs of each request (15); what takes seconds is run less often
DATABASE_URL   an empty Postgres to run on; without it the database is PGlite in memory

first    the service when nothing is indexed yet; service: when it has been asked for a few times
SQL      the same by hand, without an index; indexed SQL by hand: with an expression index for each field, made for it`;

const { values } = parseArgs({
  options: {
    program: { type: 'string' },
    records: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '15' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(help);
  process.exit();
}
const records = Number(values.records);
const deep = Math.floor(records * 0.9);
const aim = 1.5;
const table = ids.table(900);
const [label, amount, day] = [1, 2, 3].map((position) => ids.field(900, position)) as [string, string, string];

const database = await openDatabase({ dataDir: 'memory://', databaseUrl: process.env.DATABASE_URL });
let waiting = (): void => {};
const service = await createService({
  database,
  clock: Date.now,
  seed: 'none',
  callbackAddress: () => 'bench:',
  deliver: async () => {
    waiting();
    return true;
  },
});
console.log(`loading ${records} records: a minute or two for a million`);
await load();
await service.start();

const number = `(r.fields->>'${amount}')::numeric`;
const columns = `r.item_id, r.title, r.created_on, r.created_by, c.name as creator, c.avatar_file as creator_file,
  r.updated_on, r.updated_by, u.name as updater, u.avatar_file as updater_file, r.fields::text as fields`;
const plain = (rest: string) =>
  `select ${columns} from dw_record r left join person c on c.user_id = r.created_by left join person u on u.user_id = r.updated_by
   where r.table_id = ${table} ${rest}`;
const one = (field: string, query: Json): FilterGroup => ({ and: [{ field, query }] });
const some = Math.floor(records / 2);
/** Half of the records have a later day. */
const middle = '2012-04-27';

const reads: [string, Omit<RecordListInput, 'table_id'>, string][] = [
  ['page at 0', { offset: 0 }, plain('order by r.item_id limit 100 offset 0')],
  [`page at ${deep}`, { offset: deep }, plain(`order by r.item_id limit 100 offset ${deep}`)],
  [
    'equality',
    { filter: one(label, { eq: `name ${some}` }) },
    plain(`and r.fields->>'${label}' = 'name ${some}' order by r.item_id limit 100`),
  ],
  [
    'range',
    { filter: one(amount, { gte: some, lt: some + 50 }) },
    plain(`and ${number} >= ${some} and ${number} < ${some + 50} order by r.item_id limit 100`),
  ],
  [
    'filter and order',
    { filter: one(day, { gte: middle }), order: { field_id: amount, type: 'desc' } },
    plain(`and r.fields->>'${day}' >= '${middle}' order by ${number} desc, r.item_id limit 100`),
  ],
  ['order', { order: { field_id: amount, type: 'desc' } }, plain(`order by ${number} desc, r.item_id limit 100`)],
  [
    `order at ${deep}`,
    { order: { field_id: amount, type: 'desc' }, offset: deep },
    plain(`order by ${number} desc, r.item_id limit 100 offset ${deep}`),
  ],
];

await database.query('vacuum (analyze) dw_record');
/** Times of each request, as in the table. */
const lines = new Map<string, { first?: number; service: number; sql: number; indexed?: number }>();
for (const [name, input] of reads) lines.set(name, { first: await timeOf(() => list(input)), service: 0, sql: 0 });
console.log('waiting for the indexes of what was asked');
for (const [, input] of reads) for (let time = 0; time < 3; time += 1) await list(input);
for (const field of [label, amount, day])
  while (!(await isIndexed(database, table, field))) await new Promise((resolve) => setTimeout(resolve, 200));
await new Promise((resolve) => setTimeout(resolve, 2000));
for (const [name, input, sql] of reads) {
  const [service, bare] = await inTurns([() => list(input), () => database.query(sql)]);
  lines.set(name, { ...lines.get(name), service, sql: bare });
}
let round = 0;
const batches = [
  ['batch of 100', () => database.transaction((queries) => writeSql(queries, ++round))],
  ['… kept and told', () => writeAndTellSql(++round)],
] as const;
for (const [name, theirs] of batches) {
  const [service, sql] = await inTurns([() => write(++round), theirs]);
  lines.set(name, { service, sql });
}
console.log('making the indexes by hand');
for (const by of [`(fields->>'${label}')`, `((fields->>'${amount}')::numeric)`, `(fields->>'${day}')`])
  await database.unhurried(`create index on dw_record (table_id, ${by}, item_id)`);
await database.unhurried('vacuum (analyze) dw_record');
for (const [name, theirs] of [
  ...reads.map(([name, , sql]) => [name, () => database.query(sql)] as const),
  ...batches,
]) {
  const line = lines.get(name);
  if (line) [line.indexed] = await inTurns([theirs]);
}

console.log(
  `\n${records} records on ${database.engine}, medians of up to ${values.runs} runs in turns, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}\n`,
);
const heads = ['first', 'service', 'SQL', 'indexed SQL by hand'].map((head) => head.padStart(12)).join('');
console.log(`${'request'.padEnd(18)}${heads}   service ÷ SQL (aim ≤ ${aim} ×)`);
for (const [name, { first, service, sql, indexed }] of lines) {
  const cells = [first, service, sql].map(inMs).map((cell) => cell.padStart(12));
  const ratio = service / sql;
  console.log(
    `${name.padEnd(18)}${cells.join('')}${inMs(indexed).padStart(22)}   ${ratio.toFixed(2)} ×${ratio <= aim ? '' : '  MISSED'}`,
  );
}
await service.stop();
await database.close();

function inMs(time: number | undefined): string {
  return time === undefined ? '' : `${time.toFixed(1)} ms`;
}

/** Medians of what is run in turns. */
async function inTurns<Ways extends readonly (() => Promise<unknown>)[]>(
  ways: readonly [...Ways],
): Promise<{ [Way in keyof Ways]: number }> {
  // Short queries run often enough beforehand to be as fast as in a service that has been up for a while.
  let began = performance.now();
  for (let turn = 0; turn === 0 || (turn < warmTurns && performance.now() - began < warmMs); turn += 1)
    for (const way of ways) await way();
  began = performance.now();
  const times: number[][] = ways.map(() => []);
  for (let run = 0; run < Number(values.runs) && (run < 3 || performance.now() - began < longMs); run += 1)
    for (const [index, way] of ways.entries()) times[index]?.push(await timeOf(way));
  return times.map((all) => median(all)) as { [Way in keyof Ways]: number };
}

/** So long one line is measured, unless three runs take longer. */
const longMs = 15_000;
const warmTurns = 100;
const warmMs = 2000;

/** A batch is cleaned up after its event, so that neither side waits for the other's. */
const settleMs = 30;

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const began = performance.now();
  await run();
  return performance.now() - began;
}

async function ask(method: string, path: string, body: Json): Promise<void> {
  const headers = { 'Open-Authorization': `Bearer ${service.demo.apiKey}` };
  const response = await service.fetch(new Request(`http://bench${path}`, { method, headers, body: formatJson(body) }));
  const answer = await response.text();
  if (!answer.startsWith('{"code":0,')) throw new Error(`${method} ${path}: ${answer.slice(0, 300)}`);
}

function list(input: Omit<RecordListInput, 'table_id'>) {
  const { method, path, encode } = operations.listRecords;
  return ask(method, path, encode({ limit: 100, ...input, table_id: table }) ?? null);
}

function batchOf(turn: number) {
  return Array.from({ length: 100 }, (_, index) => ({
    item_id: ids.item(900, 1 + index * Math.floor(records / 100)),
    fields: { [label]: `written ${turn} ${index}` },
  }));
}

/** From the call to its event. */
async function write(turn: number): Promise<void> {
  const { method, path, encode } = operations.updateRecords;
  let told = () => {};
  const done = new Promise<void>((resolve) => {
    told = resolve;
  });
  // One batch is under way at a time: whichever event comes is its own.
  waiting = told;
  await ask(method, path, encode({ table_id: table, update_type: 'update', items: batchOf(turn) }) ?? null);
  await done;
}

/** The records as a change leaves them, and which there were. */
function writeSql({ query }: Queries, turn: number): Promise<unknown> {
  const items = batchOf(turn).map(({ item_id, fields }) => ({ item_id, title: fields[label], fields }));
  return query(
    `update dw_record r set title = e->>'title', updated_on = '2025-01-01 00:00:00', updated_by = 1, fields = r.fields || (e->'fields')
     from jsonb_array_elements($1::jsonb) e where r.table_id = $2::bigint and r.item_id = (e->>'item_id')::bigint returning r.item_id`,
    [JSON.stringify(items), table],
  );
}

/** What has to be in the database before the answer, and what with the change. */
async function writeAndTellSql(turn: number): Promise<void> {
  await database.query(
    `insert into update_batch (table_id, seq, trace_id, space_id, update_type, update_by_fields, items, user_id, address, state, attempts, accepted_at)
     values ($1::bigint, $3::bigint, 'bench', 1, 'update', '[]', $2::jsonb, 1, 'bench:', 'bench', 0, 0)`,
    [table, JSON.stringify(batchOf(turn)), -turn],
  );
  await database.transaction(async (queries) => {
    const written = await writeSql(queries, turn);
    await queries.query(
      `update update_batch set state = 'told', items = '[]', event = $3::text where table_id = $1::bigint and seq = $2::bigint`,
      [table, -turn, JSON.stringify(written)],
    );
  });
}

async function load(): Promise<void> {
  const space = ids.space(9);
  await database.query(`insert into space values ($1::bigint, 0, 'Bench', '2025-01-01 00:00:00', 1, true)`, [space]);
  await database.query(`insert into customer_key_space values ('demo', $1::bigint)`, [space]);
  await database.query(
    `insert into dw_table values ($1::bigint, $2::bigint, 0, 'Bench', 'ext', '', '2025-01-01 00:00:00', $3::bigint, $4::bigint, true)`,
    [table, space, label, ids.item(900, records + 1)],
  );
  for (const [index, type] of ['text', 'number', 'date'].entries()) {
    await database.query(
      `insert into dw_field values ($1::bigint, $2::bigint, $3::int, $4::text, $4::text, false, '{}')`,
      [table, ids.field(900, index + 1), index, type],
    );
  }
  const slice = 50_000;
  for (let from = 1; from <= records; from += slice) {
    await database.query(
      `insert into dw_record select $1::bigint, $2::bigint + n, 'name ' || n, '2025-01-01 00:00:00', 1, '2025-01-01 00:00:00', 1,
         jsonb_build_object('${label}', 'name ' || n, '${amount}', (n * 7919) % ${records}, '${day}', to_char(date '2000-01-01' + (n % 9000)::int, 'YYYY-MM-DD'))
       from generate_series($3::bigint, $4::bigint) n`,
      [table, ids.item(900, 0), from, Math.min(records, from + slice - 1)],
    );
  }
  // Counts them.
  await database.query('update dw_table set loaded = true where table_id = $1::bigint', [table]);
}
