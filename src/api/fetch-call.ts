import { authorizationHeader, authorizationValue, environmentBase } from '../contract/addresses';
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

/** A call that is on its way. */
export interface SentCall {
  /** Epoch milliseconds, and the same on the clock of `performance`. */
  sentAt: number;
  started: number;
  response: Promise<Response>;
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
  const response = fetch(environmentBase(environment) + path, {
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
  return { sentAt, started, response, abort: (reason) => own.abort(reason) };
}
