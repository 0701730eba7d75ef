import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { get } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { eventsSearch, inboxSchema } from '../../contract/inbox';
import { copyInitialisedGateway } from '../database/test-database';
import { testFolder } from '../database/test-folder';
import { freePort } from '../database/test-postgres';
import { HELP } from './config/greeting';
import { PROGRAM_TIMEOUT_MS, withProgram } from './test-program';

const folder = testFolder();
/** A folder with an empty database, as making one takes seconds. */
function emptyDatabase(name: string): string {
  copyInitialisedGateway(join(folder, name));
  return join(folder, name);
}
const { run } = withProgram();

const withoutService = { UPSTREAMS: 'lab=http://127.0.0.1:9' };

async function openInbox(address: string): Promise<v.InferOutput<typeof inboxSchema>> {
  const opened = await fetch(`${address}/gateway/inbox`, {
    method: 'POST',
    headers: { 'open-authorization': 'Bearer some-key' },
    body: '{"environment":"lab"}',
  });
  return v.parse(inboxSchema, await opened.json());
}

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

  it('holds a stream, and exits cleanly on SIGTERM', async () => {
    const { child, ended, ready } = run([], { ...withoutService, DATA_DIR: emptyDatabase('kept') });
    const address = await ready();
    const { inbox, token } = await openInbox(address);
    const stream = await fetch(`${address}/gateway/events/stream?${eventsSearch({ environment: 'lab', inbox })}`, {
      headers: { 'x-inbox-token': token },
    });
    const lines = stream.text();
    child.kill('SIGTERM');
    expect(await lines).toContain('heartbeat');
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  it('exits with the reason when its database stops, so that a supervisor starts it again, and refuses a damaged one', async () => {
    const data = emptyDatabase('stopped');
    const { ended, ready } = run([], { ...withoutService, DATA_DIR: data });
    const address = await ready();
    rmSync(join(data, 'gateway', 'pg', 'pg_wal'), { recursive: true });
    const { inbox } = await openInbox(address);
    const event = () => fetch(`${address}/callback/lab/${inbox}`, { method: 'POST', body: randomBytes(400_000) });
    // Until a file of the log is full.
    for (let events = 0; events < 20; events += 1) if ((await event().catch(() => null)) === null) break;
    const { code, err } = await ended;
    expect(code).toBe(1);
    expect(err.split('\n').filter((line) => line.includes('has stopped: could not'))).toHaveLength(1);
    expect(err).not.toContain('    at ');
    const again = await run([], { ...withoutService, DATA_DIR: data }).ended;
    expect([again.code, again.out]).toEqual([1, '']);
    expect(again.err).toMatch(/^The database in .*pg cannot be opened; its files may be damaged: [^\n]+\n$/);
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
