import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { eventsSearch, inboxSchema } from '../../contract/inbox';
import { copyInitialisedGateway } from '../database/test-database';
import { freePort } from '../database/test-postgres';
import { HELP } from './config/greeting';
import { buildProgram, PROGRAM_TIMEOUT_MS, type Program } from './test-program';

const folder = mkdtempSync(join(tmpdir(), 'main-'));
let program: Program;
/** A folder with an empty database, as making one takes seconds. */
function emptyDatabase(name: string): string {
  copyInitialisedGateway(join(folder, name));
  return join(folder, name);
}
const run: Program['run'] = (args, variables) => program.run(args, variables);

beforeAll(async () => {
  program = await buildProgram();
}, PROGRAM_TIMEOUT_MS);
afterEach(() => program.killAll());
afterAll(async () => {
  await program?.remove();
  rmSync(folder, { recursive: true, force: true });
}, PROGRAM_TIMEOUT_MS);

describe('the program', { timeout: PROGRAM_TIMEOUT_MS }, () => {
  it('prints its help and version, and starts nothing', async () => {
    expect(await run(['--help']).ended).toEqual({ code: 0, out: HELP, err: '' });
    expect(await run(['--version']).ended).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it.each([
    [['--port'], {}, 'Unknown argument --port. See npm start -- --help.\n'],
    [[], { PORT: 'x' }, 'PORT must be a whole number from 0 to 65535, not "x".\n'],
    [[], { DATABASE_URL: 'postgres://127.0.0.1:4539/none' }, 'Postgres at DATABASE_URL cannot be reached'],
  ])('with %j and %j stops in one sentence', async (args, variables, sentence) => {
    const { code, err } = await run(args, variables).ended;
    expect(code).toBe(1);
    expect(err).toContain(sentence);
    expect(err.trim()).not.toContain('\n');
  });

  it('writes only JSON with LOG_FORMAT=json', async () => {
    const ended = await run([], { LOG_FORMAT: 'json', PORT: 'x' }).ended;
    expect([ended.code, ended.out]).toEqual([1, '']);
    expect(JSON.parse(ended.err)).toMatchObject({ level: 'error', message: expect.stringContaining('PORT must be') });
    const running = run([], {
      LOG_FORMAT: 'json',
      UPSTREAMS: 'lab=http://127.0.0.1:9',
      DATA_DIR: emptyDatabase('json'),
    });
    await expect.poll(() => running.wrote.out, { timeout: PROGRAM_TIMEOUT_MS }).toContain('\n');
    expect(JSON.parse(running.wrote.out)).toMatchObject({ level: 'info', message: 'listening', version });
  });

  it('serves metrics on a separate port', async () => {
    const port = await freePort();
    const { ready, wrote } = run([], {
      METRICS_PORT: String(port),
      UPSTREAMS: 'lab=http://127.0.0.1:4539',
      DATA_DIR: emptyDatabase('figures'),
    });
    const address = await ready();
    expect((await fetch(`${address}/metrics`)).status).toBe(404);
    const figures = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(await figures.text()).toContain('console_requests_total{route="metrics",method="GET",status="404"} 1');
    await expect.poll(() => wrote.out).toContain(`port ${port}, /metrics`);
    const statusOf = async (path: string, init?: RequestInit) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, init)).status;
    expect([await statusOf('/'), await statusOf('/metrics', { method: 'POST' })]).toEqual([404, 405]);
    expect(await statusOf('/metrics', { headers: { origin: 'http://elsewhere.example' } })).toBe(403);
    expect(await statusOf('/metrics', { headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403);
    // As scrapers call it.
    for (const name of ['elsewhere.example', '10.1.2.3', `console.monitoring.svc:${port}`])
      expect(await statusUnder(name, port)).toBe(200);
  });

  it('responds, holds a stream, and exits cleanly on SIGTERM', async () => {
    const credentials = {
      DEMO_API_KEY: 'key-of-the-test',
      DEMO_APP_ID: 'app-of-the-test',
      DEMO_APP_SECRET: 'secret-of-the-test',
    };
    const data = emptyDatabase('kept');
    const { child, ended, ready, wrote } = run([], { ...credentials, DATA_DIR: data });
    const address = await ready();
    for (const text of Object.values(credentials)) expect(wrote.out).toContain(text);
    const key = { 'open-authorization': 'Bearer key-of-the-test' };
    const spaces = await fetch(`${address}/openapi/v1/space/list`, { headers: key });
    expect(await spaces.json()).toMatchObject({ code: 0, data: { spaces: expect.anything() } });

    const opened = await fetch(`${address}/gateway/inbox`, {
      method: 'POST',
      headers: key,
      body: '{"environment":"embedded"}',
    });
    const inbox = v.parse(inboxSchema, await opened.json());
    const stream = await fetch(
      `${address}/gateway/events/stream?${eventsSearch({ environment: 'embedded', inbox: inbox.inbox })}`,
      { headers: { 'x-inbox-token': inbox.token } },
    );
    const lines = stream.text();
    child.kill('SIGTERM');
    expect(await lines).toContain('heartbeat');
    expect(await ended).toMatchObject({ code: 0, err: '' });

    const again = run([], { DATA_DIR: data });
    await again.ready();
    expect(again.wrote.out).toContain('Demo key');
    // Ctrl+C, sent by the terminal and once more by npm.
    again.child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 20));
    again.child.kill('SIGINT');
    expect((await again.ended).code).toBe(0);
  });

  it('exits cleanly on SIGTERM while it creates its database, and the next start opens it', async () => {
    const begun = join(folder, 'begun');
    const { child, ended } = run([], { DATA_DIR: begun });
    await expect.poll(() => existsSync(join(begun, 'pg.lock')), { timeout: 60_000, interval: 20 }).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, out: '', err: '' });
    expect(existsSync(join(begun, 'pg.lock'))).toBe(false);
    await run([], { DATA_DIR: begun }).ready();
  });

  it('ends in a sentence on SIGTERM when the thread of its database has died', async () => {
    const killsThread = `import threads from 'node:worker_threads';
      import { syncBuiltinESMExports } from 'node:module';
      const { Worker } = threads;
      threads.Worker = class extends Worker {
        constructor(...args) {
          super(...args);
          process.once('SIGUSR2', () => this.terminate().then(() => process.kill(process.pid, 'SIGTERM')));
        }
      };
      syncBuiltinESMExports();`;
    const { child, ended, ready } = run([], {
      UPSTREAMS: 'lab=http://127.0.0.1:9',
      DATA_DIR: emptyDatabase('dead'),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(killsThread)}`,
    });
    await ready();
    child.kill('SIGUSR2');
    const { code, err } = await ended;
    expect(code).toBe(1);
    expect(err).toMatch(/database/i);
    expect(err).not.toMatch(/^ +at /m);
  });

  it.each(['PORT', 'METRICS_PORT'])('reports when %s is in use, and exits', async (name) => {
    const other = await listening();
    const { port } = other.address() as AddressInfo;
    const { code, out, err } = await run([], { METRICS_PORT: '0', [name]: String(port) }).ended;
    other.close();
    expect([code, out, err]).toEqual([
      1,
      '',
      `Port ${port} on 127.0.0.1 is in use. Set ${name} to another port, or to 0 for any free one.\n`,
    ]);
  });
});

/** `fetch` sets no `Host`. */
function statusUnder(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = get({ host: '127.0.0.1', port, path: '/metrics', headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.once('error', reject);
  });
}

function listening(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
