import { useTranslations } from 'use-intl';
import { TablePart } from '../../ui/display/scroll-region';
import { classNames } from '../../ui/hooks/class-names';
import { KindIcon } from '../cells/cell-view';
import styles from '../grid.module.css';
import { columnLabel } from './column-label';
import type { ColumnLayout, LaidColumn } from './column-layout';
import { HeaderFrame } from './grid-header';
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
  return <HeaderFrame layout={layout} center={columns} head={head} />;
}
