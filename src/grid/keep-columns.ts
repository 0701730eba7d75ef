import type { GridColumn } from './columns-of';

/**
 * Columns that stay in their place while questions change: a column that the rows of one answer do not show is kept as it was last seen, in the place
 * where it stood.
 */
export function keepColumns(before: readonly GridColumn[], now: readonly GridColumn[]): readonly GridColumn[] {
  if (before.length === 0) return now;
  const fresh = new Map(now.map((column) => [column.id, column]));
  const kept: GridColumn[] = before.map((column) => {
    const next = fresh.get(column.id);
    fresh.delete(column.id);
    if (!next) return column;
    // Without values the kind is a guess: what was seen before says more.
    return next.source === 'values' && next.confidence === 0 ? { ...next, kind: column.kind } : next;
  });
  const firstSystem = kept.findIndex(({ source, id }) => source === 'system' && id !== 'item_id');
  kept.splice(firstSystem < 0 ? kept.length : firstSystem, 0, ...fresh.values());
  return kept;
}
