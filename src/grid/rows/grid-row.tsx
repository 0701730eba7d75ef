import { memo, type ReactNode } from 'react';
import { isFile } from '../../contract/field-kinds';
import type { DwRecord } from '../../contract/records';
import { type CellDraft, isNewRecord, type RecordDraft } from '../../edits/drafts';
import type { SentCell } from '../../edits/sent-cells';
import { TablePart } from '../../ui/display/scroll-region';
import { classNames } from '../../ui/hooks/class-names';
import { WarningIcon } from '../../ui/icons/icons';
import { CellView, type FileView } from '../cells/cell-view';
import cellStyles from '../cells/cells.module.css';
import { type CellContent, cellKinds, contentOf, misfit, surelyFits, textOfValue, wholePart } from '../cells/kinds';
import type { ColumnLayout, LaidColumn } from '../columns/column-layout';
import { cellValue, type GridColumn, recordColumnId } from '../columns/columns-of';
import { isReadOnly } from '../edit/cell-edits';
import styles from '../grid.module.css';
import type { GridWords } from '../use-words';

/** What all rows of a drawing have in common; the same object until one of it changes. */
export interface RowsShared {
  /** The columns as they stand; of those between the pinned ones only what is drawn. */
  columns: ColumnLayout;
  /** Whether cells can be edited at all: exceptions say so themselves. */
  editable: boolean;
  words: GridWords;
  /** Draws the files of cells. */
  FileView: FileView | null;
}

/** Wide: a row is drawn again only if one of these changed, so none of them is an object made for it. */
interface GridRowProps {
  shared: RowsShared;
  row: number;
  /** Distance from where places are counted, in px. */
  top: number;
  /** Undefined while it has not been read. */
  record: DwRecord | undefined;
  draft: RecordDraft | undefined;
  /** Its sent values that are not verified, by field. */
  sent: ReadonlyMap<string, SentCell> | undefined;
  /** What is to be known of it beside its values. */
  mark: string | null;
  /** Shown in place of a row that could not be loaded. */
  failure: string | null;
  /** The selected cells of it, by their columns; -1: none. */
  left: number;
  right: number;
  /** The column of its cell with the focus; -1: it is in another row. */
  active: number;
  /** The field of that cell, which takes the focus in its place. */
  editor: ReactNode;
  /** The field is seen, in place of what the cell shows. */
  editing: boolean;
  /** Its record is open in the panel. */
  open: boolean;
}

/** A row of the grid. It renders again only when something of its own changes: not for a scroll, nor for other rows. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, top, record, draft, mark, failure, active } = props;
  const { columns, words } = props.shared;
  const notRead = record === undefined ? (failure ?? words.notRead) : null;
  const states = [notRead, draft && words.staged, mark].filter(Boolean);
  // Where the cell begins before it: those between that are not drawn leave a gap.
  let right = columns.startWidth;
  const cell = (laid: LaidColumn) => gridCell(props, laid, 0);
  const centerCell = (laid: LaidColumn) => {
    const gap = laid.left - right;
    right = laid.left + laid.width;
    return gridCell(props, laid, gap);
  };
  return (
    <TablePart
      role="row"
      aria-rowindex={row + 2}
      data-row={row}
      className={classNames(
        styles.row,
        active >= 0 && styles.activeRow,
        props.open && styles.openRow,
        draft && styles.changedRow,
        record === undefined && failure === null && styles.waiting,
      )}
      style={{ transform: `translateY(${top}px)`, width: columns.totalWidth }}
    >
      <div role="presentation" className={styles.frozen} style={{ width: columns.startWidth }}>
        <TablePart
          role="rowheader"
          aria-colindex={1}
          aria-label={states.length > 0 ? [row + 1, ...states].join(', ') : undefined}
          title={mark ?? undefined}
          className={classNames(styles.number, mark !== null && styles.marked)}
          style={{ width: columns.numberWidth }}
        >
          {mark === null ? null : <WarningIcon size={12} />}
          {numberText(row + 1)}
        </TablePart>
        {columns.start.map(cell)}
      </div>
      {columns.end.length > 0 ? (
        <div role="presentation" className={styles.frozenRight} style={{ width: columns.endWidth }}>
          {columns.end.map(cell)}
        </div>
      ) : null}
      {columns.center.map(centerCell)}
      {record === undefined && failure !== null ? (
        <span className={styles.failure} style={{ left: columns.startWidth + 10 }}>
          {failure}
        </span>
      ) : null}
    </TablePart>
  );
});

/** A cell of a row. No component of its own: a window has hundreds, and one costs as much as the element that it draws. */
function gridCell(props: GridRowProps, laid: LaidColumn, gap: number): ReactNode {
  const { shared, record, left, right } = props;
  const { column, index } = laid;
  const { id, kind } = column;
  const draft = props.draft?.cells.get(id);
  const selected = index >= left && index <= right;
  const active = index === props.active;
  const editor = active ? props.editor : null;
  const focusable = active && !editor;
  const { align, look } = cellKinds[kind];
  const sent = draft ? undefined : props.sent?.get(id);
  const change = draft ?? sent;
  const content = record && !change ? contentIn(shared, column, record) : undefined;
  const whole = wholePart(content);
  const fits = !change && !active && (content === undefined || surelyFits(content, kind, laid.width));
  const value =
    whole?.text ??
    (content === undefined
      ? record && valueView(shared, column, record, change)
      : contentView(content, shared.FileView));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a table (`TablePart`), without a component of its own
    <div
      key={id}
      role="gridcell"
      // As its own script is written.
      dir="auto"
      aria-colindex={index + 2}
      aria-selected={selected}
      aria-readonly={(shared.editable && isReadOnly(column)) || undefined}
      tabIndex={focusable ? 0 : -1}
      data-active={focusable ? '' : undefined}
      className={classNames(
        styles.cell,
        !fits && styles.cut,
        align && styles.end,
        look && cellStyles[look],
        whole?.look && cellStyles[whole.look],
        id === recordColumnId && styles.record,
        // The active cell of one column is marked by its frame.
        selected && !(active && left === right) && styles.selected,
        draft && styles.staged,
        sent && (sent.isPending ? styles.sentOpen : styles.sentFailed),
        active && styles.active,
        active && props.editing && styles.editing,
      )}
      style={gap === 0 ? { width: laid.width } : { width: laid.width, marginLeft: gap }}
      title={change && changeText(change, column, shared.words, sent)}
    >
      {/* A file keeps its element when the editor comes: otherwise a press on it would end on nothing, and its picture would load again. */}
      {editor || isFile(kind) ? (
        <>
          {value}
          {editor ? <div data-editor="">{editor}</div> : null}
        </>
      ) : (
        value
      )}
    </div>
  );
}

/** The value of a record, or the draft that replaces it, with what was read beside it. A plain text is no component: most cells hold one. */
export function valueView(shared: RowsShared, column: GridColumn, record: DwRecord, draft?: CellDraft): ReactNode {
  const { words, FileView } = shared;
  const { kind, config } = column;
  if (!draft || column.id === recordColumnId) return contentView(contentIn(shared, column, record), FileView);
  const context = { words, config };
  // What does not fit is shown as written: otherwise an option's hidden ID would show as its name.
  const after = draft.unfit ? misfit(draft.after, context) : contentOf(draft.after, kind, context);
  return (
    <>
      <span className={styles.after}>{contentView(after, FileView)}</span>
      {isNewRecord(record.item_id) ? null : (
        <del className={styles.before}>
          <span className="visually-hidden">{words.was} </span>
          {contentView(contentOf(draft.before, kind, context), null)}
        </del>
      )}
    </>
  );
}

/** Both values of a changed cell, whatever of them it has room for. */
function changeText({ before, after }: CellDraft, column: GridColumn, words: GridWords, sent?: SentCell): string {
  const values = `${textOfValue(before, column, words)} → ${textOfValue(after, column, words)}`;
  return sent ? `${sent.said}\n${values}` : values;
}

function contentIn({ words }: RowsShared, column: GridColumn, record: DwRecord): CellContent {
  const { id, kind, config } = column;
  // The platform sets the ID and the times of a new record.
  if (column.source === 'system' && isNewRecord(record.item_id)) return id === recordColumnId ? words.isNew : '';
  return id === recordColumnId ? record.item_id : contentOf(cellValue(record, id), kind, { words, config });
}

function contentView(content: CellContent, FileView: FileView | null): ReactNode {
  return typeof content === 'string' ? content : <CellView content={content} FileView={FileView} />;
}

/** Thousands apart, where there are enough of them for that to help. */
export function numberText(row: number): string {
  return row < 10_000 ? String(row) : row.toLocaleString('en');
}
