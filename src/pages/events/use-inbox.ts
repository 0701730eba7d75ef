import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { InboxReference } from '../../api/gateway';
import { eventsOptions, type InboxOwner, inboxFeed, inboxOptions, type LineState } from '../../api/inbox';

/** The inbox of a connection: its address, its events, and how the line is. */
export function useInbox(connection: InboxOwner) {
  const inbox = useQuery(inboxOptions(connection));
  const reference = inbox.data?.reference ?? null;
  const events = useQuery({ ...eventsOptions(reference ?? nowhere), enabled: reference !== null });
  return { inbox, reference, events, line: useLine(reference) };
}

const nowhere: InboxReference = { environment: '', inbox: '', token: '' };
const notYet: LineState = { state: 'connecting', message: null, retryAt: null };
const subscribeToNothing = () => () => {};

/** The line of an inbox; it is held open while it is shown. */
function useLine(reference: InboxReference | null): LineState {
  const feed = reference === null ? null : inboxFeed(reference);
  return useSyncExternalStore(feed?.subscribe ?? subscribeToNothing, feed?.line ?? (() => notYet));
}
