import { useEffect, useEffectEvent, useState } from 'react';
import type { Id } from '../../../contract/ids';
import type { RecordPages } from '../rows/use-record-pages';

/**
 * Whoever opens the link of a record finds its row selected, where the first rows have it; otherwise the panel alone shows it.
 * @param id of the record that the address names
 */
export function useLinkedRecord(id: Id | null, pages: RecordPages, onRow: (row: number) => void): void {
  // Until the first rows have come. Records that are opened later are opened from their rows.
  const [linked, setLinked] = useState(id);
  const isRead = !pages.loading && !pages.older;
  const row = linked !== null && isRead ? pages.rowOf(linked) : null;
  if (linked !== null && isRead && row === null) setLinked(null);
  const select = useEffectEvent((row: number) => {
    setLinked(null);
    onRow(row);
  });
  useEffect(() => {
    if (row !== null) select(row);
  }, [row]);
}
