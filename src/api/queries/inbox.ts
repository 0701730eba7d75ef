import { queryOptions } from '@tanstack/react-query';
import { authorizationHeader, authorizationValue } from '../../contract/calls';
import { decode } from '../../contract/envelope';
import { ApiError } from '../../contract/errors';
import type { InboxRequest } from '../../contract/gateway';
import {
  callbackPath,
  type EventLine,
  type EventPage,
  eventLineSchema,
  eventPageSchema,
  eventsSearch,
  HEARTBEAT_SECONDS,
  INBOX_TOKEN_HEADER,
  type Inbox,
  inboxSchema,
  type Outgoing,
  outgoingSchema,
  type SigningSecret,
  signingSecretSchema,
} from '../../contract/inbox';
import { withoutCredentials } from '../wire/remove-credentials';
import { ask, reach } from './gateway';

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

/** Marks what a person added to the inbox, to distinguish it from what the platform delivered. */
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
