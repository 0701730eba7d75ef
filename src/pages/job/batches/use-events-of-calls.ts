import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { eventsOptions, type InboxOwner, inboxOptions } from '../../../api/inbox/inbox';
import type { InboxReference } from '../../../api/operations/gateway';
import type { ReceivedEvent } from '../../../contract/gateway';
import { proofOfEvent } from '../../../jobs/proof/event-proof';

/** The event that told of a call. */
export interface EventOfCall {
  id: number;
  /** Epoch milliseconds, by the gateway's clock. */
  receivedAt: number;
}

// An event never changes, and reading ten thousand of them again for each that arrives would be felt.
const traces = new WeakMap<ReceivedEvent, string | null>();

function traceOf(event: ReceivedEvent): string | null {
  const known = traces.get(event);
  if (known !== undefined) return known;
  const trace = proofOfEvent(event)?.trace_id ?? null;
  traces.set(event, trace);
  return trace;
}

/** Events of a connection's inbox that are results of calls, by the trace id of the call. */
export function useEventsOfCalls(connection: InboxOwner): ReadonlyMap<string, EventOfCall> {
  const reference = useQuery(inboxOptions(connection)).data?.reference;
  const events = useQuery({ ...eventsOptions(reference ?? nowhere), enabled: reference !== undefined }).data?.events;
  return useMemo(() => {
    const found = new Map<string, EventOfCall>();
    for (const event of events ?? []) {
      const trace = traceOf(event);
      if (trace !== null) found.set(trace, { id: event.id, receivedAt: Date.parse(event.receivedAt) });
    }
    return found;
  }, [events]);
}

const nowhere: InboxReference = { environment: '', inbox: '', token: '' };
