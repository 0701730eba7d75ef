/** Figures for Prometheus: what was asked and how long it took, what waits, and what the process and its database hold. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { keyOf } from '../../../contract/calls';
import type { Database } from '../../database/database';
import { type IndexFigures, readIndexFigures } from '../../service/records/index-bounds';
import { type Backlog, readBacklog } from '../../service/updates/updates';
import { operationAt } from '../proxy/api-rules';
import { failure } from './failure';
import { answersPing } from './health';

export type Metrics = {
  /** Notes an answer. @param seconds until its head was there */
  note(request: Request, status: number, seconds: number): void;
  /** All figures, in Prometheus' text form. */
  answer(): Promise<Response>;
};

export type MetricsSettings = {
  /** Port of its own, without a token; `null`: none. */
  port: number | null;
  /** Opens `/metrics` on the gateway's own port; `null`: nothing does. */
  token: string | null;
};

/** Reading the figures of the database is no reason to keep it from its work. */
const DATABASE_MS = 2000;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Addresses that are counted by themselves; all others by what they are below. */
const OWN = new Set([
  '/gateway/environments',
  '/gateway/demo',
  '/gateway/inbox',
  '/gateway/events',
  '/gateway/events/stream',
  '/gateway/outgoing',
  '/gateway/outgoing/secret',
  '/healthz',
  '/livez',
  '/readyz',
  '/version',
  '/metrics',
]);

/**
 * @param state has the gateway's tables
 * @param service has those of the embedded service; `null` where there is none
 */
export function createMetrics(state: Database, service: Database | null): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'console_requests_total',
    help: 'Requests that were answered, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const latency = new Histogram({
    name: 'console_request_duration_seconds',
    help: 'Time until the head of the answer, by route.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name: `console_${name}`, help, registers });
  const up = gauge('database_up', '1 while the database answers within two seconds.');
  const connections = new Gauge({
    name: 'console_database_connections',
    help: 'Connections to Postgres that are used or idle, and requests that wait for one.',
    labelNames: ['state'],
    registers,
  });
  const kept = gauge('inbox_events', 'Callback events that are kept.');
  const keptBytes = gauge('inbox_events_bytes', 'Size of the callback events that are kept.');
  const onTheWay = {
    waiting: gauge('outgoing_waiting', 'Callback events that wait to be taken at an address outside.'),
    oldest: gauge('outgoing_oldest_seconds', 'Age of the oldest of these.'),
    givenUp: gauge('outgoing_given_up', 'Callback events that no address outside took, of the last seven days.'),
  };
  const waits: Record<keyof Backlog, Gauge> | null = service
    ? {
        batches: gauge('queue_batches', 'Updates of the embedded service that were accepted and not applied.'),
        oldestBatch: gauge('queue_oldest_seconds', 'Age of the oldest of these.'),
        events: gauge('callbacks_waiting', 'Callback events of the embedded service that were not delivered yet.'),
        oldestEvent: gauge('callbacks_oldest_seconds', 'Age of the oldest of these.'),
        eventsGivenUp: gauge('callbacks_given_up', 'Callback events that nobody took, of the last 24 hours.'),
      }
    : null;
  const indexes: Record<keyof IndexFigures, Gauge> | null = service
    ? {
        ready: gauge('field_indexes', 'Fields of tables of the embedded service that have an index.'),
        building: gauge('field_indexes_building', 'Fields whose index is being built.'),
        entries: gauge('field_index_entries', 'Entries of these indexes: one for each record and field.'),
      }
    : null;

  /** Figures of a database that does not answer are not numbers. */
  async function readDatabase(): Promise<void> {
    up.set((await answersPing(state)) ? 1 : 0);
    const late = AbortSignal.timeout(DATABASE_MS);
    const asked = state.until(late);
    const ofService = service?.until(late);
    const [events, outgoing, backlog, indexed] = await Promise.all([
      asked.query<{ n: number; bytes: number }>(
        'select count(*)::int as n, coalesce(sum(size), 0)::float8 as bytes from gateway_event',
      ),
      asked.query<{ [name in keyof typeof onTheWay]: number }>(
        `select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'given-up')::int as "givenUp",
           coalesce(greatest(0, $1::bigint - min(created_at) filter (where state = 'waiting')), 0)::float8 / 1000 as oldest
         from gateway_outgoing`,
        [Date.now()],
      ),
      ofService ? readBacklog(ofService, Date.now()) : null,
      ofService ? readIndexFigures(ofService) : null,
    ]).catch(() => [null, null, null, null] as const);
    kept.set(events?.[0]?.n ?? Number.NaN);
    keptBytes.set(events?.[0]?.bytes ?? Number.NaN);
    for (const [name, one] of Object.entries(onTheWay)) {
      one.set(outgoing?.[0]?.[name as keyof typeof onTheWay] ?? Number.NaN);
    }
    for (const [name, one] of Object.entries(waits ?? {})) one.set(backlog?.[name as keyof Backlog] ?? Number.NaN);
    for (const [name, one] of Object.entries(indexes ?? {}))
      one.set(indexed?.[name as keyof IndexFigures] ?? Number.NaN);
  }

  return {
    note(request, status, seconds) {
      const route = routeOf(request.method, new URL(request.url).pathname);
      const method = METHODS.has(request.method) ? request.method : 'other';
      requests.inc({ route, method, status: String(status) });
      latency.observe({ route }, seconds);
    },
    async answer() {
      await readDatabase();
      const pools = [...new Set([state, service])].flatMap((database) => database?.pool?.() ?? []);
      const sum = (of: (pool: (typeof pools)[number]) => number) => pools.reduce((all, pool) => all + of(pool), 0);
      if (pools.length > 0) {
        connections.set(
          { state: 'used' },
          sum(({ open, idle }) => open - idle),
        );
        connections.set(
          { state: 'idle' },
          sum(({ idle }) => idle),
        );
        connections.set(
          { state: 'waiting' },
          sum(({ waiting }) => waiting),
        );
      }
      return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } });
    },
  };
}

/** `/metrics` on the gateway's own port: only with the token, and off where none is set. */
export async function openMetrics(request: Request, metrics: Metrics, token: string | null): Promise<Response> {
  if (token === null) return failure('not-found', 'Metrics are off at this address. METRICS_TOKEN turns them on.');
  const given = keyOf(request.headers.get('authorization')) ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (timingSafeEqual(digest(given), digest(token))) return metrics.answer();
  const refused = failure('wrong-token', 'Send METRICS_TOKEN as Authorization: Bearer.');
  refused.headers.set('www-authenticate', 'Bearer');
  return refused;
}

/** One of a few names, whatever is asked for: the operation of the contract, an address of the gateway, or what it is below. */
export function routeOf(method: string, pathname: string): string {
  if (OWN.has(pathname)) return pathname.slice(1);
  const [, root = '', , third = ''] = pathname.split('/');
  if (root === 'callback' || root === 'gateway') return root;
  const isApi = root === 'openapi' || (root === 'env' && third === 'openapi');
  if (isApi) return operationAt(method, pathname.slice(pathname.indexOf('/openapi/')))?.name ?? 'api';
  return root === 'env' && third === 'files' ? 'files' : 'console';
}
