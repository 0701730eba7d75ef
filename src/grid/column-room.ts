import { type ColumnLayout, type LaidColumn, placeColumns, type SizedColumn } from './column-layout';

/** Px that the columns between keep at the least, and their least share of the window: with less nobody could look at one column after the other. */
const least = { width: 200, share: 1 / 3 };

/**
 * The layout in a window of a width: pinned columns that leave no room for the others scroll with them, at the place where they were. The outermost ones stay
 * as long as there is room, those on the left first: a row is known by them.
 * @param width of the window in px
 */
export function withRoom(layout: ColumnLayout, width: number): ColumnLayout {
  const { left, center, right, numberWidth, totalWidth } = layout;
  if (totalWidth <= width) return layout;
  const room = width - Math.max(least.width, width * least.share);
  const onLeft = fitting(left, room - numberWidth);
  const onRight = fitting([...right].reverse(), room - numberWidth - widthOf(left.slice(0, onLeft)));
  if (onLeft === left.length && onRight === right.length) return layout;
  const scrolling = right.length - onRight;
  return placeColumns(
    left.slice(0, onLeft),
    [...left.slice(onLeft).map(letGo), ...center, ...right.slice(0, scrolling).map(letGo)],
    right.slice(scrolling),
    numberWidth,
  );
}

/** The pinned columns of a layout that scroll for want of room. */
export function givenWay({ center }: ColumnLayout): readonly LaidColumn[] {
  return center.filter(({ gaveWay }) => gaveWay);
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

function letGo({ column, width }: LaidColumn): SizedColumn {
  return { column, width, gaveWay: true };
}
