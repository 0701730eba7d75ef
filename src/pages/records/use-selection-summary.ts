import { useEffect, useMemo, useState } from 'react';
import { isSingle, rectangleOf, type Selection } from '../../grid/selection/selection';
import {
  type SelectionSummary,
  type SummarySource,
  selectedRows,
  summarise,
} from '../../grid/selection/selection-summary';

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
  const small = useMemo(
    () => (single || large ? null : summarise(selection, stable)),
    [single, large, selection, stable],
  );
  const [late, setLate] = useState<{ selection: Selection; summary: SelectionSummary } | null>(null);
  useEffect(() => {
    if (!large) return;
    const timer = setTimeout(() => setLate({ selection, summary: summarise(selection, stable) }), standsMs);
    return () => clearTimeout(timer);
  }, [large, selection, stable]);
  if (single || !large) return small;
  if (late?.selection === selection) return late.summary;
  const rows = selectedRows(selection, known);
  return { cells: rows * wide, filled: 0, unread: 0, numbers: null, rows, rowsRead: rows };
}
