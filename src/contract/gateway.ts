/**
 * The gateway's own few endpoints, as they cross the wire between the page and the gateway that served it.
 *
 * None of this is the platform's API: the words are ours, and so every key is camelCase where the platform's are
 * snake_case. Both sides read this file; a schema is the decoder (`v.parse(environmentListSchema, json)`).
 *
 * | call                            | asks                                              | answers                 |
 * |---------------------------------|---------------------------------------------------|-------------------------|
 * | `GET /gateway/environments`     | –                                                 | `EnvironmentList`       |
 * | `POST /gateway/demo`            | empty body                                        | `Demo`, or 404          |
 * | `POST /gateway/seal`            | the browser's cookie                              | `SealHalf`              |
 * | `PUT /gateway/seal`             | the same; made where there is none                | `SealHalf`              |
 * | `DELETE /gateway/seal`          | the same; there is none from now on               | `SealHalf`              |
 * | `POST /gateway/inbox`           | `InboxRequest` (a customer key in the header)     | `Inbox`                 |
 * | `GET /gateway/events`           | `eventsSearch`, header `X-Inbox-Token`            | `EventPage`             |
 * | `GET /gateway/events/stream`    | `eventsSearch`, header `X-Inbox-Token`            | lines of `EventLine`    |
 * | `DELETE /gateway/events`        | `eventsSearch`, header `X-Inbox-Token`            | 204                     |
 * | `GET /gateway/outgoing`         | `eventsSearch`, header `X-Inbox-Token`            | `Outgoing`              |
 * | `PUT /gateway/outgoing`         | `outgoingRequestSchema` with the same             | `Outgoing`              |
 * | `POST /gateway/outgoing/secret` | `eventsSearch`, header `X-Inbox-Token`            | `SigningSecret`         |
 * | `POST /callback/<env>/<inbox>`  | any body (the platform calls this one)            | 200                     |
 * | `GET /healthz`                  | –                                                 | `Health`, 200 or 503    |
 * | `GET /livez`                    | –                                                 | `{"ok": true}`          |
 * | `GET /readyz`                   | –                                                 | `Health`, 200 or 503    |
 * | `GET /version`                  | –                                                 | `{"version": …}`        |
 *
 * Whatever the gateway itself refuses or cannot do, on these calls and on `/env/<name>/openapi/v1/…` alike, is answered as
 * `GatewayFailure` with an HTTP status of 400 or above. It is never in the form of the envelope (2.1): the platform said nothing, so to
 * the API client it is *no answer*, whatever the status.
 */
import * as v from 'valibot';
import { environmentSettings, publicSettings } from './environment-settings';

/** How many events a page of `GET /gateway/events` holds at most, and when `limit` is left out. */
export const EVENT_PAGE_LIMIT = 200;

/** Header that carries the token that reading an inbox needs. */
export const INBOX_TOKEN_HEADER = 'X-Inbox-Token';

/**
 * Header that names one sending of a write. A browser sends a call again by itself, whatever its method, when a connection that was used before ends without
 * an answer; the page is not told. The gateway lets each name pass once.
 */
export const CALL_ID_HEADER = 'X-Call-Id';

/**
 * Header of every answer that is the platform's own. The gateway alone sets it: without it a platform could answer in the words of `GatewayFailure`, and a
 * write that it did would be taken for one that never reached it.
 */
export const PLATFORM_ANSWER_HEADER = 'X-Platform-Answer';

/** Header that names a request in the gateway's log: taken from who asks, or made; passed on to the platform, and on every answer. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The only Trusted Types policy that the page may create (for the URLs of its workers). */
export const TRUSTED_TYPES_POLICY = 'warehouse-console';

/** Seconds between two heartbeats of the event stream; silence for twice as long means that the line is dead. */
export const HEARTBEAT_SECONDS = 15;

const environmentSchema = v.object({
  /** Short name, in addresses: lower-case letters, digits, `-`, `_`. */
  name: v.string(),
  /** Host that the calls end at, to show and nothing else; `null` for the embedded service. */
  baseUrl: v.nullable(v.string()),
  /** Answered by the service inside the gateway. */
  embedded: v.boolean(),
  ...publicSettings(environmentSettings),
});
/** One place that the API can be called at. */
export type Environment = v.InferOutput<typeof environmentSchema>;

/** How far the first loading of the embedded data is, in records. */
const seedingSchema = v.object({ loaded: v.number(), total: v.number(), done: v.boolean() });
export type Seeding = v.InferOutput<typeof seedingSchema>;

export const environmentListSchema = v.object({
  /** At least one; the first one also answers at `/openapi/v1/…`. */
  environments: v.pipe(v.array(environmentSchema), v.minLength(1)),
  /** Whether *Open the demo workspace* may be offered. */
  demo: v.boolean(),
  /** Of the program, e.g. `0.1.0`. */
  version: v.string(),
  /** Only with an embedded environment. */
  seeding: v.optional(seedingSchema),
});
export type EnvironmentList = v.InferOutput<typeof environmentListSchema>;

/** The credentials of the demo workspace: given to requests from the gateway's own machine, and to others only where its configuration opens the demo. */
export const demoSchema = v.object({
  /** Name of the embedded environment. */
  environment: v.string(),
  apiKey: v.string(),
  appId: v.string(),
  appSecret: v.string(),
});
export type Demo = v.InferOutput<typeof demoSchema>;

/**
 * The gateway's half of the seal under which this browser keeps credentials for a reload; `null` where it holds none, or none any more. It belongs to a cookie
 * that no script can read.
 */
export const sealHalfSchema = v.object({ half: v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))) });
export type SealHalf = v.InferOutput<typeof sealHalfSchema>;

/**
 * Whose inbox it is. A lasting identity, never a two-hour key: with a customer key leave the pair out and send the key as
 * `Open-Authorization: Bearer <key>`; for a provider (5.6) give the pair.
 */
export const inboxRequestSchema = v.object({
  environment: v.string(),
  appId: v.optional(v.pipe(v.string(), v.minLength(1))),
  appSecret: v.optional(v.pipe(v.string(), v.minLength(1))),
});
export type InboxRequest = v.InferOutput<typeof inboxRequestSchema>;

export const inboxSchema = v.object({
  /** Absolute callback address, to be set in the enterprise console. Lets its holder write, not read. */
  address: v.string(),
  inbox: v.string(),
  /** Lets its holder read and wipe. Not derivable from the address. */
  token: v.string(),
});
export type Inbox = v.InferOutput<typeof inboxSchema>;

const receivedEventSchema = v.object({
  /** Counts from 1 within its inbox without gaps; a gap to the last one seen means that the older ones were dropped to keep the bounds. */
  id: v.number(),
  /** ISO 8601 with zone, by the gateway's clock. */
  receivedAt: v.string(),
  contentType: v.string(),
  /** The request's other headers, lower-case names; without hop-by-hop ones, cookies, and those that hold a key. */
  headers: v.record(v.string(), v.string()),
  /** The body as it came; `encoding` says how when it was no text. */
  body: v.string(),
  encoding: v.picklist(['text', 'base64']),
  /** `true`: handed over by the embedded service within the gateway's process. Nobody outside can send such a one. */
  own: v.optional(v.boolean()),
});
export type ReceivedEvent = v.InferOutput<typeof receivedEventSchema>;

export const eventPageSchema = v.object({
  /** Ascending by id. */
  events: v.array(receivedEventSchema),
  /** Whether there are later ones than these. */
  more: v.boolean(),
});
export type EventPage = v.InferOutput<typeof eventPageSchema>;

/** One line of the stream: an event, or a sign of life with the gateway's time. */
export const eventLineSchema = v.union([
  v.object({ event: receivedEventSchema }),
  v.object({ heartbeat: v.pipe(v.string(), v.isoTimestamp()) }),
]);
export type EventLine = v.InferOutput<typeof eventLineSchema>;

/**
 * Why an attempt failed: the host is not (or no longer) one that the configuration allows, its name leads into a private network, no connection came about or
 * held, no answer came in time, the answer was not of 200 to 299, or the address was taken away meanwhile.
 */
const outgoingProblems = ['not-allowed', 'private', 'unreachable', 'timeout', 'refused', 'no-address'] as const;
export type OutgoingProblem = (typeof outgoingProblems)[number];

const outgoingDeliverySchema = v.object({
  id: v.number(),
  /** ISO 8601 with zone, by the gateway's clock, as all times of it. */
  createdAt: v.string(),
  traceId: v.nullable(v.string()),
  /** Where it was last sent to; `null` before the first attempt. */
  url: v.nullable(v.string()),
  state: v.picklist(['waiting', 'delivered', 'given-up']),
  attempts: v.number(),
  triedAt: v.nullable(v.string()),
  /** When it is tried again; `null` when it is not. */
  nextAt: v.nullable(v.string()),
  /** HTTP status of the last answer. */
  status: v.nullable(v.number()),
  problem: v.nullable(v.picklist(outgoingProblems)),
});
/** An event of the embedded service on its way to the callback address that was set for its key or provider. */
export type OutgoingDelivery = v.InferOutput<typeof outgoingDeliverySchema>;

/** `null` takes the address away. */
export const outgoingRequestSchema = v.object({ address: v.nullable(v.string()) });

export const outgoingSchema = v.object({
  /** Where events of this key or provider are sent beside its inbox. */
  address: v.nullable(v.string()),
  /** Set by the configuration of the gateway, and to be changed there alone. */
  configured: v.boolean(),
  /** What an address may begin with, as the configuration says it; none: nothing leaves. */
  hosts: v.array(v.string()),
  /** The latest 200, newest first. */
  deliveries: v.array(outgoingDeliverySchema),
});
export type Outgoing = v.InferOutput<typeof outgoingSchema>;

/** With it a receiver checks that an event is from here (Standard Webhooks). */
export const signingSecretSchema = v.object({ secret: v.string() });
export type SigningSecret = v.InferOutput<typeof signingSecretSchema>;

export const healthSchema = v.object({
  ok: v.boolean(),
  version: v.string(),
  database: v.object({ engine: v.string(), ok: v.boolean() }),
  seeding: v.optional(seedingSchema),
});
export type Health = v.InferOutput<typeof healthSchema>;

/**
 * After these it is certain that the platform never got the call, or not the whole of it: nothing of it can have happened. Nor do they say anything of how
 * much the platform can bear, as its own 429 and a `timeout` do: the page's request rate stays as it is.
 */
const NEVER_REACHED_ERRORS = [
  'refused-host',
  'refused-origin',
  'bad-request',
  'wrong-token',
  'not-found',
  'method',
  'too-large',
  'too-slow',
  'busy',
  'too-many',
  'unreachable',
] as const;
export const NEVER_REACHED: ReadonlySet<GatewayError> = new Set<GatewayError>(NEVER_REACHED_ERRORS);

/**
 * Why the gateway itself gave no answer of the API.
 *
 * | error | status | did the platform get the call? |
 * |---|---|---|
 * | `refused-host`, `refused-origin` | 403 | no |
 * | `bad-request`, `wrong-token`, `not-found`, `method`, `too-large`, `too-slow`, `busy`, `too-many` | 400, 401, 404, 405, 413, 408, 503, 429 | no, or not whole |
 * | `unreachable` | 502 | no: the connection was never made |
 * | `repeated` | 409 | perhaps: the browser sent this call before, see `CALL_ID_HEADER` |
 * | `broken`, `redirected`, `answer-too-large` | 502 | perhaps |
 * | `timeout` | 504 | perhaps |
 * | `unavailable` | 503 | perhaps: the gateway's own database does not answer |
 * | `failed` | 500 | perhaps |
 */
const GATEWAY_ERRORS = [
  ...NEVER_REACHED_ERRORS,
  'repeated',
  'broken',
  'redirected',
  'answer-too-large',
  'timeout',
  'unavailable',
  'failed',
] as const;
export type GatewayError = (typeof GATEWAY_ERRORS)[number];

export const gatewayFailureSchema = v.object({
  gateway: v.object({ error: v.picklist(GATEWAY_ERRORS), message: v.string() }),
});
export type GatewayFailure = v.InferOutput<typeof gatewayFailureSchema>;

/** Path of a callback address. */
export function callbackPath(environment: string, inbox: string): string {
  return `/callback/${encodeURIComponent(environment)}/${encodeURIComponent(inbox)}`;
}

/**
 * Search part (without `?`) of the event calls. `after`: only events with a higher id; default 0, from the oldest kept.
 * `limit`: default and maximum `EVENT_PAGE_LIMIT`.
 */
export function eventsSearch(search: { environment: string; inbox: string; after?: number; limit?: number }): string {
  const parameters = new URLSearchParams({ environment: search.environment, inbox: search.inbox });
  if (search.after !== undefined) parameters.set('after', String(search.after));
  if (search.limit !== undefined) parameters.set('limit', String(search.limit));
  return parameters.toString();
}
