import { authorizationHeader, authorizationValue, environmentBase } from '../../contract/calls';
import type { Priority } from './budget';

/** A call as it goes out. */
export interface WireCall {
  environment: string;
  method: string;
  /** Below the base URL, beginning with `/`. */
  path: string;
  /** Null: none. */
  key: string | null;
  /** JSON text; null: none. */
  body: string | null;
  priority: Priority;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
}

/** The whole answer of a call. */
interface Arrived {
  response: Response;
  text: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** From sending to here. */
  milliseconds: number;
  /** How long it asks to wait; null where it does not. */
  retryAfterMs: number | null;
}

/** A call that is on its way. */
export interface SentCall {
  /** Epoch milliseconds. */
  sentAt: number;
  /** Read as it arrives, even if nobody waits for it, so that its time is that of arrival. */
  arrived: Promise<Arrived>;
  abort(reason: unknown): void;
}

/** The gateway gives up earlier; this is for a gateway that is gone. */
const timeoutMs = 120_000;

/** The one fetch of the console for calls of the API. Within which budget is the caller's to see to. */
export function fetchCall({ environment, method, path, key, body, priority, headers }: WireCall): SentCall {
  const all = new Headers({ Accept: 'application/json', ...headers });
  if (body !== null) all.set('Content-Type', 'application/json');
  if (key !== null) all.set(authorizationHeader, authorizationValue(key));
  const own = new AbortController();
  const sentAt = Date.now();
  const started = performance.now();
  const leaving = fetch(environmentBase(environment) + path, {
    method,
    headers: all,
    body: body ?? undefined,
    signal: AbortSignal.any([own.signal, AbortSignal.timeout(timeoutMs)]),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    // Where all connections are taken, the browser gives the next free one to what a person waits for.
    priority: priority === 'job' ? 'low' : 'auto',
  });
  const arrived = leaving.then(async (response) => {
    const text = await response.text();
    const receivedAt = Date.now();
    const retryAfterMs = retryAfter(response.headers.get('Retry-After'), receivedAt);
    return { response, text, receivedAt, milliseconds: Math.round(performance.now() - started), retryAfterMs };
  });
  return { sentAt, arrived, abort: (reason) => own.abort(reason) };
}

/** Milliseconds of a `Retry-After` header: seconds, or a date. */
function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const milliseconds = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null;
}
