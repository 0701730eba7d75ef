import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Id } from '../../../contract/ids';
import { limits } from '../../../contract/limits';
import type { RecordPages } from './use-record-pages';

interface StartCell {
  item_id: Id;
  /** Null: of whichever column is active. */
  field_id: string | null;
}

interface KeptCell extends StartCell {
  row: number;
}

/** The cells at which visits have ended, by the visit, as the history of the tab names it. */
const keptCells = new Map<string, KeptCell>();

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
  const { key } = useLocation();
  const [kept] = useState(() => keptCells.get(key) ?? null);
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
    if (cell) keptCells.set(key, cell);
  });
  useEffect(() => {
    readKept();
    return () => keep();
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
