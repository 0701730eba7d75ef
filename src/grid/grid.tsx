import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { useTranslations } from 'use-intl';
import { isFile } from '../contract/field-kinds';
import type { Id } from '../contract/ids';
import type { DwRecord } from '../contract/records';
import type { CellEdit, Drafts } from '../edits/drafts';
import { fileIdsOf } from '../edits/same-value';
import type { SentCell } from '../edits/sent-cells';
import { isInLowerHalf, type RowWindow } from '../ui/display/row-window';
import { TablePart } from '../ui/display/scroll-region';
import { useRowWindow } from '../ui/display/use-row-window';
import { classNames } from '../ui/hooks/class-names';
import { cardsWindow, fingerPointer, useMedia } from '../ui/hooks/use-media';
import { lazyPart } from '../ui/layout/lazy-part';
import { isPressed } from '../ui/shortcuts/shortcuts';
import { useAppearance } from '../ui/theme/appearance';
import type { FileView } from './cells/cell-view';
import { columnLabel } from './columns/column-label';
import type { ColumnLayout } from './columns/column-layout';
import { type GridColumn, recordColumnId } from './columns/columns-of';
import { GridHeader, type HeaderHandle } from './columns/grid-header';
import type { HeaderActions } from './columns/header-cell';
import type { PlainHeader } from './columns/plain-header';
import { useColumnWindow, withColumn } from './columns/use-column-window';
import { CellEditor } from './edit/cell-editor';
import { currentValue, holdsMany } from './edit/cell-edits';
import type { ReadRange, Refusal } from './edit/range-edits';
import { type RangeActions, useGridEdits } from './edit/use-grid-edits';
import styles from './grid.module.css';
import { commandOf, isOfCards } from './keyboard';
import { type GridQuery, GridRows } from './rows/grid-rows';
import { type Follow, usePointerSelection } from './selection/pointer-selection';
import {
  clampSelection,
  type EndTarget,
  isEndTarget,
  isSingle,
  move,
  type Rectangle,
  rectangleOf,
  type Selection,
  selectAll,
  selectCell,
  selectColumns,
  selectRows,
  type Target,
} from './selection/selection';
import { useGridFocus } from './selection/use-grid-focus';
import { useDimmed } from './use-dimmed';
import { useCellLabel } from './use-words';

const RecordCards = lazyPart(async () => (await import('./later')).RecordCards);
const PasteLines = lazyPart(async () => (await import('./later')).PasteLines);
const PastedNotice = lazyPart(async () => (await import('./later')).PastedNotice);

/** Height of the heads of the columns, of a row by density, and of a card, in px. A finger needs roomy rows. */
const headHeight = 58;
export const plainHeadHeight = 30;
const rowHeights = { compact: 33, roomy: 40 } as const;
const cardHeight = 112;
/** Height of a line of text where rows have several. */
const lineHeight = 18;

export interface GridHandle extends RangeActions {
  /** Gives the focus to the active cell. */
  focus(): void;
  /** Gives the focus to the head of a column by its place among the visible ones. */
  focusHead(index: number): void;
  /** Scrolls to the first row and selects its first cell. */
  toStart(): void;
  /** As the window of rows shows a row; a column, by its place among the visible ones, comes into view. */
  show(row: number): void;
  revealColumn(index: number): void;
  /** By how much the columns are scrolled, in px. */
  scrollLeft(): number;
  /** A row becomes the first that is seen, and the columns are scrolled by so many px. */
  showFirst(row: number, left: number): void;
  /** Goes to a place of the table, as its key does. */
  moveTo(target: Target, extend: boolean): void;
  /** Selects every row, as its key does. */
  selectAll(): void;
}

/** Width and height in px. */
export interface GridSize {
  width: number;
  height: number;
}

/** Wide: what the page knows of its rows comes in here, and what a person does with them goes out. */
export interface GridProps {
  ref?: Ref<GridHandle>;
  /** The name of the grid: that of its table. */
  label: string;
  layout: ColumnLayout;
  /** Its size until the browser has laid it out. */
  firstSize: GridSize;
  /** What the heads of columns do, or what draws heads that only name them. */
  heads: HeaderActions | typeof PlainHeader;
  /** Rows that the scroll holds, and how many there are (null: not known). */
  rows: number;
  rowCount: number | null;
  /** The record of a row; undefined while it has not been read. */
  recordAt(row: number): DwRecord | undefined;
  /** Shown on rows that could not be loaded. */
  failure: string | null;
  drafts: Drafts;
  /** What the rows are asked for: their sort is shown in the heads, and its fields come first on cards. */
  query: GridQuery;
  selection: Selection;
  /** Record that is open in the panel. */
  openRecord: Id | null;
  /** The rows shown are those of the previous query while the new ones load. */
  busy: boolean;
  /** Whether cells can be edited at all; `onReadOnly` reports why not. */
  editable: boolean;
  onSelection(selection: Selection): void;
  onLook(seen: RowWindow, direction: 1 | -1): void;
  onStage(edits: CellEdit[]): void;
  /** Reads every row of a range; null when it was not read and the user was told why. */
  onReadRange(range: Rectangle): Promise<ReadRange | null>;
  /** Cells that a paste, a fill or a clearing left as they were; none after one that took all. */
  onRefused(refused: Refusal[]): void;
  /** The last row was asked for while it is not known which one that is. */
  onFindEnd(target: EndTarget, extend: boolean): void;
  /** The record of a card was pressed. */
  onOpen(record: DwRecord): void;
  /** Draws the files of cells, once it has come. */
  FileView: FileView | null;
  /** A file was pressed, or Enter on a cell with files. */
  onOpenFile(record: DwRecord, column: GridColumn, file: Id): void;
  /** An attempt to edit what cannot be edited. */
  onReadOnly(column: GridColumn): void;
  /** The document of a clipboard's HTML, inert; null where it cannot be read. */
  parseHtml(html: string): Document | null;
  /** So many rows of a range were copied; those that have not been read were left out. */
  onCopied(range: Rectangle, rows: number): void;
  /** What is to be known of a row beside its values, in a sentence; null when there is nothing. */
  markAt(row: number): string | null;
  /** Sent values of a record that are not verified. */
  sentOf(item_id: Id): ReadonlyMap<string, SentCell> | undefined;
  /** `leave`: Escape where there is nothing of the grid's own to leave. */
  onCommand(command: 'leave' | 'open' | 'review' | 'undo' | 'redo' | 'go-to-row' | 'set-value' | 'new-record'): void;
}

/** Height of a row in px, by density, pointer and lines of text; of a card in a phone's window. */
export function useRowHeight(): number {
  const { density, lines } = useAppearance();
  const isCards = useMedia(cardsWindow);
  const isFinger = useMedia(fingerPointer);
  return isCards ? cardHeight : rowHeights[isFinger ? 'roomy' : density] + (lines - 1) * lineHeight;
}

/**
 * A grid over records of any number: a window of rows and columns, one cell with the focus, ranges, edits in place. In a phone's window each row is a card,
 * which opens its record. It knows neither router nor API: records come by row, edits and wishes go out. Its parts have the roles of an ARIA grid (`TablePart`).
 * Long: ties columns, rows, selection, editing and keys together, each of which has a file of its own.
 */
export function Grid(props: GridProps) {
  const { label, layout, heads: Heads, rows, rowCount, recordAt, drafts, selection, editable } = props;
  const t = useTranslations('grid');
  const dimmed = useDimmed(props.busy);
  const scroller = useRef<HTMLDivElement>(null);
  const header = useRef<HeaderHandle>(null);
  const isCards = useMedia(cardsWindow);
  const { lines } = useAppearance();
  const rowHeight = useRowHeight();
  const isLined = lines > 1 && !isCards;
  const headerHeight = isCards ? 0 : typeof Heads === 'function' ? plainHeadHeight : headHeight;
  const {
    columns: seenColumns,
    revealColumn,
    revealSide,
  } = useColumnWindow(scroller, layout, selection.active.column, props.firstSize.width);
  const view = useRowWindow({
    scroller,
    rows,
    rowHeight,
    headerHeight,
    firstHeight: props.firstSize.height,
    kept: selection.active.row,
    onLook: props.onLook,
  });
  const { page, reveal, show, showFirst } = view;
  const { laid } = layout;
  const bounds = { rows, columns: laid.length, page };
  const shown = clampSelection(selection, bounds);
  const { active } = shown;
  const activeColumn = laid[active.column];
  const columns = useMemo(() => withColumn(seenColumns, activeColumn), [seenColumns, activeColumn]);
  const rowColumns = useMemo(() => ({ ...layout, center: columns }), [layout, columns]);
  const [column, record] = [activeColumn?.column, recordAt(active.row)];
  const cellLabel = useCellLabel(drafts, props.markAt);
  const edits = useGridEdits({
    ...props,
    selection: shown,
    label: (each) => columnLabel(each, t),
    source: { columns: laid.map((each) => each.column), rows, recordAt, drafts },
    // Where an edit begins is seen, and one may scroll away from it.
    onBegin: revealActive,
    onPasted: (range) =>
      select(
        { active: { row: range.top, column: range.left }, head: { row: range.bottom, column: range.right } },
        'none',
      ),
    isSeen,
    leave: (next) => select(move(selectCell(active.row, active.column), next, bounds, false), 'cell'),
  });
  const { editing, canEdit } = edits;
  const isEditing = editing !== null;
  const withEditor = !isCards && canEdit && column !== undefined && record !== undefined;
  const focus = useGridFocus(scroller, `${rows > 0}/${active.row}/${active.column}/${canEdit}/${isCards}`);
  const pointer = usePointerSelection({
    scroller,
    selection: shown,
    rows,
    columns: laid.length,
    select,
    isEditing,
    endEdit: edits.end,
    onFile: ({ row, column }, file) => {
      const [pressed, of] = [recordAt(row), laid[column]?.column];
      if (pressed && of) props.onOpenFile(pressed, of, file);
    },
    onTwice: (number) => (number || column?.id === recordColumnId ? props.onCommand('open') : edits.actions.edit()),
  });
  useImperativeHandle(props.ref, () => ({
    focus,
    show,
    revealColumn,
    scrollLeft: () => scroller.current?.scrollLeft ?? 0,
    showFirst,
    focusHead: (index) => header.current?.focus(index),
    toStart() {
      reveal(0);
      if (active.row !== 0 || !isSingle(shown)) props.onSelection(selectCell(0, active.column));
    },
    ...edits.actions,
    moveTo,
    selectAll: () => select(selectAll(shown, bounds), 'none'),
  }));
  function revealActive(): void {
    reveal(active.row);
    revealColumn(active.column);
  }

  function isSeen(row: number, index: number): boolean {
    const grid = scroller.current;
    const cell = grid?.querySelector(`[aria-rowindex="${row + 2}"] > [aria-colindex="${index + 2}"]`);
    if (!grid || !cell) return false;
    const [view, at] = [grid.getBoundingClientRect(), cell.getBoundingClientRect()];
    return (
      at.top >= view.top + headerHeight && at.bottom <= view.bottom && at.left < view.right && at.right > view.left
    );
  }

  function select(next: Selection, follow: Follow): void {
    props.onSelection(next);
    focus();
    if (follow === 'none') return;
    reveal(next.head.row);
    if (follow === 'cell') revealColumn(next.head.column);
  }

  function moveTo(target: Target, extend: boolean): void {
    select(move(shown, target, bounds, extend), 'cell');
    revealSide(target);
  }

  /** A key on the head of a column that it has no use for: it may lead back to the cells. */
  function onHeadKey(event: KeyboardEvent<HTMLDivElement>, index: number): void {
    if (event.defaultPrevented) return;
    if (commandOf(event.nativeEvent)?.do === 'select-all') {
      event.preventDefault();
      select(selectAll(selectCell(active.row, index), bounds), 'none');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== 'ArrowDown' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'ArrowDown') select(selectCell(active.row, index), 'cell');
    else select(shown, 'cell');
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const head = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-head]') : null;
    if (head) {
      onHeadKey(event, Number(head.dataset.head));
      return;
    }
    const command = editing ? null : commandOf(event.nativeEvent);
    if (!command) return;
    if (isCards && !isOfCards(command)) return;
    if (command.do === 'type') {
      // In an editable cell the character reaches its field on its own; in another one it may be a shortcut of the page.
      const isShortcut = isPressed('help', event.nativeEvent) || isPressed('findTable', event.nativeEvent);
      if (!canEdit && !isShortcut) edits.begin('');
      return;
    }
    event.preventDefault();
    const { row, column: index } = active;
    switch (command.do) {
      case 'move':
        if (command.target === 'up' && row === 0 && !command.extend && !isCards) header.current?.focus(index);
        else if (rowCount === null && isEndTarget(command.target))
          props.onFindEnd(command.target, command.extend && !isCards);
        else moveTo(command.target, command.extend && !isCards);
        break;
      case 'select-all':
        select(selectAll(shown, bounds), 'none');
        break;
      case 'select-row':
        select(selectRows(row, shown.head.row, laid.length), 'none');
        break;
      case 'select-column':
        select(selectColumns(index, shown.head.column, rows), 'none');
        break;
      case 'collapse':
        if (isSingle(shown)) props.onCommand('leave');
        select(selectCell(row, index), 'none');
        break;
      case 'edit':
        if (event.key !== 'Enter' || !openFirstFile()) edits.actions.edit();
        break;
      case 'clear':
        edits.actions.clear();
        break;
      case 'fill-down':
      case 'fill-right':
        edits.actions.fill(command.do === 'fill-down' ? 'down' : 'right');
        break;
      case 'menu':
        revealActive();
        openMenu(scroller.current);
        break;
      default:
        props.onCommand(command.do);
    }
  }
  /** Files are seldom typed: the key that edits other cells opens them. */
  function openFirstFile(): boolean {
    if (!record || !column || !isFile(column.kind)) return false;
    const [file] = fileIdsOf(currentValue(drafts, record, column.id));
    if (file !== undefined) props.onOpenFile(record, column, file);
    return file !== undefined;
  }

  const Rows = isCards ? RecordCards : GridRows;
  return (
    <>
      <TablePart
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount === null ? -1 : rowCount + (isCards ? 0 : 1)}
        aria-colcount={isCards ? 1 : laid.length + 1}
        aria-multiselectable={!isCards}
        aria-readonly={!editable}
        aria-busy={props.busy}
        tabIndex={rows === 0 ? 0 : -1}
        className={classNames(styles.grid, dimmed && styles.busy, isLined && styles.lined)}
        style={
          {
            '--header': `${headerHeight}px`,
            '--row': `${rowHeight}px`,
            ...(isLined && {
              '--lines': lines,
              '--cell-line': `${lineHeight}px`,
              '--cell-space': `${(rowHeight - 1 - lines * lineHeight) / 2}px`,
            }),
          } as CSSProperties
        }
        onKeyDown={onKeyDown}
        {...(isCards ? cardEvents : { ...pointer, ...edits.clipboard })}
      >
        {isCards ? null : typeof Heads === 'function' ? (
          <Heads layout={layout} columns={columns} />
        ) : (
          <GridHeader
            ref={header}
            layout={layout}
            columns={columns}
            onReveal={revealColumn}
            order={props.query.order}
            heads={Heads}
          />
        )}
        <div
          role="presentation"
          className={styles.body}
          style={{ height: view.height, width: isCards ? undefined : layout.totalWidth }}
        >
          <Rows
            view={view}
            columns={isCards ? layout : rowColumns}
            rows={rows}
            rowHeight={rowHeight}
            recordAt={recordAt}
            markAt={props.markAt}
            sentOf={props.sentOf}
            failure={props.failure}
            query={props.query}
            drafts={drafts}
            editable={editable}
            FileView={props.FileView}
            range={rectangleOf(shown)}
            active={active}
            editor={
              withEditor ? (
                <CellEditor
                  key={`${active.row}/${active.column}`}
                  column={column}
                  many={holdsMany(column, record)}
                  label={cellLabel(column, record, active.row)}
                  editing={editing}
                  upwards={isInLowerHalf(active.row, view.drawn())}
                  onBegin={edits.begin}
                  onText={edits.setText}
                  onCommit={edits.commit}
                  onCancel={() => {
                    edits.cancel();
                    focus();
                  }}
                />
              ) : null
            }
            editing={isEditing}
            openRecord={props.openRecord}
            onOpen={(row) => {
              select(selectCell(row, active.column), 'none');
              const pressed = recordAt(row);
              if (pressed) props.onOpen(pressed);
            }}
          />
        </div>
      </TablePart>
      {edits.lines ? <PasteLines {...edits.lines} column={columnLabel(edits.lines.column, t)} /> : null}
      {edits.unseen.cells > 0 ? (
        <PastedNotice
          key={edits.unseen.paste}
          cells={edits.unseen.cells}
          drafts={drafts}
          onUndo={() => {
            props.onCommand('undo');
            focus();
          }}
        />
      ) : null}
    </>
  );
}

/** The menu of cells is not for cards. */
const cardEvents = { onContextMenu: (event: MouseEvent) => event.stopPropagation() };

/** The menu of the active cell, as the secondary press on it would open it. */
function openMenu(element: HTMLElement | null): void {
  const cell = element?.querySelector<HTMLElement>('[data-active]')?.closest('[aria-colindex]');
  if (!cell) return;
  const { left, bottom } = cell.getBoundingClientRect();
  cell.dispatchEvent(
    new window.MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: left + 12,
      clientY: bottom - 4,
      button: 2,
    }),
  );
}
