/** What is known of the number of rows of a query. The contract gives no total (4.4), so it is usually unknown. */
export interface Extent {
  /** Rows known to exist: the end of the farthest page with a row, or the number a stopped count had reached. */
  atLeast: number;
  /** The exact number; null while it is not known. */
  exactly: number | null;
  /** How the exact number is known. */
  source: 'short-page' | 'service' | 'count' | null;
  /** When it was counted (epoch ms), for `count` alone. */
  countedAt: number | null;
}

/** A loaded page: its index, its number of rows, and what some services add (field notes). */
export interface ReadPage {
  index: number;
  rows: number;
  hasMore: boolean | null;
  /** The total that the service reports for this query, if any. */
  total: number | null;
}

/** What a count found, and when (epoch ms). */
export interface Counted {
  rows: number;
  /** False if it was stopped before the end: at least this many rows exist. */
  whole: boolean;
  at: number;
}

/**
 * Combines loaded pages, the service's total and a count. A page shorter than `pageSize`, or an empty page after a full one, shows the end; an empty page
 * past a gap shows only that the end is before it.
 */
export function extentOf(pages: readonly ReadPage[], counted: Counted | null, pageSize: number): Extent {
  let atLeast = 0;
  let proven: number | null = null;
  let told: number | null = null;
  const full = new Set<number>();
  for (const page of pages) {
    if (page.rows > 0) atLeast = Math.max(atLeast, page.index * pageSize + page.rows);
    if (page.rows >= pageSize) full.add(page.index);
    if (page.total !== null) told = page.total;
  }
  for (const page of pages) {
    const end = page.index * pageSize + page.rows;
    const ends =
      page.rows === 0 ? page.index === 0 || full.has(page.index - 1) : page.rows < pageSize || page.hasMore === false;
    if (ends && (proven === null || end > proven)) proven = end;
  }
  // A row seen past the known end: the table has grown, and the end is unknown again.
  if (proven !== null && proven >= atLeast) return known(proven, 'short-page');
  // A reported or counted total holds until a row is seen past it, or an empty page before it.
  const most = pastEnd(pages, pageSize);
  if (told !== null && told >= atLeast && told <= most) return known(told, 'service');
  if (counted !== null && counted.rows >= atLeast && counted.rows <= most) {
    if (counted.whole) return known(counted.rows, 'count', counted.at);
    atLeast = counted.rows;
  }
  return { atLeast, exactly: null, source: null, countedAt: null };
}

function known(rows: number, source: Exclude<Extent['source'], null>, countedAt: number | null = null): Extent {
  return { atLeast: rows, exactly: rows, source, countedAt };
}

/** The first row index past which an empty page was read: the scroll need not go there. Infinity when there was none. */
export function pastEnd(pages: readonly ReadPage[], pageSize: number): number {
  let end = Number.POSITIVE_INFINITY;
  for (const page of pages) if (page.rows === 0) end = Math.min(end, page.index * pageSize);
  return end;
}

/** How many rows the scroll holds: all when known, else one page more than what surely exists. */
export function rowsToScroll(extent: Extent, end: number, pageSize: number): number {
  if (extent.exactly !== null) return extent.exactly;
  return Math.min(extent.atLeast + pageSize, Math.max(end, extent.atLeast));
}
