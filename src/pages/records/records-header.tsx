import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Id } from '../../contract/ids';
import type { DwTable } from '../../contract/tables';
import { useOpenedOnPurpose } from '../../credentials/writing';
import { Badge } from '../../ui/display/badge';
import { CopyButton, IconButton } from '../../ui/form/button';
import { classNames } from '../../ui/hooks/class-names';
import { LockIcon, RefreshIcon, UnlockIcon } from '../../ui/icons/icons';
import { IdleWork, lazyPart } from '../../ui/layout/lazy-part';
import { Tooltip } from '../../ui/overlay/tooltip';
import styles from './records-page.module.css';
import { RefreshMenu } from './rows/refresh-menu';
import type { AutoRefresh } from './rows/use-auto-refresh';
import type { ReadOnlyReason } from './use-table';

const FindButton = lazyPart(async () => (await import('./find/find')).FindButton);

interface RecordsHeaderProps {
  table: DwTable | null;
  /** The lists that name it are on their way: until then nothing is said of it. */
  coming: boolean;
  tableId: Id;
  /** Name from the table config, for a table that no list has shown yet. */
  configName: string | null;
  environment: string;
  readOnly: ReadOnlyReason;
  reading: boolean;
  onRefresh(): void;
  auto: AutoRefresh;
  /** What can be done with the table as a whole. */
  children: ReactNode;
}

/** Name, type and id of the table, and whether it can be changed. */
export function RecordsHeader(props: RecordsHeaderProps) {
  const { table, coming, tableId, configName, environment, readOnly, reading, onRefresh, auto, children } = props;
  const t = useTranslations('records');
  const type = table?.type || t('noType');
  const reason = {
    type: t('readOnlyReason', { type }),
    environment: t('closedReason', { environment }),
    insecure: t('insecureReason'),
    unknown: t('unknownReason'),
    open: t('editableReason'),
  }[readOnly ?? 'open'];
  const opened = useOpenedOnPurpose(environment) && readOnly === null;
  const label = opened
    ? t('opened', { type })
    : t(readOnly === null ? 'editable' : readOnly === 'environment' ? 'closed' : 'readOnly', { type });
  return (
    <header className={styles.header}>
      <h1 className={classNames(styles.title, coming && !configName && styles.coming)}>
        {table?.name || configName || t(coming ? 'tableComing' : 'unknownTable', { id: tableId })}
      </h1>
      {coming ? null : (
        <>
          <Tooltip label={reason} side="bottom">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason is reached by keyboard */}
            <span tabIndex={0} className={styles.type}>
              <Badge
                tone={opened ? 'staged' : readOnly === null ? 'accent' : 'neutral'}
                icon={opened ? <UnlockIcon size={11} /> : readOnly === null ? undefined : <LockIcon size={11} />}
              >
                {label}
              </Badge>
            </span>
          </Tooltip>
          <span className={styles.tableId}>
            <span className="mono">{tableId}</span>
            <CopyButton text={tableId} label={t('copyTableId')} />
          </span>
        </>
      )}
      {table?.alias ? <span className={styles.alias}>{table.alias}</span> : null}
      <span className={styles.actions}>
        <IdleWork>
          <FindButton />
        </IdleWork>
        <IconButton label={t('refresh')} icon={<RefreshIcon />} onClick={onRefresh} busy={reading} />
        <RefreshMenu {...auto} />
        {children}
      </span>
    </header>
  );
}
