import { type ReactNode, type Ref, useCallback, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../api/queries/records';
import type { Client } from '../../api/wire/client';
import { inertDocument } from '../../api/wire/trusted-types';
import { isFile } from '../../contract/field-kinds';
import type { FilterEntry } from '../../contract/filter';
import type { Id } from '../../contract/ids';
import type { DwRecord, Order } from '../../contract/records';
import type { DraftsOfTable } from '../../edits/use-drafts';
import type { FileView } from '../../grid/cells/cell-view';
import { givenWay } from '../../grid/columns/column-layout';
import type { GridColumn } from '../../grid/columns/columns-of';
import { Grid, type GridHandle } from '../../grid/grid';
import { placeAt } from '../../grid/selection/pointer-selection';
import {
  type CellPlace,
  clampSelection,
  followColumns,
  isSingle,
  type Rectangle,
  rectangleOf,
  type Selection,
  selectCell,
} from '../../grid/selection/selection';
import { createStore, useStore } from '../../state/store';
import type { TablePlace } from '../../storage/database';
import { loadAllTexts } from '../../texts/texts-provider';
import type { RowWindow } from '../../ui/display/row-window';
import { focusWhenFree } from '../../ui/hooks/focus-when-free';
import { cardsWindow, useMedia } from '../../ui/hooks/use-media';
import { IdleWork, lazyCode, lazyPart } from '../../ui/layout/lazy-part';
import { ContextMenu } from '../../ui/overlay/menu';
import type { RecordsVisit } from '../../url/records-visit';
import type { ChosenColumns } from './columns/use-chosen-columns';
import { placeOfMenu, useHeads } from './columns/use-heads';
import { useCellNotices } from './edit/use-cell-notices';
import { useEditDialogs } from './edit/use-edit-dialogs';
import type { FilePlace } from './files/file-place';
import { FindPart } from './find/find-part';
import styles from './grid-area.module.css';
import type { GridAreaHandle } from './grid-area-handle';
import { usePageCommand } from './page-commands';
import type { ReviewedCells } from './review/review-source';
import type { SentValues } from './review/sent-values';
import type { Drift } from './rows/drift';
import type { Extent } from './rows/extent';
import { useGridPlace } from './rows/grid-place';
import { type CountState, useDestination } from './rows/use-count';
import { useFollowedRecord } from './rows/use-followed-record';
import type { RecordPages } from './rows/use-record-pages';
import { useStartCell } from './rows/use-start-cell';
import { StatusBar } from './status-bar';

const later = () => import('./later');
const CellMenu = lazyPart(async () => (await later()).CellMenu);
const PastEndStrip = lazyPart(async () => (await later()).PastEndStrip);
const RetriedStrip = lazyPart(async () => (await later()).RetriedStrip);
const SentStrip = lazyPart(async () => (await later()).SentStrip);
const SummaryRow = lazyPart(async () => (await later()).SummaryRow);
const ColumnMenu = lazyPart(async () => (await later()).ColumnMenu);

/** What draws the files of cells; null until its code has come. */
const fileView = createStore<FileView | null>(null);
// Fetched with what comes quietly after the first picture: until then cells show what they know. A data saver leaves it at that.
lazyCode(async () => {
  const [{ CellFile }] = await Promise.all([later(), loadAllTexts()]);
  fileView.set(CellFile);
});

/** Wide: all that the page decided about its rows, which the grid and what surrounds it share. */
interface GridAreaProps {
  ref?: Ref<GridAreaHandle>;
  client: Client;
  query: RecordQuery;
  /** Of the table, for what is kept of it. */
  tablePlace: TablePlace;
  name: string;
  pages: RecordPages;
  rows: number;
  extent: Extent;
  /** The row from which on there are none, as a read of them has shown; null where none was read in vain. */
  pastFrom: number | null;
  count: CountState;
  chosen: ChosenColumns;
  drafts: DraftsOfTable;
  /** Why nothing can be edited, in a sentence; null when it can be. */
  readOnly: string | null;
  order: Order | null;
  openRecord: Id | null;
  /** The cell to select, where the rows that are read have its record. */
  startAt: RecordsVisit['startAt'] | null;
  /** The field of its cell that the address names. */
  linkedField: string | null;
  onOrder(order: Order | null): void;
  onNarrow(entry: FilterEntry): void;
  /** Opens the form of a condition on a field. */
  onFilterBy(id: string): void;
  onOpen(record: DwRecord): void;
  onOpenFile(place: FilePlace): void;
  /** Escape with at most one cell selected. */
  onLeave(): void;
  drift: Drift;
  /** What is to be known of a row beside its values. */
  markAt(row: number): string | null;
  /** Sent values that are not verified. */
  sent: SentValues;
  onReadAgain(): void;
  onReview(): void;
  /** Of what one bulk change has staged, or a value that is sent once more. */
  onReviewCells(cells: ReviewedCells): void;
  onCreate(): void;
  onCopyMatching(columns: readonly GridColumn[]): void;
  /** Asks whether to delete these rows; null: records of this table cannot be deleted. */
  onDelete: ((rows: Pick<Rectangle, 'top' | 'bottom'>) => void) | null;
  /** The area between the grid and the bar below it. */
  children: ReactNode;
}

/**
 * The grid with its menu and the bar below it: the selection lives here, so that a key press renders nothing else.
 * Long: brings rows, columns, edits and panels of one table together, each made in a file of its own.
 */
export function GridArea(props: GridAreaProps) {
  const { name, pages, rows, extent, chosen, drafts, readOnly, order, onOrder } = props;
  const t = useTranslations('records');
  const grid = useRef<GridHandle>(null);
  const place = useRef<HTMLDivElement>(null);
  const firstSize = useGridPlace(place);
  const [selection, setSelection] = useState<Selection>(() => selectCell(0, 0));
  const firstWidth = firstSize.width;
  const { layout, heads, menu, closeMenu } = useHeads({
    place,
    firstWidth,
    chosen,
    order,
    onOrder,
    loadedPages: pages.loadedPages,
    rows,
  });
  const ids = layout.laid.map((each) => each.column.id).join('\n');
  const [idsBefore, setIdsBefore] = useState(ids);
  if (idsBefore !== ids) {
    setIdsBefore(ids);
    setSelection(followColumns(selection, idsBefore.split('\n'), ids.split('\n')));
  }
  const width = layout.laid.length;
  const FileView = useStore(fileView);
  const hasFiles = layout.laid.some(({ column: { kind } }) => isFile(kind));
  const selectable = useMemo(() => layout.laid.map((each) => each.column), [layout]);
  const shown = useMemo(() => clampSelection(selection, { rows, columns: width }), [selection, rows, width]);
  const { active } = shown;
  const known = extent.exactly ?? extent.atLeast;
  const record = pages.recordAt(active.row);
  const column = layout.laid[active.column]?.column;
  const draft = record && drafts.drafts.get(record.item_id);
  const staged = column && draft?.cells.get(column.id);
  const sentCell = record && column && !staged ? props.sent.of(record.item_id)?.get(column.id) : undefined;
  // The cell that a menu is of: inside a range the one that was pressed, not the corner that the range began at.
  const [at, setAt] = useState<CellPlace | null>(null);
  const pressed = at ?? active;

  function press(on: EventTarget | null): void {
    const cell = placeAt(on);
    // A row number counts as its first cell.
    setAt(cell && { row: cell.row, column: Math.max(0, cell.column) });
  }

  function editPressed(): void {
    const { row, column } = pressed;
    if (row !== active.row || column !== active.column) flushSync(() => setSelection(selectCell(row, column)));
    grid.current?.edit();
  }

  useFollowedRecord(props.query, pages, selection, () => grid.current?.isEditing() ?? false, setSelection);
  const { look, recordAt, reach } = pages;
  const [going, setGoing] = useState(false);
  usePageCommand('goToRow', () => setGoing(true));
  const destination = useDestination({ grid, extent, rows, count: props.count, onRow: showRow });
  /** The first row that is seen. */
  const top = useRef(0);
  const isCards = useMedia(cardsWindow);
  const start = useStartCell({
    linked: props.openRecord === null ? null : { item_id: props.openRecord, field_id: props.linkedField },
    startAt: props.startAt ?? null,
    query: props.query,
    pages,
    endAt() {
      const first = top.current;
      // A card is not chosen: one is where one has scrolled to.
      const row = isCards ? first : active.row;
      const item_id = recordAt(row)?.item_id;
      if (!column || item_id === undefined) return null;
      return { item_id, field_id: column.id, row, first, left: grid.current?.scrollLeft() ?? 0 };
    },
    onCell(row, field_id, seen) {
      const index = layout.laid.findIndex(({ column: { id } }) => id === field_id);
      setSelection(selectCell(row, index < 0 ? active.column : index));
      if (seen) grid.current?.showFirst(seen.first, seen.left);
      else {
        grid.current?.show(row);
        if (index >= 0) grid.current?.revealColumn(index);
      }
      // A page that is loaded again, or was opened by a link to a cell, has the focus nowhere.
      if (field_id !== null) focusWhenFree(() => grid.current?.focus());
    },
  });
  const leaveStart = start.leave;
  const select = (next: Selection) => {
    destination.leave();
    leaveStart();
    setSelection(next);
  };

  // Until the user goes elsewhere.
  const [past, setPast] = useState<{ from: number; selection: Selection } | null>(null);
  if (props.pastFrom !== (past?.from ?? null)) {
    setPast(props.pastFrom === null ? null : { from: props.pastFrom, selection });
  }

  function showRow(row: number): void {
    setSelection(({ active: { column: same } }) => selectCell(row, same));
    grid.current?.show(row);
    grid.current?.focus();
  }

  function goToFirst(): void {
    destination.leave();
    showRow(0);
  }

  function goToLast(): void {
    if (extent.exactly === null) destination.toEnd('bottom', false);
    else grid.current?.moveTo('bottom', false);
    grid.current?.focus();
  }

  async function goTo(row: number): Promise<boolean> {
    if (row >= rows && !(await reach(row))) return false;
    destination.toRow(row);
    return true;
  }

  const onLook = useCallback(
    (seen: RowWindow, direction: 1 | -1) => {
      top.current = seen.first;
      if (seen.first > 0) leaveStart();
      look(seen, direction, rows);
    },
    [leaveStart, look, rows],
  );

  const { copied, sayReadOnly, sayCopied, copy, copyOne } = useCellNotices(readOnly, known, selection);
  const onReadOnly = (which: GridColumn) => sayReadOnly(which, record !== undefined);

  const editing = useEditDialogs({
    client: props.client,
    query: props.query,
    pages,
    known,
    extent,
    columns: selectable,
    allColumns: chosen.columns,
    selection: shown,
    drafts,
    grid,
    onSelection: setSelection,
    onReviewCells: props.onReviewCells,
    cannotEdit: readOnly === null || !column ? null : () => onReadOnly(column),
  });

  function selectRow(row: number, index = active.column): void {
    setSelection(selectCell(row, index));
    grid.current?.show(row);
  }

  useImperativeHandle(props.ref, () => ({
    toStart() {
      start.keep();
      grid.current?.toStart();
    },
    focus: () => grid.current?.focus(),
    isEditing: () => grid.current?.isEditing() ?? false,
    selectedRows: () => rectangleOf(shown),
    change: editing.change,
    goTo,
    showRow: (row) => selectRow(row),
  }));

  return (
    <>
      <ContextMenu
        popup={(open) => (
          <CellMenu
            menu={open}
            row={pressed.row}
            record={pages.recordAt(pressed.row)}
            request={pages.requestOf(pressed.row)}
            column={layout.laid[pressed.column]?.column}
            selection={shown}
            recordAt={recordAt}
            drafts={drafts.drafts}
            editable={readOnly === null}
            onCopy={(format, names) => {
              const cells = grid.current?.copied(format, names);
              if (cells) void copy(cells);
            }}
            onSelectAll={() => grid.current?.selectAll()}
            onSelectMatching={destination.toAll}
            onCopyMatching={() => props.onCopyMatching(selectable)}
            onCopyText={(text) => void copyOne(text)}
            onOpen={props.onOpen}
            onEdit={editPressed}
            onClear={() => grid.current?.clear()}
            onFill={(direction) => grid.current?.fill(direction)}
            onChange={(action, scope) => editing.change({ action, scope, field: column?.id ?? null })}
            onDelete={props.onDelete}
            onRevert={drafts.revert}
            onNarrow={props.onNarrow}
            filter={props.query.filter}
            order={order}
            onOrder={onOrder}
            table={chosen.table}
          />
        )}
        onOpenChange={(open, on) => (open ? press(on) : grid.current?.focus())}
      >
        <div ref={place} className={styles.grid}>
          <Grid
            ref={grid}
            label={name}
            layout={layout}
            firstSize={firstSize}
            heads={heads}
            rows={rows}
            rowCount={extent.exactly}
            recordAt={pages.recordAt}
            failure={pages.error ? t('rowFailed') : null}
            drafts={drafts.drafts}
            query={props.query}
            selection={shown}
            openRecord={props.openRecord}
            busy={pages.older}
            editable={readOnly === null}
            onSelection={select}
            onFindEnd={destination.toEnd}
            onLook={onLook}
            onStage={drafts.stage}
            onOpen={props.onOpen}
            FileView={hasFiles ? FileView : null}
            onOpenFile={(record, column, file) => props.onOpenFile({ record, column, file })}
            onReadRange={editing.readRange}
            onRefused={editing.onRefused}
            onReadOnly={onReadOnly}
            onCopied={sayCopied}
            parseHtml={inertDocument}
            markAt={props.markAt}
            sentOf={props.sent.of}
            onCommand={(command) => {
              if (command === 'leave' && !destination.searchingEnd) props.onLeave();
              else if (command === 'open' && record) props.onOpen(record);
              else if (command === 'undo') drafts.undo();
              else if (command === 'redo') drafts.redo();
              else if (command === 'review') props.onReview();
              else if (command === 'go-to-row') setGoing(true);
              else if (command === 'set-value') {
                // One cell is changed by typing into it.
                editing.change({ action: 'set', scope: isSingle(shown) ? 'matching' : 'selected', field: null });
              } else if (command === 'new-record') props.onCreate();
            }}
          />
          <FindPart of={props} {...{ place, grid, layout, active, top }} onSelection={select} />
        </div>
      </ContextMenu>
      <IdleWork>
        <SummaryRow place={props.tablePlace} grid={place} layout={layout} pages={pages} extent={extent} />
      </IdleWork>
      {menu ? (
        <ColumnMenu
          menu={menu}
          chosen={chosen}
          order={order}
          heads={heads}
          onOrder={onOrder}
          onFilterBy={props.onFilterBy}
          onChange={editing.change}
          editable={readOnly === null}
          onClose={closeMenu}
          onHeadGone={() => grid.current?.focusHead(placeOfMenu(menu, layout))}
        />
      ) : null}
      {editing.element}
      {record && column && sentCell ? (
        <SentStrip
          key={`${record.item_id}/${column.id}`}
          record={record}
          column={column}
          cell={sentCell}
          drafts={drafts}
          isReadOnly={readOnly !== null}
          onTaken={() => {
            props.sent.take(record.item_id, column.id);
            grid.current?.focus();
          }}
          onRetry={props.onReviewCells}
        />
      ) : null}
      {staged?.retried ? <RetriedStrip draft={draft} column={column} /> : null}
      {past !== null && past.selection === selection ? (
        <PastEndStrip from={past.from} onStart={goToFirst} onLast={goToLast} />
      ) : null}
      {props.children}
      <StatusBar
        extent={extent}
        pages={pages}
        pastEnd={props.pastFrom !== null}
        count={props.count}
        selection={shown}
        source={{ columns: selectable, recordAt, drafts: drafts.drafts, known }}
        copied={copied}
        goToRow={{ open: going, onOpenChange: setGoing, onGo: goTo, onLast: goToLast }}
        findingEnd={destination.searchingEnd}
        drift={props.drift}
        place={props.tablePlace}
        gaveWay={givenWay(layout).length}
        onReadAgain={props.onReadAgain}
        onLeave={() => grid.current?.focus()}
      />
    </>
  );
}
