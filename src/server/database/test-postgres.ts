/** A Postgres for tests that need one: Debian's, in its own folder and on its own port. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TestPostgres = {
  url: string;
  start(): Promise<void>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  remove(): Promise<void>;
};

/** Where the programs of Postgres are; installed by apt where that is allowed. */
export function findPostgres(): { bin: string } | { missing: string } {
  const found = () =>
    existsSync('/usr/lib/postgresql')
      ? readdirSync('/usr/lib/postgresql')
          .map((version) => join('/usr/lib/postgresql', version, 'bin'))
          .find((bin) => existsSync(join(bin, 'initdb')))
      : undefined;
  const root = process.getuid?.() === 0;
  if (found() === undefined && root && existsSync('/etc/debian_version')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const bin = found();
  if (bin === undefined) return { missing: 'no Postgres in /usr/lib/postgresql, and none could be installed by apt' };
  return root && userIds() === null ? { missing: 'Postgres refuses root, and there is no user postgres' } : { bin };
}

/** Postgres refuses to run as root. */
export function userIds(): { uid: number; gid: number } | null {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

export async function openTestPostgres(bin: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const user = process.getuid?.() === 0 ? userIds() : null;
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, stdio: 'ignore' } as const;
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync'], options);
  const port = await freePort();
  let server: ChildProcess | undefined;
  const postgres: TestPostgres = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async start() {
      server = spawn(
        join(bin, 'postgres'),
        ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
        options,
      );
      while (spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status !== 0) {
        if (server.exitCode !== null) throw new Error('Postgres ended at its start');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async kill() {
      if (server === undefined || server.exitCode !== null) return;
      const ended = new Promise((resolve) => server?.once('exit', resolve));
      server.kill('SIGQUIT');
      await ended;
    },
    async remove() {
      await postgres.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await postgres.start();
  return postgres;
}

/** A free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
