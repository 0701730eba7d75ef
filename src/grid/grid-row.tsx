import { memo, type ReactNode } from 'react';
import type { DwRecord } from '../contract/records';
import type { CellDraft } from '../edits/drafts';
import { classNames } from '../ui/class-names';
import type { CellWords } from './cells/cell-kind';
import { drawCell, standsAtEnd } from './cells/draw-cell';
import { type LaidColumn, rowNumberWidth } from './column-layout';
import { cellValue, recordColumnId } from './columns-of';
import styles from './grid.module.css';

interface GridRowProps {
  row: number;
  top: number;
  /** Undefined while the row has not been read. */
  record: DwRecord | undefined;
  /** What is said in place of a row that could not be read. */
  failure: string | null;
  pinned: readonly LaidColumn[];
  columns: readonly LaidColumn[];
  pinnedWidth: number;
  totalWidth: number;
  drafts: ReadonlyMap<string, CellDraft> | undefined;
  /** Selected columns of this row, both ends included; `from` past `to` when there are none. */
  from: number;
  to: number;
  /** Index of the active column when the active cell is on this row; else -1. */
  active: number;
  /** It is the record that the panel shows. */
  open: boolean;
  words: CellWords;
  /** The field that stands in the active cell; null when the cell takes the focus itself. */
  editor: ReactNode;
}

/** One row. It draws itself anew only when something of its own has changed. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, top, record, pinned, columns, pinnedWidth, totalWidth, active, open, from, to, drafts } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus of a grid is on its cells
    // biome-ignore lint/a11y/useSemanticElements: a table cannot hold a window of ten million rows
    <div
      role="row"
      aria-rowindex={row + 2}
      data-row={row}
      className={classNames(
        styles.row,
        active >= 0 && styles.activeRow,
        open && styles.openRow,
        drafts && styles.changedRow,
      )}
      style={{ top, width: totalWidth }}
    >
      <div role="presentation" className={styles.frozen} style={{ width: pinnedWidth }}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
        <div
          role="rowheader"
          aria-colindex={1}
          data-column={-1}
          className={styles.number}
          style={{ width: rowNumberWidth }}
        >
          {row + 1}
        </div>
        {pinned.map((laid) => cell(props, laid))}
      </div>
      {columns.map((laid) => cell(props, laid))}
      {props.failure !== null && record === undefined ? (
        <span className={styles.failure} style={{ left: pinnedWidth + 10 }}>
          {props.failure}
        </span>
      ) : null}
    </div>
  );

  function cell({ record, words, editor, failure }: GridRowProps, laid: LaidColumn): ReactNode {
    const { column, index, left, width } = laid;
    const isActive = index === active;
    const selected = index >= from && index <= to;
    const draft = drafts?.get(column.id);
    return (
      // biome-ignore lint/a11y/useSemanticElements: as above
      <div
        key={column.id}
        role="gridcell"
        aria-colindex={index + 2}
        aria-selected={selected}
        data-column={index}
        data-active={isActive && editor === null ? '' : undefined}
        tabIndex={isActive && editor === null ? 0 : -1}
        className={classNames(
          styles.cell,
          standsAtEnd(column.kind) && styles.end,
          column.id === recordColumnId && styles.record,
          selected && from !== to && styles.selected,
          selected && from === to && !isActive && styles.selected,
          draft && styles.staged,
          isActive && styles.active,
        )}
        style={{ left, width }}
      >
        {record === undefined
          ? failure === null && <span className={styles.waiting} />
          : content(record, laid, draft, words)}
        {isActive ? editor : null}
      </div>
    );
  }
});

function content(record: DwRecord, { column }: LaidColumn, draft: CellDraft | undefined, words: CellWords): ReactNode {
  const context = { words, config: column.config };
  if (column.id === recordColumnId) return record.item_id;
  if (!draft) return drawCell(cellValue(record, column.id), column.kind, context);
  return (
    <>
      {drawCell(draft.after, column.kind, context)}
      <del className={styles.before}>{drawCell(draft.before, column.kind, context)}</del>
    </>
  );
}
