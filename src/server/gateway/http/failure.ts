/** The gateway's own refusals: never in the form of the API's envelope (see contract/gateway.ts). */
import type { GatewayError, GatewayFailure } from '../../../contract/gateway';

const STATUS: Record<GatewayError, number> = {
  'refused-host': 403,
  'refused-origin': 403,
  'bad-request': 400,
  'wrong-token': 401,
  'not-found': 404,
  method: 405,
  'too-large': 413,
  'too-slow': 408,
  busy: 503,
  'too-many': 429,
  unreachable: 502,
  repeated: 409,
  broken: 502,
  redirected: 502,
  'answer-too-large': 502,
  timeout: 504,
  unavailable: 503,
  failed: 500,
};

/** After so long an outage may be over. */
const RETRY_SECONDS = 5;

/** A refusal that is thrown from within, and answered by `createGateway`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly error: GatewayError,
    message: string,
  ) {
    super(message);
  }
}

export function failure(error: GatewayError, message: string): Response {
  const body: GatewayFailure = { gateway: { error, message } };
  return Response.json(body, { status: STATUS[error], headers: { 'cache-control': 'no-store' } });
}

/** 503 of a database that does not answer, for now. */
export function unavailable(): Response {
  const response = failure('unavailable', 'The gateway database does not respond. Try again in a moment.');
  response.headers.set('retry-after', String(RETRY_SECONDS));
  return response;
}

/** 429 for an address that asks more often than is answered. */
export function tooMany(): Response {
  const response = failure('too-many', 'Too many requests from this address. Try again in a second.');
  response.headers.set('retry-after', '1');
  return response;
}

/** 405 with the methods that are answered, e.g. `GET, POST`. */
export function wrongMethod(allowed: string): Response {
  const response = failure('method', `Method not allowed here. Use ${allowed}.`);
  response.headers.set('allow', allowed);
  return response;
}
