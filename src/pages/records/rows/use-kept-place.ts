import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Id } from '../../../contract/ids';
import { limits } from '../../../contract/limits';
import type { RecordPages } from './use-record-pages';

/** A cell, and the row in which it was. */
interface KeptPlace {
  item_id: Id;
  field_id: string;
  row: number;
}

/** By the visit, as the history of the tab names it. */
const places = new Map<string, KeptPlace>();

/**
 * Keeps a cell for when one comes back to this visit of the table.
 * @param now the one to keep; null: none, as its row is on its way
 * @returns the one kept before; its page is being read if it is not among the first rows
 */
export function useKeptPlace(now: () => KeptPlace | null, { reach }: Pick<RecordPages, 'reach'>): KeptPlace | null {
  const { key } = useLocation();
  const [kept] = useState(() => places.get(key) ?? null);
  const read = useEffectEvent(() => {
    if (kept === null || kept.row < limits.pageSizeMax) return;
    // If it cannot be read, the table begins at its first row.
    reach(kept.row).catch(() => {});
  });
  const keep = useEffectEvent(() => {
    const place = now();
    if (place) places.set(key, place);
  });
  useEffect(() => {
    read();
    return () => keep();
  }, []);
  return kept;
}
