import { type RefObject, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { narrowWindow, useMedia } from '../../ui/hooks/use-media';
import { type ColumnTable, gridColumnOf } from './column-table';
import { boundedWidth } from './column-width';
import { type GridColumn, recordColumnId } from './columns-of';

/** A column where it stands. */
export interface LaidColumn {
  column: GridColumn;
  /** Its place among the visible columns, from 0. */
  index: number;
  /** Distance of its left edge in px: from the left edge of the row, or, of a column pinned at the end, from that of the box that holds those. */
  left: number;
  width: number;
  /** The edge where it stays when the grid scrolls sideways; null when it scrolls. */
  pinned: 'start' | 'end' | null;
  /** It was pinned, and scrolls all the same: the window has no room for it and the others. */
  gaveWay: boolean;
}

/** The columns that show. Widths are in px. */
export interface ColumnLayout {
  /** In the order seen: pinned at the start, those between, pinned at the end. */
  laid: readonly LaidColumn[];
  /** The same in three: `[...start, ...center, ...end]`. */
  start: readonly LaidColumn[];
  center: readonly LaidColumn[];
  end: readonly LaidColumn[];
  /** Of the row numbers. */
  numberWidth: number;
  /** Of the box at the start, row numbers included; of the box at the end; of a whole row. */
  startWidth: number;
  endWidth: number;
  totalWidth: number;
}

/** Width of the column of row numbers while they have four digits at most. */
export const rowNumberWidth = 52;

/** Width of the column of row numbers for so many rows: every digit of the last one is read, and what parts its thousands. */
export function numberWidthFor(rows: number): number {
  const digits = String(rows).length;
  return Math.max(rowNumberWidth, digits * 8 + Math.floor((digits - 1) / 3) * 4 + 18);
}

/** Lays out the columns as the table has them. @param numberWidth of the row numbers @param resizing the width that is being dragged */
export function layColumns(
  table: ColumnTable,
  numberWidth = rowNumberWidth,
  resizing = table.atoms.columnResizing.get(),
): ColumnLayout {
  const { isResizingColumn: resized, startSize, deltaOffset } = resizing;
  const sized = (columns: ReturnType<ColumnTable['getVisibleLeafColumns']>): SizedColumn[] =>
    columns.map((column) => ({
      column: gridColumnOf(column),
      width: boundedWidth(column.id === resized ? (startSize ?? 0) + (deltaOffset ?? 0) : column.getSize()),
      gaveWay: false,
    }));
  return placeColumns(
    sized(table.getStartVisibleLeafColumns()),
    sized(table.getCenterVisibleLeafColumns()),
    sized(table.getEndVisibleLeafColumns()),
    numberWidth,
  );
}

/** Minimum width in px of the middle columns, and their minimum share of the window. */
const least = { width: 200, share: 1 / 3 };

/**
 * The layout in a window of a width: pinned columns that leave no room for the others scroll with them, at the place where they were. The outermost ones stay
 * as long as there is room, those at the start first: a row is known by them.
 * @param width of the window in px
 */
export function withRoom(layout: ColumnLayout, width: number): ColumnLayout {
  const { start, center, end, numberWidth, totalWidth } = layout;
  if (totalWidth <= width) return layout;
  const room = width - Math.max(least.width, width * least.share);
  const atStart = fitting(start, room - numberWidth);
  const atEnd = fitting([...end].reverse(), room - numberWidth - widthOf(start.slice(0, atStart)));
  if (atStart === start.length && atEnd === end.length) return layout;
  const scrolling = end.length - atEnd;
  return placeColumns(
    start.slice(0, atStart),
    [...start.slice(atStart).map(letGo), ...center, ...end.slice(0, scrolling).map(letGo)],
    end.slice(scrolling),
    numberWidth,
  );
}

/** The layout in a narrow window: the record column scrolls with the others unless something else is pinned. */
export function withoutDefaultPin(layout: ColumnLayout): ColumnLayout {
  const { start, center, end, numberWidth } = layout;
  if (start.length !== 1 || start[0]?.column.id !== recordColumnId) return layout;
  return placeColumns([], [...start, ...center], end, numberWidth);
}

/** The pinned columns of a layout that scroll for want of room. */
export function givenWay({ center }: ColumnLayout): readonly LaidColumn[] {
  return center.filter(({ gaveWay }) => gaveWay);
}

/** Whether rows look the same in both layouts. Their columns may differ in what was learned of their values, which only heads show. */
export function drawsAlike(a: ColumnLayout, b: ColumnLayout): boolean {
  const sizes = ['numberWidth', 'startWidth', 'endWidth', 'totalWidth'] as const;
  return (
    sizes.every((size) => a[size] === b[size]) &&
    (['start', 'center', 'end'] as const).every((side) => {
      const other = b[side];
      return a[side].length === other.length && a[side].every((laid, place) => drawsCellAlike(laid, other[place]));
    })
  );
}

function drawsCellAlike(a: LaidColumn, b: LaidColumn | undefined): boolean {
  if (b === undefined || a.index !== b.index || a.left !== b.left || a.width !== b.width) return false;
  const [one, other] = [a.column, b.column];
  return one.id === other.id && one.kind === other.kind && one.config === other.config && one.source === other.source;
}

/** A column of which only the width is settled. */
type SizedColumn = Pick<LaidColumn, 'column' | 'width' | 'gaveWay'>;

function placeColumns(
  atStart: readonly SizedColumn[],
  between: readonly SizedColumn[],
  atEnd: readonly SizedColumn[],
  numberWidth: number,
): ColumnLayout {
  let index = 0;
  const place = (sized: readonly SizedColumn[], pinned: LaidColumn['pinned'], from: number) => {
    let left = from;
    const boxed: LaidColumn[] = [];
    for (const { column, width, gaveWay } of sized) {
      boxed.push({ column, index, left, width, pinned, gaveWay });
      index += 1;
      left += width;
    }
    return { boxed, right: left };
  };
  const start = place(atStart, 'start', numberWidth);
  const center = place(between, null, start.right);
  const end = place(atEnd, 'end', 0);
  return {
    laid: [...start.boxed, ...center.boxed, ...end.boxed],
    start: start.boxed,
    center: center.boxed,
    end: end.boxed,
    numberWidth,
    startWidth: start.right,
    endWidth: end.right,
    totalWidth: center.right + end.right,
  };
}

/** How many columns from the first one on fit into a width. */
function fitting(columns: readonly LaidColumn[], room: number): number {
  let width = 0;
  const past = columns.findIndex((column) => {
    width += column.width;
    return width > room;
  });
  return past < 0 ? columns.length : past;
}

function widthOf(columns: readonly LaidColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}

function letGo(column: LaidColumn): SizedColumn {
  return { ...column, gaveWay: true };
}

/**
 * The columns of a table laid out, as far as there is room for what is pinned. It follows a width that is being dragged.
 * @param place the element that the grid fills
 * @param firstWidth of it until the browser has laid it out, in px
 * @param rows whose numbers are shown
 */
export function useColumnLayout(
  place: RefObject<HTMLElement | null>,
  firstWidth: number,
  table: ColumnTable,
  rows: number,
): ColumnLayout {
  const numberWidth = numberWidthFor(rows);
  const { columnResizing } = table.atoms;
  const subscribe = useCallback(
    (listener: () => void) => {
      const { unsubscribe } = columnResizing.subscribe(listener);
      return unsubscribe;
    },
    [columnResizing],
  );
  const resizing = useSyncExternalStore(subscribe, columnResizing.get);
  const wanted = useMemo(() => layColumns(table, numberWidth, resizing), [table, numberWidth, resizing]);
  const [width, setWidth] = useState(firstWidth);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    // Reported by the browser after layout and never queried, which would force a layout of new rows.
    const observer = new ResizeObserver(() => flushSync(() => setWidth(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  const isNarrow = useMedia(narrowWindow);
  return useMemo(() => withRoom(isNarrow ? withoutDefaultPin(wanted) : wanted, width), [wanted, width, isNarrow]);
}
