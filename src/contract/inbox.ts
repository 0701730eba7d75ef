/**
 * Inboxes of callback events, and where events are sent on to, as they cross the wire between the page and the gateway: the calls are in the table of
 * `gateway.ts`. Pages that come later are the only ones in the browser that need it.
 */
import * as v from 'valibot';

/** How many events a page of `GET /gateway/events` holds at most, and when `limit` is left out. */
export const EVENT_PAGE_LIMIT = 200;

/** Header that carries the token that reading an inbox needs. */
export const INBOX_TOKEN_HEADER = 'X-Inbox-Token';

/** Seconds between two heartbeats of the event stream; silence for twice as long means that the line is dead. */
export const HEARTBEAT_SECONDS = 15;

export const inboxSchema = v.object({
  /** Absolute callback address, to be set in the enterprise console. Lets its holder write, not read. */
  address: v.string(),
  inbox: v.string(),
  /** Lets its holder read and wipe. Not derivable from the address. */
  token: v.string(),
});
export type Inbox = v.InferOutput<typeof inboxSchema>;

/** Counts from 1. */
export const eventIdSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const receivedEventSchema = v.object({
  /** Counts from 1 within its inbox without gaps; a gap to the last one seen means that the older ones were dropped to keep the bounds. */
  id: eventIdSchema,
  /** ISO 8601 with zone, by the gateway's clock. */
  receivedAt: v.pipe(v.string(), v.isoTimestamp()),
  contentType: v.string(),
  /** The request's other headers, lower-case names; without hop-by-hop ones, cookies, and those that hold a key. */
  headers: v.record(v.string(), v.string()),
  /** The body unchanged; `encoding` says how if it was not text. */
  body: v.string(),
  encoding: v.picklist(['text', 'base64']),
  /** `true`: delivered by the embedded service within the gateway's process. It cannot be sent from outside. */
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
 * Why an attempt failed: the configuration does not (or no longer) allow the host, its name leads into a private network, the connection failed, no response
 * came in time, the status was not 200 to 299, or the address was removed.
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
  /** Allowed beginnings of an address, from the configuration; none: nothing is sent. */
  hosts: v.array(v.string()),
  /** The latest 200, newest first. */
  deliveries: v.array(outgoingDeliverySchema),
});
export type Outgoing = v.InferOutput<typeof outgoingSchema>;

/** With it a receiver checks that an event is from here (Standard Webhooks). */
export const signingSecretSchema = v.object({ secret: v.string() });
export type SigningSecret = v.InferOutput<typeof signingSecretSchema>;

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
