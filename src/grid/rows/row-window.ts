/** Rows by index: `first` and the one after the last. */
export interface RowWindow {
  first: number;
  end: number;
}

/**
 * Which rows a place in the table shows. Rows have one height, and there may be ten million of them: arithmetic instead of a measured list, so that the
 * cost does not grow with the table.
 * @param top of the window in the table, in px
 * @param above rows drawn above what is seen, and `below` it
 */
export function rowWindow(
  top: number,
  height: number,
  rowHeight: number,
  rows: number,
  above = 0,
  below = above,
): RowWindow {
  const first = Math.max(0, Math.floor(top / rowHeight) - above);
  const end = Math.min(rows, Math.ceil((top + height) / rowHeight) + below);
  return { first: Math.min(first, Math.max(0, end)), end: Math.max(0, end) };
}

/** Where the window must stand in the table so that a row is seen whole; null when it is already. */
export function scrollToRow(row: number, top: number, height: number, rowHeight: number): number | null {
  const rowTop = row * rowHeight;
  if (rowTop < top) return rowTop;
  return rowTop + rowHeight > top + height ? rowTop + rowHeight - height : null;
}

/** Pages that the rows seen lie on, ascending. */
export function pagesUnder(window: RowWindow, pageSize: number): number[] {
  if (window.end <= window.first) return [];
  const first = Math.floor(window.first / pageSize);
  const last = Math.floor((window.end - 1) / pageSize);
  const pages: number[] = [];
  for (let page = first; page <= last; page += 1) pages.push(page);
  return pages;
}

/** More pages than this are never read ahead: a scroll that is so fast does not look at them. */
const aheadMax = 4;

/**
 * The pages to read ahead, nearest first: those that the edge of the window reaches within `ahead` rows in the direction of the scroll.
 * @param ahead rows; half a page where nothing moves
 */
export function pagesAhead(
  window: RowWindow,
  direction: 1 | -1,
  rows: number,
  pageSize: number,
  ahead = pageSize / 2,
): number[] {
  const edge = direction === 1 ? window.end - 1 : window.first;
  const reached = Math.max(0, Math.min(rows - 1, edge + direction * ahead));
  const last = Math.floor(reached / pageSize);
  const pages: number[] = [];
  let page = Math.floor(edge / pageSize) + direction;
  for (; (last - page) * direction >= 0 && pages.length < aheadMax; page += direction) pages.push(page);
  return pages;
}

/** Whether a row is nearer to the end of what is drawn than to its beginning: what opens there opens upwards. */
export function isInLowerHalf(row: number, { first, end }: RowWindow): boolean {
  return (row - first) * 2 > end - first;
}
