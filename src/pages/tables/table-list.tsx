import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { FailingRead } from '../../api/wire/query-client';
import type { Answer } from '../../api/wire/send';
import type { Id } from '../../contract/ids';
import type { DwTable, TableType } from '../../contract/tables';
import { Bone, Skeleton } from '../../ui/display/skeleton';
import { TimeText } from '../../ui/display/time-text';
import { TableIcon } from '../../ui/icons/icons';
import { lazyPart } from '../../ui/layout/lazy-part';
import { paths } from '../../url/paths';
import { findTables, inOrderOfUse, type UsedAt } from './find-tables';
import styles from './table-list.module.css';

const later = () => import('./later');
const NoMatch = lazyPart(async () => (await later()).NoMatch);
const NoTables = lazyPart(async () => (await later()).NoTables);
const TablesFailed = lazyPart(async () => (await later()).TablesFailed);
const RetryingNotice = lazyPart(async () => (await later()).RetryingNotice);

interface TableListProps {
  env: string;
  space: string;
  type: TableType;
  find: string;
  onFind: (find: string) => void;
  list: UseQueryResult<Answer<DwTable[]>> | undefined;
  /** It has failed and is being tried again. */
  failing: FailingRead | null;
  usedAt: UsedAt;
  /** By what the list is ordered. */
  order: UsedAt;
  openTable: string | undefined;
  /** Tables with unsent changes. */
  drafted: ReadonlySet<Id>;
  /** Other types with matches. */
  elsewhere: { type: TableType; count: number }[];
  onType: (type: TableType) => void;
}

/** The tables of one type; or why there are none. */
export function TableList(props: TableListProps) {
  const { env, type, find, list, failing, order, openTable } = props;
  const t = useTranslations('tables');
  const tables = list?.data?.data;
  const failed = list?.isError ? (
    <TablesFailed env={env} error={list.error} kept={tables !== undefined} onRetry={() => void list.refetch()} />
  ) : null;
  if (failed && !tables) return failed;
  if (failing && !tables) {
    return (
      <div className={styles.state}>
        <RetryingNotice failing={failing} />
      </div>
    );
  }
  if (!tables) {
    return (
      <>
        {openTable === undefined ? <Headings /> : null}
        <Skeleton className={styles.list} rows={6}>
          <TableBones wide={openTable === undefined} />
        </Skeleton>
      </>
    );
  }
  if (tables.length === 0 && find === '') return <NoTables type={type} />;
  const found = inOrderOfUse(findTables(tables, find), order);
  if (found.length === 0) return <NoMatch {...props} />;
  return (
    <>
      {failed && failing ? <RetryingNotice failing={failing} look="line" /> : failed}
      {openTable === undefined ? <Headings /> : null}
      <ul aria-label={t('list')} className={styles.list}>
        {found.map((table) => (
          <li key={table.table_id}>
            <TableLink {...props} table={table} />
          </li>
        ))}
      </ul>
      {failing && !failed ? <RetryingNotice failing={failing} look="kept" /> : null}
    </>
  );
}

function Headings() {
  const t = useTranslations('tables');
  return (
    <div className={styles.headings} aria-hidden="true">
      <span>{t('name')}</span>
      <span>{t('id')}</span>
      <span>{t('created')}</span>
      <span>{t('lastOpened')}</span>
    </div>
  );
}

function TableLink({ env, space, table, usedAt, openTable, drafted }: TableListProps & { table: DwTable }) {
  const t = useTranslations('tables');
  const used = usedAt[table.table_id];
  return (
    <Link
      to={paths.records({ env, space, table: table.table_id })}
      aria-current={table.table_id === openTable ? 'page' : undefined}
      className={styles.link}
    >
      <TableIcon />
      <span className={styles.name}>
        <b>{table.name || t('unnamed')}</b>
        {table.alias ? <span className="dim">{table.alias}</span> : null}
      </span>
      <span className={styles.id}>
        {table.table_id}
        {drafted.has(table.table_id) ? <b className={styles.unsent}> · {t('unsent')}</b> : null}
      </span>
      {openTable === undefined ? (
        <>
          <span className={styles.fact}>{table.created_on ?? t('never')}</span>
          <span className={styles.fact} data-label={t('lastOpened')}>
            {used ? <TimeText at={used} look="ago" /> : t('never')}
          </span>
        </>
      ) : null}
    </Link>
  );
}

/** Placeholder of a table with the same size, so that nothing moves when it loads. */
function TableBones({ wide }: { wide: boolean }) {
  return (
    <div className={styles.link}>
      <Bone width="16px" height="16px" />
      <span className={styles.name}>
        <Bone width="9em" />
      </span>
      <span className={styles.id}>
        <Bone width="14em" />
      </span>
      {wide ? (
        <>
          <span className={styles.fact}>
            <Bone width="10em" />
          </span>
          <span className={styles.fact}>
            <Bone width="7em" />
          </span>
        </>
      ) : null}
    </div>
  );
}
