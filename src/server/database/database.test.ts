import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, DatabaseError, openDatabase } from './database';
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

  it('continues after a statement fails in a transaction', async () => {
    const failing = database.transaction(async ({ query }) => {
      await query('insert into database_test (id) values (400)');
      await query('select 1 / 0');
    });
    await expect(failing).rejects.toThrow('division by zero');
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

  it('rolls a transaction back completely when it throws', async () => {
    await expect(
      database.transaction(async ({ query }) => {
        await query('insert into database_test (id) values (100)');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await database.query('select id from database_test where id = 100')).toEqual([]);
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

describe.runIf(process.platform === 'linux')('the folder of PGlite on Linux', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'database-'));

  it('that was empty leaves no setup data in memory', async () => {
    const before = process.memoryUsage.rss();
    const database = await openDatabase({ dataDir: join(scratch, 'made') });
    const took = (process.memoryUsage.rss() - before) / 1e6;
    await database.close();
    // With it, it is about 780.
    expect(took).toBeLessThan(550);
  });
  afterAll(() => rm(scratch, { recursive: true, force: true }));
  const refusalOf = (dataDir: string) =>
    openDatabase({ dataDir }).then(
      () => 'opened',
      (fault: unknown) => (fault instanceof DatabaseError ? fault.message : fault),
    );

  it('is free when its process was killed, even if not reaped', async () => {
    const folder = join(scratch, 'zombie');
    await mkdir(folder);
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

it('says in one sentence that Postgres cannot be reached, without the password', async () => {
  const refusal = await openDatabase({
    dataDir: 'memory://',
    databaseUrl: 'postgres://user:secret@127.0.0.1:4519/none',
  }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatabaseError);
  expect((refusal as Error).message).toMatch(/^Postgres at DATABASE_URL cannot be reached: .+\.$/);
  expect((refusal as Error).message).not.toContain('secret');
});
