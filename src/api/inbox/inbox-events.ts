import type { ReceivedEvent } from '../../contract/gateway';

/** What is known here of an inbox: its events, ascending by id without doubles. */
export interface InboxEvents {
  events: readonly ReceivedEvent[];
  /** Events up to this id were wiped and do not come back, wherever they may still be on their way. */
  wipedUpTo: number;
}

/** Events kept in a page; as many as the gateway keeps of one inbox. */
export const keptEvents = 10_000;

export const noEvents: InboxEvents = { events: [], wipedUpTo: 0 };

/** Id of the latest event seen, also when it was wiped since; 0 before the first. */
export function lastEventId({ events, wipedUpTo }: InboxEvents): number {
  return Math.max(wipedUpTo, events.at(-1)?.id ?? 0);
}

/** Both together: the order in which pieces arrive, and how often, makes no difference. Gives `known` itself where nothing is new. */
export function mergeEvents(known: InboxEvents, more: InboxEvents): InboxEvents {
  const wipedUpTo = Math.max(known.wipedUpTo, more.wipedUpTo);
  const last = lastEventId(known);
  const wiped = wipedUpTo > known.wipedUpTo;
  if (!wiped && more.events.every(({ id }) => id > last)) {
    return more.events.length === 0
      ? known
      : { wipedUpTo, events: [...known.events, ...more.events].slice(-keptEvents) };
  }
  const byId = new Map([...known.events, ...more.events].map((event) => [event.id, event]));
  const events = [...byId.values()].filter(({ id }) => id > wipedUpTo).sort((a, b) => a.id - b.id);
  if (!wiped && events.length === known.events.length) return known;
  return { wipedUpTo, events: events.slice(-keptEvents) };
}
