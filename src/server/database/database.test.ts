import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, DatabaseError, DatabaseUnavailable, openDatabase, type Queries } from './database';
import { copyInitialised } from './test-database';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A folder with an empty database, as making one takes seconds. */
function emptyDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'database-'));
  folders.push(folder);
  copyInitialised(folder);
  return folder;
}

const engines = ['pglite', ...(process.env.TEST_DATABASE_URL ? ['postgres'] : [])] as const;

describe.each(engines)('database on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({
      dataDir: emptyDatabase(),
      databaseUrl: engine === 'postgres' ? process.env.TEST_DATABASE_URL : undefined,
    });
    await database.query('create table if not exists database_test (id bigint primary key, body jsonb, bytes bytea)');
    await database.query('delete from database_test');
  });
  afterAll(async () => {
    await database?.query('drop table if exists database_test');
    await database?.close();
  });

  it('keeps every digit of 64-bit integers, numerics and JSON', async () => {
    const rows = await database.query<{ a: string; n: string; j: string }>(
      `select $1::bigint as a, 0.1::numeric + 9007199254740993 as n, $2::jsonb as j`,
      [2n ** 63n - 1n, '{"n":9223372036854775807}'],
    );
    expect(rows).toEqual([{ a: '9223372036854775807', n: '9007199254740993.1', j: '{"n": 9223372036854775807}' }]);
  });

  it('takes arrays and bytes as parameters', async () => {
    const bytes = new Uint8Array([0, 1, 255]);
    await database.query('insert into database_test values ($1, null, $2)', ['7', bytes]);
    const rows = await database.query<{ bytes: Uint8Array }>(
      'select bytes from database_test where id = any($1::bigint[])',
      [[7n, 8]],
    );
    expect(rows.map((row) => [...row.bytes])).toEqual([[0, 1, 255]]);
  });

  it('takes texts with every character of array syntax', async () => {
    const texts = ['"', '\\', 'a,b', '{}', '', 'NULL', ' ', "'", '\\"', '雪\n'];
    const rows = await database.query<{ texts: string[]; one: string; yes: boolean; part: number; none: null }>(
      'select $1::text[] as texts, $2::text as one, $3::boolean as yes, $4::float8 as part, $5::text as none',
      [texts, '\\"{', true, 0.5, null],
    );
    expect(rows).toEqual([{ texts, one: '\\"{', yes: true, part: 0.5, none: null }]);
  });

  it('isolates a transaction, and runs its statements in order, also simultaneous ones', async () => {
    let outside: Promise<{ n: number }[]> | undefined;
    const inside = await database.transaction(async ({ query }) => {
      await query('insert into database_test (id) values (300)');
      outside = database.query<{ n: number }>(
        'select count(*)::int as n from database_test where id between 300 and 309',
      );
      const all = [301, 302, 303].map((id) =>
        query<{ id: string }>('insert into database_test (id) values ($1::bigint) returning id', [id]),
      );
      return (await Promise.all(all)).map(([row]) => row?.id);
    });
    expect(inside).toEqual(['301', '302', '303']);
    // None of the four, or all of them: never some.
    expect([0, 4]).toContain((await outside)?.[0]?.n);
  });

  it('refuses a statement of a transaction that has ended', async () => {
    let late: (() => Promise<unknown>) | undefined;
    await database.transaction(async ({ query }) => {
      late = () => query('select 1');
    });
    await expect(late?.()).rejects.toThrow('has ended');
  });

  it('runs no statement after a failed one, even if issued together, and rolls both back', async () => {
    const failing = database.transaction(({ query }) =>
      Promise.all([
        query('insert into database_test (id) values (320)'),
        query('select 1 / 0'),
        query('insert into database_test (id) values (321)'),
      ]),
    );
    await expect(failing).rejects.toThrow('division by zero');
    expect(await database.query('select id from database_test where id in (320, 321)')).toEqual([]);
  });

  it('commits with a statement marked as last, and continues where it is not', async () => {
    const inserting = (id: number, last: boolean) =>
      database.transaction(async ({ query, queryLast }) => {
        const rows = await queryLast<{ last: boolean; id: string }>(
          `insert into database_test (id) values ($1::bigint) returning id, $2::boolean as last`,
          [id, last],
        );
        expect(rows).toEqual([{ id: String(id), last }]);
        if (!last) await query('insert into database_test (id) values ($1::bigint)', [id + 1]);
        throw new Error('too late for what has been committed');
      });
    await expect(inserting(330, true)).rejects.toThrow('too late');
    await expect(inserting(340, false)).rejects.toThrow('too late');
    const kept = await database.query('select id from database_test where id between 330 and 349');
    // Postgres has no such way: there it is committed when all is done.
    expect(kept).toEqual(engine === 'pglite' ? [{ id: '330' }] : []);
    expect(await database.transaction(({ query }) => query('select 1 as n'))).toEqual([{ n: 1 }]);
  });

  it.each<[string, (queries: Queries) => Promise<unknown>, string]>([
    ['a statement of it fails', ({ query }) => query('select 1 / 0'), 'division by zero'],
    ['it throws', () => Promise.reject(new Error('no')), 'no'],
  ])('rolls a transaction back completely when %s, and continues', async (_, fail, reason) => {
    const failing = database.transaction(async (queries) => {
      await queries.query('insert into database_test (id) values (400)');
      await fail(queries);
    });
    await expect(failing).rejects.toThrow(reason);
    expect(await database.query('select id from database_test where id = 400')).toEqual([]);
    expect(await database.transaction(({ query }) => query('select 1 as n'))).toEqual([{ n: 1 }]);
  });

  it('returns the same for repeated statements, after failures, and beyond the statement cache', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      expect(await database.query('select $1::int + 1 as n', [turn])).toEqual([{ n: turn + 1 }]);
      await expect(database.query('select 1 / $1::int as n', [0])).rejects.toThrow('division by zero');
      expect(await database.query('select 1 / $1::int as n', [1])).toEqual([{ n: 1 }]);
      await expect(database.query('select from where')).rejects.toThrow('syntax');
    }
    for (let turn = 0; turn < 2; turn += 1) {
      for (let n = 0; n < 320; n += 1) expect(await database.query(`select ${n} as n`)).toEqual([{ n }]);
    }
  });
});

describe('the thread of PGlite', () => {
  it('keeps this thread free while a statement runs', async () => {
    const database = await openDatabase({ dataDir: emptyDatabase() });
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 10);
    await database.query('select pg_sleep(1)');
    clearInterval(turning);
    await database.close();
    expect(turns).toBeGreaterThan(5);
  });

  it('does not start a statement whose caller left while it waited', async () => {
    const database = await openDatabase({ dataDir: emptyDatabase() });
    await database.query('create table asked (n int)');
    const leaving = new AbortController();
    const before = database.query('select pg_sleep(0.3)');
    const left = database.until(leaving.signal).query('insert into asked values (1)');
    const stays = database.until(new AbortController().signal).query('insert into asked values (2)');
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    await Promise.all([before, stays]);
    expect(await database.query('select n from asked')).toEqual([{ n: 2 }]);
    await database.close();
  });

  it('refuses statements after closing, and stays usable after an error', async () => {
    const database = await openDatabase({ dataDir: emptyDatabase() });
    await expect(database.query('select nothing from nowhere')).rejects.toThrow('nowhere');
    expect(await database.query('select 1 as n')).toEqual([{ n: 1 }]);
    await database.close();
    await expect(database.query('select 1')).rejects.toBeInstanceOf(DatabaseError);
    await database.close();
  });
});

describe('the folder of PGlite', () => {
  let folder: string;
  beforeAll(() => {
    folder = emptyDatabase();
  });

  it('is refused to a second process in one sentence, and free again after closing', async () => {
    const database = await openDatabase({ dataDir: folder });
    const refusal = await openDatabase({ dataDir: folder }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseError);
    expect((refusal as Error).message).toContain(`in use by process ${process.pid}`);
    await database.query('create table kept (n int)');
    await database.close();
    const again = await openDatabase({ dataDir: folder });
    expect(await again.freeBytes?.()).toBeGreaterThan(0);
    expect(await again.query('select n from kept')).toEqual([]);
    await again.close();
  });

  it('is refused while its process lives, and taken over once it is gone', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const lock = join(folder, 'pg.lock');
    await writeFile(lock, JSON.stringify({ pid: other.pid, started: null }));
    await expect(openDatabase({ dataDir: folder })).rejects.toThrow(`process ${other.pid}`);
    const gone = new Promise((resolve) => other.once('exit', resolve));
    other.kill('SIGKILL');
    await gone;
    const database = await openDatabase({ dataDir: folder });
    expect(JSON.parse(await readFile(lock, 'utf8')).pid).toBe(process.pid);
    await database.close();
  });
});

describe('the upkeep of PGlite', () => {
  it('frees the log as it grows, and leaves none behind', async () => {
    const folder = emptyDatabase();
    const database = await openDatabase({ dataDir: folder });
    const log = join(folder, 'pg', 'pg_wal');
    const megabytes = async () => {
      const sizes = (await readdir(log)).map(async (name) => (await stat(join(log, name))).size);
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 2 ** 20;
    };
    await database.query(
      `create table written as select n, repeat(md5(n::text), 50) as text from generate_series(1, 20000) n`,
    );
    await database.query(`insert into written select n, repeat(md5(n::text), 50) from generate_series(1, 20000) n`);
    await expect.poll(megabytes, { timeout: 30_000 }).toBeLessThan(25);
    expect(await database.query('select count(*)::int as n from written')).toEqual([{ n: 40_000 }]);
    await database.close();
    expect(await megabytes()).toBeLessThan(3);
  });

  it('vacuums every table, at each start and hourly', async () => {
    const folder = emptyDatabase();
    const first = await openDatabase({ dataDir: folder });
    await first.query('create table changed as select generate_series(1, 1000) as n');
    await first.query('delete from changed where n % 2 = 0');
    const unseen = `select relname as name from pg_class where relname in ('changed', 'other') and relallvisible < relpages`;
    await first.query('create table other as select 1 as n');
    await first.query('analyze');
    expect(await first.query(unseen)).toHaveLength(2);
    await first.close();
    const second = await openDatabase({ dataDir: folder });
    await expect.poll(() => second.query(unseen), { timeout: 30_000 }).toEqual([]);
    await second.close();
  });
});

/** Why a folder is not opened. */
const refusalOf = (dataDir: string) =>
  openDatabase({ dataDir }).then(
    () => 'opened',
    (fault: unknown) => (fault instanceof DatabaseError ? fault.message : fault),
  );

describe('a folder of PGlite that is not as it was left', () => {
  it.each<[string, (pg: string) => Promise<void>, RegExp]>([
    [
      'of an older PostgreSQL',
      (pg) => writeFile(join(pg, 'PG_VERSION'), '17\n'),
      /belongs to another version of PostgreSQL: .*version 17, .*\. Start the version of Warehouse Console that created it/,
    ],
    [
      'of a newer PostgreSQL',
      (pg) => writeFile(join(pg, 'PG_VERSION'), '19\n'),
      /belongs to another version of PostgreSQL: .*version 19, /,
    ],
    [
      'without its version',
      (pg) => rm(join(pg, 'PG_VERSION')),
      /has files but no database: PG_VERSION is missing\. Restore a backup/,
    ],
    [
      'without its control file',
      (pg) => rm(join(pg, 'global', 'pg_control')),
      /cannot be opened; its files may be damaged: could not open file "global\/pg_control": .*\. Restore a backup/,
    ],
    [
      'without its log',
      async (pg) => {
        for (const name of await readdir(join(pg, 'pg_wal'))) await rm(join(pg, 'pg_wal', name), { recursive: true });
      },
      /its files may be damaged: could not locate a valid checkpoint record/,
    ],
    [
      'with an empty control file',
      (pg) => writeFile(join(pg, 'global', 'pg_control'), new Uint8Array(8192)),
      /its files may be damaged: /,
    ],
  ])('%s is one sentence, and stays as it is', async (_, spoil, sentence) => {
    const folder = emptyDatabase();
    await spoil(join(folder, 'pg'));
    const files = async () => (await readdir(join(folder, 'pg'))).filter((name) => name !== 'postmaster.pid').sort();
    const before = await files();
    const refusal = await refusalOf(folder);
    expect(refusal).toMatch(sentence);
    expect(refusal).not.toContain('\n');
    expect(await refusalOf(folder)).toBe(refusal);
    expect(await files()).toEqual(before);
    expect(await readdir(folder)).toEqual(['pg']);
  });

  it('whose database stops says why, and answers nothing more', async () => {
    const folder = emptyDatabase();
    // As a full disk leaves it.
    await writeFile(join(folder, 'pg', 'postmaster.pid'), '');
    const database = await openDatabase({ dataDir: folder });
    await rm(join(folder, 'pg', 'pg_wal'), { recursive: true });
    const writing = async () => {
      for (;;) await database.query(`select pg_switch_wal(), pg_logical_emit_message(true, 'x', 'y')`);
    };
    await expect(writing()).rejects.toThrow('pg_wal');
    const lost = await database.lost;
    expect(lost?.message).toMatch(/^The database in .*pg has stopped: could not .*pg_wal.*\. Start again: /);
    await expect(database.query('select 1')).rejects.toBe(lost);
    await database.close().catch(() => undefined);
  });
});

describe.runIf(process.platform === 'linux')('the folder of PGlite on Linux', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'database-'));

  it('that is empty, or left by an interrupted start, gets a database, and no setup data stay in memory', async () => {
    const folder = join(scratch, 'made');
    await mkdir(join(folder, 'pg', 'written-x'), { recursive: true });
    await mkdir(join(folder, 'pg.new'));
    await writeFile(join(folder, 'pg.new', 'PG_VERSION'), '18\n');
    const before = process.memoryUsage.rss();
    const database = await openDatabase({ dataDir: folder });
    const took = (process.memoryUsage.rss() - before) / 1e6;
    await database.close();
    // With it, it is about 780.
    expect(took).toBeLessThan(550);
    expect(await readdir(folder)).toEqual(['pg']);
    // Without the two that further ones would be copied from, which are half of a new folder.
    expect(await readdir(join(folder, 'pg', 'base'))).toHaveLength(1);
  });
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  it('is free when its process was killed, even if not reaped', async () => {
    const folder = join(scratch, 'zombie');
    copyInitialised(folder);
    // A shell that became another program never asks how its child ended.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (said) => resolve(Number(said))));
    const stat = () => readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = (await stat()).split(') ')[1]?.split(' ');
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    await writeFile(join(folder, 'pg.lock'), JSON.stringify({ pid, started: `${boot}:${fields?.[19]}` }));
    expect(await refusalOf(folder)).toContain(`in use by process ${pid}`);
    process.kill(pid, 'SIGKILL');
    await expect.poll(stat).toContain(') Z ');
    await (await openDatabase({ dataDir: folder })).close();
    parent.kill('SIGKILL');
  });

  it('that is a file, or cannot be written, is one sentence', async () => {
    const file = join(scratch, 'file');
    await writeFile(file, '');
    const isFile = (folder: string) => `DATA_DIR ${folder} is a file or is inside one. Set it to a folder.`;
    expect(await refusalOf(file)).toBe(isFile(file));
    expect(await refusalOf(join(file, 'below'))).toBe(isFile(join(file, 'below')));
    const [closed, inner] = [join(scratch, 'closed'), join(scratch, 'inner')];
    await mkdir(closed, { mode: 0o555 });
    await mkdir(join(inner, 'pg'), { recursive: true, mode: 0o755 });
    await chmod(inner, 0o777);
    await chmod(join(inner, 'pg'), 0o555);
    await chmod(scratch, 0o755);
    const root = process.getuid?.() === 0;
    if (root) process.seteuid?.(65534);
    try {
      const unwritable = (folder: string) =>
        `This user cannot write to DATA_DIR ${folder} (EACCES). Set it to a writable folder.`;
      for (const folder of [closed, join(closed, 'below'), inner])
        expect(await refusalOf(folder)).toBe(unwritable(folder));
    } finally {
      if (root) process.seteuid?.(0);
    }
  });
});

/** Disks of their own, where this user may mount some. */
const place = mkdtempSync(join(tmpdir(), 'disk-'));
const mount = (options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]).status === 0;
const canMount = mount('size=4k');
const unmount = () => spawnSync('umount', ['--lazy', place]);
if (canMount) unmount();
afterAll(() => rm(place, { recursive: true, force: true }));

describe.skipIf(!canMount)(`the disk of PGlite${canMount ? '' : ' (skipped: no disk can be mounted here)'}`, () => {
  afterEach(() => void unmount());

  it('that is read-only, or full before there is a database, is one sentence', async () => {
    mount('ro');
    expect(await refusalOf(place)).toBe(
      `DATA_DIR ${place} is on a read-only disk (EROFS). Make the disk writable, or set DATA_DIR to another folder.`,
    );
    unmount();
    mount('size=2m');
    const full = `The disk of ${place} is full. Free space on it, then start again.`;
    expect(await refusalOf(place)).toBe(full);
    expect(await refusalOf(place)).toBe(full);
  });

  it('that fills up is an outage until there is room again, or ends the database with the reason', async () => {
    mount('size=100m');
    copyInitialised(place);
    const database = await openDatabase({ dataDir: place });
    await database.query('create table filled (body text)');
    const filling = async () => {
      for (;;)
        await database.query(`insert into filled select repeat(md5(n::text), 50) from generate_series(1, 500) n`);
    };
    const full = /^The disk of .*pg is full\. Free space on it, then start again\.$/;
    const fault = await filling().catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(DatabaseUnavailable);
    expect((fault as Error).message).toMatch(full);
    await database.close().catch(() => undefined);
  });
});

it('says in one sentence that Postgres cannot be reached, without the password', async () => {
  const refusal = await openDatabase({
    dataDir: 'memory://',
    databaseUrl: 'postgres://user:secret@127.0.0.1:4519/none',
  }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatabaseError);
  expect((refusal as Error).message).toMatch(/^Postgres at DATABASE_URL cannot be reached: .+\.$/);
  expect((refusal as Error).message).not.toContain('secret');
});
