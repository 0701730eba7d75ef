import type { UseQueryResult } from '@tanstack/react-query';
import { type Ref, useMemo } from 'react';
import type { FailingRead } from '../../api/wire/query-client';
import type { Answer } from '../../api/wire/send';
import type { Id } from '../../contract/ids';
import type { DwTable, TableType } from '../../contract/tables';
import { Bone, Skeleton } from '../../ui/display/skeleton';
import { lazyPart } from '../../ui/layout/lazy-part';
import { findTables, inOrderOfUse, type UsedAt } from './find-tables';
import styles from './table-list.module.css';
import { Headings, type ListedTables, TableRows, useTableHeight } from './table-rows';

const later = () => import('./later');
const NoMatch = lazyPart(async () => (await later()).NoMatch);
const NoTables = lazyPart(async () => (await later()).NoTables);
const TablesFailed = lazyPart(async () => (await later()).TablesFailed);
const RetryingNotice = lazyPart(async () => (await later()).RetryingNotice);

/** Wide: the same list beside a table, alone on a page and in a drawer, with the keys of each. */
interface TableListProps {
  /** Leads to the tables that are listed. */
  listed: Ref<ListedTables>;
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
  const tables = list?.data?.data;
  const found = useMemo(() => (tables ? inOrderOfUse(findTables(tables, find), order) : []), [tables, find, order]);
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
  if (found.length === 0) return <NoMatch {...props} />;
  return (
    <>
      {failed && failing ? <RetryingNotice failing={failing} look="line" /> : failed}
      <TableRows {...props} key={`${type} ${find}`} tables={found} />
      {failing && !failed ? <RetryingNotice failing={failing} look="kept" /> : null}
    </>
  );
}

/** Placeholder of a table with the same size, so that nothing moves when it loads. */
function TableBones({ wide }: { wide: boolean }) {
  const height = useTableHeight(wide);
  return (
    <div className={styles.link} style={{ height }}>
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
