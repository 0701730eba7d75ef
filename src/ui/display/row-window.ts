/** Rows by index: `first` and the one after the last. */
export interface RowWindow {
  first: number;
  end: number;
}

/** The rows to draw, and where. */
export interface DrawnWindow extends RowWindow {
  /** The row that places are counted from. */
  origin: number;
  /** Its position in the scroll area, in px from the first row. */
  originTop: number;
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

/** The window position that shows a row completely; null if it already does. */
export function scrollToRow(row: number, top: number, height: number, rowHeight: number): number | null {
  const rowTop = row * rowHeight;
  if (rowTop < top) return rowTop;
  return rowTop + rowHeight > top + height ? rowTop + rowHeight - height : null;
}

/**
 * The rows of a window. The active row holds the focus: it stays in the document wherever the scroll goes, and among the others in order, because an element
 * that is put elsewhere loses the focus.
 * @param active -1: none
 */
export function rowsOf({ first, end }: DrawnWindow, rows: number, active: number): number[] {
  const drawn: number[] = [];
  if (active >= 0 && active < Math.min(first, rows)) drawn.push(active);
  for (let row = first; row < Math.min(end, rows); row += 1) drawn.push(row);
  if (active >= end && active < rows) drawn.push(active);
  return drawn;
}

/** Where a row is drawn, from the origin: a row that is kept far from the window stays within the height that is laid out, because it would add to it. */
export function placeInScroll(top: number, { originTop }: DrawnWindow, most: number): number {
  return Math.max(-originTop, Math.min(top, most - originTop));
}

/** Whether a row is nearer to the end of what is drawn than to its beginning: what opens there opens upwards. */
export function isInLowerHalf(row: number, { first, end }: RowWindow): boolean {
  return (row - first) * 2 > end - first;
}

/**
 * A table of any length in a scroll of limited height: a browser lays out some 33 million px and no more. Where everything fits, the scroll is the table.
 * Otherwise a long move (the thumb) is proportional, a short one (the wheel) moves by its own px, and both ends match.
 * All figures in px: `top` is a position in the table, `scrollTop` one in the scroll.
 */
export interface RowScale {
  /** Height of all rows. */
  full: number;
  /** Height that is laid out for them. */
  laid: number;
  /** Height of the window on them. */
  view: number;
}

/** The position of a window: in the scroll and in the table. */
export interface ScrollPlace {
  scrollTop: number;
  top: number;
}

/** A way of more px at once is one of the thumb or a jump: where a scale is needed, a px of the thumb goes further than that. */
export const jumpPx = 2000;
/** Below the first row and above the last so many px are one to one, so that both ends are reached step by step. Few, so that elsewhere a share of the thumb's way is that share of the rows. */
const endPx = 2 * jumpPx;

export function rowScale(rows: number, rowHeight: number, view: number, limit: number): RowScale {
  const full = rows * rowHeight;
  return { full, laid: Math.min(full, limit), view };
}

function ends({ full, laid, view }: RowScale): { top: number; scrollTop: number; end: number } {
  const scrollTop = Math.max(0, laid - view);
  return { top: Math.max(0, full - view), scrollTop, end: Math.min(endPx, scrollTop / 4) };
}

/** The place in the table of a place in the scroll. */
export function topAt(scale: RowScale, scrollTop: number): number {
  const most = ends(scale);
  const place = clamp(scrollTop, most.scrollTop);
  const { end } = most;
  if (scale.full === scale.laid || place <= end) return place;
  if (place >= most.scrollTop - end) return most.top - (most.scrollTop - place);
  return end + ((place - end) * (most.top - 2 * end)) / (most.scrollTop - 2 * end);
}

/** The place in the scroll of a place in the table: the other way round. */
export function scrollTopAt(scale: RowScale, top: number): number {
  const most = ends(scale);
  const place = clamp(top, most.top);
  const { end } = most;
  if (scale.full === scale.laid || place <= end) return place;
  if (place >= most.top - end) return most.scrollTop - (most.top - place);
  return end + ((place - end) * (most.scrollTop - 2 * end)) / (most.top - 2 * end);
}

/** The position of the window after a scroll to `scrollTop`. */
export function scrolled(scale: RowScale, before: ScrollPlace, scrollTop: number): ScrollPlace {
  const way = scrollTop - before.scrollTop;
  if (scale.full === scale.laid || Math.abs(way) > jumpPx)
    return { scrollTop, top: Math.round(topAt(scale, scrollTop)) };
  return { scrollTop, top: clamp(before.top + way, ends(scale).top) };
}

/** The same table position, with a matching thumb. */
export function settled(scale: RowScale, top: number): ScrollPlace {
  const place = clamp(top, ends(scale).top);
  return { scrollTop: Math.round(scrollTopAt(scale, place)), top: place };
}

/** Whether short ways have led the scroll away from the place of the thumb: `now` when it would soon be at an end and the table is not. */
export function strayed(scale: RowScale, { scrollTop, top }: ScrollPlace): 'no' | 'yes' | 'now' {
  if (scale.full === scale.laid || Math.abs(scrollTop - scrollTopAt(scale, top)) < 1) return 'no';
  return scrollTop < jumpPx || scrollTop > ends(scale).scrollTop - jumpPx ? 'now' : 'yes';
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

/** Every browser lays out so many px. */
const surePx = 16_000_000;
/** Chromium and Safari hold a little more than this. */
const mostPx = 33_200_000;
/** Of a table that does not fit: low enough to be placed to half a px, high enough that the thumb of a tall window goes further than the wheel. */
const scaledPx = 8_000_000;

let holdsMost: boolean | null = null;

/** The height, in px, that may be laid out for so many px of rows. Measured once, and only where it matters. */
export function layoutLimit(full: number): number {
  if (full <= surePx) return surePx;
  if (full > mostPx) return scaledPx;
  if (holdsMost === null) {
    const probe = document.createElement('div');
    probe.style.position = 'absolute';
    probe.style.visibility = 'hidden';
    probe.style.height = `${mostPx}px`;
    document.body.append(probe);
    holdsMost = probe.getBoundingClientRect().height >= mostPx - 1;
    probe.remove();
  }
  return holdsMost ? mostPx : scaledPx;
}
