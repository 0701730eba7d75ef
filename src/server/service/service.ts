/**
 * The embedded service: the contract's operations on a database. Requests are answered by `respond`; beside them run the loops that apply
 * updates and deliver their events, and the loading of the demo's data.
 */
import { type Database, DatabaseUnavailable } from '../database/database';
import { createCache } from './catalogue/cache';
import { ids } from './catalogue/catalogue';
import type { Clock } from './clock';
import type { CatalogueCache, Context, Log } from './context';
import {
  type DemoCredentials,
  type GivenCredentials,
  keepCredentials,
  keptSetting,
  newSecret,
} from './credentials/credentials';
import { drillSpace } from './drills/drills';
import { type Deliver, deliverDue, deliverEvents, type LeasedEvent } from './events/outbox';
import { createFairReads, type ReadBounds } from './fair-reads';
import { filesPath, serveFile } from './files/file-links';
import type { Identity } from './http/access';
import { respond } from './http/respond';
import { createIndexKeeper } from './records/index-keeper';
import { migrate } from './schema';
import { narrowSpace, type SeedSize, seedCatalogue } from './seed/data-sets';
import { createLoader, type Progress } from './seed/load';
import { createQueueRoom } from './updates/queue-room';
import { applyQueued, createAccepted, forgetOld, type Work } from './updates/worker';

export interface ServiceOptions {
  database: Database;
  /** Epoch milliseconds: what link, token and key life and all time stamps go by. */
  clock: Clock;
  /** Hands an event to a callback address; true once it was taken, else it is tried again later. Must be safe to repeat. */
  deliver: Deliver;
  /** Callback address of a customer key, or of a provider (5.6). */
  callbackAddress: (identity: Identity) => string;
  /** Address under which a caller reaches this service, without `/` at its end: links to files begin with it. Default: the request's own origin. */
  publicBase?: (request: Request) => string;
  /** Used instead of the credentials that the database keeps. */
  credentials?: GivenCredentials;
  log?: Log;
  /** Waits for this many milliseconds, for responses that are slow on purpose. */
  pause?: (ms: number) => Promise<void>;
  /** Default `full`. */
  seed?: SeedSize;
  /** How long reads may wait and take. */
  readBounds?: ReadBounds;
  /** Bytes of batches that may wait to be applied. */
  queueBytes?: number;
}

export interface Demo extends DemoCredentials {
  /** The workspace with the quota, and the one without, which `narrowApiKey` is limited to. */
  workspaceId: string;
  narrowWorkspaceId: string;
  /** The workspace *Failure drills*. */
  drillsWorkspaceId: string;
  /** Table "World cities" (`ext`, more than 100,000 records when loaded) and table "Cars" (`ext`, some hundred). */
  citiesTableId: string;
  carsTableId: string;
}

export interface Service {
  /** Answers `/openapi/v1/…` and the links to files below `/files/`; never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Starts applying updates, delivering events and loading the rest of the data. */
  start(): Promise<void>;
  /** Ends all that, after what is queued has been applied or five seconds have passed. The database stays open. */
  stop(): Promise<void>;
  /** How far loading is, in records. */
  progress(): Progress;
  demo: Demo;
}

/** Looking for work that another process queued, or that is due again. */
const lookEveryMs = 500;
const forgetEveryMs = 60 * 60 * 1000;
const drainMs = 5000;
/** What takes longer to apply is no longer awaited. */
const longMs = 100;

/** Brings the database up to date; the service answers as soon as this resolves. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { database, clock, seed = 'full', log = () => {} } = options;
  await migrate(database);
  const credentials = await keepCredentials(database, options.credentials ?? {});
  if (seed !== 'none') await seedCatalogue(database, seed);
  const loader = await createLoader(database, seed);
  if (seed !== 'none') await loader.loadFirst();
  let loops: Loop[] = [];
  let loading: Promise<void> | undefined;
  let stopping = false;
  const stopped = () => stopping;
  const catalogue: CatalogueCache = createCache(database);
  const accepted = createAccepted();
  const fail = (what: string) => (error: unknown) => log(`${what} failed`, error);
  const indexes = createIndexKeeper(database, clock, log, stopped);
  const context: Context = {
    database,
    reads: createFairReads(database, options.readBounds),
    queueRoom: createQueueRoom(database, options.queueBytes),
    clock,
    catalogue,
    links: { secret: await keptSetting(database, 'link-secret', () => newSecret('link')) },
    callbackAddress: options.callbackAddress,
    pause: options.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    wakeWorker(tableId, kept) {
      if (tableId !== null) accepted.add(tableId, kept);
      loops[0]?.wake();
    },
    indexes,
  };
  /** Events written here and not yet delivered. */
  const own: LeasedEvent[] = [];
  const work: Work = {
    database,
    catalogue,
    clock,
    log,
    accepted,
    hand(event) {
      if (event !== null) own.push(event);
      loops[1]?.wake();
    },
    wantIndex: indexes.want,
    busy: new Set(),
    resting: new Map(),
  };
  const deliverOwn = () => deliverEvents(database, clock, options.deliver, own.splice(0));
  const deliverRound = async () => (await deliverOwn()) + (await deliverDue(database, clock, options.deliver));
  const underWay = new Set<Promise<number>>();
  /** Applies what is next of each table. One that takes long keeps no other waiting: it is left to itself, and the round after it looks again. */
  const apply = async (among?: string[]) => {
    const run = applyQueued(work, among).finally(() => underWay.delete(run));
    underWay.add(run);
    const left = await Promise.race([run, new Promise<null>((resolve) => setTimeout(resolve, longMs, null))]);
    if (left !== null) return left;
    run.then(() => loops[0]?.wake()).catch(fail('applying updates'));
    return 0;
  };
  let looked = false;
  const applyRound = async () => {
    // What was accepted here need not be looked for; every second round looks all the same, for what is due elsewhere or comes before it.
    looked = !looked || accepted.isEmpty();
    let applied = looked ? 0 : await apply(accepted.tables());
    if (applied === 0) {
      looked = true;
      applied = await apply();
    }
    return applied;
  };

  /** After the database was away for a while loading goes on: tables that are not fully loaded accept no updates. */
  const loadAll = async () => {
    for (let whole = false; !whole && !stopping; ) {
      whole = await loader.loadRest(stopped).then(
        () => true,
        async (error: unknown) => {
          fail('loading data')(error);
          await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
          return false;
        },
      );
    }
  };

  return {
    async fetch(request) {
      const base = options.publicBase?.(request) ?? new URL(request.url).origin;
      if (!new URL(request.url).pathname.startsWith(filesPath)) return respond(context, request, base, log);
      return serveFile(context, request).catch((error: unknown) => {
        fail('serving a file')(error);
        const headers = { 'Content-Type': 'text/plain' };
        return error instanceof DatabaseUnavailable
          ? new Response('the database does not respond\n', {
              status: 503,
              headers: { ...headers, 'Retry-After': '5' },
            })
          : new Response('internal error\n', { status: 500, headers });
      });
    },
    async start() {
      stopping = false;
      loops = [
        startLoop(applyRound, lookEveryMs, fail('applying updates')),
        startLoop(deliverRound, lookEveryMs, fail('delivering events')),
        startLoop(() => forgetOld(database, clock()), forgetEveryMs, fail('deleting old batches')),
        startLoop(() => indexes.tidy(), forgetEveryMs, fail('dropping unused field indexes')),
      ];
      if (seed !== 'none') loading = loadAll();
    },
    async stop() {
      stopping = true;
      const running = loops;
      loops = [];
      const noted = indexes.end().catch(fail('recording index usage'));
      await Promise.all([...running.map((loop) => loop.stop()), noted, loading]);
      await Promise.allSettled(underWay);
      const until = Date.now() + drainMs;
      while (Date.now() < until && (await applyQueued(work)) > 0);
      if (running.length > 0) await deliverRound();
    },
    progress: loader.progress,
    demo: {
      ...credentials,
      workspaceId: ids.space(1),
      narrowWorkspaceId: ids.space(narrowSpace),
      drillsWorkspaceId: ids.space(drillSpace),
      citiesTableId: ids.table(1),
      carsTableId: ids.table(2),
    },
  };
}

/** Work that is looked for again and again. */
interface Loop {
  /** Looks at once instead of after the pause. */
  wake(): void;
  /** Resolves once the round under way has ended; there is no further one. */
  stop(): Promise<void>;
}

/**
 * Runs `round` until stopped: again at once after a round that found work, else after `pauseMs` or a wake.
 * @param round how much it did; errors are passed to `failed`, and it is retried after the pause
 */
function startLoop(round: () => Promise<number>, pauseMs: number, failed: (error: unknown) => void): Loop {
  let stopped = false;
  let woken = false;
  let wake = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!stopped) {
      woken = false;
      let done = 0;
      try {
        done = await round();
      } catch (error) {
        if (!stopped) failed(error);
      }
      if (done === 0 && !woken && !stopped) await pause();
      else await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const running = run();
  return {
    wake: () => {
      woken = true;
      wake();
    },
    stop: () => {
      stopped = true;
      wake();
      return running;
    },
  };
}
