import type { RowWindow } from '../../ui/display/row-window';

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

/**
 * The pages to read ahead, with those that were begun before and still lie ahead: a scroll is faster and slower from frame to frame, and a read given up would
 * soon begin again.
 * @param begun pages that were to be read ahead before
 */
export function withBegun(
  ahead: readonly number[],
  begun: readonly number[],
  under: readonly number[],
  direction: 1 | -1,
): number[] {
  const edge = (direction === 1 ? under.at(-1) : under[0]) ?? 0;
  const still = begun.filter((page) => (page - edge) * direction > 0 && !ahead.includes(page));
  return [...ahead, ...still].sort((a, b) => (a - b) * direction).slice(0, aheadMax);
}

/** Milliseconds that a page must be under the window during a wild scroll before it is asked for. */
export const dwellMs = 150;

/** Since when each page has been under the window, and when the window last moved to another set of pages. */
export interface PageVisits {
  since: ReadonlyMap<number, number>;
  movedAt: number;
}

export const noVisits: PageVisits = { since: new Map(), movedAt: Number.NEGATIVE_INFINITY };

export interface PagesToRead {
  visits: PageVisits;
  /** Pages to ask for now, in the order given. */
  wanted: number[];
  /** When to look again at the same pages (same clock as `now`); null when nothing waits. */
  wakeAt: number | null;
}

/**
 * Decides which pages to request. A page that appears after the window rested is requested at once (a jump, the first page), and so is one that a steady scroll
 * will show for `dwellMs` anyway; during a fast one it must have been visible for so long. So a fast scroll costs only the pages where it stops.
 * @param pages page indexes under the window
 * @param now milliseconds of any steady clock
 * @param wild the scroll passes a page in less than `dwellMs`
 */
export function pagesToRead(
  { since, movedAt }: PageVisits,
  pages: readonly number[],
  now: number,
  wild = true,
): PagesToRead {
  const atOnce = !wild || now - movedAt >= dwellMs;
  const next = new Map<number, number>();
  let moved = pages.length !== since.size;
  for (const page of pages) {
    const seen = since.get(page);
    if (seen === undefined) moved = true;
    next.set(page, !wild ? now - dwellMs : (seen ?? (atOnce ? now - dwellMs : now)));
  }
  const wanted: number[] = [];
  let wakeAt: number | null = null;
  for (const page of pages) {
    const ready = (next.get(page) ?? now) + dwellMs;
    if (ready <= now) wanted.push(page);
    else wakeAt = wakeAt === null ? ready : Math.min(wakeAt, ready);
  }
  return { visits: { since: next, movedAt: moved ? now : movedAt }, wanted, wakeAt };
}

/** How fast the window goes. */
export interface Pace {
  row: number;
  at: number;
  /** Rows a millisecond, smoothed over some frames; without a sign. */
  speed: number;
}

export const atRest: Pace = { row: 0, at: Number.NEGATIVE_INFINITY, speed: 0 };

/** How much the last step weighs against those before it. */
const fresh = 0.4;

/** The scroll speed after the window has reached a row. The first step after a pause is a jump: it has no speed. */
export function paced({ row, at, speed }: Pace, next: number, now: number): Pace {
  const passed = now - at;
  if (passed >= dwellMs) return { row: next, at: now, speed: 0 };
  // Several looks in one moment are one step.
  if (passed < 1) return { row, at, speed };
  const step = Math.abs(next - row) / passed;
  return { row: next, at: now, speed: speed === 0 ? step : speed + (step - speed) * fresh };
}

/** Whether a page passes the window in less time than a page must be looked at. @param seen rows of the window */
export function isWild({ speed }: Pace, seen: number, pageSize: number): boolean {
  return speed * dwellMs > pageSize + seen;
}

/** Reading ahead counts on an answer taking twice the time of the last one, and on so many milliseconds more. */
const marginMs = 150;
/** But never on more than this: what is so far ahead may never be looked at. */
const leadMaxMs = 1000;

/**
 * How many rows past the edge of the window to prefetch: what it passes during a request, half a page at least, and a whole one after a rest, so that the
 * next page is there before the scroll begins.
 * @param latency of the last response, in milliseconds
 */
export function leadOf({ speed }: Pace, latency: number, pageSize: number, stood: boolean): number {
  return Math.max(stood ? pageSize : pageSize / 2, speed * Math.min(leadMaxMs, 2 * latency + marginMs));
}
