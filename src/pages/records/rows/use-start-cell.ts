import { useCallback, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { RecordQuery } from '../../../api/queries/records';
import type { Id } from '../../../contract/ids';
import { isJsonObject } from '../../../contract/json';
import { limits } from '../../../contract/limits';
import { readForSession, writeForSession } from '../../../storage/local-settings';
import { isFirstPage } from '../../../url/current-page';
import type { RecordPages } from './use-record-pages';

interface StartCell {
  item_id: Id;
  /** Null: of whichever column is active. */
  field_id: string | null;
}

/** A cell that was left, and what was seen around it. */
interface LeftCell extends StartCell {
  row: number;
  /** The first row that was seen, and by how much the columns were scrolled, in px. */
  first: number;
  left: number;
}

/** The cell at which a visit has ended; null: none was kept. It is kept as long as the tab lasts, also while the page is loaded again. */
function leftCell(visit: string): LeftCell | null {
  const kept = readForSession(visit);
  if (!isJsonObject(kept)) return null;
  const { item_id, field_id, row, first, left } = kept;
  return typeof item_id === 'string' &&
    typeof field_id === 'string' &&
    isPlace(row) &&
    isPlace(first) &&
    typeof left === 'number' &&
    left >= 0
    ? { item_id, field_id, row, first, left }
    : null;
}

function isPlace(row: unknown): row is number {
  return Number.isSafeInteger(row) && Number(row) >= 0;
}

/** Whether the page was asked for by its address: it begins where that says. */
function isAskedFor(): boolean {
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return isFirstPage() && way?.type === 'navigate';
}

interface StartCellOptions {
  /** Of the record in the address, and of the field that a link led to; those of later ones are opened from their rows. */
  linked: StartCell | null;
  /** Handed over by another page, at first or later. */
  startAt: StartCell | null;
  query: RecordQuery;
  pages: RecordPages;
  /** The cell to come back to; null: its row is on its way. */
  endAt(): LeftCell | null;
  /** @param seen what was seen around it; null: it was not left */
  onCell(row: number, field_id: string | null, seen: Pick<LeftCell, 'first' | 'left'> | null): void;
}

interface Start {
  /** Ends it: the user went elsewhere. */
  leave(): void;
  /** Keeps the cell for the way back: the query becomes another. */
  keep(): void;
}

/**
 * Where a visit of the table begins: at the cell at which the same visit ended, else at that of the link, else at the one that is handed over, as soon as
 * the rows that are read have it. Those are the first ones, and the pages of the cell that one comes back to and of what was seen there.
 */
export function useStartCell({ linked, startAt, query, pages, endAt, onCell }: StartCellOptions): Start {
  const { key, pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const visit = `cell:${pathname}:${key}`;
  const [kept, setKept] = useState(() => (isAskedFor() ? null : leftCell(visit)));
  const [goal, setGoal] = useState<StartCell | null>(kept ?? linked ?? startAt);
  const [started, setStarted] = useState(startAt?.item_id);
  if (started !== startAt?.item_id) {
    setStarted(startAt?.item_id);
    setGoal(startAt);
  }
  const [asked, setAsked] = useState(query);
  if (asked !== query) {
    setAsked(query);
    const cell = isBack ? leftCell(visit) : null;
    if (cell) {
      setKept(cell);
      setGoal(cell);
    }
  }

  const readKept = useEffectEvent(async () => {
    const rows = kept ? [kept.first, kept.row] : [];
    // If it cannot be read, the table begins at its first row.
    for (const row of rows) if (row >= limits.pageSizeMax) await pages.reach(row).catch(() => {});
  });
  function keep(): void {
    // One that was left before its row had come is kept as it was.
    const cell = goal === null ? endAt() : null;
    if (cell) writeForSession(visit, cell);
  }
  const onEnd = useEffectEvent(keep);
  // In the layout: after it the grid is gone, whose scroll is kept.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell to come back to is read
  useLayoutEffect(() => {
    void readKept();
    const onHide = () => onEnd();
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      onEnd();
    };
  }, [kept]);

  const isRead = !pages.loading && !pages.older;
  const isSeen = goal !== kept || kept === null || pages.recordAt(kept.first) !== undefined;
  const row = goal !== null && isRead && isSeen ? pages.rowOf(goal.item_id) : null;
  const begin = useEffectEvent((row: number) => {
    setGoal(null);
    if (goal === null) return;
    // The rows around it have moved with it.
    const seen = goal === kept ? { left: kept.left, first: Math.max(0, kept.first + row - kept.row) } : null;
    onCell(row, goal.field_id, seen);
  });
  // Before the first rows are seen, where they are there.
  useLayoutEffect(() => {
    if (row !== null) begin(row);
  }, [row]);
  const leave = useCallback(() => {
    if (isRead) setGoal(null);
  }, [isRead]);
  return { leave, keep };
}
