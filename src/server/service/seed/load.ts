/** The initial data of the service: a data set for each table, its first records before the service responds, the rest in the background. */

import { formatJson, type Json, type JsonObject } from '../../../contract/json';
import type { Database } from '../../database/database';
import { ids } from '../catalogue/catalogue';
import { timeText } from '../clock';
import { buildIndex } from '../records/field-index';
import { titleOf } from '../records/values';
import { locks } from '../schema';
import { mostRecords, type SeedSize, seedTables, seedVersion } from './data-sets';
import { people, type SeedRow, type SeedTable } from './define';

/** Records in one transaction: a few tens of milliseconds, then others get their turn. */
const sliceRecords = 1000;
/** Slices between two times that their pages are looked through: at the end all of them would keep a database in a folder busy for seconds. */
const slicesVacuumed = 50;
/** Records of each table before the service answers: more than the first page. */
const firstRecords = 200;

export interface Progress {
  loaded: number;
  total: number;
  done: boolean;
}

/** Fills the tables: the first records of each at once, the rest piece by piece while the service answers. */
export interface Loader {
  loadFirst(): Promise<void>;
  /** Continues until all is loaded or `stopped`; what another process has loaded is skipped. */
  loadRest(stopped: () => boolean): Promise<void>;
  progress(): Progress;
}

/** What is read of a table's data set, and how far. */
interface Reader {
  table: SeedTable;
  rows: AsyncIterator<readonly SeedRow[]>;
  /** Read, but not yet loaded. */
  ahead: SeedRow[];
  /** Rows taken out of `ahead` so far. */
  taken: number;
  done: boolean;
}

export async function createLoader(database: Database, size: SeedSize): Promise<Loader> {
  const steps = await database.query<{ name: string; loaded: string; total: string; done: boolean }>(
    'select name, loaded, total, done from seed_step order by position',
  );
  const known = new Map(
    steps.map((step) => [step.name, { loaded: Number(step.loaded), total: Number(step.total), done: step.done }]),
  );
  const limit = mostRecords[size];
  const readers = seedTables
    .filter((table) => known.get(stepName(table))?.done === false)
    .map((table): Reader => ({ table, rows: table.rows()[Symbol.asyncIterator](), ahead: [], taken: 0, done: false }));

  const loadSlice = async (reader: Reader, records: number): Promise<void> => {
    const state = await loadRecords(database, reader, Math.min(records, limit), limit);
    known.set(stepName(reader.table), state);
    reader.done = state.done;
  };

  return {
    async loadFirst() {
      for (const reader of readers) {
        if (known.get(stepName(reader.table))?.loaded === 0) await loadSlice(reader, firstRecords);
      }
    },
    async loadRest(stopped) {
      // Small tables first: most of the workspace is whole within a moment.
      let slices = 0;
      for (const reader of [...readers].sort((a, b) => a.table.size - b.table.size)) {
        while (!reader.done && !stopped()) {
          await loadSlice(reader, sliceRecords);
          slices += 1;
          if (slices % slicesVacuumed === 0) await database.unhurried('vacuum dw_record');
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
      const [finished] = await database.query(
        `select 1 as finished from setting where name = '${finishedName}' and value = $1::text`,
        [seedVersion(size)],
      );
      if (!finished && !stopped()) await finish(database, size, stopped);
    },
    progress() {
      const all = [...known.values()];
      return {
        loaded: all.reduce((sum, step) => sum + step.loaded, 0),
        total: all.reduce((sum, step) => sum + step.total, 0),
        done: all.every((step) => step.done),
      };
    },
  };
}

function stepName(table: SeedTable): string {
  return `table:${table.number}`;
}

/** Loads the next records of a table; its progress is stored in the same transaction. */
async function loadRecords(database: Database, reader: Reader, records: number, limit: number): Promise<Progress> {
  const { table } = reader;
  let rows: SeedRow[] = [];
  /** What was not written, or may not have been: it is read again, from where the table says it is. */
  const putBack = () => {
    reader.ahead.unshift(...rows);
    reader.taken -= rows.length;
    rows = [];
  };
  const written = database.transaction(async ({ query }) => {
    // Rows of a transaction that is run again.
    putBack();
    // After the catalogue's seeding, which holds its version and waits for the table's rows, while this does so the other way round.
    await query('select pg_advisory_xact_lock_shared($1::bigint)', [locks.seed]);
    const [step] = await query<{ loaded: string; total: string; done: boolean }>(
      'select loaded, total, done from seed_step where name = $1::text for update',
      [stepName(table)],
    );
    const loaded = Number(step?.loaded ?? 0);
    if (step?.done) return { loaded, total: Number(step.total), done: true };
    await take(reader, loaded - reader.taken);
    rows = await take(reader, Math.min(records, limit - loaded));
    const now = loaded + rows.length;
    const done = now >= limit || (rows.length < records && (await isExhausted(reader)));
    if (rows.length > 0) {
      // On more than one node they may be there before it is written how far loading is.
      await query(
        `insert into dw_record (table_id, item_id, title, created_on, created_by, updated_on, updated_by, fields)
         select $1::bigint, (e->>'item_id')::bigint, e->>'title', e->>'created_on', (e->>'user_id')::bigint, e->>'created_on', (e->>'user_id')::bigint, e->'fields'
         from jsonb_array_elements($2::jsonb) e
         on conflict do nothing`,
        [ids.table(table.number), formatJson(rows.map((row, index) => recordOf(table, row, loaded + index)))],
      );
    }
    const total = done ? now : Math.max(Number(step?.total ?? 0), now);
    await query(
      'update seed_step set loaded = $2::bigint, total = $3::bigint, done = $4::boolean where name = $1::text',
      [stepName(table), now, total, done],
    );
    if (done) await query('update dw_table set loaded = true where table_id = $1::bigint', [ids.table(table.number)]);
    return { loaded: now, total, done };
  });
  return written.catch((error: unknown) => {
    putBack();
    throw error;
  });
}

/** The next rows of a data set, fewer only at its end. */
async function take(reader: Reader, count: number): Promise<SeedRow[]> {
  while (reader.ahead.length < count) {
    const next = await reader.rows.next();
    if (next.done) break;
    reader.ahead.push(...next.value);
  }
  const rows = reader.ahead.splice(0, Math.max(0, count));
  reader.taken += rows.length;
  return rows;
}

async function isExhausted(reader: Reader): Promise<boolean> {
  const [row] = await take(reader, 1);
  if (row === undefined) return true;
  reader.ahead.unshift(row);
  reader.taken -= 1;
  return false;
}

function recordOf(table: SeedTable, row: SeedRow, index: number): JsonObject {
  const fields: JsonObject = {};
  for (const [position, value] of row.entries()) {
    if (value !== undefined) fields[ids.field(table.number, position + 1)] = value;
  }
  // The import of a table wrote some hundred records a second.
  const created = Date.parse(`${table.createdOn.replace(' ', 'T')}Z`) + Math.floor(index / 250) * 1000;
  return {
    item_id: ids.item(table.number, index + 1),
    title: titleOf(row[0]),
    created_on: timeText(created),
    user_id: people[2].user_id,
    fields,
  } satisfies Record<string, Json>;
}

const finishedName = 'seed-finished';

/** What makes the loaded data quick, known visibility and order indexes of the largest tables, and small: a folder without the log of writing them. */
async function finish(database: Database, size: SeedSize, stopped: () => boolean): Promise<void> {
  await database.query('vacuum (analyze) dw_record');
  if (size === 'full') {
    for (const table of seedTables) {
      for (const position of table.sorted ?? []) {
        if (stopped()) return;
        await buildIndex(database, ids.table(table.number), ids.field(table.number, position + 1), stopped);
      }
    }
  }
  if (stopped()) return;
  await database.query(
    `insert into setting (name, value) values ('${finishedName}', $1::text) on conflict (name) do update set value = excluded.value`,
    [seedVersion(size)],
  );
  if (database.engine === 'pglite') await database.unhurried('checkpoint');
}
