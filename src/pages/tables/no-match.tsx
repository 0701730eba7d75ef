import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { SearchIcon, TableIcon } from '../../ui/icons';
import type { TableListProps } from './table-list';

/** That no table of this type answers to what is looked for, and where some do. */
export function NoMatch({
  type,
  find,
  onFind,
  elsewhere,
  onType,
}: Pick<TableListProps, 'type' | 'find' | 'onFind' | 'elsewhere' | 'onType'>) {
  const t = useTranslations('tables');
  return (
    <EmptyState
      icon={<SearchIcon size={20} />}
      title={t('noMatchTitle', { type, find })}
      text={t('noMatchText')}
      actions={
        <>
          {elsewhere.map(({ type: other, count }) => (
            <Button key={other} onClick={() => onType(other)}>
              {t('matchesIn', { count, type: other })}
            </Button>
          ))}
          <Button kind="ghost" onClick={() => onFind('')}>
            {t('clearFind')}
          </Button>
        </>
      }
    />
  );
}

/** That there are no tables of this type. */
export function NoTables({ type }: Pick<TableListProps, 'type'>) {
  const t = useTranslations('tables');
  return <EmptyState icon={<TableIcon size={20} />} title={t('emptyTitle', { type })} text={t('emptyText')} />;
}
