import { formatJson, type Json } from '../../contract/json';
import type { RowFinding } from '../check/dry-run';
import type { Plan } from './plan';

/**
 * Whether two plans of the same changes would send the same rows over the same values: a person who agreed to one has agreed to the other. What is left out
 * of both may differ.
 */
export function isSamePlan(a: Pick<Plan, 'calls'>, b: Pick<Plan, 'calls'>): boolean {
  const [before, after] = [a.calls.flat(), b.calls.flat()];
  return before.length === after.length && before.every((finding, index) => sent(finding) === sent(after[index]));
}

function sent(finding: RowFinding | undefined): string {
  if (!finding) return '';
  const { record, state, match, live, cells } = finding;
  const values = cells
    .filter((cell) => cell.state === 'will-update')
    .map(({ field_id, now, after }): Json => [field_id, now ?? null, after]);
  return formatJson([record.row, state, match, live?.item_id ?? null, values]);
}
