import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { ReceivedEvent } from '../../contract/gateway';
import { Select } from '../../ui/select';
import { SearchField } from '../../ui/text-field';
import styles from './events-page.module.css';
import { kindsOf } from './find-events';

interface EventFiltersProps {
  events: readonly ReceivedEvent[];
  find: string;
  kind: string | null;
  onFind: (find: string) => void;
  onKind: (kind: string | null) => void;
}

const allKinds = 'all';

/** What the list is narrowed to: a text, and one of the kinds that occur. */
export function EventFilters({ events, find, kind, onFind, onKind }: EventFiltersProps) {
  const t = useTranslations('events');
  const kinds = useMemo(() => kindsOf(events), [events]);
  const options = kinds.map(({ name, facts, count }) => {
    const word = facts.kind === null ? t(`form.${facts.form}`) : facts.kind.word;
    return { value: name, label: t('kindOption', { name: word, count }) };
  });
  return (
    <div className={styles.filters}>
      <SearchField
        label={t('find')}
        hideLabel
        placeholder={t('findHint')}
        value={find}
        onChange={onFind}
        className={styles.find}
      />
      <Select
        label={t('kind')}
        hideLabel
        value={kind ?? allKinds}
        onChange={(value) => onKind(value === allKinds ? null : value)}
        options={[{ value: allKinds, label: t('allKinds', { count: events.length }) }, ...options]}
        className={styles.kind}
      />
    </div>
  );
}
