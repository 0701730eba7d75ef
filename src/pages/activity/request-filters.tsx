import { useTranslations } from 'use-intl';
import type { ActivityEntry } from '../../api/activity';
import { Select } from '../../ui/select';
import { SearchField } from '../../ui/text-field';
import styles from './activity-page.module.css';
import { hasResult, hasText, type ResultFilter, resultFilters } from './find-requests';

interface RequestFiltersProps {
  entries: readonly ActivityEntry[];
  find: string;
  result: ResultFilter;
  onFind: (find: string) => void;
  onResult: (result: ResultFilter) => void;
}

/** What the list is narrowed to: a text, and a result with how many have it. */
export function RequestFilters({ entries, find, result, onFind, onResult }: RequestFiltersProps) {
  const t = useTranslations('activity');
  const found = entries.filter((entry) => hasText(entry, find));
  const options = resultFilters.map((value) => {
    const own = { all: t('all'), failed: t('failed'), 'under-way': t('underWay') };
    const name = value in own ? own[value as keyof typeof own] : t(`outcome.${value as ActivityEntry['outcome']}`);
    const count = found.filter((entry) => hasResult(entry, value)).length;
    return { value, label: t('resultOption', { name, count }) };
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
        label={t('result')}
        hideLabel
        value={result}
        onChange={onResult}
        options={options}
        className={styles.result}
      />
    </div>
  );
}
