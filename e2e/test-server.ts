/**
 * The server of the browser tests: the built page before a real gateway and service, on a copy of loaded data. On request it switches to a fresh copy, so that
 * no test finds what one before it wrote.
 *
 * `load FOLDER` loads the data to copy; `serve LOADED OWN` serves copies made in its own folder, sends its origin as a message, and resets the data at each
 * message it receives.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { version } from '../package.json';
import { readConfig } from '../src/server/gateway/config/config';
import { createListener } from '../src/server/gateway/http/listener';
import { createLogger } from '../src/server/gateway/http/log';
import { type OpenGateway, openGateway } from '../src/server/gateway/open-gateway';

const logger = createLogger({ level: 'info', format: 'text' });

interface Copy {
  gateway: OpenGateway;
  remove(): Promise<void>;
}

/** Loading serves no page, which may be built at the same time; nothing more is loaded into a copy. */
function open(dataDir: string, what: 'load' | 'serve'): Promise<OpenGateway> {
  return openGateway(readConfig({ ...process.env, DATA_DIR: dataDir, DEMO_OPEN: 'true' }), {
    consoleFolder: what === 'load' ? '' : resolve('dist/client'),
    version,
    logger,
    seed: what === 'load' ? 'medium' : 'none',
  });
}

async function load(folder: string): Promise<void> {
  const gateway = await open(folder, 'load');
  while (gateway.progress()?.done !== true) await new Promise((go) => setTimeout(go, 50));
  await gateway.close();
}

async function openCopy(loaded: string, folder: string): Promise<Copy> {
  cpSync(loaded, folder, { recursive: true });
  const gateway = await open(folder, 'serve');
  return {
    gateway,
    async remove() {
      gateway.endStreams();
      await gateway.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** POST requests that only read; the demo's credentials and an inbox's address are derived from existing data. */
const readsByPost = /(\/openapi\/v1\/(dw_table|dw_item|files)|^\/gateway\/(demo|inbox))(\/|$)/;

function mayChangeData({ method, url }: Request): boolean {
  const { pathname } = new URL(url);
  if (method === 'GET' || method === 'HEAD' || pathname === '/gateway/seal') return false;
  return !(method === 'POST' && readsByPost.test(pathname));
}

async function serve(loaded: string, own: string): Promise<void> {
  mkdirSync(own, { recursive: true });
  let copies = 0;
  const another = () => {
    copies += 1;
    return openCopy(loaded, join(own, String(copies)));
  };
  let now = await another();
  /** Made while the test that needs it runs; null until something was changed. */
  let next: Promise<Copy> | null = null;
  const server = createServer(
    createListener((request, caller) => {
      if (mayChangeData(request)) next ??= another();
      return now.gateway.fetch(request, caller);
    }, logger.log),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  process.on('message', async () => {
    if (next) {
      const changed = now;
      now = await next;
      next = null;
      void changed.remove();
    }
    process.send?.('restored');
  });
}

const [job, loaded = '', own = ''] = process.argv.slice(2);
await (job === 'load' ? load(loaded) : serve(loaded, own));
