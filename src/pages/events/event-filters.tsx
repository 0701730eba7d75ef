import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { ReceivedEvent } from '../../contract/gateway';
import { ListFilters } from '../../ui/form/select';
import { kindsOf } from './find-events';

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
