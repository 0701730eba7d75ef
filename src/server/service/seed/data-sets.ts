import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Database, Queries } from '../../database/database';
import { ids } from '../catalogue/catalogue';
import type { keyUsers } from '../credentials/credentials';
import { drillSeedTables, drillSpace } from '../drills/drills';
import { locks } from '../schema';
import { cultureTables } from './culture';
import { samplePath } from './data-files';
import { people, type SeedTable } from './define';
import { avatarFile, coverFile, providerAvatar, reportTable, type SeedFile, seedFiles } from './demo-files';
import { countryCodes, geographyTables } from './geography';
import { machineTables } from './machines';
import { natureTables } from './nature';

/** How much of the data a service starts with; by each size, records of a table at most. */
export const mostRecords = { full: Number.POSITIVE_INFINITY, medium: 10_000, small: 300, none: 0 } as const;
export type SeedSize = keyof typeof mostRecords;

interface SeedSpace {
  number: number;
  name: string;
  createdOn: string;
  /** Whether its `ext` tables take updates (4.5 rule 2). */
  extQuota: boolean;
}

/** Number of the workspace that the narrow key is limited to. */
export const narrowSpace = 2;

export const seedSpaces: readonly SeedSpace[] = [
  { number: 1, name: 'Open Data', createdOn: '2025-01-14 07:58:03', extQuota: true },
  { number: narrowSpace, name: 'Climate Partners', createdOn: '2025-04-02 13:10:44', extQuota: false },
  { number: drillSpace, name: 'Failure drills', createdOn: '2025-05-05 06:12:30', extQuota: true },
];

/** Tables by number, which is the order they are shown and first filled in. */
export const seedTables: readonly SeedTable[] = [
  ...geographyTables,
  ...machineTables,
  ...cultureTables,
  ...natureTables,
  reportTable,
  ...drillSeedTables,
].sort((a, b) => a.number - b.number);

/** First row number of records created later; the numbers below are reserved for the data sets. */
const firstNewRow = 1_000_000_001;

/** Everything but the records: workspaces, people, tables, fields, files and how far loading is. What is there already stays as it is. */
export async function seedCatalogue(database: Database, size: SeedSize): Promise<void> {
  const version = seedVersion(size);
  const [done] = await database.query(
    `select 1 as done from setting where name = '${versionName}' and value = $1::text
       and not exists (select 1 from provider where avatar_file is null)`,
    [version],
  );
  if (done) return;
  await database.transaction(async (queries) => {
    await queries.query('select pg_advisory_xact_lock($1::bigint)', [locks.seed]);
    for (const [index, { number, name, createdOn, extQuota }] of seedSpaces.entries()) {
      await queries.query(
        `insert into space (space_id, position, name, created_on, cover_file, ext_quota)
         values ($1::bigint, $2::int, $3::text, $4::text, $5::bigint, $6::boolean) on conflict do nothing`,
        [ids.space(number), index, name, createdOn, coverFile(number), extQuota],
      );
      await allowKeys(queries, number);
    }
    for (const [index, { user_id, name }] of people.entries()) {
      await queries.query(
        'insert into person (user_id, name, avatar_file) values ($1::bigint, $2::text, $3::bigint) on conflict do nothing',
        [user_id, name, avatarFile(index + 1)],
      );
    }
    await queries.query('update provider set avatar_file = $1::bigint', [providerAvatar]);
    for (const [index, table] of seedTables.entries()) await seedTable(queries, table, index, size);
    for (const file of seedFiles(countryCodes)) await seedFile(queries, file);
    await queries.query(
      `insert into setting (name, value) values ('${versionName}', $1::text) on conflict (name) do update set value = excluded.value`,
      [version],
    );
  });
}

const versionName = 'seed-version';

/** Changes with everything that `seedCatalogue` writes, and so with what there is to load. */
export function seedVersion(size: SeedSize): string {
  const written = JSON.stringify([size, seedSpaces, people, seedTables, seedFiles(countryCodes)], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(written).digest('base64url');
}

/** The demo key reaches every workspace, the narrow one only its own. */
async function allowKeys({ query }: Queries, space: number): Promise<void> {
  const names: (keyof typeof keyUsers)[] = space === narrowSpace ? ['demo', 'narrow'] : ['demo'];
  for (const name of names) {
    await query(
      'insert into customer_key_space (name, space_id) values ($1::text, $2::bigint) on conflict do nothing',
      [name, ids.space(space)],
    );
  }
}

async function seedTable({ query }: Queries, table: SeedTable, position: number, size: SeedSize): Promise<void> {
  const tableId = ids.table(table.number);
  await query(
    `insert into dw_table (table_id, space_id, position, name, type, alias, created_on, title_field, first_item, loaded)
     values ($1::bigint, $2::bigint, $3::int, $4::text, $5::text, $6::text, $7::text, $8::bigint, $9::bigint, false) on conflict do nothing`,
    [
      tableId,
      ids.space(table.space),
      position,
      table.name,
      table.type,
      table.alias,
      table.createdOn,
      ids.field(table.number, 1),
      ids.item(table.number, firstNewRow),
    ],
  );
  for (const [index, { name, type, required, config }] of table.fields.entries()) {
    await query(
      `insert into dw_field (table_id, field_id, position, name, field_type, required, config)
       values ($1::bigint, $2::bigint, $3::int, $4::text, $5::text, $6::boolean, $7::jsonb) on conflict do nothing`,
      [tableId, ids.field(table.number, index + 1), index, name, type, required ?? false, JSON.stringify(config ?? {})],
    );
  }
  await query(
    `insert into seed_step (name, position, loaded, total, done) values ($1::text, $2::int, 0, $3::bigint, false) on conflict do nothing`,
    [`table:${table.number}`, position, Math.min(mostRecords[size], table.size)],
  );
}

async function seedFile({ query }: Queries, file: SeedFile): Promise<void> {
  const [table, row] = file.ref;
  await query(
    `insert into file (file_id, space_id, name, ref_id, ref_type, ext, filetype, size, sample)
     values ($1::bigint, $2::bigint, $3::text, $4::bigint, $5::text, $6::text, $7::text, $8::bigint, $9::text) on conflict do nothing`,
    [
      file.fileId,
      ids.space(1),
      file.name,
      ids.item(table, row),
      file.refType,
      file.name.slice(file.name.lastIndexOf('.') + 1),
      file.filetype,
      (await stat(samplePath(file.sample))).size,
      file.sample,
    ],
  );
}
