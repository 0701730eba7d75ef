/** Whether this process lives, can answer, and is well: asked by balancers and supervisors, under any host name. */
import type { Health, Seeding } from '../../../contract/gateway';
import type { Database } from '../../database/database';

const TIMEOUT_MS = 2000;
/** With less than this left on its disk a database may refuse the next write, or hang, at any moment. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

type HealthDeps = {
  database: Pick<Database, 'engine' | 'query' | 'ping' | 'freeBytes'>;
  service: { progress(): Seeding } | null;
  version: string;
};

/** Answers the health checks of the process, by path; `null` for every other path. */
export async function processAnswer(pathname: string, deps: HealthDeps): Promise<Response | null> {
  const { database, version } = deps;
  switch (pathname) {
    case '/livez':
      return Response.json({ ok: true });
    case '/version':
      return Response.json({ version });
    case '/readyz':
      return report(deps, await answersPing(database));
    case '/healthz':
      return report(deps, await shared(asking, database, () => isWell(database)));
    default:
      return null;
  }
}

/** Whether the database answers, however long statements take in it. */
export function answersPing(database: Pick<Database, 'ping'>): Promise<boolean> {
  return shared(pinging, database, () => database.ping());
}

function report({ database: { engine }, version, service }: HealthDeps, ok: boolean): Response {
  const health: Health = { ok, version, database: { engine, ok }, seeding: service?.progress() };
  return Response.json(health, { status: ok ? 200 : 503 });
}

async function isWell(database: HealthDeps['database']): Promise<boolean> {
  const [, bytes] = await Promise.all([database.query('select 1'), database.freeBytes?.()]);
  return bytes === undefined || bytes >= LEAST_FREE_BYTES;
}

/** What databases are being asked now. */
type Pending = WeakMap<object, Promise<boolean>>;
const pinging: Pending = new WeakMap();
const asking: Pending = new WeakMap();

/** Callers that arrive before the check has finished share it, so they take one connection together. */
function shared(pending: Pending, database: object, ask: () => Promise<unknown>): Promise<boolean> {
  const answer = pending.get(database) ?? inTime(ask()).finally(() => pending.delete(database));
  pending.set(database, answer);
  return answer;
}

/** Whether it comes to an end in time, and to a good one. */
function inTime(answer: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    answer.then(
      (value) => value !== false,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref()),
  ]);
}
