/** The callback inbox over HTTP: the platform writes by the address, the page reads with the token. */
import * as v from 'valibot';
import { authorizationHeader, keyOf } from '../../../contract/calls';
import { inboxRequestSchema } from '../../../contract/gateway';
import {
  callbackPath,
  EVENT_PAGE_LIMIT,
  type EventLine,
  HEARTBEAT_SECONDS,
  INBOX_TOKEN_HEADER,
  type Inbox,
} from '../../../contract/inbox';
import { readBounded } from '../http/body';
import type { BodyBudget } from '../http/body-budget';
import type { Client } from '../http/client-address';
import { Refusal, wrongMethod } from '../http/failure';
import { OUTGOING_PATH, type OutgoingHandlers } from '../outgoing/outgoing';
import type { KnownKeys } from '../shares/known-keys';
import { createOpenShares } from '../shares/open-shares';
import type { Identity, InboxAddresses } from './inbox-address';
import { type InboxStore, keptHeaders } from './inbox-store';

export const MAX_CALLBACK_BYTES = 1024 * 1024;
const MAX_INBOX_REQUEST_BYTES = 16 * 1024;
/** A stream ends after this; the page resumes it where it was. */
const STREAM_MS = 30 * 60 * 1000;
/** Of all inboxes, and of one: one for each browser that shows it. */
const STREAMS = { most: 500, mostOfKey: 50 };

/** Requests in which the embedded service delivers its events: made in this process, without a connection, so that they cannot be sent from outside. */
export const ownDeliveries = new WeakSet<Request>();

export type InboxDeps = {
  addresses: InboxAddresses;
  store: InboxStore;
  known: Pick<KnownKeys, 'isKnown'>;
  outgoing: OutgoingHandlers;
  bodies: BodyBudget;
  hasEnvironment(name: string): boolean;
  /** Origin that addresses to copy begin with. */
  originFor(request: Request): string;
  /** Aborted when the gateway shuts down: held streams end. */
  closing: AbortSignal;
  heartbeatMs?: number;
  streams?: Parameters<typeof createOpenShares>[0];
};

export type InboxHandlers = {
  /** `POST /gateway/inbox` */
  open(request: Request): Promise<Response>;
  /** `GET` and `DELETE /gateway/events` */
  events(request: Request): Promise<Response>;
  /** `GET /gateway/events/stream` */
  stream(request: Request, client: Client): Promise<Response>;
  /** `/gateway/outgoing` and what is below it */
  outgoing(request: Request): Promise<Response>;
  /** `POST /callback/<environment>/<inbox>`. @param address group of the sender's addresses */
  receive(request: Request, environment: string, inbox: string, address: string | null): Promise<Response>;
};

export function createInboxHandlers(deps: InboxDeps): InboxHandlers {
  const { addresses, store, known } = deps;
  const streams = createOpenShares(deps.streams ?? STREAMS);
  return {
    async open(request) {
      if (request.method !== 'POST') return wrongMethod('POST');
      const { environment, ...pair } = await inboxRequest(request);
      knownEnvironment(deps, environment);
      const inbox = addresses.inboxOf(environment, identityOf(request, pair));
      const answer: Inbox = {
        address: deps.originFor(request) + callbackPath(environment, inbox),
        inbox,
        token: addresses.tokenOf(environment, inbox),
      };
      return Response.json(answer, { headers: NO_STORE });
    },

    async events(request) {
      if (request.method !== 'GET' && request.method !== 'DELETE') return wrongMethod('GET, DELETE');
      const { inbox, after, limit } = admitted(request, deps);
      if (request.method === 'DELETE') {
        await store.wipe(inbox);
        return new Response(null, { status: 204 });
      }
      return Response.json(await store.read(inbox, after, limit), { headers: NO_STORE });
    },

    async stream(request, { group, connection }) {
      if (request.method !== 'GET') return wrongMethod('GET');
      const { inbox, after } = admitted(request, deps);
      const given = new AbortController();
      const owner = { address: group, key: inbox, isKnown: await known.isKnown(inbox) };
      if (owner.isKnown && connection !== undefined) connection.isKnown = true;
      const leave = streams.enter(owner, () => given.abort());
      if (leave === null)
        throw new Refusal('busy', 'Too many event streams are open. Close another tab, or try again later.');
      const body = eventStream(deps, inbox, after, given.signal, leave);
      return new Response(body, {
        headers: {
          ...NO_STORE,
          'content-type': 'application/x-ndjson',
          'transfer-encoding': 'chunked',
          'x-accel-buffering': 'no',
        },
      });
    },

    async outgoing(request) {
      const { environment, inbox } = admitted(request, deps);
      const asksForAll = new URL(request.url).pathname === OUTGOING_PATH;
      return asksForAll
        ? deps.outgoing.answer(request, environment, inbox)
        : deps.outgoing.secret(request, environment, inbox);
    },

    async receive(request, environment, inbox, address) {
      if (request.method !== 'POST') return wrongMethod('POST');
      if (!deps.hasEnvironment(environment) || !addresses.isGenuine(environment, inbox)) {
        throw new Refusal('not-found', 'This is not a callback address of this gateway.');
      }
      const place = deps.bodies.enter(inbox);
      try {
        await store.write(inbox, {
          contentType: request.headers.get('content-type') ?? '',
          headers: keptHeaders(request.headers),
          own: ownDeliveries.has(request),
          address,
          body: await readBounded(request, MAX_CALLBACK_BYTES, (part) => place.grow(part.byteLength)),
        });
      } finally {
        place.leave();
      }
      return Response.json({ received: true });
    },
  };
}

const NO_STORE = { 'cache-control': 'no-store' };

async function inboxRequest(request: Request) {
  const text = new TextDecoder().decode(await readBounded(request, MAX_INBOX_REQUEST_BYTES));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Refusal('bad-request', 'The request body must be JSON.');
  }
  const result = v.safeParse(inboxRequestSchema, json);
  if (!result.success) throw new Refusal('bad-request', `The request body is invalid: ${result.issues[0].message}`);
  return result.output;
}

function identityOf(request: Request, pair: { appId?: string; appSecret?: string }): Identity {
  if (pair.appId !== undefined && pair.appSecret !== undefined) return { appId: pair.appId, appSecret: pair.appSecret };
  const apiKey = keyOf(request.headers.get(authorizationHeader));
  if (apiKey === null || pair.appId !== undefined || pair.appSecret !== undefined) {
    throw new Refusal(
      'bad-request',
      'Send a customer key in Open-Authorization, or appId and appSecret in the body, but not both.',
    );
  }
  return { apiKey };
}

/** The search of an event call, once its token fits. */
function admitted(request: Request, deps: InboxDeps) {
  const search = new URL(request.url).searchParams;
  const environment = search.get('environment') ?? '';
  const inbox = search.get('inbox') ?? '';
  knownEnvironment(deps, environment);
  const token = request.headers.get(INBOX_TOKEN_HEADER) ?? '';
  if (!deps.addresses.isGenuine(environment, inbox) || !deps.addresses.opens(token, environment, inbox)) {
    throw new Refusal('wrong-token', `${INBOX_TOKEN_HEADER} is not valid for this inbox.`);
  }
  return {
    environment,
    inbox,
    after: wholeNumber(search, 'after', 0, Number.MAX_SAFE_INTEGER),
    limit: Math.max(1, wholeNumber(search, 'limit', EVENT_PAGE_LIMIT, EVENT_PAGE_LIMIT)),
  };
}

function wholeNumber(search: URLSearchParams, name: string, missing: number, maximum: number): number {
  const value = search.get(name);
  if (value === null) return missing;
  if (!/^\d{1,15}$/.test(value)) throw new Refusal('bad-request', `${name} must be a whole number.`);
  return Math.min(Number(value), maximum);
}

function knownEnvironment(deps: InboxDeps, name: string): void {
  if (!deps.hasEnvironment(name))
    throw new Refusal('not-found', `The environment ${JSON.stringify(name)} does not exist.`);
}

/**
 * Lines of `EventLine`: a heartbeat at once, then events as they come, and heartbeats while none come.
 * @param given ends it
 * @param ended called when it has ended
 */
function eventStream(
  deps: InboxDeps,
  inbox: string,
  from: number,
  given: AbortSignal,
  ended: () => void,
): ReadableStream<Uint8Array> {
  const heartbeatMs = deps.heartbeatMs ?? HEARTBEAT_SECONDS * 1000;
  const cancelled = new AbortController();
  const end = AbortSignal.any([cancelled.signal, given, deps.closing, AbortSignal.timeout(STREAM_MS)]);
  const encoder = new TextEncoder();
  const line = (value: EventLine) => encoder.encode(`${JSON.stringify(value)}\n`);
  const heartbeat = () => line({ heartbeat: new Date().toISOString() });
  let after = from;
  let beatAt = Date.now() + heartbeatMs;
  let mayHaveMore = true;
  let wake = () => {};
  const unwatch = deps.store.watch(inbox, () => {
    mayHaveMore = true;
    wake();
  });
  const close = () => {
    unwatch();
    wake();
    ended();
  };
  if (end.aborted) close();
  else end.addEventListener('abort', close, { once: true });
  return new ReadableStream({
    start(controller) {
      controller.enqueue(heartbeat());
    },
    async pull(controller) {
      try {
        await pullOnce(controller);
      } catch (cause) {
        cancelled.abort();
        throw cause;
      }
    },
    cancel() {
      cancelled.abort();
    },
  });

  async function pullOnce(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    for (;;) {
      if (mayHaveMore && !end.aborted) {
        // Before reading, so that an event that comes meanwhile is read next.
        mayHaveMore = false;
        const { events, more } = await deps.store.read(inbox, after, EVENT_PAGE_LIMIT);
        if (more) mayHaveMore = true;
        if (events.length > 0 && !end.aborted) {
          after = events.at(-1)?.id ?? after;
          beatAt = Date.now() + heartbeatMs;
          for (const event of events) controller.enqueue(line({ event }));
          return;
        }
      }
      if (end.aborted) return closed(controller);
      if (Date.now() >= beatAt) {
        beatAt = Date.now() + heartbeatMs;
        controller.enqueue(heartbeat());
        return;
      }
      if (!mayHaveMore) await wokenWithin(beatAt - Date.now());
    }
  }

  /** Resolves when there may be more, at the end, or after this time. */
  function wokenWithin(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function closed(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (!cancelled.signal.aborted) controller.close();
  }
}
