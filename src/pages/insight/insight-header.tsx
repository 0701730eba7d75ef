import { useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Filter } from '../../contract/filter';
import { isWritableType } from '../../contract/tables';
import { Badge } from '../../ui/display/badge';
import { FilterIcon } from '../../ui/icons/icons';
import { LinkTabs } from '../../ui/layout/link-tabs';
import { formatRecordsAddress } from '../../url/records-address';
import styles from './insight.module.css';
import type { TableScope } from './use-load-scope';

/** Name and type of the table, and the way to its rows. */
export function InsightHeader({ scope, filter }: { scope: TableScope; filter: Filter | null }) {
  const t = useTranslations('insight');
  const records = useTranslations('records');
  const { pathname, search } = useLocation();
  const { type } = scope;
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>{scope.tableName}</h1>
      {type === null ? null : (
        <Badge tone={isWritableType(type) ? 'accent' : 'neutral'}>
          {records(isWritableType(type) ? 'editable' : 'readOnly', { type })}
        </Badge>
      )}
      <LinkTabs
        label={t('switch')}
        items={[
          { to: scope.recordsPath(formatRecordsAddress({ filter })), label: t('rows'), isCurrent: false },
          { to: pathname + search, label: t('title'), isCurrent: true },
        ]}
      />
      {filter === null ? null : (
        <Badge tone="neutral" icon={<FilterIcon size={11} />}>
          {t('filtered')}
        </Badge>
      )}
    </header>
  );
}
