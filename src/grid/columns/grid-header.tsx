import { memo, type Ref, useImperativeHandle, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '../../contract/records';
import styles from '../grid.module.css';
import type { ColumnLayout, LaidColumn } from './column-layout';
import type { HeadTools } from './head-tools';
import { HeaderCell } from './header-cell';
import { useColumnDrag } from './use-column-drag';
import { withColumn } from './use-column-window';
import { useHeadFocus } from './use-head-focus';

export interface HeaderHandle {
  /** Gives the focus to the head of a column. @param index of it among the visible ones */
  focus(index: number): void;
}

interface GridHeaderProps {
  ref?: Ref<HeaderHandle>;
  layout: ColumnLayout;
  /** Those of `layout.center` that are drawn. */
  columns: readonly LaidColumn[];
  /** Brings a column into view. @param index of it among the visible ones */
  onReveal(index: number): void;
  order: Order | null;
  heads: HeadTools;
  /** Gives the focus back to the cells; with the place of a column, to a cell of it. */
  onLeave(index: number | null): void;
}

/**
 * The heads of the columns: a press on a name orders by it, a drag of a head moves the column, a drag of its edge sets the width, and a double press on
 * the edge fits it.
 */
export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { layout, columns, order, heads, onReveal, onLeave } = props;
  const t = useTranslations('grid');
  const header = useRef<HTMLDivElement>(null);
  const { laid } = layout;
  const { stop, setStop, focus, onKeyDown } = useHeadFocus({ header, laid, heads, reveal: onReveal, onLeave });
  const { drag, onHeadPress } = useColumnDrag(header, laid, heads.onMove);
  useImperativeHandle(props.ref, () => ({ focus }), [focus]);

  // The head with the focus stays in the document wherever the grid is scrolled to.
  const center = withColumn(
    columns,
    layout.center.find(({ column }) => column.id === stop),
  );
  const stopsAt = laid.some(({ column }) => column.id === stop) ? stop : laid[0]?.column.id;
  const head = (each: LaidColumn) => (
    <HeaderCell
      key={each.column.id}
      laid={each}
      direction={order?.field_id === each.column.id ? order.type : null}
      stop={each.column.id === stopsAt}
      dragged={drag?.id === each.column.id}
      heads={heads}
      onHeadPress={onHeadPress}
    />
  );
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the names in it have the focus
    // biome-ignore lint/a11y/useSemanticElements: a table cannot hold a window of ten million rows
    <div
      ref={header}
      role="row"
      aria-rowindex={1}
      className={styles.header}
      style={{ width: layout.totalWidth }}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const index = event.target.closest<HTMLElement>('[data-head]')?.dataset.head;
        setStop(laid[Number(index ?? Number.NaN)]?.column.id ?? null);
      }}
    >
      <div role="presentation" className={styles.frozen} style={{ width: layout.startWidth }}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
        <div
          role="columnheader"
          aria-colindex={1}
          aria-label={t('rowNumber')}
          data-corner=""
          title={t('corner')}
          className={styles.heading}
          style={{ left: 0, width: layout.numberWidth }}
        >
          <small className={styles.fieldId}>#</small>
        </div>
        {layout.start.map(head)}
      </div>
      {center.map(head)}
      {layout.end.length > 0 ? (
        <div role="presentation" className={styles.frozenRight} style={{ width: layout.endWidth }}>
          {layout.end.map(head)}
        </div>
      ) : null}
      {drag?.drop ? <div className={styles.dropMark} style={{ left: drag.drop.at }} /> : null}
    </div>
  );
});
