/**
 * Half of the seal under which a browser keeps credentials for a reload. The other half is in the browser's own profile: neither opens anything alone. What is
 * kept here gives the half only together with the cookie of its browser.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { SealHalf } from '../../../contract/gateway';
import type { Database } from '../../database/database';
import { Refusal, wrongMethod } from '../http/failure';
import { type SharedTable, trimToShares } from '../shares/stored-shares';

/** From its creation, whoever uses it. */
const LIFE_SECONDS = 12 * 3600;
/** Of all browsers. */
const MOST_KEPT = 200_000;
/** Of one group of addresses, for keys that are not known: anyone may create one. */
const MOST_UNKNOWN = 1000;
const SWEEP_MS = 10 * 60 * 1000;
/** No other address of the gateway gets the cookie. */
export const SEAL_PATH = '/gateway/seal';

const SEALS: SharedTable = {
  table: 'gateway_seal',
  id: 'browser',
  key: 'held.key',
  address: 'held.address',
  isUsed: 'held.read_at is not null',
  size: '0',
  lastToGo: '-held.ends_at',
};

export type SealHalves = {
  /**
   * POST: the half of this browser, `null` if it has none. PUT: the same, created if there is none. DELETE: deletes it.
   * @param key name of the key that is sealed (`KnownKeys`), `null` if it is not said
   * @param address group of the client's addresses
   * @throws Refusal `busy` where there are too many of unknown keys
   */
  answer(request: Request, key: string | null, address: string | null): Promise<Response>;
  /** Deletes expired ones, and those of too many that give way; runs automatically every ten minutes. */
  sweep(): Promise<void>;
  stop(): void;
};

/**
 * @param secret of the database: gateways that share it name their cookie alike, and others on the same host, whatever their ports, otherwise
 * @param publicUrl origin under which the gateway is reached, where it knows
 */
export function createSealHalves(
  database: Pick<Database, 'query'>,
  secret: string,
  publicUrl: string | null,
  clock: () => number = Date.now,
  { mostKept = MOST_KEPT, mostUnknown = MOST_UNKNOWN } = {},
): SealHalves {
  const name = `warehouse-console-${createHmac('sha256', secret).update('seal cookie').digest('hex').slice(0, 12)}`;
  const sweeper = setInterval(() => void halves.sweep().catch(() => undefined), SWEEP_MS);
  sweeper.unref();

  async function kept(token: string, key: string | null): Promise<string | null> {
    const [row] = await database.query<{ salt: string }>(
      'update gateway_seal set read_at = $2, key = coalesce($3::text, key) where browser = $1 and ends_at > $2 returning salt',
      [nameOf(token), clock(), key],
    );
    return row === undefined ? null : halfOf(token, row.salt);
  }

  async function make(key: string | null, address: string): Promise<{ token: string; half: string }> {
    const [token, salt] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
    const unknown = (of: string) => `not exists (select 1 from gateway_known_key known where known.name = ${of})`;
    const made = await database.query(
      `insert into gateway_seal (browser, salt, ends_at, key, address)
       select $1::text, $2::text, $3::bigint, $4::text, $5::text
       where not (${unknown('$4::text')} and $6::int <= (select count(*) from (
         select 1 from gateway_seal held where held.address = $5::text and held.ends_at > $7::bigint and ${unknown('held.key')} limit $6::int) counted))
       returning 1`,
      [nameOf(token), salt, clock() + LIFE_SECONDS * 1000, key, address, mostUnknown, clock()],
    );
    if (made.length === 0)
      throw new Refusal('busy', 'Too many browsers of this address keep keys here. Try again later.');
    return { token, half: halfOf(token, salt) };
  }

  const cookie = (request: Request, token: string, seconds: number): string => {
    const secure = isOverTls(request, publicUrl) ? '; Secure' : '';
    return `${name}=${token}; Path=${SEAL_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
  };

  const halves: SealHalves = {
    async answer(request, key, address) {
      const token = cookieOf(request, name);
      switch (request.method) {
        case 'POST':
          return told({ half: token === null ? null : await kept(token, null) });
        case 'PUT': {
          const half = token === null ? null : await kept(token, key);
          if (half !== null) return told({ half });
          const made = await make(key, address ?? '');
          return told({ half: made.half }, cookie(request, made.token, LIFE_SECONDS));
        }
        case 'DELETE':
          if (token !== null) await database.query('delete from gateway_seal where browser = $1', [nameOf(token)]);
          return told({ half: null }, cookie(request, '', 0));
        default:
          return wrongMethod('POST, PUT, DELETE');
      }
    },
    async sweep() {
      await database.query('delete from gateway_seal where ends_at <= $1', [clock()]);
      await trimToShares(database, SEALS, { rows: mostKept });
    },
    stop: () => clearInterval(sweeper),
  };
  return halves;
}

/** The lookup key of its row: the cookie cannot be derived from it. */
function nameOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function halfOf(token: string, salt: string): string {
  return createHmac('sha256', token).update(salt).digest('base64url');
}

function cookieOf(request: Request, name: string): string | null {
  const given = request.headers.get('cookie')?.split(/; */) ?? [];
  const value = given.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}

/** As the page was reached: it names its origin in every request that is no plain read. */
function isOverTls(request: Request, publicUrl: string | null): boolean {
  const origin = request.headers.get('origin') ?? '';
  return (/^https?:/.test(origin) ? origin : (publicUrl ?? '')).startsWith('https:');
}

function told(answer: SealHalf, setCookie?: string): Response {
  const headers = new Headers({ 'cache-control': 'no-store', vary: 'Cookie' });
  if (setCookie !== undefined) headers.set('set-cookie', setCookie);
  return Response.json(answer, { headers });
}
