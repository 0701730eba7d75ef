import type { ReceivedEvent } from '../../contract/gateway';
import { type EventFacts, factsOf } from './event-facts';

/** Name of a kind in the filter: the word of the body, or the form of a body that has none. */
export function kindName({ kind, form }: EventFacts): string {
  return kind === null ? `form:${form}` : `kind:${kind.word}`;
}

/** Kinds that occur, with how often, most frequent first. */
export function kindsOf(events: readonly ReceivedEvent[]): { name: string; facts: EventFacts; count: number }[] {
  const kinds = new Map<string, { name: string; facts: EventFacts; count: number }>();
  for (const event of events) {
    const facts = factsOf(event);
    const name = kindName(facts);
    const known = kinds.get(name);
    if (known) known.count += 1;
    else kinds.set(name, { name, facts, count: 1 });
  }
  return [...kinds.values()].sort((a, b) => b.count - a.count);
}

/** What the list of events is narrowed to. */
export interface EventSearch {
  /** Words that must all stand in the body as it came or in a header, or be `#12`, the event's number; case does not count. */
  find: string;
  /** As `kindName` gives it; null for all. */
  kind: string | null;
  /** Received at this moment or later, epoch milliseconds; null for all. */
  since: number | null;
}

/** Events of a search, newest first. */
export function findEvents(events: readonly ReceivedEvent[], { find, kind, since }: EventSearch): ReceivedEvent[] {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (event: ReceivedEvent): boolean => {
    if (words.length === 0) return true;
    const text = [event.body, event.contentType, ...Object.values(event.headers)].join('\n').toLowerCase();
    return words.every((word) => word === `#${event.id}` || text.includes(word));
  };
  return events
    .filter((event) => since === null || Date.parse(event.receivedAt) >= since)
    .filter((event) => (kind === null || kindName(factsOf(event)) === kind) && has(event))
    .reverse();
}
