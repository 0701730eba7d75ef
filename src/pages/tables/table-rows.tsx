import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Id } from '../../contract/ids';
import type { DwTable } from '../../contract/tables';
import { TimeText } from '../../ui/display/time-text';
import { useRowList } from '../../ui/display/use-row-list';
import { fingerPointer, phoneWindow, useMedia } from '../../ui/hooks/use-media';
import { TableIcon } from '../../ui/icons/icons';
import { useAppearance } from '../../ui/theme/appearance';
import { paths } from '../../url/paths';
import type { UsedAt } from './find-tables';
import styles from './table-list.module.css';

/** Heights of a table in px: with its ID in a second line, or with facts in columns; and that of their headings. */
const heights = { twoLines: 50, phone: 54, compact: 38, roomy: 45, headings: 32 } as const;
/** So many are drawn whole, for the search of the browser; a longer list is a window. */
const drawnWhole = 200;

/** The tables that are listed, by their places, for the keys that lead through them. */
export interface ListedTables {
  count: number;
  /** The link of a table, which is drawn and brought into sight for it; null where there is none. */
  link(index: number): HTMLAnchorElement | null;
}

interface TableRowsProps {
  listed: Ref<ListedTables>;
  env: string;
  space: string;
  tables: readonly DwTable[];
  usedAt: UsedAt;
  openTable: string | undefined;
  drafted: ReadonlySet<Id>;
}

/** Height of one table of the list, in px. @param hasFacts as on the page of its own, where no table is open */
export function useTableHeight(hasFacts: boolean): number {
  const { density } = useAppearance();
  const isPhone = useMedia(phoneWindow);
  const isFinger = useMedia(fingerPointer);
  if (isPhone) return heights.phone;
  if (!hasFacts) return heights.twoLines;
  return heights[isFinger ? 'roomy' : density];
}

/** The list of tables, however long: what is in sight, and the one with the focus wherever one has scrolled to. */
export function TableRows(props: TableRowsProps) {
  const { listed, tables, openTable } = props;
  const t = useTranslations('tables');
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<Id | null>(null);
  const isPhone = useMedia(phoneWindow);
  const hasColumns = openTable === undefined && !isPhone;
  const rowHeight = useTableHeight(openTable === undefined);
  const list = useRowList({
    scroller,
    rows: tables.length,
    rowHeight,
    headerHeight: hasColumns ? heights.headings : 0,
    kept: tables.findIndex(({ table_id }) => table_id === focused),
  });
  const items = tables.length > drawnWhole ? list.items : tables.map((_, index) => ({ index, top: index * rowHeight }));

  useImperativeHandle(listed, () => ({
    count: tables.length,
    link(index) {
      const table = tables[index];
      if (!table) return null;
      flushSync(() => {
        setFocused(table.table_id);
        list.reveal(index);
      });
      return scroller.current?.querySelector<HTMLAnchorElement>(`[data-index="${index}"] > a`) ?? null;
    },
  }));

  return (
    <div ref={scroller} className={styles.scroller}>
      {hasColumns ? <Headings /> : null}
      <ul aria-label={t('list')} className={styles.list} style={{ height: list.height }}>
        {items.map(({ index, top }) => {
          const table = tables[index];
          if (!table) return null;
          return (
            <li
              key={table.table_id}
              aria-setsize={tables.length}
              aria-posinset={index + 1}
              data-index={index}
              style={{ transform: `translateY(${list.originTop + top}px)`, height: rowHeight }}
              onFocus={() => setFocused(table.table_id)}
            >
              <TableLink {...props} table={table} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

export function Headings() {
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

function TableLink({ env, space, table, usedAt, openTable, drafted }: TableRowsProps & { table: DwTable }) {
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
