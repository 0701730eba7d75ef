import { useTranslations } from 'use-intl';
import type { TableType } from '../../contract/tables';
import { EmptyState } from '../../ui/display/empty-state';
import { Button } from '../../ui/form/button';
import { SearchIcon, TableIcon } from '../../ui/icons/icons';

interface NoMatchProps {
  type: TableType;
  find: string;
  onFind: (find: string) => void;
  /** Other types with matches. */
  elsewhere: { type: TableType; count: number }[];
  onType: (type: TableType) => void;
}

/** That no table of this type answers to what is looked for, and where some do. */
export function NoMatch({ type, find, onFind, elsewhere, onType }: NoMatchProps) {
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
export function NoTables({ type }: Pick<NoMatchProps, 'type'>) {
  const t = useTranslations('tables');
  return <EmptyState icon={<TableIcon size={20} />} title={t('emptyTitle', { type })} text={t('emptyText')} />;
}
