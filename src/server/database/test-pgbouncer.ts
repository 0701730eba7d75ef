/** A PgBouncer for tests that need one: Debian's, before a Postgres, each statement or transaction on whichever connection is free. */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, userIds } from './test-postgres';

const program = '/usr/sbin/pgbouncer';

/** Why there is none; null if there is one, installed by apt where allowed. */
export function missingPgbouncer(): string | null {
  if (!existsSync(program) && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  return existsSync(program) ? null : `no ${program}, and it could not be installed by apt`;
}

/** @param url of the Postgres behind it. @returns the same address through it, and what ends it */
export async function openTestPgbouncer(url: string): Promise<{ url: string; remove(): Promise<void> }> {
  const behind = new URL(url);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${behind.hostname} port=${behind.port} user=${behind.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
ignore_startup_parameters = statement_timeout, extra_float_digits, options
`,
  );
  // It refuses root, as Postgres does.
  const user = process.getuid?.() === 0 ? userIds() : null;
  if (user !== null) for (const path of [folder, join(folder, 'pgbouncer.ini')]) chownSync(path, user.uid, user.gid);
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], { ...user, cwd: folder, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('PgBouncer ended at its start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const through = new URL(url);
  through.port = String(port);
  return {
    url: through.href,
    async remove() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false)).once('close', () => resolve(false));
    socket.once('connect', () => socket.end());
  });
}
