import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { createConsoleFiles } from '../src/server/gateway/assets/console-files';
import { readConfig } from '../src/server/gateway/config/config';
import { createGateway, type Gateway } from '../src/server/gateway/gateway';
import { createBodyBudget } from '../src/server/gateway/http/body-budget';
import { createListener } from '../src/server/gateway/http/listener';
import { openerPolicy } from '../src/server/gateway/http/policy';
import { createInboxAddresses } from '../src/server/gateway/inbox/inbox-address';
import { createSealHalves } from '../src/server/gateway/seal/seal-halves';
import { createKnownKeys } from '../src/server/gateway/shares/known-keys';
import { createEventFeed, toldEnvironment } from './event-feed';
import { createSyntheticService, type SyntheticTable } from './synthetic-service';

/** All pages, the console, the floor and the plain page, from one server over one made-up service. */
export interface BenchServer {
  url: string;
  /** Requests for records since the last call. */
  reads(): number;
  /** When each call of records arrived since the last call of this, epoch milliseconds; writes and reads. */
  arrivals(): { writes: number[]; reads: number[] };
  /** Milliseconds added to each answer of the service from now on. */
  delay(milliseconds: number): void;
  /** Makes every record as it was before the writes. */
  forgetWrites(): void;
  /** Keeps every answer with records back from now on, until the function that is given is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** The made-up service, asked as fast as anybody can, and the same as a platform allows it to be asked (field notes). */
const environmentsAt = (url: string) => [
  { name: 'bench', embedded: true, writable: true, requestsPerSecond: 1000, returnFields: false },
  { name: 'slow', baseUrl: url, writable: true, requestsPerSecond: 10 },
  {
    name: toldEnvironment,
    baseUrl: url,
    writable: true,
    requestsPerSecond: 1000,
    returnFields: false,
    trustEvents: true,
  },
];
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** As the console is sent: its page never kept, its parts for ever. */
const cacheControl = (name: string): string =>
  name.endsWith('.html') ? 'no-cache' : 'public, max-age=31536000, immutable';

/** Starts it on a free port of loopback unless one is named. `root` is the folder of the project, `consoleFolder` what was built of it. */
export async function startBenchServer(
  root: string,
  consoleFolder: string,
  tables: readonly SyntheticTable[],
  port = 0,
): Promise<BenchServer> {
  const { answer, forgetWrites } = createSyntheticService(tables);
  const feed = createEventFeed();
  let delayMs = 0;
  let reads = 0;
  let held: Promise<void> | null = null;
  let arrivals: { writes: number[]; reads: number[] } = { writes: [], reads: [] };
  const service = async (request: Request): Promise<Response> => {
    if (request.url.includes('/dw_item'))
      (request.method === 'PUT' ? arrivals.writes : arrivals.reads).push(Date.now());
    if (request.url.endsWith('/dw_item/list')) {
      reads += 1;
      if (held) await held;
    }
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    return request.method === 'PUT' ? feed.told(request, answer) : answer(request);
  };
  const none = async (): Promise<Response> => new Response(null, { status: 404 });
  const floor = (request: Request, pathname: string): Response => {
    const name = pathname === '/floor/' ? 'index.html' : pathname.slice('/floor/'.length);
    const body = readFileSync(join(root, 'bench/floor', name.replaceAll('/', '')));
    return new Response(body, {
      headers: {
        'content-type': types[extname(name)] ?? 'text/plain',
        'cache-control': cacheControl(name),
        // As the console has it: with another one a browser takes longer, whatever the page is.
        'cross-origin-opener-policy': openerPolicy(request),
      },
    });
  };
  const plainFiles = createConsoleFiles(join(root, 'dist/bench/plain'));
  const plain = async (request: Request, address: URL): Promise<Response> => {
    const path = address.pathname.slice('/plain'.length);
    const response = await plainFiles(new Request(new URL(path, address), { headers: { 'accept-encoding': 'br' } }));
    response.headers.set('cross-origin-opener-policy', openerPolicy(request));
    return response;
  };
  let gateway: Gateway = none;
  const server = createServer(
    createListener(
      async (request, caller) => {
        const address = new URL(request.url);
        if (address.pathname.startsWith('/floor/')) return floor(request, address.pathname);
        if (address.pathname.startsWith('/plain/')) return plain(request, address);
        return gateway(request, caller);
      },
      () => {},
    ),
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environments = environmentsAt(url);
  const config = readConfig({ CONFIG: 'bench.json', PORT: '0' }, () => JSON.stringify({ environments }));
  const database = { engine: 'pglite', query: async () => [], ping: async () => {} } as const;
  gateway = createGateway(config, {
    database,
    seal: createSealHalves(keptSeals(), 'bench', null),
    bodies: createBodyBudget(),
    known: createKnownKeys(database, createInboxAddresses('bench')),
    hasPassed: async () => false,
    demoLink: null,
    inbox: { receive: none, outgoing: none, ...feed.inbox },
    service: {
      fetch: service,
      progress: () => ({ loaded: 1, total: 1, done: true }),
      demo: { apiKey: 'key-of-the-bench', narrowApiKey: '', appId: '', appSecret: '' },
    },
    consoleFiles: createConsoleFiles(consoleFolder),
    version: 'bench',
    log: () => {},
  });
  return {
    url,
    reads() {
      const count = reads;
      reads = 0;
      return count;
    },
    arrivals() {
      const since = arrivals;
      arrivals = { writes: [], reads: [] };
      return since;
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    forgetWrites,
    hold() {
      let release = (): void => {};
      held = new Promise((resolve) => {
        release = () => {
          held = null;
          resolve();
        };
      });
      return release;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What the gateway asks of a database for the seal of a browser, in memory: a reload has its key as from the real one. */
function keptSeals(): Parameters<typeof createSealHalves>[0] {
  const salts = new Map<unknown, unknown>();
  return {
    query: async <Row>(sql: string, [browser, salt]: readonly unknown[] = []) => {
      if (sql.startsWith('insert')) salts.set(browser, salt);
      return (salts.has(browser) ? [{ salt: salts.get(browser) }] : []) as Row[];
    },
  };
}
