import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { eventsOptions, type InboxOwner, inboxFeed, inboxOptions, type LineState } from '../../api/inbox/inbox';
import type { InboxReference } from '../../api/operations/gateway';
import { queryClient } from '../../api/wire/query-client';
import { failingRead } from '../../api/wire/retry';

/** The inbox of a connection: its address, its events, and how the line is. */
export function useInbox(connection: InboxOwner) {
  const opening = inboxOptions(connection);
  const inbox = useQuery(opening);
  const reference = inbox.data?.reference ?? null;
  const reading = eventsOptions(reference ?? nowhere);
  const events = useQuery({ ...reading, enabled: reference !== null });
  const failing = failingRead(queryClient, [
    { queryKey: opening.queryKey, result: inbox },
    { queryKey: reading.queryKey, result: events },
  ]);
  return { inbox, reference, events, failing, line: useLine(reference) };
}

const nowhere: InboxReference = { environment: '', inbox: '', token: '' };
const notYet: LineState = { state: 'connecting', message: null, retryAt: null };
const subscribeToNothing = () => () => {};

/** The line of an inbox; it is held open while it is shown. */
function useLine(reference: InboxReference | null): LineState {
  const feed = reference === null ? null : inboxFeed(reference);
  return useSyncExternalStore(feed?.subscribe ?? subscribeToNothing, feed?.line ?? (() => notYet));
}
