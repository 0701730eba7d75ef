/** Rows by index: `first` and the one after the last. */
export interface RowWindow {
  first: number;
  end: number;
}

/**
 * Which rows a scroll place shows. Rows have one height, and there may be ten million of them: arithmetic instead of a measured list, so that the
 * cost does not grow with the table.
 * @param overscan rows drawn above and below what is seen
 */
export function rowWindow(
  scrollTop: number,
  height: number,
  rowHeight: number,
  rows: number,
  overscan: number,
): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan);
  const end = Math.min(rows, Math.ceil((scrollTop + height) / rowHeight) + overscan);
  return { first: Math.min(first, Math.max(0, end)), end: Math.max(0, end) };
}

/** Where to scroll so that a row is seen whole; null when it is already. */
export function scrollToRow(row: number, scrollTop: number, height: number, rowHeight: number): number | null {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : null;
}

/** Pages that the rows seen lie on, nearest to the middle first. */
export function pagesUnder(window: RowWindow, pageSize: number): number[] {
  if (window.end <= window.first) return [];
  const first = Math.floor(window.first / pageSize);
  const last = Math.floor((window.end - 1) / pageSize);
  const pages: number[] = [];
  for (let page = first; page <= last; page += 1) pages.push(page);
  return pages;
}

/** The page to read ahead: the next one in the direction of the scroll, once the window is past the middle of its page; null when there is none. */
export function pageAhead(window: RowWindow, direction: 1 | -1, rows: number, pageSize: number): number | null {
  const edge = direction === 1 ? window.end - 1 : window.first;
  const page = Math.floor(edge / pageSize);
  const within = edge - page * pageSize;
  const near = direction === 1 ? within >= pageSize / 2 : within < pageSize / 2;
  const next = page + direction;
  return near && next >= 0 && next * pageSize < rows ? next : null;
}
