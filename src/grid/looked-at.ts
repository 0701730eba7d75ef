/** Milliseconds that a page must be under the window during a continuous scroll before it is asked for. */
export const dwellMs = 150;

/** Since when each page has been under the window, and when the window last moved to another set of pages. */
export interface Looked {
  since: ReadonlyMap<number, number>;
  movedAt: number;
}

export const notLooked: Looked = { since: new Map(), movedAt: Number.NEGATIVE_INFINITY };

export interface Look {
  looked: Looked;
  /** Pages to ask for now, in the order given. */
  wanted: number[];
  /** When to look again at the same pages (same clock as `now`); null when nothing waits. */
  wakeAt: number | null;
}

/**
 * Decides which pages to ask for. A page that appears after the window stood still is asked for at once (a jump, the first page); one that appears in
 * the middle of a scroll must have been looked at for `dwellMs`. So a wild scroll costs the pages where it stopped.
 * @param pages page indexes under the window
 * @param now milliseconds of any steady clock
 */
export function look({ since, movedAt }: Looked, pages: readonly number[], now: number): Look {
  const still = now - movedAt >= dwellMs;
  const next = new Map<number, number>();
  let moved = pages.length !== since.size;
  for (const page of pages) {
    const seen = since.get(page);
    if (seen === undefined) moved = true;
    next.set(page, seen ?? (still ? now - dwellMs : now));
  }
  const wanted: number[] = [];
  let wakeAt: number | null = null;
  for (const page of pages) {
    const ready = (next.get(page) ?? now) + dwellMs;
    if (ready <= now) wanted.push(page);
    else wakeAt = wakeAt === null ? ready : Math.min(wakeAt, ready);
  }
  return { looked: { since: next, movedAt: moved ? now : movedAt }, wanted, wakeAt };
}
