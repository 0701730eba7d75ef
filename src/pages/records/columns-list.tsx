import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isShown, noChoice } from '../../grid/column-choice';
import { columnLabel, kindKey } from '../../grid/column-label';
import { recordColumnId } from '../../grid/columns-of';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { SearchField } from '../../ui/text-field';
import styles from './columns-control.module.css';
import type { ChosenColumns } from './use-chosen-columns';

export interface ColumnsListProps {
  chosen: ChosenColumns;
}

/** Every column of the table, to show or to hide. */
export function ColumnsList({ chosen: { columns, choice, onChoice } }: ColumnsListProps) {
  const t = useTranslations('records');
  const g = useTranslations('grid');
  const [find, setFind] = useState('');
  const all = columns.filter(({ id }) => id !== recordColumnId);
  const wanted = find.trim().toLowerCase();
  const found = all.filter((column) => `${columnLabel(column, g)} ${column.id}`.toLowerCase().includes(wanted));
  const shown = all.filter(({ id }) => isShown(id, choice)).length;
  const show = (ids: readonly string[], on: boolean) =>
    onChoice((now) => ({ ...now, shown: { ...now.shown, ...Object.fromEntries(ids.map((id) => [id, on])) } }));
  return (
    <div className={styles.panel}>
      <SearchField
        label={t('findColumn')}
        hideLabel
        placeholder={t('findColumn')}
        size="small"
        value={find}
        onChange={setFind}
      />
      <ul className={styles.list}>
        {found.map((column) => (
          <li key={column.id} className={styles.row}>
            <Checkbox
              label={columnLabel(column, g)}
              checked={isShown(column.id, choice)}
              onChange={(on) => show([column.id], on)}
            />
            <span className={styles.kind}>{g(kindKey(column.kind))}</span>
            <span className={styles.id}>{column.id}</span>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <span>{t('columnsShown', { shown, all: all.length })}</span>
        <Button
          kind="ghost"
          size="small"
          onClick={() =>
            show(
              all.map(({ id }) => id),
              true,
            )
          }
        >
          {t('showAll')}
        </Button>
        <Button kind="ghost" size="small" onClick={() => onChoice(() => noChoice)}>
          {t('resetColumns')}
        </Button>
      </div>
    </div>
  );
}
