/**
 * The API of an environment on this origin. Only configured base URLs are ever called; of a request, the path below `/openapi/v1/`, the body and a short list
 * of headers are passed on, and an equally short list is returned.
 *
 * Whether editing is on is not decided here: the key carries the right to write, and any other client may use this origin with it. The lock protects a person
 * from slips, so the console keeps it.
 */
import { MAX_REQUEST_BYTES, PLATFORM_ANSWER_HEADER, REQUEST_ID_HEADER } from '../../../contract/gateway';
import type { ConfiguredEnvironment } from '../config/environments';
import { heldAnswer, type Pace, readBounded, type Taken } from '../http/body';
import { failure, Refusal, wrongMethod } from '../http/failure';
import { hasKey } from '../http/guard';

/** Without a key: only credentials are sent so (5.2), and anyone may send them. */
const MAX_KEYLESS_BYTES = 64 * 1024;
/** A connection on which nothing comes for so long is given up. */
const SILENT_MS = 20_000;

export type ProxyBounds = {
  /** From the first byte of the call to the last one of the answer. */
  timeoutMs: number;
  maxAnswerBytes: number;
};
const PROXY_BOUNDS: ProxyBounds = { timeoutMs: 60_000, maxAnswerBytes: 64 * 1024 * 1024 };

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const REQUEST_HEADERS = ['accept', 'accept-language', 'content-type', 'open-authorization', 'x-service-return-fields'];
const ANSWER_HEADERS = ['content-type', 'date', 'retry-after', 'x-trace-id'];
const RATE_HEADER = /^(x-)?ratelimit-/;

/** Responses with these statuses have no body, even if one was sent. */
const BODILESS = new Set([204, 205]);

/** Faults after which it is certain that the platform never saw the call. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * Passes a call on and its answer back. The platform is not connected to before all of the body is here.
 * @param path from `/openapi/v1/` on, with search
 * @param requestId name of the call in the gateway's log, for the log of the platform
 * @param taken called with each part of the body as it comes
 */
export async function callUpstream(
  request: Request,
  environment: ConfiguredEnvironment & { upstream: string },
  path: string,
  bounds: ProxyBounds = PROXY_BOUNDS,
  requestId: string | null = null,
  taken?: Taken,
): Promise<Response> {
  if (!METHODS.includes(request.method)) return wrongMethod(METHODS.join(', '));
  const host = new URL(environment.upstream).host;
  const call = { late: false, answered: false };
  const giveUp = new AbortController();
  const left = () => giveUp.abort();
  const timer = setTimeout(() => {
    call.late = true;
    giveUp.abort();
  }, bounds.timeoutMs);
  request.signal.addEventListener('abort', left);
  if (request.signal.aborted) left();
  // A timer and a listener that stayed for a minute after each call would be thousands of them.
  const ended = () => {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', left);
  };
  let streams = false;
  try {
    const pace: Pace = { wholeMs: bounds.timeoutMs, stretchMs: SILENT_MS, leastBytes: 1 };
    const body = request.body && (await readBounded(request, mostBytes(request), taken, pace));
    const answer = await fetch(environment.upstream + path, {
      method: request.method,
      headers: passedOn(request, requestId),
      body,
      redirect: 'manual',
      signal: giveUp.signal,
    });
    call.answered = true;
    const refused = await refusedAnswer(answer, host, bounds);
    if (refused !== null) return refused;
    const headers = passedBack(answer);
    if (answer.body === null || BODILESS.has(answer.status)) {
      await answer.body?.cancel();
      return new Response(null, { status: answer.status, headers });
    }
    const held = await heldAnswer(answer.body, bounds.maxAnswerBytes, () => tooMuch(host, bounds), ended);
    streams = held instanceof ReadableStream;
    // Set beforehand, the server starts at once, and a broken stream breaks the connection instead of ending like a complete response.
    if (streams) headers.set('transfer-encoding', 'chunked');
    return new Response(held, { status: answer.status, headers });
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    return call.late ? tooLate(host, bounds) : notReached(cause, host, call.answered);
  } finally {
    if (!streams) ended();
  }
}

function mostBytes(request: Request): number {
  return hasKey(request) ? MAX_REQUEST_BYTES : MAX_KEYLESS_BYTES;
}

/** A gateway error for a response that cannot be passed on; `null` if it can. @throws Refusal `answer-too-large` */
async function refusedAnswer(answer: Response, host: string, bounds: ProxyBounds): Promise<Response | null> {
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel();
    return failure(
      'redirected',
      `${host} responded with a redirect (${answer.status}). Redirects are not followed, because the request has a key.`,
    );
  }
  if (answer.status > 599) {
    await answer.body?.cancel();
    return failure('broken', `${host} responded with the invalid status ${answer.status}.`);
  }
  if (Number(answer.headers.get('content-length') ?? 0) <= bounds.maxAnswerBytes) return null;
  await answer.body?.cancel();
  throw tooMuch(host, bounds);
}

function tooMuch(host: string, { maxAnswerBytes }: ProxyBounds): Refusal {
  return new Refusal('answer-too-large', `The response of ${host} is larger than the ${maxAnswerBytes} bytes allowed.`);
}

/** The request's headers that are part of the API, and a name for us. */
function passedOn(request: Request, requestId: string | null): Headers {
  const headers = new Headers({ 'user-agent': 'warehouse-console' });
  if (requestId !== null) headers.set(REQUEST_ID_HEADER, requestId);
  for (const name of REQUEST_HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

function passedBack(answer: Response): Headers {
  const headers = new Headers({ [PLATFORM_ANSWER_HEADER]: '1' });
  for (const [name, value] of answer.headers) {
    if (ANSWER_HEADERS.includes(name) || RATE_HEADER.test(name)) headers.set(name, value);
  }
  return headers;
}

function tooLate(host: string, bounds: ProxyBounds): Response {
  return failure('timeout', `${host} did not respond within ${bounds.timeoutMs / 1000} seconds.`);
}

function notReached(cause: unknown, host: string, answered: boolean): Response {
  const code = faultCode(cause);
  if (!answered && code !== null && NEVER_CONNECTED.has(code))
    return failure('unreachable', `${host} cannot be reached (${code}).`);
  const place = answered ? 'during its response' : 'before a response';
  return failure('broken', `The connection to ${host} was lost ${place}${code === null ? '' : ` (${code})`}.`);
}

/** `fetch` hides the system's word for the fault in the cause, or in the causes that it tried one after another. */
function faultCode(fault: unknown): string | null {
  if (!(fault instanceof Error)) return null;
  if ('code' in fault && typeof fault.code === 'string') return fault.code;
  const inner = fault instanceof AggregateError ? fault.errors[0] : fault.cause;
  return inner === undefined ? null : faultCode(inner);
}
