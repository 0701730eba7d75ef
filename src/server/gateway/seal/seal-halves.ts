/**
 * Half of the seal under which a browser keeps credentials for a reload. The other half is in the browser's own profile: neither opens anything alone. What is
 * kept here gives the half only together with the cookie of its browser.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { SealHalf } from '../../../contract/gateway';
import type { Database } from '../../database/database';
import { wrongMethod } from '../http/failure';

/** From its creation, whoever uses it. */
const LIFE_SECONDS = 12 * 3600;
/** Anyone may create one: beyond this the oldest are deleted. */
const MOST_KEPT = 200_000;
const SWEEP_MS = 10 * 60 * 1000;
/** No other address of the gateway gets the cookie. */
export const SEAL_PATH = '/gateway/seal';

export type SealHalves = {
  /** POST: the half of this browser, `null` if it has none. PUT: the same, created if there is none. DELETE: deletes it. */
  answer(request: Request): Promise<Response>;
  /** Deletes expired ones, and the oldest of too many; runs automatically every ten minutes. */
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
  mostKept = MOST_KEPT,
): SealHalves {
  const name = `warehouse-console-${createHmac('sha256', secret).update('seal cookie').digest('hex').slice(0, 12)}`;
  const sweeper = setInterval(() => void halves.sweep().catch(() => undefined), SWEEP_MS);
  sweeper.unref();

  async function kept(token: string): Promise<string | null> {
    const [row] = await database.query<{ salt: string }>(
      'select salt from gateway_seal where browser = $1 and ends_at > $2',
      [nameOf(token), clock()],
    );
    return row === undefined ? null : halfOf(token, row.salt);
  }

  async function make(): Promise<{ token: string; half: string }> {
    const [token, salt] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
    await database.query('insert into gateway_seal (browser, salt, ends_at) values ($1, $2, $3)', [
      nameOf(token),
      salt,
      clock() + LIFE_SECONDS * 1000,
    ]);
    return { token, half: halfOf(token, salt) };
  }

  const cookie = (request: Request, token: string, seconds: number): string => {
    const secure = isOverTls(request, publicUrl) ? '; Secure' : '';
    return `${name}=${token}; Path=${SEAL_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
  };

  const halves: SealHalves = {
    async answer(request) {
      const token = cookieOf(request, name);
      switch (request.method) {
        case 'POST':
          return told({ half: token === null ? null : await kept(token) });
        case 'PUT': {
          const half = token === null ? null : await kept(token);
          if (half !== null) return told({ half });
          const made = await make();
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
      await database.query(
        'delete from gateway_seal where browser in (select browser from gateway_seal order by ends_at desc offset $1)',
        [mostKept],
      );
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
