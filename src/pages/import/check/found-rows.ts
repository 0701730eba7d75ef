import type { RowFinding, RowState } from '../../../jobs/check/dry-run';
import type { CheckCounts } from '../../../storage/job-rows';

/** The rows that a list shows: those in one of the states, those with cells that were fixed, or all. */
export type ShownRows = RowState | 'all' | 'fixed';

export function rowsIn({ rows, states, fixed }: CheckCounts, shown: ShownRows): number {
  if (shown === 'fixed') return fixed;
  return shown === 'all' ? rows : (states[shown] ?? 0);
}

export function isShown({ state, record }: RowFinding, shown: ShownRows): boolean {
  return shown === 'all' || (shown === 'fixed' ? record.fixed !== undefined : state === shown);
}
