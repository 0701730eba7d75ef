import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, DatabaseUnavailable } from './database';
import { openPostgres } from './postgres';
import { findPostgres, openTestPostgres, type TestPostgres } from './test-postgres';

const found = findPostgres();
const reason = 'missing' in found ? ` (skipped: ${found.missing})` : '';

describe.skipIf(reason !== '')(`a Postgres${reason}`, () => {
  let postgres: TestPostgres;
  let database: Database;
  let observer: Database;
  beforeAll(async () => {
    if ('bin' in found) postgres = await openTestPostgres(found.bin);
    database = await openPostgres(postgres.url, { poolSize: 2, statementTimeoutMs: 1000 });
    observer = await openPostgres(postgres.url, { poolSize: 1, statementTimeoutMs: 1000 });
  });
  afterAll(async () => {
    await database?.close();
    await observer?.close();
    await postgres?.remove();
  });
  const sleeping = async () => {
    const [row] = await observer.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'`,
    );
    return row?.n;
  };

  it('ends a statement that takes too long, unless it may', async () => {
    await expect(database.query('select pg_sleep(20)')).rejects.toThrow(DatabaseUnavailable);
    await expect(database.transaction(({ query }) => query('select pg_sleep(20)'))).rejects.toThrow('1 seconds');
    await database.unhurried('select pg_sleep(1.5)');
    expect(await sleeping()).toBe(0);
    await expect(database.query('select pg_sleep(20)')).rejects.toThrow(DatabaseUnavailable);
  });

  it('ends the statement of a caller who leaves, and no other', async () => {
    const leaving = new AbortController();
    const left = database.until(leaving.signal).query('select pg_sleep(0.9)');
    const stays = database.until(new AbortController().signal).query('select pg_sleep(0.8)');
    await expect.poll(sleeping, { interval: 20 }).toBe(2);
    const since = Date.now();
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    expect(Date.now() - since).toBeLessThan(400);
    await expect.poll(sleeping, { interval: 20 }).toBe(1);
    await stays;
    await expect(database.until(leaving.signal).query('select 1')).rejects.toThrow('aborted');
  });

  it('has a fixed number of connections, and answers pings while all are in use', async () => {
    const busy = [1, 2, 3].map(() => database.query('select pg_sleep(0.8)'));
    await expect.poll(() => database.pool?.(), { interval: 20 }).toEqual({ open: 2, idle: 0, waiting: 1 });
    const since = Date.now();
    await database.ping();
    expect(Date.now() - since).toBeLessThan(400);
    await Promise.all(busy);
  });

  it('that is gone is an outage wherever it is noticed, until it is back', async () => {
    await database.ping();
    const inside = database.transaction(async ({ query }) => {
      await query('select 1');
      await postgres.kill();
      return query('select 1');
    });
    await expect(inside).rejects.toThrow(DatabaseUnavailable);
    await expect(database.query('select 1')).rejects.toThrow(DatabaseUnavailable);
    await expect(database.until(new AbortController().signal).query('select 1')).rejects.toThrow(DatabaseUnavailable);
    await expect(database.ping()).rejects.toThrow(DatabaseUnavailable);
    await postgres.start();
    await database.ping();
    expect(await database.query('select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('that refuses a statement or has a full disk is no outage; one that accepts no connections is', async () => {
    const refused = (text: string) => database.query(text).catch((fault: unknown) => fault);
    const byZero = await refused('select 1 / 0');
    expect(byZero).not.toBeInstanceOf(DatabaseUnavailable);
    expect(String(byZero)).toContain('division by zero');
    const raise = (code: string) => refused(`do $$ begin raise 'refused' using errcode = '${code}'; end $$`);
    expect(await raise('53100')).not.toBeInstanceOf(DatabaseUnavailable);
    expect(await raise('53300')).toBeInstanceOf(DatabaseUnavailable);
  });

  it.each(['40001', '40P01'])(
    'does anew what it gave up for the sake of another (%s), and nothing else',
    async (code) => {
      await database.query(`create sequence tries_${code}`);
      const succeedsAfter = (tries: number, code: string) =>
        `do $$ begin if nextval('tries_${code}') < ${tries} then raise 'given up' using errcode = '${code}'; end if; end $$`;
      await database.query(succeedsAfter(3, code));
      let runs = 0;
      const left = await database.transaction(async ({ query }) => {
        runs += 1;
        await query(succeedsAfter(5, code));
        return query(`select last_value from tries_${code}`);
      });
      expect([runs, left]).toEqual([2, [{ last_value: '5' }]]);
      await expect(database.query(succeedsAfter(100, code))).rejects.toThrow('given up');
      await expect(database.query(`do $$ begin raise 'refused' using errcode = '40002'; end $$`)).rejects.toThrow(
        'refused',
      );
    },
  );

  describe('with a connection that stops responding', () => {
    const stopped: number[] = [];
    const stop = ([backend]: { pid: number }[]) => {
      if (backend === undefined) throw new Error('there is no connection to stop');
      process.kill(backend.pid, 'SIGSTOP');
      stopped.push(backend.pid);
    };
    const goOn = () => {
      for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
    };
    afterEach(goOn);
    const ownPid = 'select pg_backend_pid() as pid';
    const lone = () => openPostgres(postgres.url, { poolSize: 1, statementTimeoutMs: 200 });
    const stays = new AbortController().signal;

    it('does not reuse it, neither after a statement nor after a transaction', { timeout: 30_000 }, async () => {
      const [one, other] = [await lone(), await lone()];
      stop(await one.query(ownPid));
      const inside = other.transaction(async ({ query }) => {
        stop(await query(ownPid));
        return query('select 1');
      });
      await Promise.all([
        expect(one.until(stays).query('select 1')).rejects.toThrow(DatabaseUnavailable),
        expect(inside).rejects.toThrow(DatabaseUnavailable),
      ]);
      for (const database of [one, other]) {
        expect(await database.until(stays).query('select 1 as n')).toEqual([{ n: 1 }]);
        await database.close();
      }
    });

    it('releases a caller who leaves at once, during a statement or while waiting', async () => {
      const one = await lone();
      stop(await one.query(ownPid));
      const leaving = new AbortController();
      const left = [1, 2].map(() => one.until(leaving.signal).query('select 1'));
      await expect.poll(() => one.pool?.()).toEqual({ open: 1, idle: 0, waiting: 1 });
      const since = Date.now();
      leaving.abort();
      for (const each of left) await expect(each).rejects.toThrow('aborted');
      expect(Date.now() - since).toBeLessThan(200);
      expect(await one.query('select 1 as n')).toEqual([{ n: 1 }]);
      await one.close();
    });

    it('reopens the connection beside the pool, and keeps it', { timeout: 15_000 }, async () => {
      const one = await lone();
      await one.ping();
      // The connection of the pool is older than this one, and than all that follow it.
      const younger = () =>
        one.query<{ pid: number }>(
          `select pid from pg_stat_activity where backend_type = 'client backend'
             and backend_start > (select backend_start from pg_stat_activity where pid = pg_backend_pid())`,
        );
      expect(await younger()).toHaveLength(1);
      stop(await younger());
      await expect(one.ping().catch(() => one.ping().then(() => 'anew'))).resolves.toBe('anew');
      await one.ping();
      goOn();
      await expect.poll(async () => (await younger()).length).toBe(1);
      await one.close();
    });
  });
});
