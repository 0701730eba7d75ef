/** A gateway for tests, with a service that reports what it received. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type EventPage, eventPageSchema, eventsSearch, type Inbox, inboxSchema } from '../../contract/inbox';
import type { Database } from '../database/database';
import { openTestDatabase } from '../database/test-database';
import { createConsoleFiles } from './assets/console-files';
import { type Config, isPrivate, readConfig } from './config/config';
import { createGateway, type Gateway, type GatewayDeps } from './gateway';
import { createBodyBudget } from './http/body-budget';
import { createDemoLink, type DemoLink } from './http/demo-link';
import type { Log } from './http/log';
import { pagePolicy } from './http/policy';
import { createInboxHandlers, type InboxDeps } from './inbox/inbox';
import { createInboxAddresses } from './inbox/inbox-address';
import { createInboxStore, type InboxBounds, type InboxStore, prepareGatewayTables } from './inbox/inbox-store';
import { createOutgoing, type OutgoingHandlers } from './outgoing/outgoing';
import { createOutgoingStore } from './outgoing/outgoing-store';
import type { SendOptions } from './outgoing/send-callback';
import { createRepeatGuard } from './proxy/repeat-guard';
import { createSealHalves } from './seal/seal-halves';
import { createKnownKeys, type KnownKeys } from './shares/known-keys';

export const ORIGIN = 'http://127.0.0.1:4173';

export type TestGateway = {
  fetch: Gateway;
  store: InboxStore;
  known: KnownKeys;
  demoLink: DemoLink | null;
  outgoing: OutgoingHandlers;
  log: Log;
  logged: string[];
  close(): void;
};

export type TestGatewayOptions = {
  variables?: Record<string, string | undefined>;
  configFile?: object;
  consoleFolder?: string;
  inboxBounds?: InboxBounds;
  clock?: () => number;
  heartbeatMs?: number;
  streams?: InboxDeps['streams'];
  /** How often another gateway's events are looked for. */
  pollMs?: number;
  /** That of the database, which gateways on it share. */
  secret?: string;
  /** How names of callback hosts are resolved. */
  resolve?: SendOptions['resolve'];
  deps?: Partial<GatewayDeps>;
};

export type TestGateways = {
  /** Of the tests of a file. */
  readonly database: Database;
  /** Opens one on it; closed after the test that opened it, or else after all of them. */
  open(options?: TestGatewayOptions): Promise<TestGateway>;
};

/** A database for all tests of a file, and gateways on it. */
export function withGateways(): TestGateways {
  let database: Database;
  const ofFile: TestGateway[] = [];
  let ofTest: TestGateway[] | null = null;
  const close = (gateways: TestGateway[]) => {
    for (const gateway of gateways) gateway.close();
  };
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  beforeEach(() => {
    ofTest = [];
  });
  afterEach(() => {
    close(ofTest ?? []);
    ofTest = null;
  });
  afterAll(async () => {
    close(ofFile);
    await database.close();
  });
  return {
    get database() {
      return database;
    },
    async open(options) {
      const gateway = await testGateway(database, options);
      (ofTest ?? ofFile).push(gateway);
      return gateway;
    },
  };
}

export async function testGateway(database: Database, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const config = readConfig({ ...(options.configFile && { CONFIG: 'test.json' }), ...options.variables }, () =>
    JSON.stringify(options.configFile),
  );
  await prepareGatewayTables(database);
  const store = createInboxStore(database, options.clock ?? Date.now, options.inboxBounds, options.pollMs);
  const seal = createSealHalves(database, options.secret ?? 'a secret of the tests', config.publicUrl, options.clock);
  const closing = new AbortController();
  const bodies = createBodyBudget();
  const logged: string[] = [];
  const log: Log = (message, fault) => void logged.push(`${message} ${String(fault)}`);
  const addresses = createInboxAddresses('a secret of the tests');
  const clock = options.clock ?? Date.now;
  const known = createKnownKeys(database, addresses, clock);
  const outgoing = createOutgoing({
    store: createOutgoingStore(database, clock),
    addresses,
    sending: { hosts: config.callbacks.hosts, version: '1.2.3', clock, resolve: options.resolve },
    embedded: config.environments.find(({ embedded }) => embedded)?.name ?? null,
    log,
    note: (level, message, facts) => void logged.push(`${level} ${message} ${JSON.stringify(facts)}`),
  });
  const demoLink = hasEmbedded(config) && isPrivate(config) && !config.demoOpen ? createDemoLink() : null;
  const gateway = createGateway(config, {
    database,
    inbox: createInboxHandlers({
      addresses,
      store,
      known,
      outgoing,
      bodies,
      hasEnvironment: (name) => config.environments.some((environment) => environment.name === name),
      originFor: (request) => config.publicUrl ?? new URL(request.url).origin,
      closing: closing.signal,
      heartbeatMs: options.heartbeatMs,
      streams: options.streams,
    }),
    seal,
    bodies,
    known,
    hasPassed: createRepeatGuard(database, clock),
    demoLink,
    service: hasEmbedded(config) ? echoService() : null,
    consoleFiles: createConsoleFiles(
      options.consoleFolder ?? fileURLToPath(new URL('nothing-here', import.meta.url)),
      pagePolicy(config.environments).head,
    ),
    version: '1.2.3',
    log,
    ...options.deps,
  });
  return {
    fetch: (request, caller = { address: '127.0.0.1' }) => gateway(request, caller),
    store,
    known,
    demoLink,
    outgoing,
    log,
    logged,
    close() {
      closing.abort();
      store.stop();
      seal.stop();
    },
  };
}

/** A request as a program or a page sends it to this gateway. */
export function ask(path: string, init: RequestInit = {}): Request {
  return new Request(new URL(path, ORIGIN), init);
}

/** The owner of an inbox: by a key, or by the ID and secret of a provider. */
export interface InboxOwner {
  key?: string;
  pair?: object;
  environment?: string;
}

/** The inbox of these credentials. */
export async function inboxOf(fetch: Gateway, { key, pair, environment = 'embedded' }: InboxOwner): Promise<Inbox> {
  const headers: Record<string, string> = key ? { 'open-authorization': `Bearer ${key}` } : {};
  const body = JSON.stringify({ environment, ...pair });
  return v.parse(inboxSchema, await (await fetch(ask('/gateway/inbox', { method: 'POST', headers, body }))).json());
}

/** All events of an inbox, read page by page. @param get requests a path of the gateway */
export async function eventsOf(
  get: (path: string, init: RequestInit) => Promise<Response>,
  { inbox, token }: Inbox,
  environment = 'embedded',
): Promise<EventPage['events']> {
  const events: EventPage['events'] = [];
  for (;;) {
    const search = eventsSearch({ environment, inbox, after: events.at(-1)?.id ?? 0 });
    const answer = await get(`/gateway/events?${search}`, { headers: { 'x-inbox-token': token } });
    const page = v.parse(eventPageSchema, await answer.json());
    events.push(...page.events);
    if (!page.more) return events;
  }
}

/** Opens the stream of an inbox on a connection of its own; the head of the answer has come. */
export function openStream(port: number, { inbox, token }: Inbox): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const path = `/gateway/events/stream?${eventsSearch({ environment: 'embedded', inbox })}`;
    const headers = { 'x-inbox-token': token };
    httpRequest({ port, host: '127.0.0.1', path, headers, agent: false }, resolve).on('error', reject).end();
  });
}

/** Answers with the request that it got. */
function echoService(): GatewayDeps['service'] {
  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      return Response.json({
        method: request.method,
        path: pathname + search,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      });
    },
    progress: () => ({ loaded: 10, total: 40, done: false }),
    demo: { apiKey: 'key-of-demo', narrowApiKey: 'narrow-key', appId: 'app-of-demo', appSecret: 'secret-of-demo' },
  };
}

function hasEmbedded(config: Config): boolean {
  return config.environments.some(({ embedded }) => embedded);
}
