import {
  type ComponentProps,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  type RefCallback,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '../../contract/records';
import { TablePart } from '../../ui/display/scroll-region';
import { isPressed } from '../../ui/shortcuts/shortcuts';
import styles from '../grid.module.css';
import { useColumnDrag } from './column-drag';
import type { ColumnLayout, LaidColumn } from './column-layout';
import { type HeaderActions, HeaderCell } from './header-cell';
import { withColumn } from './use-column-window';

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
  heads: HeaderActions;
}

/** So many px wider or narrower by a key. */
const widthStep = 16;

/**
 * Column headers: a press on a name sorts, dragging a header moves the column, dragging its edge sets the width, and a double press on the edge fits it. They
 * are one Tab stop: arrows move between them, Enter sorts, and keys move, widen, narrow the focused column or open its menu.
 */
export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { layout, columns, order, heads, onReveal } = props;
  const header = useRef<HTMLDivElement>(null);
  const { laid } = layout;
  const { drag, onHeadPress } = useColumnDrag(header, laid, heads.onMove);
  /** The head that is the stop of the Tab key, and the one that gets the focus when it is drawn: a column far away comes with the next drawing only. */
  const [stop, setStop] = useState<string | null>(null);
  const [wanted, setWanted] = useState<{ id: string; focusName: RefCallback<HTMLElement> } | null>(null);
  useImperativeHandle(props.ref, () => ({ focus }));

  function want(id: string): void {
    // Another function each time: it is called again where the head is drawn already.
    const focusName = (name: HTMLElement | null): void => {
      if (!name) return;
      name.focus({ preventScroll: true });
      setWanted((now) => (now?.focusName === focusName ? null : now));
    };
    setWanted({ id, focusName });
  }

  function focus(index: number): void {
    const next = laid[Math.max(0, Math.min(laid.length - 1, index))];
    if (!next) return;
    setStop(next.column.id);
    want(next.column.id);
    onReveal(next.index);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const head = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-head]') : null;
    const index = Number(head?.dataset.head ?? Number.NaN);
    const id = laid[index]?.column.id;
    if (!head || id === undefined || event.ctrlKey || event.metaKey || !answer(event, head, index, id)) return;
    event.preventDefault();
  }

  /** @returns whether the key is one of the heads'; what leaves them is the grid's */
  function answer(event: KeyboardEvent, head: HTMLElement, index: number, id: string): boolean {
    const { key, altKey } = event;
    const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
    if (isPressed('columnLeft', event) || isPressed('columnRight', event)) {
      want(id);
      heads.onStep(id, step as -1 | 1);
    } else if (isPressed('columnMenu', event) || isPressed('menu', event) || key === 'ContextMenu') {
      const { left, bottom } = head.getBoundingClientRect();
      heads.onMenu(id, { x: left + 12, y: bottom - 4 });
    } else if (altKey) return false;
    else if (step !== 0) focus(index + step);
    else if (key === 'Home') focus(0);
    else if (key === 'End') focus(laid.length - 1);
    else if (key === '+' || key === '=') heads.onWiden(id, widthStep);
    else if (key === '-') heads.onWiden(id, -widthStep);
    else return false;
    return true;
  }

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
      focusName={each.column.id === wanted?.id ? wanted.focusName : null}
      dragged={drag?.id === each.column.id}
      heads={heads}
      onHeadPress={onHeadPress}
    />
  );
  return (
    <HeaderFrame
      ref={header}
      layout={layout}
      center={center}
      head={head}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const index = event.target.closest<HTMLElement>('[data-head]')?.dataset.head;
        setStop(laid[Number(index ?? Number.NaN)]?.column.id ?? null);
        setWanted(null);
      }}
    >
      {drag?.drop ? <div className={styles.dropMark} style={{ left: drag.drop.at }} /> : null}
    </HeaderFrame>
  );
});

interface HeaderFrameProps extends ComponentProps<'div'> {
  layout: ColumnLayout;
  /** Those of `layout.center` that are drawn. */
  center: readonly LaidColumn[];
  head(laid: LaidColumn): ReactNode;
}

/** The row of heads: that of the row numbers, which selects all, and the pinned ones stay in view. */
export function HeaderFrame({ layout, center, head, children, ...row }: HeaderFrameProps) {
  const t = useTranslations('grid');
  return (
    <TablePart {...row} role="row" aria-rowindex={1} className={styles.header} style={{ width: layout.totalWidth }}>
      <div role="presentation" className={styles.frozen} style={{ width: layout.startWidth }}>
        <TablePart
          role="columnheader"
          aria-colindex={1}
          aria-label={t('rowNumber')}
          data-corner=""
          title={t('corner')}
          className={styles.heading}
          style={{ left: 0, width: layout.numberWidth }}
        >
          <small className={styles.fieldId}>#</small>
        </TablePart>
        {layout.start.map(head)}
      </div>
      {center.map(head)}
      {layout.end.length > 0 ? (
        <div role="presentation" className={styles.frozenRight} style={{ width: layout.endWidth }}>
          {layout.end.map(head)}
        </div>
      ) : null}
      {children}
    </TablePart>
  );
}
