import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../hooks/class-names';
import { fingerPointer, useMedia, useWidth } from '../hooks/use-media';
import { useAppearance } from '../theme/appearance';
import { TablePart } from './scroll-region';
import { useRowList } from './use-row-list';
import styles from './virtual-table.module.css';

export interface VirtualColumn<Row> {
  key: string;
  header: ReactNode;
  /** A grid track: `84px`, `minmax(120px, 1fr)`. */
  width: string;
  /** Shown only where the table is at least this wide, in px. */
  from?: number;
  /** Shown only where the table is narrower than this, in px. */
  until?: number;
  numeric?: boolean;
  cell: (row: Row) => ReactNode;
}

interface VirtualTableProps<Row> {
  /** The name of the table. */
  label: string;
  /** New rows are added above the others: what is being read keeps its place. */
  rows: readonly Row[];
  rowKey: (row: Row) => number | string;
  columns: readonly VirtualColumn<Row>[];
  /** Key of the row whose details are open. */
  selected: number | string | null;
  onSelect: (row: Row) => void;
  /** Closes the details; Escape does it. */
  onClose: () => void;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
}

const rowHeights = { compact: 33, roomy: 40 } as const;

/**
 * A table of any length whose rows open details: only those in sight are drawn. One stop of the Tab key; the arrows, Page keys, Home and End move,
 * Enter opens, and while details are open they follow.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, rows, rowKey, columns, selected, onSelect, onClose, empty } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [width, measured] = useWidth(scroller);
  const { density } = useAppearance();
  // A finger needs roomy rows.
  const isFinger = useMedia(fingerPointer);
  const height = rowHeights[isFinger ? 'roomy' : density];
  const headerHeight = rowHeights[isFinger ? 'roomy' : 'compact'];
  // While details are open and the focus is elsewhere, the row of the details is the active one, whoever chose it.
  const [activeKey, setActiveKey] = useState<number | string | null>(null);

  const found = rows.findIndex((row) => rowKey(row) === (activeKey ?? selected));
  const active = found >= 0 ? found : rows.length > 0 ? 0 : -1;

  // The active row is named by the grid, so it is there wherever one has scrolled to.
  const list = useRowList({ scroller, rows: rows.length, rowHeight: height, headerHeight, kept: active });
  const shown = columns.filter(
    ({ from = 0, until = Number.POSITIVE_INFINITY }) =>
      (width === 0 && until === Number.POSITIVE_INFINITY) || (width >= from && width < until),
  );

  const first = rows[0] === undefined ? null : rowKey(rows[0]);
  const firstBefore = useRef(first);
  useLayoutEffect(() => {
    const before = firstBefore.current;
    firstBefore.current = first;
    const element = scroller.current;
    if (!element || before === null || before === first || element.scrollTop === 0) return;
    const added = rows.findIndex((row) => rowKey(row) === before);
    if (added > 0) element.scrollTop += added * height;
  });

  function move(index: number) {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row === undefined) return;
    setActiveKey(rowKey(row));
    list.reveal(rows.indexOf(row));
    if (selected !== null) onSelect(row);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // On a button in a head or a row it presses that.
    if (event.key === 'Enter' && event.target !== event.currentTarget) return;
    const page = Math.max(1, list.page - 1);
    const target = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    const row = rows[active];
    if (target !== undefined) move(target);
    else if (event.key === 'Enter' && row !== undefined) onSelect(row);
    else if (event.key === 'Escape' && selected !== null) onClose();
    else return;
    event.preventDefault();
  }

  const tracks = { '--tracks': shown.map((column) => column.width).join(' ') } as CSSProperties;
  const rowId = (row: Row) => `${id}-${rowKey(row)}`;
  const activeRow = rows[active];
  return (
    <TablePart
      ref={measured}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={activeRow === undefined ? undefined : rowId(activeRow)}
      onKeyDown={onKeyDown}
      onBlur={() => (selected === null ? undefined : setActiveKey(null))}
      className={styles.scroller}
      style={tracks}
    >
      <TablePart role="rowgroup" className={styles.head}>
        <TablePart role="row" aria-rowindex={1} className={styles.row} style={{ height: headerHeight }}>
          {shown.map((column) => (
            <TablePart key={column.key} role="columnheader" className={classNames(column.numeric && styles.numeric)}>
              {column.header}
            </TablePart>
          ))}
        </TablePart>
      </TablePart>
      {rows.length === 0 ? (
        <TablePart role="row" className={styles.empty}>
          <TablePart role="gridcell">{empty}</TablePart>
        </TablePart>
      ) : (
        <TablePart role="rowgroup" className={styles.body} style={{ height: list.height }}>
          <div role="presentation" style={{ transform: `translateY(${list.originTop}px)` }}>
            {list.items.map(({ index, top }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const isSelected = rowKey(row) === selected;
              return (
                <TablePart
                  key={rowKey(row)}
                  id={rowId(row)}
                  role="row"
                  aria-rowindex={index + 2}
                  aria-selected={isSelected}
                  data-active={index === active || undefined}
                  className={classNames(styles.row, styles.bodyRow)}
                  style={{ transform: `translateY(${top}px)`, height }}
                  onClick={() => {
                    setActiveKey(rowKey(row));
                    onSelect(row);
                  }}
                >
                  {shown.map((column) => (
                    <TablePart
                      key={column.key}
                      role="gridcell"
                      className={classNames(column.numeric && styles.numeric)}
                    >
                      {column.cell(row)}
                    </TablePart>
                  ))}
                </TablePart>
              );
            })}
          </div>
        </TablePart>
      )}
    </TablePart>
  );
}
