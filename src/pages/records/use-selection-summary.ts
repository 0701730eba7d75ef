import { useEffect, useMemo, useState } from 'react';
import { isSingle, rectangleOf, type Selection } from '../../grid/selection/selection';
import type { SelectionSummary, SummarySource } from '../../grid/selection/selection-summary';
import { laterCode } from '../../ui/hooks/later';

const sums = laterCode(() => import('../../grid/selection/selection-summary'));

/** A selection of so many cells is summed up while it is drawn; a larger one when it has stood for a moment. */
const atOnce = 50_000;
const standsMs = 150;

/** What the status bar says of a selection; null for one cell. Before a large one is summed up, its size alone. */
export function useSelectionSummary(selection: Selection, source: SummarySource): SelectionSummary | null {
  const { columns, recordAt, drafts, known } = source;
  const { top, bottom, left, right } = rectangleOf(selection);
  const single = isSingle(selection);
  const wide = right - left + 1;
  const large = (bottom - top + 1) * wide > atOnce;
  const stable = useMemo(() => ({ columns, recordAt, drafts, known }), [columns, recordAt, drafts, known]);
  const [code, setCode] = useState(sums.now);
  useEffect(() => {
    // Nothing is said of a selection before; nothing else waits for it.
    if (!single && code === null) void sums.fetch().then((come) => setCode(() => come));
  }, [single, code]);
  const small = useMemo(
    () => (single || large || code === null ? null : code.summarise(selection, stable)),
    [single, large, selection, stable, code],
  );
  const [late, setLate] = useState<{ selection: Selection; summary: SelectionSummary } | null>(null);
  useEffect(() => {
    if (!large || code === null) return;
    const timer = setTimeout(() => setLate({ selection, summary: code.summarise(selection, stable) }), standsMs);
    return () => clearTimeout(timer);
  }, [large, selection, stable, code]);
  if (single || !large || code === null) return small;
  if (late?.selection === selection) return late.summary;
  const rows = code.selectedRows(selection, known);
  return { cells: rows * wide, filled: 0, unread: 0, numbers: null, rows, rowsRead: rows };
}
