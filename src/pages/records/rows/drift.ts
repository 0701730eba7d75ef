import type { Id } from '../../../contract/ids';
import type { DwRecord } from '../../../contract/records';
import type { RecordPages } from './use-record-pages';

/**
 * The record IDs of the pages of one reading, and what they reveal about the table: the API pages only by offset (4.4), so rows added or removed in between
 * push others over page edges. Changed in place by `noteIds` and `forgetIds`.
 */
export interface ReadIds {
  pageSize: number;
  pages: Map<number, readonly Id[]>;
  /** The first row on which each record was read. */
  rowOf: Map<Id, number>;
  /** Rows that hold a record which another row holds too, with that other row. */
  twice: Map<number, number>;
  /** Rows whose record was missing when the page was read again, and is on no page since. */
  gone: Map<number, Id>;
}

export function noIds(pageSize: number): ReadIds {
  return { pageSize, pages: new Map(), rowOf: new Map(), twice: new Map(), gone: new Map() };
}

/** Takes a page, also one that was read before. @param ids of its records, in order */
export function noteIds(read: ReadIds, index: number, ids: readonly Id[]): void {
  const before = read.pages.get(index) ?? [];
  remove(read, index);
  read.pages.set(index, ids);
  place(read, index, ids);
  if (before.length > 0 || read.gone.size > 0) {
    for (const [row, id] of read.gone) if (read.rowOf.has(id)) read.gone.delete(row);
    for (const [place, id] of before.entries()) {
      if (id !== '' && !read.rowOf.has(id)) read.gone.set(index * read.pageSize + place, id);
    }
  }
}

/** Takes a page away that is no longer kept. */
export function forgetIds(read: ReadIds, index: number): void {
  remove(read, index);
  for (const row of read.gone.keys()) if (Math.floor(row / read.pageSize) === index) read.gone.delete(row);
}

function place({ pageSize, rowOf, twice }: ReadIds, index: number, ids: readonly Id[]): void {
  for (const [offset, id] of ids.entries()) {
    if (id === '') continue;
    const row = index * pageSize + offset;
    const other = rowOf.get(id);
    if (other === undefined) rowOf.set(id, row);
    else {
      twice.set(row, other);
      if (!twice.has(other)) twice.set(other, row);
    }
  }
}

function remove(read: ReadIds, index: number): void {
  const ids = read.pages.get(index);
  if (!ids) return;
  read.pages.delete(index);
  if (read.twice.size === 0) {
    for (const id of ids) read.rowOf.delete(id);
    return;
  }
  // Another row may have what this page had: rare, so everything is placed again.
  read.rowOf.clear();
  read.twice.clear();
  for (const [each, left] of read.pages) place(read, each, left);
}

/** Notes on rows: which are loaded twice, and where records are gone. */
export interface Drift {
  twice: ReadonlyMap<number, number>;
  vanished: ReadonlyMap<number, Id>;
}

export const noDrift: Drift = { twice: new Map(), vanished: new Map() };

/**
 * The drift that is certain. A record that left a page has vanished only when the pages beside it are known and do not hold it: else it may just have
 * moved to a page that was not read. One that was written here may no longer fit the query, or be elsewhere in it.
 */
export function driftOf({ pages, twice, gone, pageSize }: ReadIds, isOwn: (id: Id) => boolean): Drift {
  const vanished = new Map<number, Id>();
  for (const [row, id] of gone) {
    const index = Math.floor(row / pageSize);
    const ends = (pages.get(index)?.length ?? 0) < pageSize;
    if ((index === 0 || pages.has(index - 1)) && (ends || pages.has(index + 1)) && !isOwn(id)) vanished.set(row, id);
  }
  return twice.size + vanished.size === 0 ? noDrift : { twice: new Map(twice), vanished };
}

/** What was loaded of one query, page by page; the first record identifies the response of its page. */
export interface Watched {
  /** Null before the first comparison. */
  ids: ReadIds | null;
  answers: Map<number, DwRecord>;
  /** Pages of the previous reading: they are not compared with reloaded ones. */
  old: Map<number, DwRecord>;
}

/** Takes the pages that are loaded now, and the others away. @param pageSize records of a page @returns the drift that is certain then; null when there is none */
export function comparePages(
  watched: Watched,
  { facts, recordAt }: Pick<RecordPages, 'facts' | 'recordAt'>,
  pageSize: number,
  isOwn: (id: Id) => boolean,
): Drift | null {
  const { answers, old } = watched;
  watched.ids ??= noIds(pageSize);
  const { ids } = watched;
  const kept = new Set<number>();
  for (const { index, rows } of facts) {
    const first = recordAt(index * pageSize);
    if (!first || old.get(index) === first) continue;
    kept.add(index);
    if (answers.get(index) === first) continue;
    answers.set(index, first);
    noteIds(
      ids,
      index,
      Array.from({ length: rows }, (_, place) => recordAt(index * pageSize + place)?.item_id ?? ''),
    );
  }
  for (const index of answers.keys()) {
    if (kept.has(index)) continue;
    answers.delete(index);
    forgetIds(ids, index);
  }
  const drift = driftOf(ids, isOwn);
  return drift === noDrift ? null : drift;
}
