import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '../contract/records';
import { classNames } from '../ui/class-names';
import { ArrowDownIcon, ArrowUpIcon } from '../ui/icons';
import { columnLabel, kindKey } from './column-label';
import { type ColumnLayout, type LaidColumn, rowNumberWidth } from './column-layout';
import { sparkPath } from './distribution';
import styles from './grid.module.css';
import type { ColumnWidths } from './use-column-layout';

interface GridHeaderProps {
  layout: ColumnLayout;
  widths: ColumnWidths;
  columns: readonly LaidColumn[];
  order: Order | null;
  onOrder(columnId: string): void;
}

/** Names, small distributions and ids of the columns; a press on a name orders by it, a drag of its edge sets the width. */
export const GridHeader = memo(function GridHeader({ layout, widths, columns, order, onOrder }: GridHeaderProps) {
  const t = useTranslations('grid');
  const head = (laid: LaidColumn) => (
    <HeaderCell
      key={laid.column.id}
      laid={laid}
      direction={order?.field_id === laid.column.id ? order.type : null}
      widths={widths}
      onOrder={onOrder}
    />
  );
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus of a grid is on its cells
    // biome-ignore lint/a11y/useSemanticElements: a table cannot hold a window of ten million rows
    <div role="row" aria-rowindex={1} className={styles.header} style={{ width: layout.totalWidth }}>
      <div role="presentation" className={styles.frozen} style={{ width: layout.pinnedWidth }}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
        <div
          role="columnheader"
          aria-colindex={1}
          aria-label={t('rowNumber')}
          className={styles.heading}
          style={{ left: 0, width: rowNumberWidth }}
        >
          <small className={styles.fieldId}>#</small>
        </div>
        {layout.left.map(head)}
      </div>
      {columns.map(head)}
    </div>
  );
});

interface HeaderCellProps {
  laid: LaidColumn;
  direction: 'asc' | 'desc' | null;
  widths: ColumnWidths;
  onOrder(columnId: string): void;
}

function HeaderCell({ laid, direction, widths, onOrder }: HeaderCellProps) {
  const t = useTranslations('grid');
  const { column, index, left, width } = laid;
  const name = columnLabel(column, t);
  const kind = t(kindKey(column.kind));
  const told =
    column.source === 'values' && column.profile
      ? t('kindFromValues', { kind, share: column.confidence })
      : column.source === 'config'
        ? t('kindFromConfig', { kind })
        : kind;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot hold a window of ten million rows
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
      data-head={index}
      className={styles.heading}
      style={{ left, width }}
      title={[name, column.id, told, column.distribution && t(`spread.${column.distribution.of}`)]
        .filter(Boolean)
        .join('\n')}
    >
      <button
        type="button"
        tabIndex={-1}
        className={classNames(styles.name, direction && styles.ordered)}
        aria-label={name}
        onClick={() => onOrder(column.id)}
      >
        <span className={styles.nameText}>{name}</span>
        {direction === 'asc' ? <ArrowUpIcon size={13} /> : null}
        {direction === 'desc' ? <ArrowDownIcon size={13} /> : null}
      </button>
      {column.distribution ? (
        <svg viewBox="0 0 72 14" preserveAspectRatio="none" className={styles.spark} aria-hidden="true">
          <path d={sparkPath(column.distribution.bars)} />
        </svg>
      ) : null}
      {name === column.id ? null : <small className={styles.fieldId}>{column.id}</small>}
      <div data-edge="" className={styles.edge} onPointerDown={(event) => widths.onEdgePress(event, column.id)} />
    </div>
  );
}
