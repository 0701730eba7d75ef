/** Which keys belong to someone: those that their platform has accepted. Anyone can make up others, which get what known ones leave. */
import { authorizationHeader, keyOf } from '../../../contract/calls';
import { PLATFORM_ANSWER_HEADER } from '../../../contract/gateway';
import { isJsonObject, type Json, parseJson } from '../../../contract/json';
import { operations } from '../../../contract/operations';
import type { Database } from '../../database/database';
import type { Identity, InboxAddresses } from '../inbox/inbox-address';
import { operationAt } from '../proxy/api-rules';

const DAY_MS = 24 * 3600 * 1000;
/** After the last accepted call. */
const KEPT_MS = 400 * DAY_MS;
/** How often a call renews it. */
const RENEWED_MS = DAY_MS;
/** Names remembered in memory. */
const MOST_REMEMBERED = 20_000;
/** Credentials in a body are shorter. */
const MAX_CREDENTIAL_BYTES = 16 * 1024;

export type KnownKeys = {
  /** The name of the key of a call, from which it cannot be derived: that of its inbox. `null` without a key. */
  nameOf(environment: string, headers: Headers): string | null;
  /** @param name of a key or provider: that of its inbox */
  isKnown(name: string | null): Promise<boolean>;
  /** Makes a key or provider known. */
  add(environment: string, identity: Identity): Promise<void>;
  /**
   * Watches a call of the API whose credentials make someone known if they are accepted.
   * @param path from `/openapi/v1/` on, without search
   * @returns to be called with the answer, which stays readable; whether the key of the header is known now, as far as is known without asking
   */
  watch(request: Request, environment: string, path: string): (answer: Response) => Promise<boolean>;
};

export async function prepareKnownKeys({ query }: Pick<Database, 'query'>): Promise<void> {
  await query('create table if not exists gateway_known_key (name text primary key, seen_at bigint not null)');
}

export function createKnownKeys(
  database: Pick<Database, 'query'>,
  addresses: Pick<InboxAddresses, 'inboxOf'>,
  clock: () => number = Date.now,
): KnownKeys {
  /** When this process last stored each. */
  const stored = new Map<string, number>();
  const isFresh = (name: string) => clock() - (stored.get(name) ?? Number.NEGATIVE_INFINITY) < RENEWED_MS;

  async function store(name: string): Promise<void> {
    if (isFresh(name)) return;
    const now = clock();
    await database.query(
      `insert into gateway_known_key (name, seen_at) values ($1, $2)
       on conflict (name) do update set seen_at = greatest(gateway_known_key.seen_at, excluded.seen_at)`,
      [name, now],
    );
    await database.query('delete from gateway_known_key where seen_at < $1', [now - KEPT_MS]);
    stored.delete(name);
    stored.set(name, now);
    const [oldest] = stored.keys();
    if (stored.size > MOST_REMEMBERED && oldest !== undefined) stored.delete(oldest);
  }

  const keys: KnownKeys = {
    nameOf(environment, headers) {
      const apiKey = keyOf(headers.get(authorizationHeader));
      return apiKey === null ? null : addresses.inboxOf(environment, { apiKey });
    },

    async isKnown(name) {
      if (name === null) return false;
      if (isFresh(name)) return true;
      return (await database.query('select 1 from gateway_known_key where name = $1', [name])).length > 0;
    },

    add: (environment, identity) => store(addresses.inboxOf(environment, identity)),

    watch(request, environment, path) {
      const route = operationAt(request.method, path);
      const credential = route && operations[route.name].credential;
      if (credential === 'header') {
        const name = keys.nameOf(environment, request.headers);
        return async (answer) => {
          if (name !== null && !isFresh(name) && (await isAccepted(answer))) await store(name);
          return name !== null && isFresh(name);
        };
      }
      const length = Number(request.headers.get('content-length') ?? Number.NaN);
      if (credential !== 'body' || !(length <= MAX_CREDENTIAL_BYTES)) return async () => false;
      const body = request.clone().text();
      body.catch(() => undefined);
      return async (answer) => {
        if (!(await isAccepted(answer))) return false;
        const identity = identityIn(jsonOf(await body));
        if (identity !== null) await keys.add(environment, identity);
        return identity !== null;
      };
    },
  };
  return keys;
}

/** Whether the platform has done what was asked: code 0 in an answer of its own that is held whole (2.1). */
async function isAccepted(answer: Response): Promise<boolean> {
  const { headers, status } = answer;
  if (status !== 200 || !headers.has(PLATFORM_ANSWER_HEADER) || headers.has('transfer-encoding')) return false;
  const told = jsonOf(await answer.clone().text());
  return isJsonObject(told) && String(told.code) === '0';
}

/** The provider or customer key that a body proves. */
function identityIn(body: Json): Identity | null {
  if (!isJsonObject(body)) return null;
  const { app_id: appId, app_secret: appSecret, api_key: apiKey } = body;
  if (typeof appId === 'string' && typeof appSecret === 'string') return { appId, appSecret };
  return typeof apiKey === 'string' ? { apiKey } : null;
}

function jsonOf(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
