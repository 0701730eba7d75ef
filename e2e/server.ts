/**
 * What the browser tests run against: the data, loaded once for all of them, and a server of its own for each worker; and the built server, for tests that
 * need another configuration or bring it down.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** Runs before all tests: builds the program of their server, below the project, so that its packages are found, and loads its data. @returns the cleanup */
export default async function prepare(): Promise<() => void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'e2e/test-server.ts', outDir: scratch(), target: 'node20', copyPublicDir: false },
  });
  const [code] = await once(fork(join(scratch(), 'test-server.js'), ['load', loadedData()]), 'exit');
  if (code !== 0) throw new Error('the data of the tests could not be loaded (see above)');
  return () => rmSync(scratch(), { recursive: true, force: true });
}

export interface TestServer {
  origin: string;
  /** Puts the data back as they were loaded. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestServer(): Promise<TestServer> {
  const folder = mkdtempSync(join(scratch(), 'worker-'));
  const server = fork(join(scratch(), 'test-server.js'), ['serve', loadedData(), folder]);
  const [origin] = (await once(server, 'message')) as [string];
  return {
    origin,
    async restore() {
      const restored = once(server, 'message');
      server.send('restore');
      await restored;
    },
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface BuiltServer {
  origin: string;
  process: ChildProcess;
  /** Everything that it printed. */
  log(): string;
  /** Ends it, and resolves when it has ended. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Starts what `npm start` starts, on any free port unless `PORT` names one, with data in memory unless `DATA_DIR` says where.
 * @param execArgv arguments of Node itself
 * @throws what it printed, when it ends instead
 */
export async function startBuiltServer(env: Record<string, string>, execArgv: string[] = []): Promise<BuiltServer> {
  const server = fork(resolve('dist/server/main.js'), [], {
    execArgv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: '',
      UPSTREAMS: '',
      CONFIG: '',
      DATABASE_URL: '',
      DATA_DIR: 'memory://',
      DEMO_OPEN: 'true',
      ...env,
    },
  });
  let log = '';
  const origin = await new Promise<string>((told, failed) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on('data', (text: Buffer) => {
        log += text;
        const address = /^ {2}(http:\/\/\S+)$/m.exec(log)?.[1];
        if (address) told(address);
      });
    }
    server.once('exit', () => failed(new Error(log)));
  });
  return {
    origin,
    process: server,
    log: () => log,
    async stop(signal) {
      const ended = once(server, 'exit');
      server.kill(signal);
      await ended;
    },
  };
}

/** A folder with a database that holds the data; to be copied. */
export const loadedData = (): string => join(scratch(), 'loaded');

/** The folder that was prepared: its program, its data, and a folder of each worker. */
function scratch(): string {
  const folder = process.env.E2E_SCRATCH;
  if (!folder) throw new Error('E2E_SCRATCH is not set: see playwright.config.ts');
  return folder;
}
