import { useTranslations } from 'use-intl';
import type { ActivityEntry } from '../../api/wire/activity';
import { ListFilters } from '../../ui/form/select';
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
    <ListFilters
      label={t('find')}
      hint={t('findHint')}
      find={find}
      onFind={onFind}
      choices={[{ label: t('result'), value: result, options, onChange: (value) => onResult(value as ResultFilter) }]}
    />
  );
}
