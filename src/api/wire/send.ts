/**
 * The way of every request to the platform: budget, one fetch, its envelope, its decoder; all is written down in the activity.
 * It knows no page: queries are in `queries/`, keys come from the client.
 */

import * as v from 'valibot';
import {
  authorizationHeader,
  authorizationValue,
  environmentBase,
  formatReturnFields,
  type ReturnFields,
  returnFieldsHeader,
} from '../../contract/calls';
import { type AnswerFault, DecodeError, type Envelope, kindOfCode, readEnvelope } from '../../contract/envelope';
import { ApiError, type ApiErrorDetails } from '../../contract/errors';
import {
  CALL_ID_HEADER,
  type GatewayFailure,
  gatewayFailureSchema,
  NEVER_REACHED,
  PLATFORM_ANSWER_HEADER,
} from '../../contract/gateway';
import { formatJson, type Json, parseJson } from '../../contract/json';
import {
  type Operation,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operations,
  pathOf,
} from '../../contract/operations';
import { startActivity, updateActivity } from './activity';
import type { Priority, PriorityNow } from './budget';
import type { Client } from './client';
import { longestWaitMs } from './clock';
import { maskSecrets, recordedReply, secretsOf, withoutCredentials } from './remove-credentials';

export interface CallOptions {
  signal?: AbortSignal;
  priority?: PriorityNow;
  /** The caller has taken its turn of the budget already, as it had something to keep between the turn and the sending. */
  turnTaken?: boolean;
}

export interface SendOptions extends CallOptions {
  returnFields?: ReturnFields;
}

/** What an operation answered, and how it came. */
export interface Answer<Data> {
  data: Data;
  traceId: string | null;
  /** Of the file operation only (2.1). */
  version: string | null;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** From sending to the whole answer; waiting for the budget is not in it. */
  milliseconds: number;
  /** Its number in the activity of this session. */
  request: number;
}

/** Methods that write: the gateway refuses their automatic repetition by the browser. */
const neverTwice: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/**
 * Calls one operation: once. Nothing is ever repeated here.
 * @throws ApiError of one of its four kinds
 * @throws the signal's reason when it is aborted
 * @throws RangeError when an id is no whole number where the wire wants an integer
 */
export async function send<Name extends OperationName>(
  client: Client,
  name: Name,
  input: OperationInput<Name>,
  options: SendOptions = {},
): Promise<Answer<OperationOutput<Name>>> {
  const operation = operations[name] as unknown as Operation<OperationInput<Name>, OperationOutput<Name>>;
  const reply = await exchange(client, {
    operation: name,
    method: operation.method,
    path: pathOf(name, input),
    body: operation.encode(input),
    secrets: operation.secrets ?? [],
    credential: operation.credential,
    signal: options.signal,
    priority: options.priority,
    turnTaken: options.turnTaken,
    returnFields: options.returnFields === undefined ? undefined : formatReturnFields(options.returnFields),
  });
  const { request } = reply;
  const envelope = judge(reply, name);
  try {
    const data = operation.decode(envelope.data);
    updateActivity(request, { outcome: 'success', finishedAt: Date.now() });
    return {
      data,
      traceId: envelope.traceId,
      version: envelope.version,
      receivedAt: reply.receivedAt,
      milliseconds: reply.milliseconds,
      request,
    };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw fail(request, {
      kind: 'malformed',
      operation: name,
      message: error.message,
      code: envelope.code,
      traceId: envelope.traceId,
      status: reply.status,
    });
  }
}

export interface HandCall {
  /** Name for the activity; method and path if there is none. */
  operation?: string;
  method: string;
  /** Below the base URL, beginning with `/`. */
  path: string;
  body?: Json;
  credential: 'header' | 'body' | 'none';
  /** Names of body fields that are masked in what is recorded. */
  secrets?: readonly string[];
  /** Value of `X-Service-Return-Fields`: ASCII JSON (4.1). */
  returnFields?: string;
}

/** A response unchanged, except for credentials that it repeats, with its envelope if it has one. */
export interface HandReply {
  status: number;
  text: string;
  envelope: Envelope | null;
  /** Why it is no envelope. */
  fault: AnswerFault | null;
  receivedAt: number;
  milliseconds: number;
  request: number;
}

/**
 * Sends any method and path, and returns the response unchanged, whatever its code.
 * @throws ApiError of kind `no-answer`; the signal's reason when it is aborted
 */
export async function callByHand(client: Client, call: HandCall, options: CallOptions = {}): Promise<HandReply> {
  const operation = call.operation ?? `${call.method} ${call.path}`;
  const reply = await exchange(client, { ...call, operation, ...options });
  const read = readEnvelope(reply.text);
  if (!read.ok)
    fail(reply.request, {
      kind: 'malformed',
      operation,
      message: read.reason,
      fault: read.fault,
      status: reply.status,
    });
  else if (read.envelope.code !== 0) fail(reply.request, detailsOf(read.envelope, operation, reply.status));
  else {
    const { code, message, traceId } = read.envelope;
    updateActivity(reply.request, { outcome: 'success', code, message, traceId, finishedAt: Date.now() });
  }
  return { ...reply, envelope: read.ok ? read.envelope : null, fault: read.ok ? null : read.fault };
}

interface Reply {
  status: number;
  text: string;
  retryAfterMs: number | null;
  receivedAt: number;
  milliseconds: number;
  request: number;
}

/**
 * Every call of the console: budget, abort, activity. Text in, text out; what it means is judged by the callers. A credential that the answer, or what is
 * recorded of the request, repeats goes no further than here.
 */
async function exchange(client: Client, call: HandCall & CallOptions & { operation: string }): Promise<Reply> {
  const { operation, method, path, body, signal } = call;
  const withKey = call.credential === 'header';
  const { returnFields = null, priority = 'interactive', secrets = [] } = call;
  const text = body === undefined ? undefined : formatJson(body);
  const keyNow = (): string | null => (withKey ? client.apiKey() : null);
  const credentials = [keyNow(), ...secretsOf(body, secrets)];
  const clean = (said: string): string => withoutCredentials(said, credentials);
  const masked = body === undefined || secrets.length === 0 ? text : formatJson(maskSecrets(body, secrets));
  const request = startActivity({
    environment: client.environment.name,
    operation: clean(operation),
    method,
    path: clean(path),
    withKey,
    returnFields: returnFields && clean(returnFields),
    priority: typeof priority === 'string' ? priority : priority(),
    body: masked === undefined ? null : clean(masked),
    queuedAt: Date.now(),
  });
  let sent: SentCall | null = null;
  const abort = (): void => sent?.abort(signal?.reason);
  try {
    const headers: Record<string, string> = {};
    if (returnFields !== null) headers[returnFieldsHeader] = returnFields;
    if (neverTwice.has(method)) headers[CALL_ID_HEADER] = newCallId();
    const now = typeof priority === 'string' ? priority : priority();
    const wire = { environment: client.environment.name, method, path, body: text ?? null, priority: now, headers };
    if (!call.turnTaken) await client.budget.take(priority, signal);
    // It may be another one after the wait.
    const key = keyNow();
    credentials.push(key);
    sent = fetchCall({ ...wire, key });
    client.budget.leave(sent.sentAt);
    updateActivity(request, { outcome: 'running', sentAt: sent.sentAt });
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    const { response, text: said, receivedAt, milliseconds, retryAfterMs } = await sent.arrived;
    const answer = withoutCredentials(said, credentials, issuedField(operation));
    const reply = recordedReply(answer);
    updateActivity(request, { answeredAt: receivedAt, status: response.status, size: said.length, reply });
    const ofPlatform = response.ok || response.headers.has(PLATFORM_ANSWER_HEADER);
    const refusal = ofPlatform ? null : gatewayRefusal(answer);
    // A call that did not get past the gateway says nothing about the platform's capacity.
    if (refusal === null || !NEVER_REACHED.has(refusal.error)) client.budget.note(response.status, retryAfterMs);
    if (refusal !== null) throw new NoAnswer(refusal, response.status, retryAfterMs);
    return { status: response.status, text: answer, retryAfterMs, receivedAt, milliseconds, request };
  } catch (error) {
    if (signal?.aborted) {
      updateActivity(request, { outcome: 'aborted', finishedAt: Date.now() });
      throw signal.reason;
    }
    const message = clean(error instanceof Error ? error.message : String(error));
    const gateway = error instanceof NoAnswer ? error.failure.error : null;
    const status = error instanceof NoAnswer ? error.status : undefined;
    // Only the gateway can say that a call without response did not get past it.
    const neverReached = !sent || (gateway !== null && NEVER_REACHED.has(gateway));
    const retryAfterMs = error instanceof NoAnswer ? (error.retryAfterMs ?? undefined) : undefined;
    const fault = sent && gateway === null ? faultOf(error) : undefined;
    if (fault === 'late') client.budget.note('late');
    throw fail(request, {
      kind: 'no-answer',
      operation: clean(operation),
      message,
      fault,
      status,
      retryAfterMs,
      gateway,
      neverReached,
    });
  } finally {
    if (sent) client.budget.end(sent.sentAt);
    // A job has one signal for ten thousand calls.
    signal?.removeEventListener('abort', abort);
  }
}

/** What happened to a call on its way, as the browser reports it; undefined for anything else. */
function faultOf(error: unknown): 'late' | 'broke' | undefined {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError') return 'late';
  return ['TypeError', 'NetworkError', 'AbortError'].includes(name) ? 'broke' : undefined;
}

/** The gateway spoke and the platform did not. */
class NoAnswer extends Error {
  constructor(
    readonly failure: GatewayFailure['gateway'],
    readonly status: number,
    readonly retryAfterMs: number | null,
  ) {
    super(failure.message);
  }
}

function gatewayRefusal(text: string): GatewayFailure['gateway'] | null {
  if (!text.startsWith('{"gateway"')) return null;
  try {
    const read = v.safeParse(gatewayFailureSchema, parseJson(text));
    return read.success ? read.output.gateway : null;
  } catch {
    // Cut off, or only similar at its beginning: judged like any other response.
    return null;
  }
}

/** The envelope of a reply that is one with code 0. @throws ApiError */
function judge(reply: Reply, operation: string): Envelope {
  const read = readEnvelope(reply.text);
  const { status, request, retryAfterMs } = reply;
  if (!read.ok) {
    throw fail(request, {
      kind: 'malformed',
      operation,
      message: read.reason,
      fault: read.fault,
      status,
      retryAfterMs: retryAfterMs ?? undefined,
    });
  }
  if (read.envelope.code === 0) {
    updateActivity(request, { code: 0, message: read.envelope.message, traceId: read.envelope.traceId });
    return read.envelope;
  }
  throw fail(request, { ...detailsOf(read.envelope, operation, status), retryAfterMs: retryAfterMs ?? undefined });
}

function detailsOf(envelope: Envelope, operation: string, status: number): ApiErrorDetails {
  const { code, message, traceId } = envelope;
  return { kind: kindOfCode(code), operation, message, code, traceId, status };
}

function fail(request: number, details: ApiErrorDetails): ApiError {
  const { kind, code = null, message, traceId = null, status = null } = details;
  updateActivity(request, { outcome: kind, code, message, traceId, status, finishedAt: Date.now() });
  return new ApiError({ ...details, request });
}

/** The field in which an operation answers with a credential made for the caller (4.7, 4.8). */
function issuedField(operation: string): string | null {
  const known: Readonly<Record<string, { issues?: string }>> = operations;
  return Object.hasOwn(known, operation) ? (known[operation]?.issues ?? null) : null;
}

/** Random for each page load; `crypto.randomUUID` needs a secure context, which explorer requests do not. */
const page = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
  '',
);
let calls = 0;

function newCallId(): string {
  calls += 1;
  return `${page}-${calls}`;
}

/** A call as it goes out. */
interface WireCall {
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
  /** How long it asks to wait (`waitAsked`). */
  retryAfterMs: number | null;
}

/** A call that is on its way. */
interface SentCall {
  /** Epoch milliseconds. */
  sentAt: number;
  /** Read as it arrives, even if nobody waits for it, so that its time is that of arrival. */
  arrived: Promise<Arrived>;
  abort(reason: unknown): void;
}

/** The gateway gives up earlier; this is for a gateway that is gone. */
const timeoutMs = 120_000;

/** The one fetch of the console for calls of the API. */
function fetchCall({ environment, method, path, key, body, priority, headers }: WireCall): SentCall {
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
    const retryAfterMs = waitAsked(response.headers, receivedAt);
    return { response, text, receivedAt, milliseconds: Math.round(performance.now() - started), retryAfterMs };
  });
  return { sentAt, arrived, abort: (reason) => own.abort(reason) };
}

const isoDate = /^\d{4}-\d\d-\d\dT/;

/**
 * Milliseconds that an answer asks to wait, `longestWaitMs` at most; null where it asks for no wait that can be read. A date is counted from the answer's own
 * `Date`: the platform's clock and this one may be hours apart.
 */
export function waitAsked(headers: Headers, now: number): number | null {
  const asked = headers.get('Retry-After')?.trim() ?? '';
  const milliseconds = /^\d+(\.\d+)?$/.test(asked)
    ? Number(asked) * 1000
    : (timeOf(asked) ?? 0) - (timeOf(headers.get('Date') ?? '') ?? now);
  return milliseconds > 0 ? Math.min(milliseconds, longestWaitMs) : null;
}

/** An HTTP date, one of its older forms, which name no zone, or an ISO date; null for anything else: `Date.parse` reads "-5" as a month. */
function timeOf(text: string): number | null {
  if (!/^[a-z]{3}/i.test(text) && !isoDate.test(text)) return null;
  const hasZone = /(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = Date.parse(hasZone ? text : isoDate.test(text) ? `${text}Z` : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}
