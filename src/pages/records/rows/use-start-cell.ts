import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
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

interface KeptCell extends StartCell {
  row: number;
}

/** The cell at which a visit has ended; null: it is a new one. Kept as long as the tab lasts, also while the page is loaded again. */
function keptCell(visit: string): KeptCell | null {
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A page that was asked for by its address begins where that says.
  if (isFirstPage() && way?.type === 'navigate') return null;
  const kept = readForSession(visit);
  if (!isJsonObject(kept)) return null;
  const { item_id, field_id, row } = kept;
  return typeof item_id === 'string' && typeof field_id === 'string' && typeof row === 'number'
    ? { item_id, field_id, row }
    : null;
}

interface StartCellOptions {
  /** Of the record in the address, and of the field that a link led to; those of later ones are opened from their rows. */
  linked: StartCell | null;
  /** Handed over by another page, at first or later. */
  startAt: StartCell | null;
  pages: RecordPages;
  /** The cell to come back to; null: its row is on its way. */
  endAt(): KeptCell | null;
  /** @param isBack whether one comes back to it */
  onCell(row: number, field_id: string | null, isBack: boolean): void;
}

/**
 * Where a visit of the table begins: at the cell at which the same visit ended, else at that of the link, else at the one that is handed over, as soon as
 * the rows that are read have it. Those are the first ones, and the page of the cell that one comes back to.
 * @returns ends it: the user went elsewhere
 */
export function useStartCell({ linked, startAt, pages, endAt, onCell }: StartCellOptions): () => void {
  const { key, pathname } = useLocation();
  const visit = `cell:${pathname}:${key}`;
  const [kept] = useState(() => keptCell(visit));
  const [goal, setGoal] = useState<StartCell | null>(kept ?? linked ?? startAt);
  const [started, setStarted] = useState(startAt?.item_id);
  if (started !== startAt?.item_id) {
    setStarted(startAt?.item_id);
    setGoal(startAt);
  }

  const readKept = useEffectEvent(() => {
    if (kept === null || kept.row < limits.pageSizeMax) return;
    // If it cannot be read, the table begins at its first row.
    pages.reach(kept.row).catch(() => {});
  });
  const keep = useEffectEvent(() => {
    // One that was left before its row had come is kept as it was.
    const cell = goal === null ? endAt() : null;
    if (cell) writeForSession(visit, cell);
  });
  useEffect(() => {
    readKept();
    const onHide = () => keep();
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      keep();
    };
  }, []);

  const isRead = !pages.loading && !pages.older;
  const row = goal !== null && isRead ? pages.rowOf(goal.item_id) : null;
  const begin = useEffectEvent((row: number) => {
    setGoal(null);
    if (goal) onCell(row, goal.field_id, goal === kept);
  });
  useEffect(() => {
    if (row !== null) begin(row);
  }, [row]);
  return useCallback(() => {
    if (isRead) setGoal(null);
  }, [isRead]);
}
