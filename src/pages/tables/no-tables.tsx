import { Link, useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { TableType } from '../../contract/tables';
import { ApiErrorNotice, isKeyRefused } from '../../ui/display/api-error-notice';
import { EmptyState } from '../../ui/display/notice';
import { StaleNotice } from '../../ui/display/retrying-notice';
import { Button, buttonClass } from '../../ui/form/button';
import { SearchIcon, TableIcon } from '../../ui/icons/icons';
import { paths } from '../../url/paths';
import styles from './table-list.module.css';

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

interface TablesFailedProps {
  env: string;
  error: unknown;
  /** What was read before is shown below. */
  kept: boolean;
  onRetry(): void;
}

/** The tables could not be read, and why: in their place, or above those read before. */
export function TablesFailed({ env, error, kept, onRetry }: TablesFailedProps) {
  const frame = useTranslations('frame');
  const { pathname } = useLocation();
  const otherKey = isKeyRefused(error) ? (
    <Link to={paths.connect({ environment: env, next: pathname })} className={buttonClass()}>
      {frame('goToConnect')}
    </Link>
  ) : null;
  if (kept) return <StaleNotice error={error} onRetry={onRetry} actions={otherKey} />;
  return (
    <div className={styles.state}>
      <ApiErrorNotice error={error} onRetry={onRetry} actions={otherKey} />
    </div>
  );
}
