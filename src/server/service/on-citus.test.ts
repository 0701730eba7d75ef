/**
 * What is tested on PGlite every time, also on a Citus cluster, and that nothing is lost or done twice when parts of it fail: `npm run test:citus`. Needs
 * `CITUS_URL` (the coordinator), and shell commands that stop and start a worker at once, as a power cut would (`CITUS_STOP_WORKER`, `CITUS_START_WORKER`), and
 * the coordinator (`CITUS_RESTART_COORDINATOR`). Each test has its own schema in that database.
 */
import { exec } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database/database';
import { contractFiles, expectToPass } from '../database/test-files-on';
import { buildSender, expectEachOnce, type Sender, startSender } from './test-durability';
import { testService } from './test-service';

const { CITUS_URL = '', CITUS_STOP_WORKER = '', CITUS_START_WORKER = '', CITUS_RESTART_COORDINATOR = '' } = process.env;
const without = (names: Record<string, string>) => {
  const missing = Object.keys(names).filter((name) => !names[name]);
  return missing.length === 0 ? '' : ` (skipped: ${missing.join(' and ')} not set)`;
};
const run = promisify(exec);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const noCluster = without({ CITUS_URL });

describe.skipIf(noCluster !== '')(`on Citus${noCluster}`, () => {
  const schemas: string[] = [];
  let cluster: Database;
  beforeAll(async () => {
    cluster = await openDatabase({
      dataDir: '',
      databaseUrl: CITUS_URL,
      postgres: { poolSize: 2, statementTimeoutMs: 0 },
    });
  });
  afterAll(async () => {
    for (const schema of schemas) await cluster.query(`drop schema ${schema} cascade`);
    await cluster?.close();
  });

  async function emptySchema(): Promise<string> {
    const schema = `test_${randomBytes(6).toString('hex')}`;
    await cluster.query(`create schema ${schema}`);
    schemas.push(schema);
    const url = new URL(CITUS_URL);
    url.searchParams.set('options', `-csearch_path=${schema}`);
    return url.href;
  }

  const serviceOn = (database: Database) => testService(database, { seed: 'small' });

  it.each(contractFiles)('%s tests of %s', { timeout: 600_000 }, async (project, file) => {
    await expectToPass(project, file, await emptySchema());
  });

  it('is distributed once by two simultaneous starts, with existing data: each table on one shard', {
    timeout: 300_000,
  }, async () => {
    const databaseUrl = await emptySchema();
    const databases = await Promise.all([1, 2].map(() => openDatabase({ dataDir: '', databaseUrl })));
    const startBoth = async () => {
      for (const service of await Promise.all(databases.map(serviceOn))) await service.stop();
    };
    /** Tables with what they are distributed by, and how many lie as they do. */
    const distributed = async () => {
      const tables = await cluster.query<{ name: string }>(
        `select split_part(table_name::text, '.', 2) || ' ' || distribution_column || ' ' || count(*) over (partition by colocation_id) as name
         from citus_tables where table_name::text like '${schemas.at(-1)}.%' order by 1`,
      );
      return tables.map(({ name }) => name);
    };
    const byTableId = ['dw_order', 'dw_ordered', 'dw_record', 'update_batch', 'update_count', 'update_turn'];
    const expected = [
      'catalogue <none> 2',
      ...byTableId.slice(0, 3).map((name) => `${name} table_id 6`),
      'person <none> 2',
      ...byTableId.slice(3).map((name) => `${name} table_id 6`),
    ];
    const counted =
      'select (select count(*) from dw_record) as records, (select sum(last_seq) from update_count) as batches';
    await startBoth();
    expect(await distributed()).toEqual(expected);
    const [database] = databases;
    const before = await database?.query(counted);
    for (const name of byTableId) await database?.query(`select undistribute_table('${name}')`);
    expect(await distributed()).toHaveLength(2);
    await startBoth();
    expect(await distributed()).toEqual(expected);
    expect(await database?.query(counted)).toEqual(before);
    await Promise.all(databases.map((database) => database.close()));
  });

  describe('loses nothing and applies nothing twice', () => {
    /** So that both workers have some. */
    const tables = [2, 3, 5];
    let removeSender: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      removeSender = await buildSender('on-citus');
    });
    afterAll(() => removeSender?.());

    /** A gateway for each table, of which all are killed and started again by `harm`; then one that finishes what they left. */
    async function survives(harm: (senders: Gateways) => Promise<void>): Promise<void> {
      const databaseUrl = await emptySchema();
      const database = await openDatabase({ dataDir: '', databaseUrl });
      await (await serviceOn(database)).stop();
      const gateways = gatewaysOn(databaseUrl, tables);
      await gateways.accepted(15);
      await harm(gateways);
      await gateways.accepted(15);
      await gateways.kill();
      const service = await serviceOn(database);
      await service.start();
      // What a worker had promised when it fell is found by Citus within a minute.
      await expect.poll(() => allIsDone(database, gateways.senders), { timeout: 180_000, interval: 1000 }).toBe(true);
      for (const table of tables) {
        const accepted = gateways.senders
          .filter((sender) => sender.table === table)
          .flatMap(({ accepted }) => accepted);
        const { records, events } = await expectEachOnce(database, table, accepted);
        console.log(`table ${table}: ${accepted.length} batches accepted, ${events} told, ${records} records`);
      }
      await service.stop();
      await database.close();
    }

    it('when gateways are killed', { timeout: 600_000 }, () =>
      survives(async (gateways) => {
        for (let kills = 0; kills < 3; kills += 1) {
          await gateways.kill();
          gateways.start();
          await gateways.accepted(10);
        }
      }),
    );

    const noWorker = without({ CITUS_STOP_WORKER, CITUS_START_WORKER });
    it.skipIf(noWorker !== '')(`when a worker falls, and gateways with it${noWorker}`, { timeout: 600_000 }, () =>
      survives(async (gateways) => {
        for (let falls = 0; falls < 3; falls += 1) {
          await run(CITUS_STOP_WORKER);
          await pause(1000);
          if (falls === 1) await gateways.kill();
          await run(CITUS_START_WORKER);
          if (falls === 1) gateways.start();
          await gateways.accepted(10);
        }
      }),
    );

    const noCoordinator = without({ CITUS_RESTART_COORDINATOR });
    it.skipIf(noCoordinator !== '')(`when the coordinator is restarted${noCoordinator}`, { timeout: 600_000 }, () =>
      survives(async (gateways) => {
        for (let falls = 0; falls < 3; falls += 1) {
          await run(CITUS_RESTART_COORDINATOR);
          await gateways.accepted(10);
        }
      }),
    );
  });
});

type Gateways = ReturnType<typeof gatewaysOn>;

/** Gateways that each send to a table of their own. */
function gatewaysOn(databaseUrl: string, tables: readonly number[]) {
  const senders: (Sender & { table: number })[] = [];
  let first = 1;
  const running = () => senders.slice(-tables.length);
  const start = () => {
    for (const table of tables)
      senders.push(Object.assign(startSender('on-citus', databaseUrl, table, first), { table }));
    first += 1_000_000;
  };
  start();
  return {
    senders,
    start,
    async kill() {
      await Promise.all(running().map((sender) => sender.kill()));
    },
    /** Waits until each has had this many more accepted. */
    async accepted(more: number) {
      const before = running().map(({ accepted }) => accepted.length);
      await expect
        .poll(() => running().every(({ accepted }, index) => accepted.length >= (before[index] ?? 0) + more), {
          timeout: 180_000,
          interval: 200,
        })
        .toBe(true);
    },
  };
}

/** Whether all that was accepted is applied. */
async function allIsDone(database: Database, senders: readonly Sender[]): Promise<boolean> {
  const [row] = await database.query<{ queued: number; applied: number }>(
    `select count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state = 'applied')::int as applied from update_batch`,
  );
  const accepted = senders.reduce((sum, sender) => sum + sender.accepted.length, 0);
  return row !== undefined && row.queued === 0 && row.applied >= accepted;
}
