import { type CSSProperties, memo, type ReactNode } from 'react';
import type { DwRecord } from '../contract/records';
import type { CellDraft } from '../edits/drafts';
import { classNames } from '../ui/class-names';
import { WarningIcon } from '../ui/icons';
import { VisuallyHidden } from '../ui/visually-hidden';
import type { CellWords } from './cells/cell-kind';
import { drawCell, standsAtEnd } from './cells/draw-cell';
import { type LaidColumn, rowNumberWidth } from './column-layout';
import { cellValue, recordColumnId } from './columns-of';
import styles from './grid.module.css';
import { isReadOnly } from './range-edits';

/** States of a row and its cells, for those who listen. */
export interface RowWords {
  notRead: string;
  staged: string;
  /** Stands before the value that a change replaces. */
  was: string;
}

interface GridRowProps {
  row: number;
  /** Distance from the row that places are counted from, in px. */
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
  /** What is to be known of the row beside its values; null when there is nothing. */
  mark: string | null;
  /** Whether cells can be edited at all: those that cannot then say so one by one. */
  editable: boolean;
  says: RowWords;
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

/** One row. Its cells are parts of their own: a row that takes over the element of another one not read either changes its number and its place alone. */
export const GridRow = memo(function GridRow({
  row,
  top,
  pinnedWidth,
  totalWidth,
  open,
  mark,
  ...cells
}: GridRowProps) {
  const { record, failure, drafts, says, active, pinned, columns, ...rest } = cells;
  const states = [record === undefined && (failure ?? says.notRead), drafts && says.staged, mark].filter(Boolean);
  const common = { record, failure, drafts, was: says.was, ...rest };
  const isPinned = active >= 0 && pinned.some(({ index }) => index === active);
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
      style={{ transform: `translateY(${top}px)`, width: totalWidth }}
    >
      <div role="presentation" className={styles.frozen} style={{ width: pinnedWidth }}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
        <div
          role="rowheader"
          aria-colindex={1}
          aria-label={states.length > 0 ? [row + 1, ...states].join(', ') : undefined}
          title={mark ?? undefined}
          data-column={-1}
          className={classNames(styles.number, mark !== null && styles.marked)}
          style={{ width: rowNumberWidth }}
        >
          {mark === null ? null : <WarningIcon size={12} />}
          {row + 1}
        </div>
        <RowCells {...common} columns={pinned} active={isPinned ? active : -1} editor={isPinned ? rest.editor : null} />
      </div>
      <RowCells {...common} columns={columns} active={isPinned ? -1 : active} editor={isPinned ? null : rest.editor} />
      {failure !== null && record === undefined ? (
        <span className={styles.failure} style={{ left: pinnedWidth + 10 }}>
          {failure}
        </span>
      ) : null}
    </div>
  );
});

interface RowCellsProps
  extends Pick<GridRowProps, 'record' | 'failure' | 'columns' | 'drafts' | 'editable' | 'from' | 'to' | 'active'> {
  words: CellWords;
  was: string;
  editor: ReactNode;
}

const RowCells = memo(function RowCells(props: RowCellsProps) {
  const { record, failure, columns, drafts, editable, from, to, active, words, was, editor } = props;
  return columns.map((laid) => {
    const { column, index } = laid;
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
        aria-readonly={editable && isReadOnly(column) ? true : undefined}
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
        style={placeOf(laid)}
      >
        {record === undefined
          ? failure === null && <span className={styles.waiting} />
          : content(record, laid, draft, words, was)}
        {isActive ? editor : null}
      </div>
    );
  });
});

const places = new WeakMap<LaidColumn, CSSProperties>();

/** The same for all cells of a column, so that drawing need not compare it. */
function placeOf(laid: LaidColumn): CSSProperties {
  const known = places.get(laid);
  if (known) return known;
  const place = { left: laid.left, width: laid.width };
  places.set(laid, place);
  return place;
}

function content(
  record: DwRecord,
  { column }: LaidColumn,
  draft: CellDraft | undefined,
  words: CellWords,
  was: string,
): ReactNode {
  const context = { words, config: column.config };
  if (column.id === recordColumnId) return record.item_id;
  if (!draft) return drawCell(cellValue(record, column.id), column.kind, context);
  return (
    <>
      {drawCell(draft.after, column.kind, context)}
      <del className={styles.before}>
        <VisuallyHidden>{was} </VisuallyHidden>
        {drawCell(draft.before, column.kind, context)}
      </del>
    </>
  );
}
