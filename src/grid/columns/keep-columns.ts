import type { GridColumn } from './columns-of';

/**
 * Columns that stay while questions change: one that the rows of an answer do not show is kept as it was last seen, beside the column that it stood
 * beside.
 */
export function keepColumns(before: readonly GridColumn[], now: readonly GridColumn[]): readonly GridColumn[] {
  const seen = new Map(before.map((column) => [column.id, column]));
  const kept = now.map((column) => {
    const last = seen.get(column.id);
    // Without values the kind is a guess: what was seen before says more.
    return last && column.source === 'values' && column.confidence === 0 ? { ...column, kind: last.kind } : column;
  });
  const here = new Set(now.map(({ id }) => id));
  for (const [index, column] of before.entries()) {
    if (here.has(column.id)) continue;
    const neighbour = before[index - 1]?.id;
    kept.splice(kept.findIndex(({ id }) => id === neighbour) + 1, 0, column);
  }
  return kept;
}
