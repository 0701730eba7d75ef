import type { AnswerFault } from './envelope';
import type { GatewayError } from './gateway';

/**
 * The four ways a call fails (sections 2.1, 7):
 * `no-answer` nothing from the platform arrived; `malformed` something arrived that does not match the contract;
 * `system` code below 10000; `business` code 10000 or above.
 */
export type ApiErrorKind = 'no-answer' | 'malformed' | 'system' | 'business';

/**
 * Why a call came to no answer that can be judged: an answer that is no envelope, the `samePage` at another offset, a connection that `broke`, nothing in
 * time (`late`).
 */
export type CallFault = AnswerFault | 'samePage' | 'broke' | 'late';

/** Codes with a known meaning (field notes). Everything else is shown unchanged. */
export const knownCodes = {
  authenticationFailed: 100,
  parameterInvalid: 502,
  gone: 3500002,
} as const;

export interface ApiErrorDetails {
  kind: ApiErrorKind;
  /** Name of the operation in the table of operations, or the method and path of a call made by hand. */
  operation: string;
  message: string;
  code?: number;
  traceId?: string | null;
  /** HTTP status, when there was one. It never decides the kind of an answer that is an envelope. */
  status?: number;
  /** Milliseconds that the answer asked to wait (`Retry-After`). */
  retryAfterMs?: number;
  /** Number of the request in the activity of this session. */
  request?: number;
  /** The text key for `message`, which is the console's or the browser's own then and not translated. */
  fault?: CallFault;
  /** With `no-answer`: the gateway's reason; null when nothing came from the gateway either. */
  gateway?: GatewayError | null;
  /** With `no-answer`: the platform certainly never got the request. Without it that is unknown. */
  neverReached?: boolean;
}

/** A call that did not succeed. The transport reports it; its text is decided where it is shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly operation: string;
  readonly code: number | null;
  readonly traceId: string | null;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly request: number | null;
  readonly fault: CallFault | null;
  readonly gateway: GatewayError | null;
  readonly neverReached: boolean;

  constructor(details: ApiErrorDetails) {
    super(details.message);
    this.kind = details.kind;
    this.operation = details.operation;
    this.code = details.code ?? null;
    this.traceId = details.traceId ?? null;
    this.status = details.status ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.request = details.request ?? null;
    this.fault = details.fault ?? null;
    this.gateway = details.gateway ?? null;
    this.neverReached = details.neverReached ?? false;
  }
}
