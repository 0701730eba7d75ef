import { useTranslations } from 'use-intl';
import { TablePart } from '../../ui/display/scroll-region';
import { classNames } from '../../ui/hooks/class-names';
import { KindIcon } from '../cells/cell-view';
import styles from '../grid.module.css';
import { columnLabel } from './column-label';
import type { ColumnLayout, LaidColumn } from './column-layout';
import own from './plain-header.module.css';

interface PlainHeaderProps {
  layout: ColumnLayout;
  /** Those of `layout.center` that are drawn. */
  columns: readonly LaidColumn[];
}

/** Heads that only name their columns, of a grid that follows the columns of another. */
export function PlainHeader({ layout, columns }: PlainHeaderProps) {
  const t = useTranslations('grid');
  const head = ({ column, index, left, width }: LaidColumn) => {
    const name = columnLabel(column, t);
    return (
      <TablePart
        key={column.id}
        role="columnheader"
        aria-colindex={index + 2}
        className={styles.heading}
        style={{ left, width }}
        title={name}
      >
        <span className={classNames(styles.nameLine, own.name)}>
          <span className={styles.kind}>
            <KindIcon kind={column.kind} />
          </span>
          <span className={styles.nameText}>{name}</span>
        </span>
      </TablePart>
    );
  };
  return (
    <TablePart role="row" aria-rowindex={1} className={styles.header} style={{ width: layout.totalWidth }}>
      <div role="presentation" className={styles.frozen} style={{ width: layout.startWidth }}>
        <TablePart
          role="columnheader"
          aria-colindex={1}
          aria-label={t('rowNumber')}
          className={styles.heading}
          style={{ left: 0, width: layout.numberWidth }}
        >
          <small className={styles.fieldId}>#</small>
        </TablePart>
        {layout.start.map(head)}
      </div>
      {columns.map(head)}
      {layout.end.length > 0 ? (
        <div role="presentation" className={styles.frozenRight} style={{ width: layout.endWidth }}>
          {layout.end.map(head)}
        </div>
      ) : null}
    </TablePart>
  );
}
