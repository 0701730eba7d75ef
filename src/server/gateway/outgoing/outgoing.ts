/** Callback events of the embedded service that leave this gateway: the address is set with the token of an inbox, and what comes into it is sent there too. */
import * as v from 'valibot';
import { type Outgoing, outgoingRequestSchema } from '../../../contract/inbox';
import { readBounded } from '../http/body';
import { Refusal, wrongMethod } from '../http/failure';
import type { Log, Note } from '../http/log';
import type { InboxAddresses } from '../inbox/inbox-address';
import { allowing, callbackUrl } from './callback-hosts';
import type { Leased, OutgoingStore } from './outgoing-store';
import { leadsInside, type SendOptions, sendCallback } from './send-callback';

const MAX_REQUEST_BYTES = 16 * 1024;
/** Most callbacks in one list. */
const MOST_LISTED = 200;
/** How often due retries, and entries stored by another gateway, are looked for. */
const LOOK_MS = 2000;
const SWEEP_MS = 10 * 60 * 1000;
export const OUTGOING_PATH = '/gateway/outgoing';
export const SIGNING_SECRET_PATH = '/gateway/outgoing/secret';

export type OutgoingHandlers = {
  /** `GET` and `PUT /gateway/outgoing`. @param inbox one that the request has the token of */
  answer(request: Request, environment: string, inbox: string): Promise<Response>;
  /** `POST /gateway/outgoing/secret`. */
  secret(request: Request, environment: string, inbox: string): Response;
  /** Keeps an event for the address of its inbox, if there is one. */
  enqueue(environment: string, inbox: string, body: string, traceId: string | null): Promise<void>;
  /** Sends what is due. @returns how many were tried */
  sendDue(): Promise<number>;
  start(): void;
  /** Resolves when nothing is being sent any more. */
  stop(): Promise<void>;
};

export type OutgoingDeps = {
  store: OutgoingStore;
  addresses: Pick<InboxAddresses, 'signingSecretOf'>;
  sending: SendOptions;
  /** Name of the embedded environment, the only one that sends callbacks. */
  embedded: string | null;
  log: Log;
  note: Note;
};

export function createOutgoing({ store, addresses, sending, embedded, log, note }: OutgoingDeps): OutgoingHandlers {
  const { hosts } = sending;
  const working = hosts.length > 0 && embedded !== null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sweeper: ReturnType<typeof setInterval> | undefined;
  let stopped = true;
  let running: Promise<void> = Promise.resolve();

  async function send(leased: Leased): Promise<void> {
    const { id, created_at, url, body, environment, inbox } = leased;
    // The time distinguishes events of this database from those of an earlier one.
    const name = `evt_${created_at}_${id}`;
    const secret = addresses.signingSecretOf(environment, inbox);
    const attempt =
      url === ''
        ? { status: null, problem: 'no-address' as const }
        : await sendCallback({ id: name, url, body, secret }, sending);
    await store.note(leased, attempt);
    const host = URL.canParse(url) ? new URL(url).host : null;
    const facts = { event: name, host, attempt: leased.attempts, status: attempt.status, problem: attempt.problem };
    note(attempt.problem === null ? 'debug' : 'warn', 'callback event sent', facts);
  }

  const outgoing: OutgoingHandlers = {
    async answer(request, environment, inbox) {
      if (request.method !== 'GET' && request.method !== 'PUT') return wrongMethod('GET, PUT');
      onlyEmbedded(environment, embedded);
      if (request.method === 'PUT') {
        const before = await store.target(inbox);
        if (before?.configured) {
          throw new Refusal(
            'bad-request',
            'This callback address is set in the gateway configuration and can only be changed there.',
          );
        }
        const url = await givenUrl(request, sending);
        await store.setTarget(inbox, url?.href ?? null);
        note('audit', url === null ? 'callback address removed' : 'callback address set', {
          environment,
          inbox: inbox.slice(0, 8),
          host: url?.host,
        });
        wake();
      }
      const target = await store.target(inbox);
      const told: Outgoing = {
        address: target?.url ?? null,
        configured: target?.configured ?? false,
        hosts: hosts.map(({ text }) => text),
        deliveries: await store.deliveries(inbox, MOST_LISTED),
      };
      return Response.json(told, { headers: { 'cache-control': 'no-store' } });
    },

    secret(request, environment, inbox) {
      if (request.method !== 'POST') return wrongMethod('POST');
      onlyEmbedded(environment, embedded);
      const secret = addresses.signingSecretOf(environment, inbox);
      return Response.json({ secret }, { headers: { 'cache-control': 'no-store' } });
    },

    async enqueue(environment, inbox, body, traceId) {
      if (working && (await store.enqueue(environment, inbox, body, traceId))) wake();
    },

    async sendDue() {
      const due = await store.due();
      await Promise.all(due.map(send));
      return due.length;
    },

    start() {
      if (!working) return;
      stopped = false;
      sweeper = setInterval(() => void store.sweep().catch(() => undefined), SWEEP_MS);
      sweeper.unref();
      wake();
    },

    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearInterval(sweeper);
      await running;
    },
  };

  function wake(): void {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(look, 0);
    timer.unref();
  }

  function look(): void {
    running = running.then(round);
  }

  async function round(): Promise<void> {
    let tried = 0;
    try {
      if (!stopped) tried = await outgoing.sendDue();
    } catch (fault) {
      log('sending callback events failed', fault);
    }
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(look, tried > 0 ? 0 : LOOK_MS);
    timer.unref();
  }

  return outgoing;
}

function onlyEmbedded(environment: string, embedded: string | null): void {
  if (environment !== embedded) {
    throw new Refusal(
      'not-found',
      'Only the embedded service sends callbacks from this gateway. Set the callback address of a platform there.',
    );
  }
}

/** The address of a request; null takes it away. @throws Refusal where it could not be used */
async function givenUrl(request: Request, sending: SendOptions): Promise<URL | null> {
  const text = new TextDecoder().decode(await readBounded(request, MAX_REQUEST_BYTES));
  const given = v.safeParse(outgoingRequestSchema, jsonOf(text));
  if (!given.success)
    throw new Refusal('bad-request', 'The request body must be {"address": "https://…"} or {"address": null}.');
  const { address } = given.output;
  if (address === null) return null;
  const url = callbackUrl(address);
  if (url === null) {
    throw new Refusal(
      'bad-request',
      'The callback address must be an http or https URL without user name, password or #.',
    );
  }
  const host = allowing(sending.hosts, url);
  if (host === null) {
    throw new Refusal(
      'bad-request',
      'The gateway configuration (CALLBACK_HOSTS) does not allow callbacks to this host.',
    );
  }
  if (await leadsInside(url, host, sending)) {
    throw new Refusal(
      'bad-request',
      'This host resolves to a private or reserved IP address. CALLBACK_HOSTS allows a private one only by an entry with its protocol.',
    );
  }
  return url;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
