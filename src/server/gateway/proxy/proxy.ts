/**
 * The API of an environment on this origin. Only configured base URLs are ever called; of a request, the path below `/openapi/v1/`, the body and a short list
 * of headers are passed on, and an equally short list is returned.
 *
 * Whether editing is on is not decided here: the key carries the right to write, and any other client may use this origin with it. The lock protects a person
 * from slips, so the console keeps it.
 */
import { MAX_REQUEST_BYTES, PLATFORM_ANSWER_HEADER, REQUEST_ID_HEADER } from '../../../contract/gateway';
import type { ConfiguredEnvironment } from '../config/environments';
import { bounded, HELD_BYTES, heldAnswer, refuseDeclaredSize, tooLarge } from '../http/body';
import { failure, Refusal, wrongMethod } from '../http/failure';

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
 * Passes a call on and its answer back.
 * @param path from `/openapi/v1/` on, with search
 * @param requestId name of the call in the gateway's log, for the log of the platform
 */
export async function callUpstream(
  request: Request,
  environment: ConfiguredEnvironment & { upstream: string },
  path: string,
  bounds: ProxyBounds = PROXY_BOUNDS,
  requestId: string | null = null,
): Promise<Response> {
  if (!METHODS.includes(request.method)) return wrongMethod(METHODS.join(', '));
  refuseDeclaredSize(request, MAX_REQUEST_BYTES);
  const host = new URL(environment.upstream).host;
  const call = { late: false, whole: false, answered: false };
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
    const body = await bodyToSend(request, giveUp.signal, () => {
      call.whole = true;
    });
    const answer = await fetch(environment.upstream + path, {
      method: request.method,
      headers: passedOn(request, body, requestId),
      body,
      redirect: 'manual',
      signal: giveUp.signal,
      // A streamed body needs it; the DOM's types do not know it.
      ...{ duplex: 'half' },
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
    // What a body broke off with comes back as the cause of the call's own fault.
    if (cause instanceof Error && cause.cause instanceof Refusal) throw cause.cause;
    return call.late ? tooLate(host, call.whole, bounds) : notReached(cause, host, call.answered);
  } finally {
    if (!streams) ended();
  }
}

/**
 * The body of a request as passed on: a short one of known length in one piece, which saves a stream on each side of the call.
 * @param whole called when all of it is here
 * @throws Refusal `too-large`, directly or from the stream
 */
async function bodyToSend(
  request: Request,
  signal: AbortSignal,
  whole: () => void,
): Promise<ArrayBuffer | ReadableStream<Uint8Array> | null> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (request.method !== 'GET' && request.method !== 'HEAD' && declared <= HELD_BYTES) {
    const body = await unlessAborted(request.arrayBuffer(), signal);
    whole();
    return body;
  }
  if (request.body !== null) return bounded(request.body, MAX_REQUEST_BYTES, () => tooLarge(MAX_REQUEST_BYTES), whole);
  whole();
  return null;
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
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
function passedOn(request: Request, body: ArrayBuffer | ReadableStream | null, requestId: string | null): Headers {
  const headers = new Headers({ 'user-agent': 'warehouse-console' });
  if (requestId !== null) headers.set(REQUEST_ID_HEADER, requestId);
  for (const name of REQUEST_HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // Keeps the length of a stream where it is known: not every server takes a chunked body.
  const length = request.headers.get('content-length');
  if (length !== null && body instanceof ReadableStream) headers.set('content-length', length);
  return headers;
}

function passedBack(answer: Response): Headers {
  const headers = new Headers({ [PLATFORM_ANSWER_HEADER]: '1' });
  for (const [name, value] of answer.headers) {
    if (ANSWER_HEADERS.includes(name) || RATE_HEADER.test(name)) headers.set(name, value);
  }
  return headers;
}

/** @param whole whether the request had ended by then */
function tooLate(host: string, whole: boolean, bounds: ProxyBounds): Response {
  const seconds = bounds.timeoutMs / 1000;
  return whole
    ? failure('timeout', `${host} did not respond within ${seconds} seconds.`)
    : failure('too-slow', `The request body did not arrive within ${seconds} seconds.`);
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
