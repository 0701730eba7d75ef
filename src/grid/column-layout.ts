import { type ColumnChoice, chosenFor, isShown, orderedColumns, type Pin, pinOf } from './column-choice';
import { boundedWidth, defaultWidth } from './column-width';
import type { GridColumn } from './columns-of';

/** A column where it stands. */
export interface LaidColumn {
  column: GridColumn;
  /** Its place among the visible columns, from 0. */
  index: number;
  /**
   * Distance of its left edge in px: from the left edge of the row, or, of a column pinned on the right, from the left edge of the box that holds those.
   */
  left: number;
  width: number;
  /** The edge where it stays when the grid scrolls sideways; null when it scrolls. */
  pinned: Pin;
  /** It was pinned, and scrolls all the same: the window has no room for it and the others. */
  gaveWay: boolean;
}

/** A column of which only the width is settled. */
export type SizedColumn = Pick<LaidColumn, 'column' | 'width' | 'gaveWay'>;

/** The columns that show. Widths are in px. */
export interface ColumnLayout {
  /** In the order seen: pinned on the left, those between, pinned on the right. */
  laid: readonly LaidColumn[];
  /** The same in three: `[...left, ...center, ...right]`. */
  left: readonly LaidColumn[];
  center: readonly LaidColumn[];
  right: readonly LaidColumn[];
  /** Of the row numbers. */
  numberWidth: number;
  /** Of the box on the left, row numbers included; of the box on the right; of a whole row. */
  pinnedWidth: number;
  rightWidth: number;
  totalWidth: number;
}

/** Width of the column of row numbers while they have four digits at most. */
export const rowNumberWidth = 52;

/** Width of the column of row numbers for so many rows: every digit of the last one is read, and what parts its thousands. */
export function numberWidthFor(rows: number): number {
  const digits = String(rows).length;
  return Math.max(rowNumberWidth, digits * 8 + Math.floor((digits - 1) / 3) * 4 + 18);
}

/**
 * Lays out the columns as they were chosen.
 * @param widthAtFirst the width of a column that nobody has changed
 * @param numberWidth of the row numbers
 */
export function layColumns(
  columns: readonly GridColumn[],
  choice: ColumnChoice,
  widthAtFirst: (column: GridColumn) => number = defaultWidth,
  numberWidth = rowNumberWidth,
): ColumnLayout {
  const sized = (pin: Pin): SizedColumn[] =>
    orderedColumns(columns, choice)
      .filter(({ id }) => isShown(id, choice) && pinOf(id, choice) === pin)
      .map((column) => ({
        column,
        width: boundedWidth(chosenFor(choice.widths, column.id) ?? widthAtFirst(column)),
        gaveWay: false,
      }));
  return placeColumns(sized('left'), sized(null), sized('right'), numberWidth);
}

/** Places columns: those that stay on the left, those that scroll, those that stay on the right. */
export function placeColumns(
  onLeft: readonly SizedColumn[],
  between: readonly SizedColumn[],
  onRight: readonly SizedColumn[],
  numberWidth: number,
): ColumnLayout {
  let index = 0;
  const place = (sized: readonly SizedColumn[], pinned: Pin, from: number): { boxed: LaidColumn[]; end: number } => {
    let left = from;
    const boxed: LaidColumn[] = [];
    for (const { column, width, gaveWay } of sized) {
      boxed.push({ column, index, left, width, pinned, gaveWay });
      index += 1;
      left += width;
    }
    return { boxed, end: left };
  };
  const left = place(onLeft, 'left', numberWidth);
  const center = place(between, null, left.end);
  const right = place(onRight, 'right', 0);
  return {
    laid: [...left.boxed, ...center.boxed, ...right.boxed],
    left: left.boxed,
    center: center.boxed,
    right: right.boxed,
    numberWidth,
    pinnedWidth: left.end,
    rightWidth: right.end,
    totalWidth: center.end + right.end,
  };
}
