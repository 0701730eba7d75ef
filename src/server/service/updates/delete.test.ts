/** Deleting records: once, with their event, and out of every index, also of one that is being built. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../database/database';
import { findPostgres, openTestPostgres, type TestPostgres } from '../../database/test-postgres';
import { ids } from '../catalogue/catalogue';
import { buildIndex } from '../records/field-index';
import type { Service } from '../service';
import { makeTable, sendDelete, testService, withService } from '../test-service';
import { applyBatch } from './apply';
import { testWork } from './test-work';
import { applyQueued, createAccepted, type Work } from './worker';

const number = 725;
const table = ids.table(number);
const title = ids.field(number, 1);
/** Of three slices of an index. */
const records = 2500;
const made = {
  number,
  name: 'Deleted from',
  rows: Array.from({ length: records }, (_, row) => ({ [title]: `row ${row}` })),
};
const of = (...rows: number[]) => ({ table_id: table, item_ids: rows.map((row) => ids.item(number, row)) });

/** Records of the table: there, as its turn counts them, and in the index of its titles; entries of that of no record. */
async function counted({ query }: Database) {
  const [row] = await query<Record<'there' | 'kept' | 'indexed' | 'lost', number>>(
    `select (select count(*) from dw_record where table_id = ${table})::int as there,
       (select records from update_turn where table_id = ${table})::int as kept,
       (select count(*) from dw_order where table_id = ${table})::int as indexed,
       (select count(*) from dw_order o where table_id = ${table}
          and not exists (select 1 from dw_record r where r.table_id = ${table} and r.item_id = o.item_id))::int as lost`,
  );
  return row;
}

describe('a delete', () => {
  let database: Database;
  let service: Service;
  let work: Work;
  const faults: unknown[] = [];
  withService(
    'none',
    60_000,
    async (opened) => {
      ({ database, service } = opened);
      await makeTable(database, made);
      work = testWork(database, { log: (...fault) => faults.push(fault) });
    },
    { isStarted: false },
  );
  const lastEvent = async (): Promise<unknown> => {
    const [last] = await database.query<{ event: string }>('select event from update_batch order by seq desc limit 1');
    return JSON.parse(last?.event ?? '');
  };

  it('deletes nothing as long as its event cannot be written with it', async () => {
    await database.query('alter table update_batch add constraint no_room check (event is null) not valid');
    await sendDelete(service, of(1, 2));
    expect([await applyQueued(work, [table]), (await counted(database))?.there]).toEqual([0, records]);
    expect(faults.splice(0)).toHaveLength(1);
    await database.query('alter table update_batch drop constraint no_room');
    work.resting.clear();
    expect(await applyQueued(work, [table])).toBe(1);
    expect(await lastEvent()).toMatchObject({ success: [{ action: 'deleted' }, { action: 'deleted' }], fail: [] });
    expect(await counted(database)).toEqual({ there: records - 2, kept: records - 2, indexed: 0, lost: 0 });
  });

  it('is applied as it was accepted, and not where another process may have done so', async () => {
    await sendDelete(service, of(3));
    const [queued] = await database.query<
      Record<'seq' | 'address' | 'trace_id' | 'space_id' | 'user_id' | 'stored', string>
    >(
      `select seq, address, trace_id, space_id, user_id, items::text as stored from update_batch where state = 'queued'`,
    );
    if (queued === undefined) throw new Error('nothing is queued');
    const { seq, address, stored, ...about } = queued;
    // Not the items of an update: an older gateway that takes them for such fails.
    expect(JSON.parse(stored)).toEqual([{ item_id: ids.item(number, 3) }]);
    const items = [{ item_id: ids.item(number, 3), fields: {} }];
    const batch = { ...about, table_id: table, update_type: 'delete' as const, update_by_fields: [], items };
    const keptOnce = async () => {
      const accepted = createAccepted();
      accepted.add(table, { seq, address, batch, version: (await work.catalogue.current()).version });
      return { ...work, accepted };
    };
    await database.query(`update update_batch set items = '[]' where state = 'queued'`);
    const before = (await counted(database))?.there ?? 0;
    expect(await applyQueued(await keptOnce(), [table])).toBe(1);
    expect(await lastEvent()).toMatchObject({ success: [{ index: 0, item_id: ids.item(number, 3) }], fail: [] });
    const others = { ...batch, items: [{ item_id: ids.item(number, 4), fields: {} }] };
    const unclaimed = { seq, claim: 'of nobody', address, tells: true, last: true };
    await database.transaction((queries) => applyBatch(queries, null, others, Date.now(), unclaimed));
    expect(await applyQueued(await keptOnce(), [table])).toBe(0);
    expect(await counted(database)).toMatchObject({ there: before - 1, kept: before - 1 });
    expect(faults).toEqual([]);
  });

  it('leaves no entry in an index that is built meanwhile', async () => {
    const deletes = [10, 1500, 2400].map((row) => async () => {
      await sendDelete(service, of(row, row + 1));
      expect(await applyQueued(work, [table])).toBe(1);
    });
    const between: Database = {
      ...database,
      async transaction(run) {
        const done = await database.transaction(run);
        await deletes.shift()?.();
        return done;
      },
    };
    await buildIndex(between, table, title, () => false);
    const { there, kept, indexed, lost } = (await counted(database)) ?? {};
    expect([deletes, kept, indexed, lost]).toEqual([[], there, there, 0]);
  });
});

// PGlite runs one transaction at a time.
const found = findPostgres();
const reason = 'missing' in found ? ` (skipped: ${found.missing})` : '';

describe.skipIf(reason !== '')(`a delete on Postgres${reason}`, () => {
  let postgres: TestPostgres;
  let database: Database;
  beforeAll(async () => {
    if ('missing' in found) return;
    postgres = await openTestPostgres(found.bin);
    database = await openDatabase({ dataDir: '', databaseUrl: postgres.url });
  }, 60_000);
  afterAll(async () => {
    await database?.close();
    await postgres?.remove();
  });

  it('waits for a slice of an index that has its records, and deletes their entries too', {
    timeout: 60_000,
  }, async () => {
    const service = await testService(database);
    await makeTable(database, made);
    await sendDelete(service, of(1, 2));
    let deleting: Promise<number> | undefined;
    const between: Database = {
      ...database,
      transaction: (run) =>
        database.transaction(async (own) => {
          const done = await run(own);
          const [slice] = await own.query<{ upto: string }>(`select upto from dw_ordered where table_id = ${table}`);
          if (deleting === undefined && slice?.upto !== '0') {
            deleting = applyQueued(testWork(database), [table]);
            const waiting = () => database.query('select 1 from pg_locks where not granted');
            await expect.poll(waiting, { timeout: 20_000 }).not.toEqual([]);
          }
          return done;
        }),
    };
    await buildIndex(between, table, title, () => false);
    expect(await deleting).toBe(1);
    const left = records - 2;
    expect(await counted(database)).toEqual({ there: left, kept: left, indexed: left, lost: 0 });
  });
});
