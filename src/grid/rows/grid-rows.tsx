/** Rows of the grid: which of them are in the window, and how they are drawn, as rows or on a phone as cards. */

import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import type { Filter } from '../../contract/filter';
import type { Id } from '../../contract/ids';
import type { DwRecord, Order } from '../../contract/records';
import type { Drafts } from '../../edits/drafts';
import type { SentCell } from '../../edits/sent-cells';
import { useKept } from '../../state/store';
import { placeInScroll, rowsOf } from '../../ui/display/row-window';
import type { RowWindowState } from '../../ui/display/use-row-window';
import type { FileView } from '../cells/cell-view';
import { type ColumnLayout, drawsAlike } from '../columns/column-layout';
import styles from '../grid.module.css';
import type { CellPlace, Rectangle } from '../selection/selection';
import { useWords } from '../use-words';
import { GridRow } from './grid-row';

export interface GridQuery {
  filter: Filter | null;
  order: Order | null;
}

/** Wide: hands on what its rows are drawn from, and the window they are drawn in. */
export interface GridRowsProps {
  view: RowWindowState;
  /** The columns as they stand; of those between the pinned ones only what is drawn. */
  columns: ColumnLayout;
  rows: number;
  rowHeight: number;
  recordAt(row: number): DwRecord | undefined;
  markAt(row: number): string | null;
  sentOf(item_id: Id): ReadonlyMap<string, SentCell> | undefined;
  failure: string | null;
  query: GridQuery;
  drafts: Drafts;
  editable: boolean;
  FileView: FileView | null;
  range: Rectangle;
  active: CellPlace;
  /** The field of the active cell. */
  editor: ReactNode;
  editing: boolean;
  openRecord: Id | null;
  /** A card was pressed. */
  onOpen(row: number): void;
}

/** The window of rows: a scroll renders only these, and of them only new ones. */
export function GridRows(props: GridRowsProps) {
  const { view, rows, rowHeight, recordAt, drafts, editable, range, active, FileView } = props;
  const words = useWords();
  // Rows show nothing of what values a column has.
  const columns = useKept(props.columns, drawsAlike);
  const drawn = useSyncExternalStore(view.subscribe, view.drawn);
  const shared = useMemo(() => ({ columns, editable, words, FileView }), [columns, editable, words, FileView]);

  return (
    <div role="presentation" className={styles.rows} style={{ transform: `translateY(${drawn.originTop}px)` }}>
      {rowsOf(drawn, rows, active.row).map((row) => {
        const record = recordAt(row);
        const isActive = row === active.row;
        const selected = row >= range.top && row <= range.bottom;
        return (
          <GridRow
            key={row}
            shared={shared}
            row={row}
            top={placeInScroll((row - drawn.origin) * rowHeight, drawn, view.height - rowHeight)}
            record={record}
            draft={record && drafts.get(record.item_id)}
            sent={record && props.sentOf(record.item_id)}
            mark={props.markAt(row)}
            failure={props.failure}
            left={selected ? range.left : -1}
            right={selected ? range.right : -1}
            active={isActive ? active.column : -1}
            editor={isActive ? props.editor : null}
            editing={isActive && props.editing}
            open={record !== undefined && record.item_id === props.openRecord}
          />
        );
      })}
    </div>
  );
}
