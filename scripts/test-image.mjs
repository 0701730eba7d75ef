/**
 * `npm run test:image`: puts the files that the Dockerfile puts into its image into a folder, by the Dockerfile's own lines, starts them as another user, asks
 * for health as the container would, and ends them. For machines without containers; what the base image brings is not tested.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildIfStale, end, prepare, ROOT } from './prepare.mjs';

/** Another user, who owns none of the files. */
const NOBODY = 65534;

prepare();
buildIfStale();
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const scratch = mkdtempSync(join(tmpdir(), 'warehouse-console-image-'));
const root = process.getuid?.() === 0;
try {
  chmodSync(scratch, 0o755);
  const [app, data] = [join(scratch, 'app'), join(scratch, 'data')];
  mkdirSync(data, { mode: 0o700 });
  if (root) chownSync(data, NOBODY, NOBODY);
  layFiles(app);
  await start(app, data);
  console.log(`The files of the image start, become healthy and stop cleanly${root ? ', as another user' : ''}.`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Does what the lines of the last stage do. */
function layFiles(app) {
  const packages = join(scratch, 'packages');
  mkdirSync(packages);
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(ROOT, name), join(packages, name));
  const [, , command = ''] = /FROM .* AS packages\n(.|\n)*?\nRUN (npm ci .*)\n/.exec(dockerfile) ?? [];
  const { status } = spawnSync(`${command} --prefer-offline --no-audit --no-fund`, {
    cwd: packages,
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (command === '' || status !== 0) end('Installing the packages of the image failed: see the output above.');
  for (const [, stage, from, to] of last.matchAll(/^COPY (?:--from=(\w+) )?(?:\/app\/)?(\S+) \.\/(\S*)$/gm)) {
    const source = join(stage === 'packages' ? packages : ROOT, from);
    cpSync(source, join(app, to === '' || to.endsWith('/') ? join(to, basename(from)) : to), { recursive: true });
  }
}

async function start(app, data) {
  const port = await freePort();
  const set = Object.fromEntries(
    [.../^ENV (.*)$/m.exec(last)[1].matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  const options = {
    cwd: app,
    // The image listens on all addresses, a test on its own machine alone.
    env: { PATH: process.env.PATH, ...set, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: data },
    ...(root && { uid: NOBODY, gid: NOBODY }),
  };
  const [command, ...args] = JSON.parse(/^CMD (.*)$/m.exec(last)[1]);
  const child = spawn(programOf(command), args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  const [check, ...checkArgs] = JSON.parse(/^HEALTHCHECK .*CMD (.*)$/m.exec(last)[1]);
  const isHealthy = () => spawnSync(programOf(check), checkArgs, options).status === 0;
  if (isHealthy()) end('The health check passes before anything listens.');
  for (const until = Date.now() + 60_000; !isHealthy(); ) {
    if (child.exitCode !== null || Date.now() > until) end(`The image did not become healthy: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const page = await fetch(`http://127.0.0.1:${port}/`);
  if (!page.ok || !(await page.text()).includes('<script')) end(`The page was not served: HTTP ${page.status}.`);
  child.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) end(`The image exited with code ${code}.`);
}

/** The Node of this machine replaces that of the image. */
function programOf(command) {
  return command === 'node' ? process.execPath : command;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
