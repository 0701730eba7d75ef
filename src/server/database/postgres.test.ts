import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, DatabaseUnavailable } from './database';
import { openPostgres } from './postgres';
import { findPostgres, openTestPostgres, type TestPostgres } from './test-postgres';

const found = findPostgres();
const reason = 'missing' in found ? ` (skipped: ${found.missing})` : '';

describe.skipIf(reason !== '')(`a Postgres${reason}`, () => {
  let postgres: TestPostgres;
  let database: Database;
  beforeAll(async () => {
    if ('bin' in found) postgres = await openTestPostgres(found.bin);
    database = await openPostgres(postgres.url, { poolSize: 2, statementTimeoutMs: 1000 });
  });
  afterAll(async () => {
    await database?.close();
    await postgres?.remove();
  });
  const sleeping = async () => {
    const [row] = await database.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'`,
    );
    return row?.n;
  };

  it('ends a statement that takes too long, but for one that may', async () => {
    await expect(database.query('select pg_sleep(20)')).rejects.toThrow(DatabaseUnavailable);
    await expect(database.transaction(({ query }) => query('select pg_sleep(20)'))).rejects.toThrow('1 seconds');
    await database.unhurried('select pg_sleep(1.5)');
    expect(await sleeping()).toBe(0);
    await expect(database.query('select pg_sleep(20)')).rejects.toThrow(DatabaseUnavailable);
  });

  it('ends the statement of one who leaves, and of nobody else', async () => {
    const leaving = new AbortController();
    const left = database.until(leaving.signal).query('select pg_sleep(0.9)');
    const stays = database.until(new AbortController().signal).query('select pg_sleep(0.8)');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const since = Date.now();
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    expect(Date.now() - since).toBeLessThan(400);
    expect(await sleeping()).toBe(1);
    await stays;
    await expect(database.until(leaving.signal).query('select 1')).rejects.toThrow('aborted');
  });

  it('has so many connections and no more, and answers beside them while all are taken', async () => {
    const busy = [1, 2, 3].map(() => database.query('select pg_sleep(0.8)'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(database.pool?.()).toEqual({ open: 2, idle: 0, waiting: 1 });
    const since = Date.now();
    await database.ping();
    expect(Date.now() - since).toBeLessThan(400);
    await Promise.all(busy);
  });

  it('that is gone is an outage wherever it is noticed, and over when it is back', async () => {
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

  it('that refuses a statement is none', async () => {
    const refused = await database.query('select 1 / 0').catch((fault: unknown) => fault);
    expect(refused).not.toBeInstanceOf(DatabaseUnavailable);
    expect(String(refused)).toContain('division by zero');
  });
});
