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
 * | `POST /gateway/demo/link`       | `DemoToken`, once                                 | 204 and a cookie, or 401 |
 * | `POST /gateway/seal`            | the browser's cookie                              | `SealHalf`              |
 * | `PUT /gateway/seal`             | the same, key in the header, `?environment=`; made where there is none | `SealHalf` |
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

/**
 * Header that names one write attempt. A browser repeats a request on its own, whatever its method, when a reused connection ends without a response, and does
 * not tell the page. The gateway lets each name pass once.
 */
export const CALL_ID_HEADER = 'X-Call-Id';

/**
 * Header of every answer that is the platform's own. The gateway alone sets it: without it a platform could answer in the words of `GatewayFailure`, and a
 * write that it did would be taken for one that never reached it.
 */
export const PLATFORM_ANSWER_HEADER = 'X-Platform-Answer';

/** Header that names a request in the gateway's log: taken from who asks, or made; passed on to the platform, and on every answer. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The only Trusted Types policy that the page may create (for the URLs of its workers, and the HTML of clipboards). */
export const TRUSTED_TYPES_POLICY = 'warehouse-console';

export const environmentSchema = v.object({
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
  /** Whether *Open demo workspace* may be offered. */
  demo: v.boolean(),
  /** Only `true` where it is not: who started the gateway has a link that offers it (`DEMO_LINK_MARK`). */
  demoByLink: v.optional(v.boolean()),
  /** Of the program, e.g. `0.1.0`. */
  version: v.string(),
  /** Only with an embedded environment. */
  seeding: v.optional(seedingSchema),
});
export type EnvironmentList = v.InferOutput<typeof environmentListSchema>;

/** In the fragment of the address that the start prints, before the token of the demo workspace: `/#demo=<token>`. */
export const DEMO_LINK_MARK = '#demo=';

/** Exchanges the token of that address for a cookie that offers the demo workspace to this browser, as long as the gateway runs. */
export const demoTokenSchema = v.object({ token: v.string() });
export type DemoToken = v.InferOutput<typeof demoTokenSchema>;

/** The credentials of the demo workspace: given to the browser that opened the link of the start, and to others only where the configuration opens the demo. */
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

export const healthSchema = v.object({
  ok: v.boolean(),
  version: v.string(),
  database: v.object({ engine: v.string(), ok: v.boolean() }),
  seeding: v.optional(seedingSchema),
});
export type Health = v.InferOutput<typeof healthSchema>;

/** The gateway passes on no request body that is larger: 413 `too-large`. */
export const MAX_REQUEST_BYTES = 8 * 1024 * 1024;

/**
 * After these the platform certainly never got the call, or not completely: nothing of it can have happened. Nor do they say anything about its capacity, as
 * its own 429 and a `timeout` do: the page's request rate stays.
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
