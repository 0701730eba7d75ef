/** The whole program, killed at any moment, without its database, beside another instance: what was accepted is applied and reported. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Seeding } from '../../../contract/gateway';
import { type Database, openDatabase } from '../../database/database';
import { testFolder } from '../../database/test-folder';
import { findPostgres, openTestPostgres, type TestPostgres } from '../../database/test-postgres';
import { testService } from '../../service/test-service';
import { PROGRAM_TIMEOUT_MS, withProgram } from '../test-program';
import { rawUpstream } from '../test-wire';
import { createWriter, WRITER_KEY } from '../test-writer';

const variables = { DEMO_API_KEY: WRITER_KEY };
const some = (from: number, to: number) => from + Math.random() * (to - from);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const program = withProgram();

describe('with its own database', () => {
  const folder = testFolder();

  it('killed five times during writes, it has applied and reported all it accepted', async () => {
    const writer = createWriter('killed');
    for (let round = 0; round < 5; round += 1) {
      const running = program.run([], { ...variables, DATA_DIR: folder });
      const address = await running.ready();
      let stopped = false;
      const writing = Promise.all([1, 2, 3].map(() => writer.writeUntil(address, () => stopped)));
      const wanted = writer.accepted.size + 3;
      while (writer.accepted.size < wanted) await pause(20);
      await pause(some(0, 1500));
      running.child.kill('SIGKILL');
      stopped = true;
      await Promise.all([writing, running.ended]);
    }
    expect(writer.accepted.size).toBeGreaterThanOrEqual(15);
    await writer.expectAll(await program.run([], { ...variables, DATA_DIR: folder }).ready());
  });

  it('stopped and killed at every stage of its first loading, it continues each time and loads all data', async () => {
    const data = join(folder, 'first');
    const loaded = async (address: string): Promise<number> => {
      const { seeding } = (await (await fetch(`${address}/healthz`)).json()) as { seeding: Seeding };
      return seeding.done ? Number.POSITIVE_INFINITY : seeding.loaded;
    };
    const stages: [NodeJS.Signals, records: number, laterMs: number][] = [
      ['SIGTERM', 0, 0],
      ['SIGTERM', 0, 5000],
      ['SIGKILL', 100_000, 0],
      ['SIGINT', 150_000, 300],
      ['SIGKILL', 250_000, 100],
      ['SIGTERM', 350_000, 0],
      // All records are there, and their order indexes are being built.
      ['SIGTERM', Number.POSITIVE_INFINITY, 300],
      ['SIGKILL', Number.POSITIVE_INFINITY, 1500],
      ['SIGINT', Number.POSITIVE_INFINITY, 1000],
    ];
    for (const [signal, records, laterMs] of stages) {
      const { child, ended, ready } = program.run([], { ...variables, DATA_DIR: data });
      const address = await ready();
      while ((await loaded(address)) < records) await pause(20);
      await pause(laterMs);
      const told = Date.now();
      child.kill(signal);
      const { code, err } = await ended;
      expect([signal, code, err]).toEqual([signal, signal === 'SIGKILL' ? null : 0, '']);
      expect(Date.now() - told).toBeLessThan(10_000);
    }
    const last = program.run([], { ...variables, DATA_DIR: data });
    const address = await last.ready();
    while ((await loaded(address)) < Number.POSITIVE_INFINITY) await pause(100);
    last.child.kill('SIGTERM');
    expect((await last.ended).code).toBe(0);
    const [interrupted, atOnce] = [
      await openDatabase({ dataDir: data }),
      await openDatabase({ dataDir: 'memory://' }),
    ] as const;
    const whole = await testService(atOnce, { seed: 'full' });
    await whole.start();
    while (!whole.progress().done) await pause(100);
    await whole.stop();
    const sums = (database: Database) =>
      database.query(
        `select table_id, count(*)::int as records, md5(string_agg(item_id || fields::text, '' order by item_id)) as sum
         from dw_record group by table_id order by table_id`,
      );
    expect(await sums(interrupted)).toEqual(await sums(atOnce));
    await Promise.all([interrupted.close(), atOnce.close()]);
  });
});

it('on SIGTERM it finishes running requests, accepts no new ones, and exits', async () => {
  const upstream = await rawUpstream();
  const running = program.run([], { UPSTREAMS: `lab=${upstream.origin}` });
  const address = await running.ready();
  const body = '{"code":0,"message":"success","data":{"spaces":[]},"meta":{"trace_id":"t"}}';
  let answer = () => {};
  const arrived = new Promise<void>((resolve) => {
    upstream.answer = (socket) => {
      answer = () => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      resolve();
    };
  });
  const call = fetch(`${address}/openapi/v1/space/list`);
  await arrived;
  running.child.kill('SIGTERM');
  await expect
    .poll(() =>
      fetch(`${address}/healthz`).then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('refused');
  answer();
  expect(await (await call).text()).toBe(body);
  expect(await running.ended).toMatchObject({ code: 0, err: '' });
  await upstream.close();
});

const diskBytes = 3 * 1024 ** 3;
/**
 * A separate in-memory disk, which can be filled without affecting others. It has no mount point: it is reached through this process's open files, and ends
 * with it.
 */
const place = mkdtempSync(join(tmpdir(), 'disk-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', place]).status === 0;
const opened = openSync(place, 'r');
if (mounted) spawnSync('umount', ['--lazy', place]);
rmSync(place, { recursive: true });
const disk = `/proc/${process.pid}/fd/${opened}`;
afterAll(() => closeSync(opened));

it.skipIf(!mounted)(
  `on a full disk it reports so; with room again, everything accepted is there${mounted ? '' : ' (skipped: no disk can be mounted here)'}`,
  async () => {
    const settings = { ...variables, DATA_DIR: join(disk, 'data') };
    const writer = createWriter('full');
    const running = program.run([], settings);
    const address = await running.ready();
    let stopped = false;
    const writing = Promise.all([1, 2, 3].map(() => writer.writeUntil(address, () => stopped)));
    while (writer.accepted.size < 5) await pause(20);
    const filler = join(disk, 'filler');
    fill(filler);
    const health = () =>
      fetch(`${address}/healthz`, { signal: AbortSignal.timeout(5000) }).then(
        ({ status }) => status,
        () => null,
      );
    // It says that it has no room, or its database stops for want of it, and the program with that.
    await expect.poll(health, { timeout: 120_000, interval: 500 }).not.toBe(200);
    stopped = true;
    running.child.kill('SIGKILL');
    const [, { code, err }] = await Promise.all([writing, running.ended]);
    expect([null, 1]).toContain(code);
    if (code === 1) expect(err).toContain('is full. Free space on it');
    // Nor does it fill the log.
    expect(err.split('\n').filter((line) => line.includes('is full')).length).toBeLessThan(5);
    rmSync(filler);
    await writer.expectAll(await program.run([], settings).ready());
  },
);

/** Writes until there is no room. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = 1024 * 1024; size >= 512; size = size > 512 ? size / 2 : 0) {
      const zeros = Buffer.alloc(size);
      try {
        for (;;) writeSync(file, zeros);
      } catch (fault) {
        if ((fault as NodeJS.ErrnoException).code !== 'ENOSPC') throw fault;
      }
    }
  } finally {
    closeSync(file);
  }
}

const found = findPostgres();
const reason = 'missing' in found ? ` (skipped: ${found.missing})` : '';

describe.skipIf(reason !== '')(`on Postgres${reason}`, () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    if ('bin' in found) postgres = await openTestPostgres(found.bin);
  }, PROGRAM_TIMEOUT_MS);
  afterAll(() => postgres?.remove());
  const onPostgres = () => ({ ...variables, DATABASE_URL: postgres.url });

  it('of two that share it one is killed: the other applies and reports all that either accepted', async () => {
    const writer = createWriter('shared');
    const [first, second] = [program.run([], onPostgres()), program.run([], onPostgres())];
    const addresses = await Promise.all([first.ready(), second.ready()]);
    let stopped = false;
    const writing = Promise.all(addresses.map((address) => writer.writeUntil(address, () => stopped)));
    while (writer.accepted.size < 10) await pause(20);
    await pause(some(0, 1500));
    first.child.kill('SIGKILL');
    await first.ended;
    const before = writer.accepted.size;
    while (writer.accepted.size < before + 10) await pause(20);
    stopped = true;
    await writing;
    await writer.expectAll(addresses[1] ?? '');
  });

  it('without its database it reports so, and recovers automatically', async () => {
    const writer = createWriter('gone');
    const running = program.run([], onPostgres());
    const address = await running.ready();
    const health = async () => (await fetch(`${address}/healthz`)).status;
    let stopped = false;
    const writing = writer.writeUntil(address, () => stopped);
    while (writer.accepted.size < 5) await pause(20);
    await postgres.kill();
    await expect.poll(health, { timeout: 30_000 }).toBe(503);
    const refused = await fetch(`${address}/openapi/v1/space/list`, {
      headers: { 'open-authorization': `Bearer ${WRITER_KEY}` },
    });
    expect([refused.status, ((await refused.json()) as { code: number }).code]).toEqual([503, 503]);
    await postgres.start();
    await expect.poll(health, { timeout: 60_000 }).toBe(200);
    const before = writer.accepted.size;
    while (writer.accepted.size < before + 5) await pause(20);
    stopped = true;
    await writing;
    await writer.expectAll(address);
    expect(running.child.exitCode).toBe(null);
    expect(running.wrote.err).not.toContain(WRITER_KEY);
  });

  it('on SIGTERM while its database does not respond, it reports so and exits', async () => {
    const line = await silencedLine(Number(new URL(postgres.url).port));
    const { child, ended, ready } = program.run([], { ...variables, DATABASE_URL: line.urlOf(postgres.url) });
    await ready();
    line.silence();
    // Until something is asked of it: the queue is looked at twice a second.
    await pause(1500);
    child.kill('SIGTERM');
    const { code, err } = await ended;
    expect([code, err]).toEqual([1, expect.stringContaining('The database did not close within 15 seconds')]);
    await line.close();
  });
});

/** A connection to a database that goes silent at some moment, without closing. */
async function silencedLine(port: number) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from.on('error', () => to.destroy()).on('close', () => to.destroy()));
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    urlOf: (url: string) => url.replace(String(port), String((server.address() as AddressInfo).port)),
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
