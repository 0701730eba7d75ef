import { type Database, DatabaseError, type Queries } from '../database/database';

/** Numbers of the advisory locks that are not table ids. */
export const locks = { migrate: 1, seed: 2 } as const;

/**
 * Steps of the schema, each applied once, in order; a step that has been released is never changed.
 * Record data: every key begins with `table_id`, by which they are distributed where the data outgrow one machine (`distribute`). Times of records are the texts of 2.4;
 * times of the service's own bookkeeping are epoch milliseconds.
 */
const steps: readonly (readonly string[])[] = [
  [
    `create table setting (name text primary key, value text not null)`,
    `create table space (
      space_id bigint primary key, position int not null, name text not null, created_on text not null,
      cover_file bigint not null, ext_quota boolean not null)`,
    `create table person (user_id bigint primary key, name text not null, avatar_file bigint not null)`,
    `create table customer_key (name text primary key, api_key text not null unique, user_id bigint not null)`,
    `create table customer_key_space (name text not null, space_id bigint not null, primary key (name, space_id))`,
    `create table provider (app_id text primary key, app_secret text not null, name text not null, avatar_file bigint)`,
    `create table credential (
      token text primary key, kind text not null, app_id text not null, customer_key text, issued_at bigint not null, expires_at bigint not null)`,
    `create index credential_owner on credential (app_id, kind, customer_key, expires_at)`,
    `create table dw_table (
      table_id bigint primary key, space_id bigint not null, position int not null, name text not null, type text not null,
      alias text not null, created_on text not null, title_field bigint not null, next_item bigint not null,
      loaded boolean not null)`,
    `create table dw_field (
      table_id bigint not null, field_id bigint not null, position int not null, name text not null, field_type text not null,
      required boolean not null, config jsonb not null, primary key (table_id, field_id))`,
    `create table dw_record (
      table_id bigint not null, item_id bigint not null, title text not null, created_on text not null, created_by bigint not null,
      updated_on text not null, updated_by bigint not null, fields jsonb not null, primary key (table_id, item_id))`,
    `create table dw_ordered (
      table_id bigint not null, field bigint not null, upto bigint not null, ready boolean not null, primary key (table_id, field))`,
    `create table dw_order (
      table_id bigint not null, field bigint not null, filled boolean not null, num numeric, txt text collate "C", item_id bigint not null)`,
    // Everything a walk needs, in the order it walks: pages deep in a table never touch the records before them.
    `create index dw_order_walk on dw_order (table_id, field, filled, num, txt, item_id)`,
    `create unique index dw_order_item on dw_order (table_id, item_id, field)`,
    `create table update_batch (
      table_id bigint not null, seq bigint generated always as identity, trace_id text not null, space_id bigint not null,
      update_type text not null, update_by_fields jsonb not null, items jsonb not null, user_id bigint not null,
      address text not null, state text not null, attempts int not null, accepted_at bigint not null, applied_at bigint,
      primary key (table_id, seq))`,
    `create index update_batch_queued on update_batch (table_id, seq) where state = 'queued'`,
    `create table outbox (
      event_id bigint generated always as identity primary key, address text not null, body text not null, state text not null,
      attempts int not null, due_at bigint not null, created_at bigint not null)`,
    `create index outbox_due on outbox (due_at) where state = 'waiting'`,
    `create table file (
      file_id bigint primary key, space_id bigint not null, name text not null, ref_id bigint not null, ref_type text not null,
      ext text not null, filetype text not null, size bigint not null, recipe text not null)`,
    `create table file_bytes (
      file_id bigint not null, variant text not null, media_type text not null, bytes bytea not null, primary key (file_id, variant))`,
    `create table seed_step (name text primary key, position int not null, loaded bigint not null, total bigint not null, done boolean not null)`,
  ],
  [
    // A batch may have to wait before it is applied, and a drill counts its calls (drills/drills.ts).
    `alter table update_batch add column due_at bigint not null default 0`,
    `create table drill_call (table_id bigint primary key, calls bigint not null)`,
  ],
  [
    // Cached keys and tables (catalogue/cache.ts) are valid while this number is unchanged, whoever changes them. An engine that distributes tables may refuse
    // triggers on them: these six are small and stay complete on one node, however records are distributed.
    `create table catalogue (version bigint not null)`,
    `insert into catalogue values (1)`,
    `create function catalogue_changed() returns trigger language plpgsql as
       'begin update catalogue set version = version + 1; return null; end'`,
    ...[
      ['customer_key', 'update'],
      ['customer_key_space', 'update'],
      // Its avatar reveals nothing about a key; an expiring credential has its expiry.
      ['provider', 'update of app_id, app_secret'],
      ['space', 'update of space_id, ext_quota'],
      // Not the id of its next record, which every batch that creates some moves on.
      ['dw_table', 'update of table_id, space_id, name, type, alias, created_on, title_field, loaded'],
      ['dw_field', 'update'],
    ].map(
      ([table, update]) => `create trigger catalogue_changed after insert or delete or truncate or ${update} on ${table}
       for each statement execute function catalogue_changed()`,
    ),
  ],
  // Files are in samples from here on: their list is rewritten by seed/data-files.ts, not as recipes of drawings.
  [`drop table file_bytes`, `delete from file`, `alter table file rename column recipe to sample`],
  [
    // What one table's batches need lies in rows of that table alone, so that a statement over them runs on one node wherever they lie: whose turn it is to
    // write the table and the id of its next record, how many batches it was sent (a sequence counts differently on each node), and their events.
    `create table update_turn (table_id bigint primary key, state text not null, claim text not null, next_item bigint not null)`,
    `create table update_count (table_id bigint primary key, last_seq bigint not null)`,
    `insert into update_turn select table_id, case when loaded then 'open' else 'loading' end, '', next_item from dw_table`,
    `insert into update_count
     select t.table_id, coalesce((select max(b.seq) from update_batch b where b.table_id = t.table_id), 0) from dw_table t`,
    `alter table dw_table rename column next_item to first_item`,
    `alter table update_batch alter column seq drop identity, add column event text, add column event_state text,
       add column event_attempts int not null default 0, add column event_due_at bigint`,
    `insert into update_batch (table_id, seq, trace_id, space_id, update_type, update_by_fields, items, user_id, address, state, attempts, accepted_at,
       applied_at, event, event_state, event_attempts, event_due_at)
     select (body::jsonb->>'table_id')::bigint, -event_id, body::jsonb->>'trace_id', (body::jsonb->>'space_id')::bigint, 'update', '[]', '[]', 0, address,
       'applied', 0, created_at, created_at, body, state, attempts, due_at
     from outbox where state = 'waiting'`,
    `drop table outbox`,
    `create index update_batch_untold on update_batch (event_due_at) where event_state = 'waiting'`,
    `create function table_changed() returns trigger language plpgsql as '
       begin
         if tg_op = ''DELETE'' then
           update update_turn set state = ''gone'' where table_id = old.table_id;
           return null;
         end if;
         insert into update_turn values (new.table_id, case when new.loaded then ''open'' else ''loading'' end, '''', new.first_item)
         on conflict (table_id) do update set state = excluded.state;
         insert into update_count values (new.table_id, 0) on conflict do nothing;
         return null;
       end'`,
    `create trigger table_changed after insert or delete or update of loaded on dw_table for each row execute function table_changed()`,
  ],
  [
    // What an index of a field is used for, how large it is, and whether it was given up (records/index-bounds.ts).
    `alter table dw_ordered add column used_at bigint not null default (extract(epoch from now()) * 1000)::bigint,
       add column entries bigint not null default 0, add column dropped_at bigint`,
    // A read in key order needs few statistics, and collecting them blocks a database that runs one statement at a time.
    `alter table dw_order ${['table_id', 'field', 'filled', 'num', 'txt', 'item_id'].map((column) => `alter column ${column} set statistics 10`).join(', ')}`,
    `update dw_ordered o set entries = (select count(*) from dw_order e where e.table_id = o.table_id and e.field = o.field)`,
  ],
  [
    // How many records a table has, so that a page near its end is read from there (records/pages.ts): counted when it is loaded, and kept by each write since.
    `alter table update_turn add column records bigint not null default 0`,
    `update update_turn t set records = (select count(*) from dw_record r where r.table_id = t.table_id)`,
    `create or replace function table_changed() returns trigger language plpgsql as '
       begin
         if tg_op = ''DELETE'' then
           update update_turn set state = ''gone'' where table_id = old.table_id;
           return null;
         end if;
         insert into update_turn (table_id, state, claim, next_item)
         values (new.table_id, case when new.loaded then ''open'' else ''loading'' end, '''', new.first_item)
         on conflict (table_id) do update set state = excluded.state;
         insert into update_count values (new.table_id, 0) on conflict do nothing;
         if new.loaded then
           update update_turn set records = (select count(*) from dw_record where table_id = new.table_id) where table_id = new.table_id;
         end if;
         return null;
       end'`,
  ],
];

/**
 * Brings the schema up to date; two processes that start at once take turns.
 * @param last number of the last step, where it is to end as an earlier version did
 * @throws DatabaseError when a newer version has upgraded it: what is written by older steps may be wrong there
 */
export async function migrate(database: Database, last = steps.length): Promise<void> {
  await database.transaction(async ({ query }) => {
    // A step over large tables takes as long as it takes.
    await query('set local statement_timeout = 0');
    await query('select pg_advisory_xact_lock($1::bigint)', [locks.migrate]);
    await query('create table if not exists migration (version int primary key)');
    const [row] = await query<{ version: number }>('select coalesce(max(version), 0) as version from migration');
    const version = row?.version ?? 0;
    if (version > steps.length) {
      throw new DatabaseError(
        `The database was upgraded by a newer version of Warehouse Console: its schema is ${version}, and this version knows ${steps.length}. Start the newer version, or restore a backup from before the upgrade.`,
      );
    }
    for (const [index, statements] of steps.slice(0, last).entries()) {
      if (index < version) continue;
      for (const statement of statements) await query(statement);
      await query('insert into migration values ($1::int)', [index + 1]);
    }
    await distribute({ query });
  });
}

/**
 * Where the data outgrow one machine: on a Postgres with Citus the rows of a table (records, order index, batches and their events) are together on one
 * shard, so that every statement with one `table_id` runs on one node unchanged. Citus requires of such a statement, on every engine: inserts are separate
 * (not within `with`), no `select` without columns, no sequence.
 */
const byTableId = ['dw_record', 'dw_order', 'dw_ordered', 'update_batch', 'update_turn', 'update_count'];

/**
 * What those statements read beside it, whole on every node. All else stays on the coordinator: it is small, Citus takes no triggers on what it distributes,
 * and a write to every node waits for each of them.
 */
const onEveryNode = ['person', 'catalogue'];

/** Distributes what is not yet distributed; nothing without Citus. The caller lets one process do it at a time. */
async function distribute({ query }: Queries): Promise<void> {
  const [citus] = await query(`select 1 from pg_extension where extname = 'citus'`);
  if (!citus) return;
  const rows = await query<{ name: string }>('select logicalrelid::text as name from pg_dist_partition');
  const done = new Set(rows.map(({ name }) => name));
  // When a Postgres becomes a coordinator its rows are copied to the nodes; the local copy must go.
  const clearHere = (name: string) => query('select truncate_local_data_after_distributing_table($1)', [name]);
  for (const name of onEveryNode.filter((name) => !done.has(name))) {
    await query('select create_reference_table($1)', [name]);
    await clearHere(name);
  }
  for (const name of byTableId.filter((name) => !done.has(name))) {
    const together = name === 'dw_record' ? 'none' : 'dw_record';
    await query(`select create_distributed_table($1, 'table_id', colocate_with => $2)`, [name, together]);
    await clearHere(name);
  }
}
