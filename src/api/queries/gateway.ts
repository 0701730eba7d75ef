import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { authorizationHeader, authorizationValue } from '../../contract/addresses';
import { DecodeError, decode } from '../../contract/decode';
import { ApiError } from '../../contract/errors';
import {
  callbackPath,
  type Demo,
  demoSchema,
  type EnvironmentList,
  type EventLine,
  type EventPage,
  environmentListSchema,
  eventLineSchema,
  eventPageSchema,
  eventsSearch,
  gatewayFailureSchema,
  HEARTBEAT_SECONDS,
  INBOX_TOKEN_HEADER,
  type Inbox,
  type InboxRequest,
  inboxSchema,
  type Outgoing,
  outgoingSchema,
  type SigningSecret,
  sealHalfSchema,
  signingSecretSchema,
} from '../../contract/gateway';
import { withoutCredentials } from '../wire/remove-credentials';

/** What the gateway offers. It says how far the first loading is, so it is asked again until that is done. */
export const environmentsOptions = queryOptions({
  queryKey: ['gateway', 'environments'],
  queryFn: ({ signal }) => ask<EnvironmentList>('GET', '/gateway/environments', environmentListSchema, { signal }),
  staleTime: 60_000,
  refetchInterval: ({ state }) => (state.data?.seeding && !state.data.seeding.done ? 1000 : false),
});

/** Credentials of the demo workspace. @throws ApiError when the gateway does not offer it */
export function openDemo(): Promise<Demo> {
  return ask('POST', '/gateway/demo', demoSchema, {});
}

/**
 * Inbox of a lasting identity: a customer key, or a provider's app id and secret in the request (section 5 rule 6).
 * @throws ApiError
 */
export function openInbox(request: InboxRequest, apiKey: string | null): Promise<Inbox> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (apiKey !== null) headers[authorizationHeader] = authorizationValue(apiKey);
  return ask('POST', '/gateway/inbox', inboxSchema, { headers, body: JSON.stringify(request) });
}

export interface InboxReference {
  environment: string;
  inbox: string;
  token: string;
}

/**
 * This browser's half of the seal that the gateway holds; null where it holds none. By its cookie, which no script can read.
 * @param way POST to ask for it; PUT to have it made where there is none; DELETE to end it
 * @throws ApiError
 */
export async function gatewayHalf(way: 'POST' | 'PUT' | 'DELETE'): Promise<string | null> {
  // An end has to arrive, also from a page that is being left.
  const init: RequestInit = { credentials: 'same-origin', keepalive: way === 'DELETE' };
  return (await ask(way, '/gateway/seal', sealHalfSchema, init)).half;
}

/** Events of an inbox after an id, ascending, without the credentials that they repeat. @throws ApiError */
export function readEvents(reference: InboxReference, after: number, signal?: AbortSignal): Promise<EventPage> {
  const search = eventsSearch({ environment: reference.environment, inbox: reference.inbox, after });
  return ask(
    'GET',
    `/gateway/events?${search}`,
    eventPageSchema,
    { headers: tokenHeader(reference), signal },
    withoutCredentials,
  );
}

/** Deletes every event of an inbox. @throws ApiError */
export async function wipeEvents(reference: InboxReference): Promise<void> {
  const search = eventsSearch({ environment: reference.environment, inbox: reference.inbox });
  await reach('DELETE', `/gateway/events?${search}`, { headers: tokenHeader(reference) });
}

/** What a person put into the inbox carries this header, so that it can be told from what the platform delivered. */
export const pastedHeader = 'x-pasted-event';

/** Puts an event into an inbox, as the platform would. @throws ApiError */
export async function writeEvent(reference: InboxReference, body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json', [pastedHeader]: 'by a person' };
  await reach('POST', callbackPath(reference.environment, reference.inbox), { headers, body });
}

/** Two heartbeats missed: the line is dead, even where the browser has not noticed. */
const silenceMs = 2 * HEARTBEAT_SECONDS * 1000;

/**
 * Follows an inbox: every event after an id as it arrives, as `readEvents` has them, and signs of life between, until the signal ends it, the line breaks or the gateway ends it.
 * @throws ApiError when the line breaks or stays silent; the signal's reason
 */
export async function* followEvents(
  reference: InboxReference,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<EventLine> {
  const search = eventsSearch({ environment: reference.environment, inbox: reference.inbox, after });
  const silent = new AbortController();
  const hush = () =>
    silent.abort(
      new ApiError({ kind: 'no-answer', operation: 'GET /gateway/events/stream', message: 'the line is silent' }),
    );
  let timer = setTimeout(hush, silenceMs);
  const ended = AbortSignal.any([signal, silent.signal]);
  try {
    const init = { headers: tokenHeader(reference), signal: ended };
    const response = await reach('GET', `/gateway/events/stream?${search}`, init);
    if (!response.body) return;
    let rest = '';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(hush, silenceMs);
      const lines = (rest + chunk.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines)
        if (line.trim() !== '') yield decode(eventLineSchema, JSON.parse(withoutCredentials(line)));
    }
  } catch (error) {
    if (ended.aborted) throw ended.reason;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Where events of an inbox of the embedded service are sent on to, and how that goes. @throws ApiError */
export function outgoingOptions(reference: InboxReference) {
  return queryOptions({
    queryKey: [reference.environment, 'outgoing', reference.inbox],
    queryFn: ({ signal }) =>
      ask<Outgoing>('GET', outgoingPath(reference), outgoingSchema, { headers: tokenHeader(reference), signal }),
  });
}

/** Sets the address that events of an inbox are sent on to; null takes it away. @throws ApiError with what is wrong with it */
export function setCallbackAddress(reference: InboxReference, address: string | null): Promise<Outgoing> {
  const headers = { ...tokenHeader(reference), 'Content-Type': 'application/json' };
  return ask('PUT', outgoingPath(reference), outgoingSchema, { headers, body: JSON.stringify({ address }) });
}

/** What the receiver checks signatures with. @throws ApiError */
export function readSigningSecret(reference: InboxReference): Promise<SigningSecret> {
  const init = { headers: tokenHeader(reference) };
  return ask('POST', outgoingPath(reference, '/secret'), signingSecretSchema, init);
}

function outgoingPath({ environment, inbox }: InboxReference, part = ''): string {
  return `/gateway/outgoing${part}?${eventsSearch({ environment, inbox })}`;
}

function tokenHeader(reference: InboxReference): Record<string, string> {
  return { [INBOX_TOKEN_HEADER]: reference.token };
}

async function ask<Data>(
  method: string,
  path: string,
  schema: v.GenericSchema<unknown, Data>,
  init: RequestInit,
  clean: (text: string) => string = (text) => text,
): Promise<Data> {
  const response = await reach(method, path, init);
  try {
    return decode(schema, JSON.parse(clean(await response.text())));
  } catch (error) {
    const message = error instanceof DecodeError ? error.message : 'the answer is not JSON';
    throw new ApiError({ kind: 'malformed', operation: `${method} ${path}`, message, status: response.status });
  }
}

/** The gateway's own endpoints: same origin, outside the rate budget of the platform; without cookies unless the call is about one. */
async function reach(method: string, path: string, init: RequestInit): Promise<Response> {
  const operation = `${method} ${path.replace(/\?.*/, '')}`;
  let response: Response;
  try {
    response = await fetch(path, { credentials: 'omit', ...init, method, cache: 'no-store', redirect: 'error' });
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason;
    throw new ApiError({
      kind: 'no-answer',
      operation,
      message: withoutCredentials(error instanceof Error ? error.message : String(error)),
    });
  }
  if (response.ok) return response;
  const failure = v.safeParse(gatewayFailureSchema, await response.json().catch(() => null));
  const message = withoutCredentials(failure.success ? failure.output.gateway.message : `HTTP ${response.status}`);
  throw new ApiError({ kind: 'no-answer', operation, message, status: response.status });
}
