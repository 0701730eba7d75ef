/** The examples of `deploy/`, started in front of the program unchanged, except for names, ports and certificates. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentListSchema } from '../../../contract/gateway';
import { eventsSearch } from '../../../contract/inbox';
import { testFolder } from '../../database/test-folder';
import { freePort } from '../../database/test-postgres';
import { buildProgram, PROGRAM_TIMEOUT_MS, type Program } from '../test-program';

const KEY = 'planted-key-of-the-proxy-test';
/** Whose file hosts are more than fit into the headers that nginx passes on. */
const hundred = Array.from({ length: 100 }, (_, n) => ({
  name: `lab-${n}`,
  baseUrl: `https://api-${n}.warehouse.example.com`,
  fileHosts: [`files-${n}.warehouse.example.com`],
}));
const folder = testFolder();
const example = (name: string) => readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8');

/** Debian's program, unpacked beside the system and not into it. */
function unpacked(name: string, path: string): string | null {
  if (existsSync(`/${path}`)) return `/${path}`;
  if (!existsSync('/etc/debian_version')) return null;
  const options = { cwd: folder, stdio: 'ignore' } as const;
  if (spawnSync('apt-get', ['download', '-qq', name], options).status !== 0) {
    spawnSync('apt-get', ['update', '-qq'], options);
    if (spawnSync('apt-get', ['download', '-qq', name], options).status !== 0) return null;
  }
  spawnSync('sh', ['-c', `dpkg-deb -x ${name}_*.deb .`], options);
  const program = join(folder, path);
  return spawnSync(program, name === 'nginx' ? ['-v'] : ['version']).status === 0 ? program : null;
}

/** Where the proxy is found, with TLS and without, and where it finds the gateway; all on loopback. */
type Ports = { tls: number; plain: number; gateway: number };
type Proxy = {
  name: string;
  program: string | null;
  start(program: string, ports: Ports): ChildProcess;
  log: string;
  /** Where it listens in these tests. */
  hosts: string[];
};
const logs = (name: string) => join(folder, `${name}.log`);
const proxies: Proxy[] = [
  {
    name: 'nginx',
    program: unpacked('nginx', 'usr/sbin/nginx'),
    log: logs('nginx'),
    hosts: ['127.0.0.1', '::1'],
    start(program, { tls, plain, gateway }) {
      const site = example('nginx.conf')
        .replace('listen 443 ssl', `listen 127.0.0.1:${tls} ssl`)
        .replace('listen [::]:443 ssl', `listen [::1]:${tls} ssl`)
        .replace('listen 80;', `listen 127.0.0.1:${plain};`)
        .replace('listen [::]:80;', `listen [::1]:${plain};`)
        .replace('127.0.0.1:4173', `127.0.0.1:${gateway}`)
        .replaceAll('server_name console.example.com', 'server_name localhost')
        .replace('/etc/ssl/console.example.com.pem', join(folder, 'cert.pem'))
        .replace('/etc/ssl/console.example.com.key', join(folder, 'key.pem'))
        .replaceAll('/var/log/nginx/warehouse-console.log', logs('nginx'));
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      writeFileSync(
        join(folder, 'nginx.conf'),
        `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr; events {} http { ${paths.join(' ')} ${site} }`,
      );
      return spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
    },
  },
  {
    name: 'caddy',
    program: unpacked('caddy', 'usr/bin/caddy'),
    log: logs('caddy'),
    // Without addresses it listens everywhere; with two, Debian's forwards only one of them.
    hosts: ['127.0.0.1'],
    start(program, { tls, plain, gateway }) {
      const site = example('Caddyfile')
        .replace('console.example.com {', `localhost {\n\ttls ${folder}/cert.pem ${folder}/key.pem`)
        .replace('127.0.0.1:4173', `127.0.0.1:${gateway}`)
        .replace('/var/log/caddy/warehouse-console.log', logs('caddy'));
      writeFileSync(
        join(folder, 'Caddyfile'),
        `{\n\tadmin off\n\thttps_port ${tls}\n\thttp_port ${plain}\n\tdefault_bind 127.0.0.1\n}\n${site}`,
      );
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      return spawn(program, ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
        stdio: 'ignore',
        env,
      });
    },
  },
];

let program: Program;
beforeAll(async () => {
  mkdirSync(join(folder, 'logs'), { recursive: true });
  const certificate = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key.pem -out cert.pem';
  execFileSync('openssl', certificate.split(' '), { cwd: folder, stdio: 'ignore' });
  program = await buildProgram();
}, PROGRAM_TIMEOUT_MS);
afterAll(() => program?.remove(), PROGRAM_TIMEOUT_MS);

describe.each(proxies)('behind $name', ({ name, program: path, start, log, hosts }) => {
  it.skipIf(path === null)(
    `people, programs and the platform are served, and no secret is logged${path === null ? ` (skipped: Debian's ${name} cannot be had here)` : ''}`,
    async () => {
      const port = await freePort();
      const plain = await freePort();
      const config = join(folder, 'hundred.json');
      writeFileSync(config, JSON.stringify({ environments: [{ name: 'embedded', embedded: true }, ...hundred] }));
      const running = program.run([], { PUBLIC_URL: `https://localhost:${port}`, DEMO_API_KEY: KEY, CONFIG: config });
      await expect.poll(() => running.wrote.out, { timeout: PROGRAM_TIMEOUT_MS }).toMatch(/Listening on/);
      const gateway = Number(/Listening on +127\.0\.0\.1:(\d+)/.exec(running.wrote.out)?.[1]);
      const proxy = start(path ?? '', { tls: port, plain, gateway });
      try {
        const ask = (options: RequestOptions, body = '') => asked({ port, ...options }, body);
        const status = async () => (await ask({ path: '/healthz' }).catch(() => null))?.statusCode;
        await expect.poll(status, { timeout: 30_000 }).toBe(200);

        for (const host of hosts) expect((await ask({ path: '/healthz', host })).statusCode).toBe(200);

        // Served by the program beside it, which has a page only where the console is built.
        const page = await ask({ path: '/connect' });
        expect([page.statusCode, (await text(page)).includes('files-99.warehouse.example.com')]).toEqual([200, true]);
        const list = await ask({ path: '/gateway/environments' });
        expect(v.parse(environmentListSchema, JSON.parse(await text(list))).demo).toBe(false);
        expect(list.headers['strict-transport-security']).toContain('max-age');
        const origin = `https://localhost:${port}`;
        const key = { 'open-authorization': `Bearer ${KEY}` };
        const spaces = await ask({ path: '/openapi/v1/space/list', headers: { ...key, origin } });
        expect(await text(spaces)).toContain('"code":0');
        expect(
          (await ask({ path: '/openapi/v1/space/list', headers: { ...key, origin: 'https://evil.example' } }))
            .statusCode,
        ).toBe(403);
        const large = {
          path: '/openapi/v1/dw_item',
          method: 'PUT',
          headers: { ...key, 'content-length': 10 * 1024 * 1024 },
        };
        expect((await ask(large, ' '.repeat(10 * 1024 * 1024))).statusCode).toBe(413);

        const opened = await ask(
          { path: '/gateway/inbox', method: 'POST', headers: key },
          '{"environment":"embedded"}',
        );
        const inbox = JSON.parse(await text(opened)) as { address: string; inbox: string; token: string };
        expect(inbox.address).toBe(`${origin}/callback/embedded/${inbox.inbox}`);
        const callback = new URL(inbox.address).pathname;
        const search = eventsSearch({ environment: 'embedded', inbox: inbox.inbox });
        const stream = await ask({
          path: `/gateway/events/stream?${search}`,
          headers: { 'x-inbox-token': inbox.token },
        });
        let came = '';
        stream.setEncoding('utf8').on('data', (part: string) => {
          came += part;
        });
        await expect.poll(() => came, { timeout: 10_000 }).toContain('heartbeat');
        const sent = await ask({ path: callback, method: 'POST' }, '{"event":"through the proxy"}');
        expect(sent.statusCode).toBe(200);
        // Sooner than the next sign of life: it is passed on as it comes.
        await expect.poll(() => came, { timeout: 10_000 }).toContain('through the proxy');
        stream.destroy();

        // Without TLS there is only the redirect, and its requests are not logged either.
        for (const host of hosts) {
          const led = await answered(
            plainRequest({
              host,
              port: plain,
              path: `${callback}?a=1`,
              method: 'POST',
              headers: { host: 'localhost' },
            }),
          );
          expect(led.statusCode).toBe(308);
          const { protocol, hostname, pathname, search } = new URL(led.headers.location ?? '');
          expect([protocol, hostname, pathname, search]).toEqual(['https:', 'localhost', callback, '?a=1']);
        }

        await expect
          .poll(() => (existsSync(log) ? readFileSync(log, 'utf8') : ''), { timeout: 10_000 })
          .toContain('/callback/embedded/-');
        const logged = readFileSync(log, 'utf8') + running.wrote.out + running.wrote.err;
        expect(logged).toContain('/gateway/environments');
        for (const secret of [KEY, inbox.token, inbox.inbox]) expect(logged).not.toContain(secret);
      } finally {
        proxy.kill('SIGKILL');
        running.child.kill('SIGTERM');
        await running.ended;
      }
    },
  );
});

describe('the systemd unit', () => {
  const unit = example('warehouse-console.service');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const noSystemd = spawnSync('systemd-analyze', ['--version']).status !== 0;

  it.skipIf(noSystemd)(`is valid for systemd${noSystemd ? ' (skipped: no systemd-analyze here)' : ''}`, () => {
    const copy = join(folder, 'warehouse-console.service');
    // Where the test runs there is neither that folder nor that node.
    writeFileSync(copy, unit.replace('/usr/bin/node', process.execPath).replace('/opt/warehouse-console', folder));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' });
    expect([status, stderr.split('\n').filter((line) => line.includes('warehouse-console'))]).toEqual([0, []]);
  });

  it('starts the built program, with variables it knows', async () => {
    expect(value('ExecStart')).toBe('/usr/bin/node dist/server/main.js');
    const variables = Object.fromEntries(
      value('Environment')
        .split(' ')
        .map((pair) => pair.split('=')),
    );
    const running = program.run([], { ...variables, PORT: '0', DATA_DIR: join(folder, 'state') });
    const answer = await fetch(`${await running.ready()}/healthz`);
    expect(answer.status).toBe(200);
    running.child.kill(value('KillSignal') === '' ? 'SIGTERM' : 'SIGKILL');
    expect((await running.ended).code).toBe(0);
  });
});

function asked(options: RequestOptions, body: string): Promise<IncomingMessage> {
  const headers = {
    host: `localhost:${options.port}`,
    ...(body === '' ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...options.headers,
  };
  const tls = { servername: 'localhost', rejectUnauthorized: false, agent: false };
  return answered(request({ host: '127.0.0.1', ...tls, ...options, headers }), body);
}

function answered(call: ClientRequest, body = ''): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    call.on('response', resolve).on('error', reject).end(body);
  });
}
