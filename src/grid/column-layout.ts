import { type ColumnChoice, chosenFor, isShown, orderedColumns, pinOf } from './column-choice';
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
  pinned: 'left' | 'right' | null;
}

/** The columns that show. Widths are in px. */
export interface ColumnLayout {
  /** In the order seen: pinned on the left, those between, pinned on the right. */
  laid: readonly LaidColumn[];
  /** The same in three: `[...left, ...center, ...right]`. */
  left: readonly LaidColumn[];
  center: readonly LaidColumn[];
  right: readonly LaidColumn[];
  /** Of the box on the left, row numbers included; of the box on the right; of a whole row. */
  pinnedWidth: number;
  rightWidth: number;
  totalWidth: number;
}

/** Width of the column of row numbers. */
export const rowNumberWidth = 52;

/**
 * Lays out the columns as they were chosen.
 * @param widthAtFirst the width of a column that nobody has changed
 */
export function layColumns(
  columns: readonly GridColumn[],
  choice: ColumnChoice,
  widthAtFirst: (column: GridColumn) => number = defaultWidth,
): ColumnLayout {
  const shown = orderedColumns(columns, choice).filter(({ id }) => isShown(id, choice));
  let index = 0;
  const lay = (pinned: LaidColumn['pinned'], from: number): { boxed: LaidColumn[]; end: number } => {
    let left = from;
    const boxed: LaidColumn[] = [];
    for (const column of shown) {
      if (pinOf(column.id, choice) !== pinned) continue;
      const width = boundedWidth(chosenFor(choice.widths, column.id) ?? widthAtFirst(column));
      boxed.push({ column, index, left, width, pinned });
      index += 1;
      left += width;
    }
    return { boxed, end: left };
  };
  const left = lay('left', rowNumberWidth);
  const center = lay(null, left.end);
  const right = lay('right', 0);
  return {
    laid: [...left.boxed, ...center.boxed, ...right.boxed],
    left: left.boxed,
    center: center.boxed,
    right: right.boxed,
    pinnedWidth: left.end,
    rightWidth: right.end,
    totalWidth: center.end + right.end,
  };
}
