import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { ReceivedEvent } from '../../contract/inbox';
import { ListFilters } from '../../ui/form/select';
import { type EventFacts, factsOf } from './event-facts';

/** Name of a kind in the filter: the word of the body, or the form of a body that has none. */
function kindName({ kind, form }: EventFacts): string {
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
  /** Words that must all be in the unchanged body or in a header, or `#12`, the event's number; case does not count. */
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

interface EventFiltersProps {
  events: readonly ReceivedEvent[];
  find: string;
  kind: string | null;
  span: EventSpan;
  onFind: (find: string) => void;
  onKind: (kind: string | null) => void;
  onSpan: (span: EventSpan) => void;
}

/** How far back, to choose from. */
const spans = { all: null, quarter: 15, hour: 60, day: 24 * 60, week: 7 * 24 * 60 } as const;
export type EventSpan = keyof typeof spans;

/** The moment that a span reaches back to, epoch milliseconds; null for all. */
export function sinceOf(span: EventSpan, now: number): number | null {
  const minutes = spans[span];
  return minutes === null ? null : now - minutes * 60_000;
}

const allKinds = 'all';

/** What the list is narrowed to: a text, one of the kinds that occur, and a stretch of time. */
export function EventFilters({ events, find, kind, span, onFind, onKind, onSpan }: EventFiltersProps) {
  const t = useTranslations('events');
  const kinds = useMemo(() => kindsOf(events), [events]);
  const options = kinds.map(({ name, facts, count }) => {
    const word = facts.kind === null ? t(`form.${facts.form}`) : facts.kind.word;
    return { value: name, label: t('kindOption', { name: word, count }) };
  });
  return (
    <ListFilters
      label={t('find')}
      hint={t('findHint')}
      find={find}
      onFind={onFind}
      choices={[
        {
          label: t('kind'),
          value: kind ?? allKinds,
          onChange: (value) => onKind(value === allKinds ? null : value),
          options: [{ value: allKinds, label: t('allKinds', { count: events.length }) }, ...options],
        },
        {
          label: t('span'),
          value: span,
          onChange: (value) => onSpan(value as EventSpan),
          options: (Object.keys(spans) as EventSpan[]).map((value) => ({ value, label: t(`spans.${value}`) })),
        },
      ]}
    />
  );
}
