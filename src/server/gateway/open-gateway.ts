/** Puts the parts together: database, inbox, embedded service, gateway. Everything that runs beside requests starts and stops here. */
import { environmentBase } from '../../contract/calls';
import type { Seeding } from '../../contract/gateway';
import { callbackPath } from '../../contract/inbox';
import { formatJson, isJsonObject, type Json } from '../../contract/json';
import type { Database } from '../database/database';
import { createService, type ServiceOptions } from '../service/service';
import { createConsoleFiles } from './assets/console-files';
import { type Config, isPrivate } from './config/config';
import { createGateway, type DemoCredentials, type Gateway } from './gateway';
import { createBodyBudget } from './http/body-budget';
import { createDemoLink, type DemoLink } from './http/demo-link';
import type { Logger } from './http/log';
import { createMetrics, type Metrics } from './http/metrics';
import { pagePolicy } from './http/policy';
import { createInboxHandlers, ownDeliveries } from './inbox/inbox';
import { createInboxAddresses, type Identity, keptSecret } from './inbox/inbox-address';
import { createInboxStore } from './inbox/inbox-store';
import { createOutgoing } from './outgoing/outgoing';
import { createOutgoingStore } from './outgoing/outgoing-store';
import { createRepeatGuard } from './proxy/repeat-guard';
import { createSealHalves } from './seal/seal-halves';
import { createKnownKeys } from './shares/known-keys';
import { openStores, type Stores } from './state-store';

export type OpenGateway = {
  fetch: Gateway;
  /** `null` where nothing is set that would show them. */
  metrics: Metrics | null;
  /** Of the embedded service; `null` when none is configured. */
  demo: DemoCredentials | null;
  /** Token of the demo link, for the line of the start; `null` where there is no link. */
  demoToken: string | null;
  /** Resolves with the reason once the database answers nothing more in this process; absent with a Postgres. */
  lost: Database['lost'];
  /** How far the first loading is; `null` without an embedded service. */
  progress(): Seeding | null;
  /** Ends the open event streams; everything else continues. */
  endStreams(): void;
  /** Ends held streams, stops the service's work between two steps and closes the database. */
  close(): Promise<void>;
};

export type OpenOptions = {
  /** What `vite build` wrote. */
  consoleFolder: string;
  version: string;
  logger: Logger;
  /** How much of its data the embedded service loads. Default: all. */
  seed?: ServiceOptions['seed'];
  /** Default: a new one. */
  demoLink?: DemoLink;
};

/** @throws DatabaseError when the database cannot be opened */
export async function openGateway(config: Config, options: OpenOptions): Promise<OpenGateway> {
  const stores = await openStores(
    config,
    config.environments.some(({ embedded }) => embedded),
  );
  try {
    return await openOn(stores, config, options);
  } catch (fault) {
    await stores.close();
    throw fault;
  }
}

async function openOn(
  { state, service: database, close }: Stores,
  config: Config,
  { consoleFolder, version, logger, seed, demoLink = createDemoLink() }: OpenOptions,
): Promise<OpenGateway> {
  const { log, note } = logger;
  const secret = await keptSecret(state);
  const addresses = createInboxAddresses(secret);
  const known = createKnownKeys(state, addresses);
  const seal = createSealHalves(state, secret, config.publicUrl);
  const store = createInboxStore(state, Date.now);
  const closing = new AbortController();
  const bodies = createBodyBudget();
  const originFor = (request: Request) => config.publicUrl ?? new URL(request.url).origin;
  const embedded = config.environments.find((environment) => environment.embedded);
  const outgoingStore = createOutgoingStore(state, Date.now);
  const outgoing = createOutgoing({
    store: outgoingStore,
    addresses,
    sending: { hosts: config.callbacks.hosts, version, clock: Date.now, closing: closing.signal },
    embedded: embedded?.name ?? null,
    log,
    note,
  });
  const inbox = createInboxHandlers({
    addresses,
    store,
    known,
    outgoing,
    bodies,
    hasEnvironment: (name) => config.environments.some((environment) => environment.name === name),
    originFor,
    closing: closing.signal,
  });

  const service =
    embedded === undefined
      ? null
      : await createService({
          database,
          clock: Date.now,
          credentials: config.credentials,
          callbackAddress: (identity: Identity) =>
            callbackPath(embedded.name, addresses.inboxOf(embedded.name, identity)),
          async deliver(address, event) {
            if (!(await deliverWithin(gateway, address, event as Json))) return false;
            const [, , , inbox = ''] = address.split('/');
            await outgoing.enqueue(embedded.name, inbox, formatJson(event as Json), traceIdOf(event as Json));
            return true;
          },
          publicBase: (request) => originFor(request) + environmentBase(embedded.name),
          log,
          seed,
        });
  const offeredLink = service !== null && isPrivate(config) && !config.demoOpen ? demoLink : null;
  const { port, token } = config.metrics;
  const metrics = port === null && token === null ? null : createMetrics(state, service && database);
  const gateway = createGateway(config, {
    database: state,
    inbox,
    seal,
    bodies,
    known,
    hasPassed: createRepeatGuard(state),
    demoLink: offeredLink,
    service,
    consoleFiles: createConsoleFiles(consoleFolder, pagePolicy(config.environments).head),
    version,
    log,
    note,
    metrics,
  });
  if (service !== null && embedded !== undefined) {
    const { apiKey, narrowApiKey, appId, appSecret } = service.demo;
    const own: Identity[] = [{ apiKey }, { apiKey: narrowApiKey }, { appId, appSecret }];
    await Promise.all(own.map((identity) => known.add(embedded.name, identity)));
    const { ofKey, ofProvider } = config.callbacks;
    const of = (identity: Identity, url: string | null) =>
      url === null ? [] : [{ inbox: addresses.inboxOf(embedded.name, identity), url }];
    await outgoingStore.configure([...of({ apiKey }, ofKey), ...of({ appId, appSecret }, ofProvider)]);
  }
  await service?.start();
  outgoing.start();
  return {
    fetch: gateway,
    metrics,
    demo: service?.demo ?? null,
    demoToken: offeredLink?.token ?? null,
    lost: firstLost(state, database),
    progress: () => service?.progress() ?? null,
    endStreams: () => closing.abort(),
    async close() {
      closing.abort();
      store.stop();
      seal.stop();
      await service?.stop();
      await outgoing.stop();
      await close();
    },
  };
}

function traceIdOf(event: Json): string | null {
  const traceId = isJsonObject(event) ? event.trace_id : null;
  return typeof traceId === 'string' ? traceId : null;
}

/**
 * Delivers a callback event of the embedded service by the gateway's own handler. The address comes out of data, so only the path of a
 * callback is taken and no connection is ever made.
 * @returns whether it was taken; otherwise the service tries again later
 */
export async function deliverWithin(gateway: Gateway, address: string, event: Json): Promise<boolean> {
  if (!/^\/callback\/[^/?#]+\/[^/?#]+$/.test(address)) return false;
  const request = new Request(new URL(address, 'http://localhost'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: formatJson(event),
  });
  ownDeliveries.add(request);
  return (await gateway(request)).ok;
}

/** Resolves with the reason once one of them answers nothing more; undefined where none can be lost. */
function firstLost(...databases: readonly Database[]): Database['lost'] {
  const lost = databases.flatMap((database) => database.lost ?? []);
  return lost.length > 0 ? Promise.race(lost) : undefined;
}
